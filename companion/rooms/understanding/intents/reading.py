"""Reading 読み: the likeliest order in a sentence, which the grammar reads as that very intent.

It is asked about; only where a question is almost needless it is done (`sure`). The door forbids
what is forbidden, quoted, taken back or said to somebody else, however likely its words.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.ports.understanding import Proposal, SpokenSentence
from companion.rooms.understanding.cover import Token
from companion.rooms.understanding.fold import fold, in_own_words
from companion.rooms.understanding.home import Home
from companion.rooms.understanding.intents.likely import likelihoods
from companion.rooms.understanding.intents.model import IntentModel
from companion.rooms.understanding.intents.orders import orders_for, orders_of
from companion.rooms.understanding.intents.sure import SMALL_INTENTS, is_sure
from companion.rooms.understanding.proposals import may_request
from companion.words.timing import BySun, Once, Recurring
from companion.words.understood import SentenceKind, Understood

LEAST_LIKELY = 0.4
"""Likelihood from which an order is asked about."""
LEAST_LIKELY_ASKED = 0.6
"""Likelihood from which a question about a thing is answered."""
LIKELY_ALL_THE_SAME = 0.8
"""From here on an order is asked about although the sentence also says what shall not be: `red and
not orange`, もう計らなくていい."""
MOST_INTENTS, MOST_ORDERS = 2, 8
"""Readings that are tried, at about a millisecond each."""
ASKED = "state"
_DOES: Mapping[str, tuple[str, ...]] = {
    "brighter": ("set_brightness",),
    "darker": ("set_brightness",),
    "warmer": ("set_temperature",),
    "cooler": ("set_temperature",),
    "faster": ("set_percentage",),
    "slower": ("set_percentage",),
    "louder": ("set_volume",),
    "quieter": ("set_volume",),
    "set_speed": ("set_percentage",),
    "set_color": ("set_color", "set_color_temperature"),
    "next": ("next_track",),
    "previous": ("previous_track",),
    "scene": ("turn_on",),
    "play": ("play", "turn_on"),
    "start": ("start", "turn_on"),
    "turn_on": ("turn_on", "play", "start"),
    "turn_off": ("turn_off", "stop"),
    "open": ("open", "set_position"),
    "close": ("close", "set_position"),
}
"""Last words of the operations that an intent may be, where they are not its own name."""
_TIMELESS = frozenset({"alarm_cancel", "alarm_skip"})
"""Intents whose time is no time to wait for, beside those whose order has none."""
_ENDS_SOMETHING = frozenset(
    {"alarm_cancel", "alarm_skip", "alarm_stop", "timer_cancel", "timer_pause", "reminder_cancel"}
)
"""Intents that are asked for by saying what shall not be: 明日は鳴らさないで."""
_ENDING_VERBS = ("cancel", "stop", "off", "turn", "pause", "mute")
Reads = Callable[[str], Understood]


@dataclass(frozen=True, slots=True)
class IntentReader:
    """Reads a sentence of a home. `reads` is the grammar."""

    model: IntentModel
    home: Home

    def proposal(
        self,
        said: SpokenSentence,
        tokens: Sequence[Token],
        reads: Reads,
        *,
        may_order: bool,
        forbids: bool = False,
    ) -> Proposal | None:
        """The likeliest order, or question, in it that the grammar reads; None for none. `forbids`:
        it says what shall not be, so it may order no more than that something ends."""
        likely = likelihoods(self.model, tokens, self.home, said.language)
        ordered = sorted(likely, key=lambda intent: -likely[intent])
        able = [intent for intent in ordered if intent in orders_of(said.language)]
        for intent in able[:MOST_INTENTS]:
            asks = intent == ASKED
            if likely[intent] < (LEAST_LIKELY_ASKED if asks else LEAST_LIKELY):
                return None
            ends = intent in _ENDS_SOMETHING and not _keeps(tokens)
            plain = asks or (may_order and (ends or not forbids))
            if not plain and not (likely[intent] >= LIKELY_ALL_THE_SAME and (may_order or ends)):
                continue
            read = self._read(intent, said, tokens, reads)
            if read is not None:
                words, heard = read
                asks_which = heard.ask_back is not None
                if asks_which and not (plain and likely[intent] >= LIKELY_ALL_THE_SAME):
                    continue
                if asks_which and intent not in SMALL_INTENTS:
                    continue  # "the front one" would unlock
                sure = asks_which or is_sure(likely[intent], heard, words, tokens, said.language)
                return Proposal(
                    words=in_own_words(words, said.text, said.language),
                    intent=intent,
                    likelihood=likely[intent],
                    asks=asks,
                    sure=plain and not asks and sure,
                    requested=likely[intent] >= LIKELY_ALL_THE_SAME and may_request(said),
                )
        return None

    def _read(
        self, intent: str, said: SpokenSentence, tokens: Sequence[Token], reads: Reads
    ) -> tuple[str, Understood] | None:
        """The order in plain words, and how the grammar reads them."""
        waits = intent not in _TIMELESS and any(
            "{when}" in order for order in orders_of(said.language)[intent]
        )
        timed = waits and any(token.cls == "when" for token in tokens)
        if _says_more(intent, tokens):
            return None
        text = fold(said.text, said.language)
        asked: tuple[str, Understood] | None = None
        for number, words in enumerate(orders_for(intent, tokens, text, said.language)):
            if number >= MOST_ORDERS:
                return asked
            heard = reads(words)
            if intent == ASKED:
                asks = heard.kind is SentenceKind.QUESTION
                if asks and any(wish.targets for wish in heard.wishes):
                    return words, heard
            elif is_clear(heard) and _is_intent(heard, intent) and _is_timed(heard) >= timed:
                return words, heard
            elif asked is None and heard.ask_back is not None and heard.choices:
                asked = words, heard
        return asked


def _says_more(intent: str, tokens: Sequence[Token]) -> bool:
    """Every day but Sunday: what is left out would be done. On Sunday at 11, an hour before: no
    timer of an hour."""
    of_the_clock = intent == "timer_set" and any(map(_is_of_the_clock, tokens))
    return of_the_clock or any(token.cls == "except" for token in tokens)


def _keeps(tokens: Sequence[Token]) -> bool:
    """Whether it forbids the end itself: don't cancel the alarm, アラーム止めないで."""
    forbidden = False
    for token in tokens:
        forbidden = forbidden or (token.cls == "mark" and token.value in ("negate", "muse"))
        ends = token.cls == "verb" and token.value in _ENDING_VERBS
        if ends and (forbidden or token.form == "neg"):
            return True
    return False


def _is_of_the_clock(token: Token) -> bool:
    return token.cls == "when" and isinstance(token.value.timing, Once | Recurring | BySun)


def is_clear(heard: Understood) -> bool:
    """Whether it is a command that could be done as it stands."""
    clear = heard.kind is SentenceKind.COMMAND and heard.ask_back is None
    return clear and bool(heard.wishes) and heard.refused is None and heard.not_done is None


def is_of(does: str, intent: str) -> bool:
    """Whether an operation is one that the intent may be: `lock_unlock` is no lock."""
    return f"_{does}".endswith(tuple(f"_{end}" for end in _DOES.get(intent, (intent,))))


def _is_intent(heard: Understood, intent: str) -> bool:
    return all(
        is_of((wish.operation or wish.intent).rpartition(".")[2], intent) for wish in heard.wishes
    )


def _is_timed(heard: Understood) -> bool:
    return any(wish.when is not None for wish in heard.wishes)
