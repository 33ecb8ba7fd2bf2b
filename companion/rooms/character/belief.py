"""Belief 認識: how one personality reads the scene; it may be wrong, and is never a fact.

Coefficients are chosen so that a figure of 0.5 leaves an appearance as it is, and the ends of the
scale (0.0, 1.0) shrink it to 0.4 or raise it to 1.6 times.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.words.language import Bilingual
from companion.words.scene import SceneState
from companion.words.stage import ActorView, CharacterSheet, Percept, Value

LOW, HIGH = 0.34, 0.66
"""Bands of a personality figure: below LOW it is low, above HIGH it is high."""
LOOKED_AND_FOUND_NOTHING = 0.2
"""Share of the feared danger that stays once a look has found nothing."""
WARNED = 0.8
"""Danger that a warning tells of, to somebody who takes it in whole."""
_SEEN = 0.4
"""An impression below this is not worth a sentence."""

_DANGEROUS = Bilingual("{}は危ない", "{} is dangerous")
_HARMLESS = Bilingual("{}は恐れるほどではない", "{} is nothing to fear")
_PRECIOUS = Bilingual("{}には価値がある", "{} is worth having")
_THREAT = Bilingual("{}は脅威だ", "{} is a threat")
_PREY = Bilingual("{}は相手にとって不足はない", "{} is a worthy opponent")
_HOSTILE = Bilingual("{}は何かたくらんでいる", "{} is up to something")
_ASKED = Bilingual("{0}が{1}を頼んでいる", "{0} asks me to see to {1}")
_LEARNT = Bilingual("できないと分かった。これも手がかりだ", "it cannot be done; that is a clue too")
_INCAPABLE = Bilingual("できなかった。自分はだめだ", "it failed; I am no good at this")
_NOTHING = Bilingual("変わったことはない", "nothing is out of the ordinary")


@dataclass(frozen=True, slots=True, kw_only=True)
class Belief:
    """Subjective reading of a scene by one personality."""

    danger: Mapping[str, float] = field(default_factory=dict)
    """Thing -> how dangerous it is held to be, 0.0-1.0."""
    worth: Mapping[str, float] = field(default_factory=dict)
    threat: Mapping[str, float] = field(default_factory=dict)
    """Actor -> how threatening it is held to be, 0.0-1.0."""
    hostile: frozenset[str] = frozenset()
    """Actors whose request is read as hostile."""
    orders: Mapping[str, str] = field(default_factory=dict)
    """Thing -> actor who asks to see to it."""
    text: str = ""


def believe(view: ActorView) -> Belief:
    """Read the scene as this personality does."""
    danger = _dangers(view)
    worth = {
        one.object_id: _clamp(one.worth * (0.4 + 1.2 * view.sheet.values.get(Value.WEALTH, 0.5)))
        for one in view.appearances
    }
    threat = {one: _fear(view.sheet, strength) for one, strength in view.others.items()}
    orders = {one.object_id: one.by for one in view.percepts if one.kind == "ask"}
    hostile = frozenset(orders.values() if view.sheet.big_five.agreeableness < LOW else ())
    belief = Belief(danger=danger, worth=worth, threat=threat, hostile=hostile, orders=orders)
    said = "、" if view.language.value == "ja" else "; "
    sentences = _sentences(view, belief) or [_NOTHING.get(view.language)]
    return Belief(
        danger=danger,
        worth=worth,
        threat=threat,
        hostile=hostile,
        orders=orders,
        text=said.join(sentences),
    )


def taken_in(sheet: CharacterSheet) -> float:
    """How far news from others becomes belief: high openness takes it whole, low not at all."""
    openness = sheet.big_five.openness
    return 1.0 if openness > HIGH else 0.0 if openness < LOW else openness


def _dangers(view: ActorView) -> dict[str, float]:
    found = {}
    warned = {one.object_id for one in view.percepts if one.kind == "warn"}
    seen = {one.object_id: one.danger for one in view.appearances}
    for thing in view.state.objects:
        felt = _fear(view.sheet, seen.get(thing.id, 0.0))
        if thing.id in view.dangers:
            felt = view.dangers[thing.id]
        elif thing.id in view.looked:
            felt *= LOOKED_AND_FOUND_NOTHING
        elif thing.id in warned:
            felt = max(felt, WARNED * taken_in(view.sheet))
        found[thing.id] = _clamp(felt)
    return found


def _fear(sheet: CharacterSheet, danger: float) -> float:
    """An appearance of danger, as large as neuroticism makes it."""
    return _clamp(danger * (0.4 + 1.2 * sheet.big_five.neuroticism))


def _sentences(view: ActorView, belief: Belief) -> list[str]:
    """The belief in words, the strongest impression of each kind."""
    say, names = view.language, _names(view.state)
    seen = {one.object_id: one.danger for one in view.appearances}
    told = []
    for thing, felt in sorted(belief.danger.items(), key=lambda one: -one[1])[:1]:
        if max(felt, seen.get(thing, 0.0)) >= _SEEN and thing in names:
            told.append((_DANGEROUS if felt >= _SEEN else _HARMLESS).get(say).format(names[thing]))
    for thing, worth in sorted(belief.worth.items(), key=lambda one: -one[1])[:1]:
        if worth >= _SEEN and thing in names:
            told.append(_PRECIOUS.get(say).format(names[thing]))
    for actor, strength in view.others.items():
        if strength >= _SEEN:
            words = _THREAT if belief.threat[actor] >= strength else _PREY
            told.append(words.get(say).format(names.get(actor, actor)))
    told += [_request(view, belief, thing, by) for thing, by in belief.orders.items()]
    return [*told, *(_of_failure(view, one) for one in view.percepts if one.kind == "refusal")]


def _request(view: ActorView, belief: Belief, thing: str, by: str) -> str:
    names = _names(view.state)
    if by in belief.hostile:
        return _HOSTILE.get(view.language).format(names.get(by, by))
    return _ASKED.get(view.language).format(names.get(by, by), names.get(thing, thing))


def _of_failure(view: ActorView, refusal: Percept) -> str:
    """How the inner monologue reads a failure: as information, or as proof of incompetence."""
    learns = view.sheet.growth_mindset >= 0.5
    return f"{(_LEARNT if learns else _INCAPABLE).get(view.language)} ({refusal.text})"


def _names(state: SceneState) -> dict[str, str]:
    things = {one.id: one.name for one in state.objects}
    return things | {one.id: one.name for one in state.actors}


def _clamp(value: float) -> float:
    return min(1.0, max(0.0, value))
