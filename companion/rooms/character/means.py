"""Means 手段: the ways to a desire that the things in view afford, and the sum that chooses one."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.rooms.character.belief import Belief
from companion.rooms.character.desire import Desire
from companion.words.language import Bilingual
from companion.words.score import ScoredEntry, ScoreTerm, TermName
from companion.words.stage import ActorView, CharacterSheet, Manner, Offer, SceneTag, Value, Want

PROGRESS = {Manner.DIRECT: 1.0, Manner.CARE: 0.5, Manner.FORCE: 0.45, Manner.HELP: 0.4}
"""How near each way brings the aim, where the way is open: looking first is half of it."""
WITH_KEY = 0.9
"""The aim by way of a thing that must be taken first."""
WITHOUT_KEY = 0.25
"""Trying what is seen to be locked."""
STEP_BEFORE = 0.8
"""Changing the thing where the aim cannot be reached from its state: warming before serving."""
SEARCH = 0.3
"""Looking for a thing that is not in view."""
EXPOSURE = {Manner.DIRECT: 1.0, Manner.CARE: 0.1, Manner.FORCE: 1.2, Manner.HELP: 0.0}
"""How much of a danger each way meets."""
LOOKING_IS_OBEYING = 0.3
"""Share of a request that is met by seeing to the thing without doing it."""
DEFIANCE = -0.5
"""Weight of a request for somebody who reads it as hostile."""
TASTE = 0.5
"""Weight of the fit of a manner with the personality: from -0.25 to 0.25."""

_WHY = {
    TermName.DESIRE: Bilingual("望みに近づく", "it serves the desire"),
    TermName.DUTY: Bilingual("頼まれたこと", "it was asked for"),
    TermName.DANGER: Bilingual("危ないと思う", "it seems dangerous"),
    TermName.MANNER: Bilingual("性格に合うやり方", "the way suits the personality"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """One way to one desire: the tags, and how they were weighed."""

    desire: Desire
    tags: tuple[SceneTag, ...]
    manner: Manner
    object_id: str
    progress: float
    label: str


def ways(view: ActorView, desire: Desire) -> tuple[Means, ...]:
    """All ways to a desire that were not tried in the scene as it is."""
    want = desire.want
    found = [*(_bodily(view, desire) if want.status else _to_aim(view, desire))]
    return tuple(one for one in found if not _spent(view, one))


def taste(manner: Manner, sheet: CharacterSheet) -> float:
    """How well a manner suits a personality, 0.0-1.0."""
    five = sheet.big_five
    if manner is Manner.CARE:
        curious = 0.4 * five.openness + 0.1 * sheet.values.get(Value.TRUTH, 0.5)
        return curious + 0.3 * five.conscientiousness + 0.2 * five.neuroticism
    if manner is Manner.DIRECT:
        return 0.5 * five.conscientiousness + 0.5 * (1.0 - five.neuroticism)
    if manner is Manner.FORCE:
        return 0.6 * (1.0 - five.agreeableness) + 0.4 * (1.0 - five.conscientiousness)
    sociable = 0.3 * five.extraversion + 0.2 * sheet.values.get(Value.COMPANY, 0.5)
    return sociable + 0.3 * five.agreeableness + 0.2 * (1.0 - sheet.grit)


def scored(means: Means, belief: Belief, sheet: CharacterSheet) -> ScoredEntry:
    """The sum of one way, term by term."""
    values = {
        TermName.DESIRE: means.desire.priority * means.progress,
        TermName.DUTY: _duty(means, belief, sheet),
        TermName.DANGER: -sheet.values.get(Value.LIFE, 0.5)
        * belief.danger.get(means.object_id, 0.0)
        * EXPOSURE[means.manner],
        TermName.MANNER: TASTE * (taste(means.manner, sheet) - 0.5),
    }
    terms = tuple(ScoreTerm(name, value, _WHY[name]) for name, value in values.items() if value)
    name = f"{means.desire.want.id} {' '.join(str(tag) for tag in means.tags)}"
    return ScoredEntry(name=name, label=Bilingual(means.label, means.label), terms=terms)


def _duty(means: Means, belief: Belief, sheet: CharacterSheet) -> float:
    by = belief.orders.get(means.object_id)
    if by is None:
        return 0.0
    if by in belief.hostile:
        return DEFIANCE * sheet.values.get(Value.DUTY, 0.5)
    done = 1.0 if means.manner in (Manner.DIRECT, Manner.FORCE) else LOOKING_IS_OBEYING
    return sheet.values.get(Value.DUTY, 0.5) * done


def _bodily(view: ActorView, desire: Desire) -> Iterator[Means]:
    """Acts that lower the level which drives the want."""
    for offer in view.offers:
        if any(name == desire.want.status and change < 0 for name, change in offer.levels):
            yield from _carried_out(view, desire, offer, PROGRESS[offer.manner])


def _to_aim(view: ActorView, desire: Desire) -> Iterator[Means]:
    want = desire.want
    if want.object_id and all(one.id != want.object_id for one in view.state.objects):
        yield from _search(view, desire)
        return
    reachable = any(_reaches(one, want) for one in view.offers if one.object_id == want.object_id)
    for offer in view.offers:
        if offer.object_id != want.object_id:
            if offer.manner is Manner.HELP and offer.tag.verb not in ("ASK", "WARN"):
                yield _means(desire, offer, PROGRESS[Manner.HELP])
        elif _reaches(offer, want):
            yield from _carried_out(view, desire, offer, PROGRESS[offer.manner])
        elif not reachable and offer.state and offer.tag.verb != "GET":
            yield from _carried_out(view, desire, offer, STEP_BEFORE * PROGRESS[offer.manner])
        elif _prepares(view, offer):
            yield _means(desire, offer, PROGRESS[offer.manner])


def _reaches(offer: Offer, want: Want) -> bool:
    return bool(want.state) and offer.state == want.state and offer.manner is not Manner.CARE


def _prepares(view: ActorView, offer: Offer) -> bool:
    """Looking (once), help and force bring nearer to the aim; handling does not."""
    if offer.tag.verb == "INSPECT":
        return offer.object_id not in view.looked
    return offer.manner is not Manner.DIRECT and offer.tag.verb != "WARN"


def _search(view: ActorView, desire: Desire) -> Iterator[Means]:
    """Looking at everything once, and opening what can be opened."""
    for offer in view.offers:
        look = offer.tag.verb == "INSPECT" and offer.object_id not in view.looked
        if look:
            yield _means(desire, offer, SEARCH)
        elif offer.state == "open":
            yield from _carried_out(view, desire, offer, SEARCH)


def _carried_out(view: ActorView, desire: Desire, offer: Offer, progress: float) -> Iterator[Means]:
    """An act with the handling that it needs first; also without the key, for a try."""
    me = view.sheet.id
    before: list[SceneTag] = []
    held = next((one for one in view.state.objects if one.state == f"held_by_{me}"), None)
    needed = offer.tag.target if offer.held else offer.needs
    if needed:
        things = [one for one in view.offers if one.tag.verb == "GET"]
        found = next((t for t in things if t.tag.target.endswith(needed)), None)
        if found is None:
            yield _means(desire, offer, WITHOUT_KEY * progress)
            return
        if held is not None:
            before.append(SceneTag("PUT", held.name))
        before.append(found.tag)
        progress *= WITH_KEY
    elif offer.tag.verb == "GET" and held is not None:
        before.append(SceneTag("PUT", held.name))
    plain = _means(desire, offer, progress)
    yield replace(plain, tags=(*before, *plain.tags))


def _means(desire: Desire, offer: Offer, progress: float) -> Means:
    return Means(
        desire=desire,
        tags=(offer.tag,),
        manner=offer.manner,
        object_id=offer.object_id,
        progress=progress,
        label=offer.label,
    )


def _spent(view: ActorView, means: Means) -> bool:
    ids = {one.name: one.id for one in view.state.objects}
    written = (str(SceneTag(tag.verb, ids.get(tag.target, tag.target))) for tag in means.tags)
    return any(text in view.spent for text in written)
