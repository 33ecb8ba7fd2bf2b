"""Done した記録: facts of what was done and said."""

from datetime import datetime
from typing import Any

from companion.words.event import EventSource
from companion.words.facts.registry import Fact, fact, facts_in
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.result import ActionResult


@fact(EventSource.ACTION_RESULT, open=True)
class Acted(Fact, frozen=True, kw_only=True):
    """したことの記録: keys that more than one reader knows. Keys that only its capability knows
    stand beside them; the whole stands in a table of its own (`ActionResult`)."""

    status: str = ""
    device_id: str = ""
    device_ids: tuple[str, ...] = ()
    room: str = ""
    place: str = ""
    camera: str = ""
    alarm_id: int = 0
    kind: str = ""
    """Of what an alarm clock keeps: `alarm`, `timer`, `reminder`, `routine`."""
    label: str = ""
    words: str = ""
    """Of a notice that was passed on."""
    own: Bilingual | None = None
    """Words of the companion's own, made by code."""
    asks: bool = False
    """They are a question."""
    reminder: str = ""
    """Of a reminder that was told."""
    due: str = ""
    """ISO 8601."""
    rule: dict[str, Any] | None = None
    """Of what recurs: its timing."""
    before: Any = None
    """State before: a value, or a mapping of value and attributes."""
    expected: Any = None
    """Asked for."""
    after: Any = None
    """State as it was observed afterwards."""
    observed: bool | None = None
    """False where nobody looked or nothing was heard."""
    evidence: str = ""
    """Evidence behind `after` (`home.evidence`)."""
    reason: str = ""
    why: str = ""
    stopped_for: str = ""
    """Why it was stopped on its way."""
    took_s: float | None = None
    parts: tuple[dict[str, Any], ...] = ()
    """Of an act on several devices, each one's own facts."""
    corrects: EventId | None = None
    """The result that this later look corrects."""


def acted_of(result: ActionResult) -> Acted:
    """The typed view of a result's payload."""
    found = facts_in(result.result_payload, Acted, open=True)
    return found if found is not None else Acted()


class ClaimFacts(Fact, frozen=True, kw_only=True):
    """主張の記録: the event a message rests on, and how."""

    event_id: EventId
    kind: str


@fact(EventSource.AUTONOMY_MESSAGE)
class MessageSaid(Fact, frozen=True, kw_only=True):
    """発話の記録: a message of the persona; the words stand in the event's `assistant_text`."""

    delivery: str
    message_kind: str
    speaker_name: str
    language: str
    claims: tuple[ClaimFacts, ...]
    model: str
    tokens: int


@fact(EventSource.CONVERSATION_REPLY)
class Replied(Fact, frozen=True, kw_only=True):
    """返事の記録."""

    speaker_name: str
    model: str
    tokens: int
    asks: bool = False
    """It is a question back that code asked; a model's own question is not marked."""
    given_id: str = ""
    """Its id in the file that it was imported from."""
    source: str = ""
    """How it was said, where it was imported."""
    goes_on: bool = False
    """It goes on with a reply whose first sentence was told while the model still wrote."""


@fact(EventSource.SYSTEM, "still_thinking")
class StillThinking(Fact, frozen=True, kw_only=True):
    """まだ考え中: A reply takes its time."""


@fact(EventSource.SYSTEM, "reply_failed")
class ReplyFailed(Fact, frozen=True, kw_only=True):
    """返事の失敗: No reply could be made."""

    reason: str


@fact(EventSource.SYSTEM, "message_failed")
class MessageFailed(Fact, frozen=True, kw_only=True):
    """発話の失敗: A message was due and none could be made."""


@fact(EventSource.SYSTEM, "kept_silent")
class KeptSilent(Fact, frozen=True, kw_only=True):
    """沈黙: An act or a message was not said aloud, and why."""

    reason: str
    """A key of `companion.phrases.silence`."""


@fact(EventSource.SYSTEM, "story_kept_back")
class StoryKeptBack(Fact, frozen=True, kw_only=True):
    """取っておいた話: A story of the garden waits for a better moment of the day."""

    coming: EventId
    """Coming home that it waits since."""
    since: datetime | None = None
    """When the home became empty, or who came had left."""


@fact(EventSource.SYSTEM, "walk_failed")
class WalkFailed(Fact, frozen=True, kw_only=True):
    """途中の誤り: A mistake of ours ended a walk."""

    error: str
    what: str
