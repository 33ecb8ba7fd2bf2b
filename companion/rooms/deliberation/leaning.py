"""Leaning 傾き: weighs how the mood leans: towards people, towards acting, towards care.

A pleasant mood approaches people, an alert one acts sooner, and a submissive one would rather ask
or wait. Dominance only ever adds care: a confident mood takes no question away.
"""

from companion.rooms.deliberation.vocabulary import felt
from companion.words.capability import RiskTier
from companion.words.context import DeliberationContextPack
from companion.words.decision import DecisionOutcome, MenuEntry
from companion.words.language import Bilingual
from companion.words.score import ScoreTerm, TermName

APPROACH = 0.12
"""Most that pleasure counts for an act towards people."""
READINESS = 0.12
"""Most that arousal counts for any act."""
CARE = 0.12
"""Most that a lack of dominance counts against an act that nobody is asked about."""
_LEAST = 0.005


def mood_term(pack: DeliberationContextPack, entry: MenuEntry) -> ScoreTerm | None:
    """How the mood leans towards or away from an entry; None for an even mood and for waiting."""
    if entry.outcome is not DecisionOutcome.DO_ACTION:
        return None
    vad = felt(pack.mood)
    approach = APPROACH * vad.v if _towards_people(pack, entry) else 0.0
    parts = (
        (approach, Bilingual("人に近づきたい", "likes to approach people"), _AWAY),
        (READINESS * vad.a, Bilingual("すぐ動きたい", "is quick to act"), _SLOW),
        (_care(entry, vad.d), _CAREFUL, _CAREFUL),
    )
    value = sum(size for size, _, _ in parts)
    if abs(value) < _LEAST:
        return None
    size, high, low = max(parts, key=lambda part: part[0] * (1 if value > 0 else -1))
    return ScoreTerm(TermName.MOOD, round(value, 3), high if size > 0 else low)


_AWAY = Bilingual("人から離れていたい", "would rather keep away from people")
_SLOW = Bilingual("動くより待ちたい", "would rather wait than act")
_CAREFUL = Bilingual("一人で決めるより確かめたい", "would rather ask than act alone")


def _care(entry: MenuEntry, dominance: float) -> float:
    alone = entry.risk is RiskTier.REVERSIBLE
    return CARE * min(0.0, dominance) if alone else 0.0


def _towards_people(pack: DeliberationContextPack, entry: MenuEntry) -> bool:
    """Whether somebody is where it acts, or somebody is told."""
    thing = pack.scene.find(entry.object_id) if entry.object_id else None
    if thing is not None and thing.type == "device":
        return pack.people.get(thing.location) == "present"
    return entry.risk is RiskTier.TALK
