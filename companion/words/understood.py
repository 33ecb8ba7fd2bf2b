"""Understood 聞き取り: the wishes of a sentence, read by grammar alone."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from companion.words.disclosure import Topic
from companion.words.language import Bilingual
from companion.words.timing import Timing
from companion.words.trigger import RequestedAction

NOT_WANTED = "CompanionNotWanted"
"""Intent: the targets (none: whatever is planned) are not wanted on the `day` of its parameters. It
does nothing itself; the plans of that day are offered to be skipped."""


CHANGES_PLAN = "CompanionChangePlan"
"""Intent: a plan of the schedule is to be changed."""
CHANGES = "changes_plan"
"""Parameter of a wish that changes a plan, by whichever intent. The others tell which (`was`,
`called`, `it`) and what becomes of it (`shift_s`, `duration_s`, `cancels`, `again`), on which
`days` or `day`."""


class SentenceKind(StrEnum):
    """文の種類: only a command may ever act."""

    COMMAND = "command"
    QUESTION = "question"
    MUSING = "musing"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnderstoodWish:
    """一つの頼み: one operation on one or more things. `intent` and `slots` use Home Assistant's
    intent vocabulary where it has the word."""

    intent: str
    slots: Mapping[str, Any] = field(default_factory=dict)
    targets: tuple[str, ...] = ()
    """Entity or device ids; empty where the wish touches none (a timer, the time of day)."""
    operation: str = ""
    """`capability.operation`; empty for a question."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    closing: bool = False
    """A position was asked for as closing: "close it half way"."""
    when: Timing | None = None
    """Set: it must not happen now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """聞き取り: a whole sentence. Several wishes are in the order they were said."""

    kind: SentenceKind
    wishes: tuple[UnderstoodWish, ...] = ()
    ask_back: Bilingual | None = None
    """The one question where it is ambiguous; then nothing is done until it is answered."""
    choices: tuple[str, ...] = ()
    """Ids that the question is between."""
    refused: Bilingual | None = None
    """Understood, and not possible, said politely ("after the meeting")."""
    not_done: Bilingual | None = None
    """The part of the sentence that cannot be done, where the rest of it is."""
    corrects: bool = False
    """It stands in the place of the sentence before it: "no, the bedroom"."""
    read_as: str = ""
    """The words that it was read by where the trained model alone read it, and was sure."""


@dataclass(frozen=True, slots=True)
class SentenceReading:
    """聞き届け: what becomes of a sentence, read against this home. Empty: not understood, for
    others to think about."""

    kind: SentenceKind
    requests: tuple[RequestedAction, ...] = ()
    """To be walked in this order."""
    reply: Bilingual | None = None
    """Said at once where nothing is done: a question back, or why not."""
    about: tuple[str, ...] = ()
    """Things a question is about, by id."""
    not_done: Bilingual | None = None
    """Of requests: what was asked for beside them and cannot be done; told with their outcome."""
    topic: Topic = Topic.HOME
    """Topic of a question; not every asker may be told of every topic."""
    asks_back: bool = False
    """True if the reply is a question, whose answer may be a single word."""
    corrects: bool = False
    """Of requests: they stand in the place of what the sentence before them asked for."""
    read_as: str = ""
    """Of requests: the words that it was read by, where the trained model alone read it."""
