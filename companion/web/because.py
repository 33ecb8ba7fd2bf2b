"""Because: words the reason of a decision in one clause that code vouches for.

It is written from the trigger, what was read in the situation, and the rule or the score that
decided. A model's words about its own choice are no part of it: a model cannot see what moved it,
and one with a single entry to choose repeats the example of its prompt.
"""

from collections.abc import Iterator

from companion.phrases.causes import SET_THINKING
from companion.phrases.reading import read_words
from companion.web.quotation import quotation
from companion.web.texts import Words
from companion.words.decision import BY_MIND, ActionDecision
from companion.words.event import Event, EventSource
from companion.words.facts import Decided, DeliberationDropped, fact_of
from companion.words.language import Bilingual
from companion.words.opinion import Opinion
from companion.words.text import short

_LOOKED = Bilingual("自分で様子を見て考えました", "I looked round and thought of it myself")
_READ = Bilingual("読み取ったこと: {}", "I took in: {}")
_SCORE = Bilingual("良い見込み{:.0%}、困る見込み{:.0%}", "good {:.0%} likely, harm {:.0%} likely")
_ONE_LEFT = Bilingual("ほかの選択肢は外れました", "no other option was left")
_OF_SEVERAL = Bilingual(
    "{}つの選択肢から言語モデルが選びました", "the language model chose among {} options"
)
_BEST = Bilingual(
    "理由の合計は{0:+.2f}、次点の「{1}」は{2:+.2f}",
    "its reasons add up to {0:+.2f}, those of “{1}” to {2:+.2f}",
)
_ONLY = Bilingual("ほかにできることがありませんでした", "nothing else was possible")
_QUOTE_CHARS = 40


class Because:
    """Writes for one reader."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def of(self, decision: ActionDecision, trigger: Event | None) -> str:
        """The clause; "" where the line itself says who asked for it."""
        if decision.decided_by == "no_choice":
            return self._words.of(_ONLY)
        if decision.decided_by not in BY_MIND:
            return ""
        parts = [*self._set_off(trigger), *self._read(decision), *self._decided(decision)]
        if self._words.ja:
            return "。".join(parts)
        return ". ".join(part[:1].upper() + part[1:] for part in parts)

    def _set_off(self, trigger: Event | None) -> Iterator[str]:
        """Only what the sentence of the line does not tell already."""
        if trigger is None:
            yield self._words.of(_LOOKED)
        elif trigger.source is EventSource.USER_INPUT and trigger.user_text:
            said = quotation(short(trigger.user_text, _QUOTE_CHARS), self._words.language)
            quoted = f"「{said}」" if self._words.ja else f"“{said}”"
            yield self._words.of(SET_THINKING).replace("{}", quoted)

    def _read(self, decision: ActionDecision) -> Iterator[str]:
        opinion = decision.opinion
        if opinion is None:
            return
        if told := read_words(opinion.read_for(decision.chosen), self._words.language):
            yield self._words.of(_READ).format(told)
        chosen = _opinion_of(opinion.opinions, decision.chosen)
        if chosen is not None:
            yield self._words.of(_SCORE).format(chosen.sensible, chosen.harmful)

    def _decided(self, decision: ActionDecision) -> Iterator[str]:
        left_out = decision.opinion.left_out if decision.opinion else ()
        left = len(decision.menu) - len(left_out)
        if decision.scores:
            yield from self._weighed(decision)
            return
        if decision.decided_by == "ranker" or left == 1:
            yield self._words.of(_ONE_LEFT)
        elif left > 1:
            yield self._words.of(_OF_SEVERAL).format(left)

    def _weighed(self, decision: ActionDecision) -> Iterator[str]:
        """The chosen sum beside the next best."""
        others = [scored for scored in decision.scores if scored.name != decision.chosen]
        chosen = next((s for s in decision.scores if s.name == decision.chosen), None)
        if chosen is None or not others:
            yield self._words.of(_ONE_LEFT)
            return
        form = self._words.of(_BEST)
        yield form.format(chosen.total, self._words.of(others[0].label), others[0].total)


def trigger_id(decided: Event | None, decision: ActionDecision) -> int:
    """The event that set a decision off: of pending triggers that became one, the newest facts
    won. 0 where time or a quiet moment did."""
    events = trigger_events(decided) if decided is not None else None
    if events is not None:
        return events[-1] if events else 0
    return max(decision.evidence_event_ids, default=0)  # a record that keeps only the evidence


def trigger_events(event: Event) -> list[int] | None:
    """The events that set this one off, where its record tells them; None where it does not."""
    thought = fact_of(event, Decided) or fact_of(event, DeliberationDropped)
    return None if thought is None else list(thought.trigger.event_ids)


def _opinion_of(opinions: tuple[Opinion, ...], name: str) -> Opinion | None:
    return next((one for one in opinions if name and one.name == name), None)
