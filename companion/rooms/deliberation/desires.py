"""Desires 欲求: weighs the wants that an act would serve by the numbers of the persona's sheet.

An act serves a few wants by its nature: a lamp that goes on serves comfort, a lock safety, a look
curiosity. The sheet says how much each want counts: Big Five traits as steps from the middle, and
values and traits by a closed list of words in both languages. Doing nothing serves quiet.
"""

import re
from collections.abc import Mapping
from enum import StrEnum

from companion.words.capability import RiskTier
from companion.words.context import DeliberationContextPack
from companion.words.decision import DecisionOutcome, MenuEntry
from companion.words.language import Bilingual
from companion.words.persona import PersonaSheet
from companion.words.purpose import Purpose
from companion.words.score import ScoreTerm, TermName
from companion.words.trigger import Priority
from companion.words.trust import UNTRUSTED

PULL = 0.32
"""Size of one want that a sheet holds fully and an act serves fully; measured so that four
contrasting sheets choose differently and none harmfully."""
MOST = 0.45
"""Most that all wants together count, either way."""
HIGH = 0.66
"""A trait above this is high."""


class Desire(StrEnum):
    """欲求: bodily, social, duty and curiosity, in the words of a home."""

    COMFORT = "comfort"
    SAFETY = "safety"
    QUIET = "quiet"
    SAVING = "saving"
    COMPANY = "company"
    CURIOSITY = "curiosity"
    DUTY = "duty"


NAMES: Mapping[Desire, Bilingual] = {
    Desire.COMFORT: Bilingual("快適", "comfort"),
    Desire.SAFETY: Bilingual("安全", "safety"),
    Desire.QUIET: Bilingual("静けさ", "quiet"),
    Desire.SAVING: Bilingual("節約", "saving"),
    Desire.COMPANY: Bilingual("交流", "company"),
    Desire.CURIOSITY: Bilingual("好奇心", "curiosity"),
    Desire.DUTY: Bilingual("務め", "duty"),
}
_SPOKEN: tuple[tuple[Desire, float, str], ...] = (
    (Desire.QUIET, 0.8, r"\bquiet|\bcalm\b|\bpeace|\bstill|静|穏|落ち着"),
    (Desire.COMFORT, 0.6, r"\bpeople\b|\bcare\b|\bwarm|\bkind|\battentive|\bgentle|人|優し|世話"),
    (
        Desire.SAFETY,
        1.0,
        r"\bsafe|\bcautio|\bcareful|\btimid|\bwary|安全|用心|慎重|臆病",
    ),
    (
        Desire.SAVING,
        1.0,
        r"\bthrift|\bfrugal|\bsaving|\btidy|\bgreed|節約|倹約|整頓|強欲",
    ),
    (Desire.COMPANY, 0.8, r"\bcompany|\bfriend|\bcheer|\bplayful|\bfun\b|交流|陽気|にぎや|遊び"),
    (Desire.CURIOSITY, 1.0, r"\bcurio|\btruth|\bknowledge|\bdetective|好奇|真実|知識|探偵"),
    (Desire.DUTY, 1.0, r"\bduty|\bloyal|\bobedien|\bbrave|\bservice|務め|忠|勇|従順|奉仕"),
)
_FORMS = tuple((desire, size, re.compile(words)) for desire, size, words in _SPOKEN)
_SERVES: tuple[tuple[str, Mapping[Desire, float]], ...] = (
    ("observe_scene", {Desire.CURIOSITY: 1.0, Desire.SAFETY: 0.4}),
    ("go_to_room", {Desire.CURIOSITY: 1.0, Desire.COMPANY: 0.5}),
    ("inspect", {Desire.CURIOSITY: 0.6, Desire.SAFETY: 1.0}),
    ("play_chime", {Desire.COMPANY: 0.7, Desire.SAFETY: 0.4, Desire.QUIET: -0.6}),
    ("show", {Desire.SAFETY: 0.3, Desire.QUIET: 0.3}),
    ("unlock", {Desire.SAFETY: -1.0}),
    ("lock", {Desire.SAFETY: 1.0}),
    ("close", {Desire.SAFETY: 0.4, Desire.QUIET: 0.3}),
    ("open", {Desire.COMFORT: 0.5, Desire.CURIOSITY: 0.3}),
    ("player_play", {Desire.COMPANY: 1.0, Desire.QUIET: -1.0}),
    ("_pause", {Desire.QUIET: 0.8, Desire.SAVING: 0.3}),
    ("player_stop", {Desire.QUIET: 0.8, Desire.SAVING: 0.4}),
    ("turn_off", {Desire.SAVING: 1.0, Desire.QUIET: 0.2}),
    ("turn_on", {Desire.COMFORT: 0.8, Desire.SAVING: -0.4}),
    ("set_", {Desire.COMFORT: 0.8}),
)
"""Ends or parts of an operation's name; the first that fits counts."""


def weights_of(sheet: PersonaSheet) -> dict[Desire, float]:
    """How much each want counts with this sheet, about -1 to 1; 0 for a sheet in the middle."""
    five = sheet.big_five
    o, c, e, a, n = (
        2 * trait - 1
        for trait in (
            five.openness,
            five.conscientiousness,
            five.extraversion,
            five.agreeableness,
            five.neuroticism,
        )
    )
    found = {
        Desire.COMFORT: 0.8 * a,
        Desire.SAFETY: 0.6 * n + 0.4 * c,
        Desire.QUIET: -0.7 * e + 0.3 * n,
        Desire.SAVING: 0.7 * c,
        Desire.COMPANY: 0.8 * e,
        Desire.CURIOSITY: 0.8 * o,
        Desire.DUTY: 0.5 * c + 0.3 * a,
    }
    told = " ".join((*sheet.values, *sheet.traits)).casefold()
    for desire, size, form in _FORMS:
        if form.search(told):
            found[desire] += 0.5 * size
    return found


def asks_in_doubt(sheet: PersonaSheet) -> bool:
    """Whether the persona is of those who ask when in doubt: the easily worried."""
    return sheet.big_five.neuroticism > HIGH


def served_by(pack: DeliberationContextPack, entry: MenuEntry) -> dict[Desire, float]:
    """The wants that an entry serves, and how much."""
    if entry.outcome is DecisionOutcome.SKIP:
        return {Desire.QUIET: 0.5, Desire.SAVING: 0.1}
    if entry.outcome is DecisionOutcome.DEFER:
        return {Desire.SAFETY: 0.3, Desire.DUTY: 0.2}
    operation = entry.action_type.partition(".")[2]
    serves = dict(next((wants for part, wants in _SERVES if part in operation), {}))
    if entry.purpose is Purpose.DANGEROUS and operation.endswith("turn_off"):
        serves[Desire.SAFETY] = 1.0
    if _meant_for_somebody(pack) and entry.risk is not RiskTier.TALK:
        serves[Desire.DUTY] = 0.6
    return serves


def _meant_for_somebody(pack: DeliberationContextPack) -> bool:
    """An act after a sentence of the household is done for somebody."""
    trigger = pack.trigger
    return trigger.priority is Priority.USER and trigger.about.trust not in UNTRUSTED


def desire_term(pack: DeliberationContextPack, entry: MenuEntry) -> ScoreTerm | None:
    """The wants of the persona for or against an entry; None where none is concerned."""
    weights = weights_of(pack.persona)
    parts = {d: PULL * weights[d] * size for d, size in served_by(pack, entry).items()}
    value = max(-MOST, min(MOST, sum(parts.values()) + _grit(pack, entry)))
    if abs(value) < 0.005:
        return None
    named = sorted(parts, key=lambda d: (-abs(parts[d]), d.value))
    told = [d for d in named if abs(parts[d]) >= 0.02 and parts[d] * value > 0][:2]
    return ScoreTerm(TermName.DESIRE, round(value, 3), _why(told, value))


def _grit(pack: DeliberationContextPack, entry: MenuEntry) -> float:
    """After a failure grit looks for other means, and a lack of it lets the matter rest."""
    if not pack.trigger.instead_of:
        return 0.0
    acts = entry.outcome is DecisionOutcome.DO_ACTION
    return (2 * pack.persona.grit - 1) * PULL * (1.0 if acts else -1.0)


def _why(told: list[Desire], value: float) -> Bilingual:
    if not told:
        return Bilingual("粘り強さ", "grit")
    ja = "と".join(NAMES[d].ja for d in told)
    en = " and ".join(NAMES[d].en for d in told)
    if value > 0:
        return Bilingual(f"{ja}を重んじる", f"cares for {en}")
    return Bilingual(f"{ja}の面で気が進まない", f"holds back for {en}")
