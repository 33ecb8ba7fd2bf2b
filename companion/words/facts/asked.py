"""Asked 頼まれた記録: facts of what people said, wished and answered."""

from typing import Any

from companion.words.approval import Approval, ApprovalQuestion
from companion.words.event import EventSource
from companion.words.facts.registry import Fact, fact, register
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language


@fact(EventSource.USER_INPUT, "said")
class SaidFacts(Fact, frozen=True, kw_only=True):
    """発言の記録: what is known of a sentence (`Said`) beside its text and channel."""

    place: str = ""
    """Room it was said in, where that is known."""
    given_id: str = ""
    """Its id in the file that it was imported from."""
    source: str = ""
    """How it was said, where it was imported: `voice`, `chat` ...."""
    language: Language | None = None
    speaker: str = ""
    speaker_confidence: float | None = None
    confidence: float | None = None
    adds_to: EventId = EventId(0)
    """The sentence that this one says whole, since it was acted on too early."""
    ended_by: str = ""
    """Cause of the end of a spoken turn."""
    corrects: EventId = EventId(0)
    """The sentence that was heard wrongly and is said anew by this one."""


@fact(EventSource.USER_INPUT, "restated")
class Restated(Fact, frozen=True, kw_only=True):
    """言い直し: a sentence as a person corrected it: the earlier one with the right value in it. It
    takes the place of the earlier one, which is believed no more."""

    speaker: str = ""
    """Speaker of the earlier one."""
    instead_of: EventId


@fact(EventSource.USER_INPUT, "requested", open=True)
class Requested(Fact, frozen=True, kw_only=True):
    """頼まれたこと: a structured wish; the parameters of the operation stand beside these keys."""

    action_type: str = ""
    """`capability.operation`."""
    device_id: str = ""
    device_ids: tuple[str, ...] = ()
    place: str = ""
    room: str = ""
    label: Any = None
    """The owner's own words, or what is wished in both languages."""
    alarm_id: int = 0
    event_id: EventId = EventId(0)
    """The event that is not believed any more."""
    undo_of: EventId = EventId(0)
    """The result that is taken back."""
    lesson: str = ""
    of: EventId = EventId(0)
    """The result that a lesson is about."""


@fact(EventSource.SYSTEM, "question_ignored")
class QuestionIgnored(Fact, frozen=True, kw_only=True):
    """答えのない問い: nobody answered a question for half a day."""

    decision: EventId


@fact(EventSource.SYSTEM, "habit_proposed")
class HabitProposed(Fact, frozen=True, kw_only=True):
    """習慣の提案: a habit was found and proposed as a routine."""

    key: str
    hits: int
    of: int
    words: Bilingual


@fact(EventSource.SYSTEM, "habit_over")
class HabitOver(Fact, frozen=True, kw_only=True):
    """習慣の終わり: the habit behind a routine seems to have ended; to take it out is proposed."""

    key: str
    alarm_id: int
    words: Bilingual


@fact(EventSource.INTERRUPT)
class Interrupted(Fact, frozen=True, kw_only=True):
    """止めたこと: something in hand was stopped."""

    reason: str = ""


# What approval says of a decision, and the question that a person sees and answers.
register(Approval, EventSource.APPROVAL_QUESTION)
register(Approval, EventSource.APPROVAL_ANSWER)
register(ApprovalQuestion, EventSource.APPROVAL_QUESTION)
register(ApprovalQuestion, EventSource.APPROVAL_ANSWER)
