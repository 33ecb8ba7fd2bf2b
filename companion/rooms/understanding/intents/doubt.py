"""Doubt 疑い: compares the order that the grammar read with the one that the trained model holds
likely.

The grammar reads by known words and may pass over the one that it does not know: `take the bolt
off` held a bolt and was locked. Two readers that disagree are a reason to ask, so such an order is
not done.
"""

import math
from collections.abc import Sequence

from companion.ports.understanding import SpokenSentence
from companion.rooms.understanding.home import Home
from companion.rooms.understanding.intents.likely import likelihoods
from companion.rooms.understanding.intents.model import NONE, IntentModel
from companion.rooms.understanding.intents.orders import orders_of
from companion.rooms.understanding.intents.reading import ASKED, is_of
from companion.rooms.understanding.proposals import tokens_said
from companion.words.language import Language
from companion.words.understood import CHANGES, SentenceKind, Understood, UnderstoodWish

SURE_OF_ANOTHER, SURE_OF_A_QUESTION, LEAST_OF_THIS = 0.75, 0.95, 0.1
"""Another order, or that the sentence only asks, is at least so likely, and what the grammar read
at most so likely. That it wants nothing at all is no reason: the grammar knows more forms of
asking."""
ALIKE: Sequence[set[str]] = (
    {"turn_on", "play", "scene", "start", "set_mode"},
    {"turn_off", "stop", "pause", "mute"},
    {"open", "set_position", "set_tilt"},
    {"close", "set_position", "set_tilt"},
    {"brighter", "set_brightness", "turn_on"},
    {"darker", "set_brightness"},
    {"warmer", "set_temperature"},
    {"cooler", "set_temperature"},
    {"louder", "set_volume"},
    {"quieter", "set_volume", "mute"},
    {"faster", "set_speed"},
    {"slower", "set_speed"},
    {"play", "pause"},
    {"alarm_cancel", "alarm_skip"},
    {"alarm_set", "alarm_snooze", "timer_set", "reminder_set"},
    {"timer_set", "timer_add"},
)
"""Orders so near to each other that people use the same words for them."""
SEVERAL = "several"
NEVER_DOUBTED = {
    *("alarm_stop", "alarm_snooze", "alarm_skip", "stop"),
    *("timer_cancel", "timer_pause"),
}
"""Orders that quieten or halt are done, whatever they were called; and of "no alarm" the model
reads the alarm."""
_QUESTIONS = (ASKED, "asked")
_NO_ORDER = {NONE, SEVERAL, *_QUESTIONS}


def doubts(model: IntentModel, understood: Understood, said: SpokenSentence, home: Home) -> bool:
    """Whether these wishes are not to be done on the grammar's word alone."""
    if understood.kind is not SentenceKind.COMMAND or understood.ask_back or understood.refused:
        return False
    if any(CHANGES in wish.parameters for wish in understood.wishes):
        return False  # only on Wednesdays at seven: not the usual alarm, and one of its own
    read = [_intents_of(wish, model.intents) for wish in understood.wishes]
    if not read or not all(read) or any(some & NEVER_DOUBTED for some in read):
        return False  # none of the model's intents: it knows nothing of such an order
    likely = likelihoods(model, tokens_said(said, home), home, said.language)
    near = (alike for some in read for alike in ALIKE if alike & some)
    held = {*set().union(*read, *near), *([SEVERAL] if len(read) > 1 else [])}
    most = max(likely, key=lambda intent: likely[intent])
    this = sum(likely.get(intent, 0.0) for intent in held)
    return likely[most] >= _sure(most, said.language) and this < LEAST_OF_THIS


def _sure(intent: str, language: Language) -> float:
    """From which likelihood of this intent on another one is doubted."""
    if intent in _QUESTIONS:
        return SURE_OF_A_QUESTION
    return SURE_OF_ANOTHER if intent in orders_of(language) else math.inf


def _intents_of(wish: UnderstoodWish, intents: Sequence[str]) -> set[str]:
    does = (wish.operation or wish.intent).rpartition(".")[2]
    return {intent for intent in intents if is_of(does, intent)} - _NO_ORDER
