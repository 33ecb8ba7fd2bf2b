"""Weighing 重みづけ: gives every entry of a menu its sum of named terms; the largest sum is chosen.

The ranker says how sensible and how harmful an act would be; needs, lessons of the household, the
persona's wants, the mood, attention and the cost of a disturbance are added to it. A likely harm is
no term: such an entry is left out before anything is added, so that no want and no mood can bring
it back. Doing nothing is an entry like any other, and wants alone never make up for sense.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.phrases.influences import asked_ahead
from companion.phrases.reading import read_words
from companion.ports.clock import Clock
from companion.ports.feedback import HouseholdFeedback
from companion.ports.ranker import Ranker, RankerUnavailable
from companion.rooms.deliberation.desires import desire_term
from companion.rooms.deliberation.leaning import mood_term
from companion.words.capability import RiskTier
from companion.words.context import DeliberationContextPack
from companion.words.decision import DecisionOutcome, DeliveryKind, MenuEntry
from companion.words.language import Bilingual, Language
from companion.words.opinion import Opinion, SecondOpinion
from companion.words.score import ScoredEntry, ScoreTerm, TermName
from companion.words.trigger import Priority, TriggerKind

HARM = 0.5
"""An entry this likely harmful is never left (ADR 0017)."""
DOUBT = 0.2
"""A deed this likely harmful is not left beside a better entry (ADR 0017)."""
ANSWERED = 0.6
"""An act that code holds to answer what was told, from this fit on, is not left out for the doubt
of the ranker, which was not trained on such answers and held most of them to be harmful."""
AGREED = 0.95
"""A due routine is done from this fit on, whatever the ranker doubts: it wakes who lies in bed."""
LOOK_AT_REST = 0.3
"""Share that is left of a look's worth when nothing happened: a household that is looked at for no
reason is not at ease."""
UNLIKELY = 0.5
"""An act that code holds to answer is in doubt where the ranker holds it less likely sensible than
this: in the open situations of eleven authors 18 % of such acts were wrong, and 4 % of others."""
TASTE_FROM = 0.3
"""From this likelihood of being sensible on, wants and mood may speak for a deed."""
TASTE_HARM = 0.1
"""From this likelihood of harm on, wants and mood speak for a deed no more."""
ALIKE = 0.2
"""Entries this much below the best without wants and mood are about as sensible as it: among these
the persona chooses, and for no other entry do its wants and its mood speak, nor for one that the
household took back."""
NEED = 0.35
"""Worth of remedying what a person's words tell of; measured on the situations of `tune`."""
WISHED = 0.4
"""Worth of an act that the household asked for ahead, at the moment that it spoke of."""
HEEDED = 0.06
"""Worth of acting on what holds attention."""
A_QUESTION = -0.03
"""Cost of a question to the owner."""
A_SOUND = -0.04
"""Cost of words or a chime."""
AT_NIGHT = 2.0
"""A disturbance costs this much more between 22 and 7 o'clock."""
LEAST = 0.005
"""Smaller terms of taste are left out."""
_COMPARED = (TermName.DESIRE, TermName.MOOD)
_TASTE = frozenset({*_COMPARED, TermName.ATTENTION})
_OTHERS = Bilingual("ほかのものに比べて", "beside the others")
_NOTHING_BETTER = Bilingual("ほかに良い行動がない度合い", "how far no act seems better")
_HOLDS_ATTENTION = Bilingual("いま気にしているもの", "it holds attention now")
_ASKS = Bilingual("持ち主に尋ねることになる", "the owner would have to be asked")
_SOUNDS = Bilingual("音や言葉が届く", "words or a sound reach people")
_ANSWERS_NEED = Bilingual("言われたことの手当てになる", "it answers what was said")
_JUDGED = Bilingual("状況についての学習モデルの見立て", "the trained model's view of the situation")
_SPOKEN_AGAINST = Bilingual(
    "家の人がいらないと言っていた", "somebody of the household spoke against it"
)
_REMEDY = Bilingual("この出来事への備え", "a remedy for what happened")


@dataclass(frozen=True, slots=True)
class Weighed:
    """A menu weighed: the entries that are left, best first, and the ranker's opinion."""

    scores: tuple[ScoredEntry, ...]
    opinion: SecondOpinion


class Weighing:
    """Asks the ranker and adds up; without a ranker's opinion there is no sum."""

    def __init__(
        self,
        ranker: Ranker | None,
        *,
        clock: Clock,
        language: Language,
        feedback: HouseholdFeedback | None = None,
    ) -> None:
        """`feedback`: the household's signs about acts; None: it showed nothing."""
        self._ranker, self._clock, self._language = ranker, clock, language
        self._feedback = feedback

    async def weigh(self, pack: DeliberationContextPack) -> Weighed | None:
        """None where no ranker can judge. Never raises for the ranker's failure."""
        if self._ranker is None:
            return None
        try:
            with self._clock.hold():
                opinions = await self._ranker.rank(pack)
        except RankerUnavailable:
            return None
        if not opinions:
            return None
        taught = {} if self._feedback is None else await self._feedback.terms(pack)
        return add_up(pack, opinions, self._language, taught)


def add_up(
    pack: DeliberationContextPack,
    opinions: Sequence[Opinion],
    language: Language,
    taught: Mapping[str, ScoreTerm] = MappingProxyType({}),
) -> Weighed:
    """The sums of one menu. `taught`: the household's term of an entry, by its name."""
    known = {opinion.name: opinion for opinion in opinions}
    kept = _harmless(pack, known)
    nothing = 1.0 - max((_sense(pack, e, known) for e in kept if _acts(e)), default=0.0)
    back = {name for name, term in taught.items() if term.value < 0}
    free = {e.name for e in kept if _open(e, known.get(e.name)) and e.name not in back}
    whole = [_scored(pack, e, known, min(1.0, nothing), taught.get(e.name)) for e in kept]
    scored = _by_taste(whole, free)
    scores = tuple(sorted(scored, key=lambda one: (-round(one.total, 6), one.name)))
    opinion = SecondOpinion(
        opinions=tuple(opinions),
        nothing=min(1.0, nothing),
        left_out=tuple(e.name for e in pack.menu if e not in kept),
        because=read_words(_read(opinions, scores), language),
    )
    return Weighed(scores, opinion)


def is_in_doubt(
    pack: DeliberationContextPack, entry: MenuEntry, opinions: Sequence[Opinion]
) -> bool:
    """Whether code and ranker differ about an act that nobody asked for, now or ahead. An occasion
    and a routine that is due wait for no answer."""
    trigger = pack.trigger
    waits = not trigger.occasion and trigger.kind is not TriggerKind.TIME
    if not waits or trigger.requested is not None or entry.wish is not None:
        return False
    own = entry.risk is RiskTier.REVERSIBLE and _acts(entry)
    return own and any(o.name == entry.name and o.sensible < UNLIKELY for o in opinions)


def _by_taste(scores: Sequence[ScoredEntry], free: Collection[str]) -> Iterator[ScoredEntry]:
    """The entries with what wants and mood say of them beside the others that are about as sensible
    as the best; of less sensible ones they say nothing. `free`: names of the entries that taste may
    speak for. Compared with the mean, no want lifts a less sensible entry above all of these. One
    that is as sensible and not free counts as the least wanted of them: it never wins by taste."""
    least = max(one.without(_TASTE) for one in scores) - ALIKE
    near = [one for one in scores if one.without(_TASTE) >= least]
    alike = [one for one in near if one.name in free]
    mean = {
        name: sum(t.value for one in alike for t in one.terms if t.name is name) / len(alike)
        for name in _COMPARED
        if alike
    }
    lowest = min((sum(t.value for t in _beside(one, mean)) for one in alike), default=0.0)
    for one in scores:
        terms = [t for t in one.terms if t.name not in _TASTE]
        if one in alike:
            terms += [t for t in one.terms if t.name is TermName.ATTENTION]
            terms += _beside(one, mean)
        elif one in near and lowest:
            terms.append(ScoreTerm(TermName.DESIRE, round(lowest, 3), _OTHERS))
        yield replace(one, terms=tuple(terms))


def _beside(one: ScoredEntry, mean: Mapping[TermName, float]) -> Iterator[ScoreTerm]:
    own = {t.name: t for t in one.terms}
    for name, usual in mean.items():
        term = own.get(name)
        value = round((term.value if term is not None else 0.0) - usual, 3)
        if abs(value) >= LEAST:
            same = term is not None and term.value * value > 0
            yield ScoreTerm(name, value, term.why if term is not None and same else _OTHERS)


def _harmless(pack: DeliberationContextPack, known: dict[str, Opinion]) -> tuple[MenuEntry, ...]:
    """The entries that may be chosen: at least `skip`, which harms nothing. To tell somebody does
    nothing to the home. An occasion's remedies were picked by code; the ranker was not trained to
    doubt them."""
    safe = [e for e in pack.menu if not _is_harmful(pack, e, known, HARM)]
    if pack.trigger.occasion:
        return tuple(safe)
    best = max((_sense(pack, e, known) for e in safe if _acts(e)), default=0.0)
    better = max(best, 1.0 - best)
    return tuple(
        e
        for e in safe
        if not _is_harmful(pack, e, known, DOUBT) or _sense(pack, e, known) >= better
    )


def _is_harmful(
    pack: DeliberationContextPack, entry: MenuEntry, known: dict[str, Opinion], limit: float
) -> bool:
    opinion = known.get(entry.name)
    # A routine in words may have been spoken against in words that no list has: doubt counts.
    due = pack.trigger.kind is TriggerKind.TIME
    asked = entry.wish is not None and not entry.wish.against
    agreed = entry.fit >= (AGREED if due else ANSWERED)
    doubted = entry.risk is not RiskTier.TALK and not asked and not agreed
    return opinion is not None and doubted and opinion.harmful >= limit


def _acts(entry: MenuEntry) -> bool:
    return entry.outcome is DecisionOutcome.DO_ACTION


def _sense(pack: DeliberationContextPack, entry: MenuEntry, known: dict[str, Opinion]) -> float:
    """How sensible an act is: of a remedy by the points that code gave it, else by the ranker."""
    if entry.fit < 0:
        return 0.0
    opinion = known.get(entry.name)
    by_ranker = opinion.worth if opinion is not None else 0.0
    if _is_a_mere_remark(pack, entry):
        return 0.0
    if pack.trigger.kind is TriggerKind.HEARTBEAT and entry.risk is RiskTier.TALK:
        by_ranker *= LOOK_AT_REST
    return max(entry.fit, by_ranker)


def _is_a_mere_remark(pack: DeliberationContextPack, entry: MenuEntry) -> bool:
    """Whether a person only told something, which this act does not answer. It gets a reply and no
    act, whatever the room is like: the ranker reads a need into many a remark."""
    trigger = pack.trigger
    said = trigger.priority is Priority.USER and trigger.requested is None
    return said and not entry.answers and entry.risk is not RiskTier.TALK


def _scored(
    pack: DeliberationContextPack,
    entry: MenuEntry,
    known: dict[str, Opinion],
    nothing: float,
    taught: ScoreTerm | None,
) -> ScoredEntry:
    terms = [_sensible(pack, entry, known, nothing)]
    terms += [term for term in (taught, *_further(pack, entry)) if term is not None]
    if taught is not None and taught.value < 0 and pack.trigger.priority is not Priority.USER:
        # Nobody asked: what people undid again and again is no need of theirs.
        terms = [t for t in terms if t.name is not TermName.NEED or t.value < 0]
    # What was spoken against is not brought back by a habit.
    terms = [t for t in terms if t.name is not TermName.TAUGHT or t.value < 0 or entry.fit >= 0]
    return ScoredEntry(name=entry.name, label=entry.label, terms=tuple(terms))


def _open(entry: MenuEntry, opinion: Opinion | None) -> bool:
    """Whether taste may speak for it: wants choose among what is sensible."""
    if not _acts(entry):
        return True
    if opinion is None or entry.fit >= TASTE_FROM:
        return entry.fit >= TASTE_FROM
    return opinion.sensible >= TASTE_FROM and opinion.harmful < TASTE_HARM


def _sensible(
    pack: DeliberationContextPack,
    entry: MenuEntry,
    known: dict[str, Opinion],
    nothing: float,
) -> ScoreTerm:
    if not _acts(entry):
        return ScoreTerm(TermName.SENSIBLE, round(nothing, 3), _NOTHING_BETTER)
    sense, opinion = _sense(pack, entry, known), known.get(entry.name)
    because = opinion.because if opinion is not None else ()
    why = Bilingual(read_words(because, Language.JA), read_words(because, Language.EN))
    if entry.fit or not because:
        why = _REMEDY if entry.fit else _JUDGED
    return ScoreTerm(TermName.SENSIBLE, round(sense, 3), why)


def _further(pack: DeliberationContextPack, entry: MenuEntry) -> list[ScoreTerm | None]:
    return [
        _need(entry),
        _wish(entry),
        desire_term(pack, entry),
        mood_term(pack, entry),
        _attention(pack, entry),
        _disturbing(pack, entry),
    ]


def _wish(entry: MenuEntry) -> ScoreTerm | None:
    wish = entry.wish
    if wish is None:
        return None
    value = -WISHED if wish.against else WISHED
    return ScoreTerm(TermName.WISH, value, asked_ahead(wish), wish.events)


def _need(entry: MenuEntry) -> ScoreTerm | None:
    if not entry.answers or entry.wish is not None:
        return None
    if entry.fit < 0:
        return ScoreTerm(TermName.NEED, entry.fit, _SPOKEN_AGAINST)
    return ScoreTerm(TermName.NEED, round(NEED * entry.fit, 3), _ANSWERS_NEED)


def _attention(pack: DeliberationContextPack, entry: MenuEntry) -> ScoreTerm | None:
    thing = pack.scene.find(entry.object_id) if entry.object_id else None
    if thing is None or not _acts(entry):
        return None
    watched = {thing.id, thing.id.partition(".")[0], thing.location}
    if not watched & set(pack.attention_targets):
        return None
    return ScoreTerm(TermName.ATTENTION, HEEDED, _HOLDS_ATTENTION)


def _disturbing(pack: DeliberationContextPack, entry: MenuEntry) -> ScoreTerm | None:
    if not _acts(entry):
        return None
    asks = entry.risk >= RiskTier.ASK
    heard = entry.risk is RiskTier.TALK and entry.delivery.kind is DeliveryKind.NOTIFY
    if not asks and not heard:
        return None
    hour = pack.trigger.at.hour
    cost = (A_QUESTION if asks else A_SOUND) * (AT_NIGHT if hour >= 22 or hour < 7 else 1.0)
    return ScoreTerm(TermName.DISTURBING, round(cost, 3), _ASKS if asks else _SOUNDS)


def _read(opinions: Sequence[Opinion], scores: Sequence[ScoredEntry]) -> tuple[str, ...]:
    """The reading behind the best act that is left, else behind the best of all."""
    named = {opinion.name: opinion for opinion in opinions}
    best = next((named[s.name] for s in scores if s.name in named), None)
    return (best or max(opinions, key=lambda opinion: opinion.worth)).because
