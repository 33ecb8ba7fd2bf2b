"""Doubt 疑い: compares the order that the grammar read with the one that the trained model holds
likely.

The grammar reads by known words and may pass over the one that it does not know: `take the bolt
off` held a bolt and was locked. Two readers that disagree are a reason to ask, so such an order is
not done.
"""

from collections.abc import Sequence

from companion.ports.understanding import SpokenSentence
from companion.rooms.understanding.home import Home
from companion.rooms.understanding.intents.likely import likelihoods
from companion.rooms.understanding.intents.model import NONE, IntentModel
from companion.rooms.understanding.intents.reading import ASKED, is_of
from companion.rooms.understanding.proposals import tokens_said
from companion.words.timing import OnFact, OnMovement
from companion.words.understood import CHANGES, SentenceKind, Understood, UnderstoodWish

LEAST_OF_THIS = 0.06
"""The order that the grammar read is at most so likely. Of 2,035 orders of three writers whom
neither reader knew, it is below for 4 that were read as meant, and for 34 of 62 that were not."""
ALIKE: Sequence[set[str]] = (
    {"turn_on", "set_mode"},
    {"alarm_cancel", "alarm_skip"},
    {"alarm_set", "alarm_snooze", "timer_set", "reminder_set"},
    {"timer_set", "timer_add"},
)
"""Orders so near to each other that what is there decides which of them is meant."""
SEVERAL = "several"
NEVER_DOUBTED = {
    *("alarm_stop", "alarm_snooze", "alarm_skip", "stop", "pause"),
    *("timer_cancel", "timer_pause"),
}
"""Orders that quieten or halt are done, whatever they were called; and of "no alarm" the model
reads the alarm."""
_NO_ORDER = {NONE, SEVERAL, ASKED, "asked"}


def doubts(model: IntentModel, understood: Understood, said: SpokenSentence, home: Home) -> bool:
    """Whether these wishes are not to be done on the grammar's word alone."""
    if understood.kind is not SentenceKind.COMMAND or understood.ask_back or understood.refused:
        return False
    if understood.not_done is not None or any(map(_is_beyond, understood.wishes)):
        return False
    read = [_intents_of(wish, model.intents) for wish in understood.wishes]
    if not read or not all(read) or any(some & NEVER_DOUBTED for some in read):
        return False  # none of the model's intents: it knows nothing of such an order
    likely = likelihoods(model, tokens_said(said, home), home, said.language)
    near = (alike for some in read for alike in ALIKE if alike & some)
    held = {*set().union(*read, *near), SEVERAL}
    return sum(likely.get(intent, 0.0) for intent in held) < LEAST_OF_THIS


def _is_beyond(wish: UnderstoodWish) -> bool:
    """Whether the model knows nothing of such an order: what waits for a fact, a change of certain
    days, a script, a colour in kelvin."""
    waits = isinstance(wish.when, OnFact | OnMovement)
    kelvin = wish.intent == "HassLightSet" and "temperature" in wish.slots
    named = kelvin or "script_" in wish.operation
    return waits or named or CHANGES in wish.parameters


def _intents_of(wish: UnderstoodWish, intents: Sequence[str]) -> set[str]:
    does = (wish.operation or wish.intent).rpartition(".")[2]
    return {intent for intent in intents if is_of(does, intent)} - _NO_ORDER
