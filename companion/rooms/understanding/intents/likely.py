"""Likely 見込み: the trained model's likelihoods, without what the unit of a number rules out."""

from collections.abc import Mapping, Sequence

from companion.rooms.understanding.cover import Token
from companion.rooms.understanding.home import Home
from companion.rooms.understanding.intents.marks import marks_of
from companion.rooms.understanding.intents.model import IntentModel
from companion.words.language import Language

_NEVER_OF: Mapping[str, frozenset[str]] = {
    "percent": frozenset({"set_temperature", "warmer", "cooler"}),
    "degree": frozenset(
        {
            *("set_brightness", "brighter", "darker"),
            *("set_volume", "louder", "quieter", "set_position"),
        }
    ),
}
"""The model sees that a number has a unit, and not which one."""


def likelihoods(
    model: IntentModel, tokens: Sequence[Token], home: Home, language: Language
) -> Mapping[str, float]:
    """How likely each intent is; they add up to one."""
    likely = model.likelihoods(marks_of(tokens, home, language))
    units = {token.value for token in tokens if token.cls == "unit"}
    if len(units) != 1:
        return likely
    never = _NEVER_OF.get(units.pop(), frozenset())
    rest = sum(share for intent, share in likely.items() if intent not in never)
    return (
        {i: 0.0 if i in never else share / rest for i, share in likely.items()} if rest else likely
    )
