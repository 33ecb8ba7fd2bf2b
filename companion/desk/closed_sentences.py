"""Closed sentences: recognise whole sentences by a closed vocabulary, beside the grammar."""

import re
from datetime import UTC, datetime

from companion.desk.answerers.loudness import loudness
from companion.desk.answerers.never_again import forbids
from companion.desk.answerers.small_talk import small_talk
from companion.desk.answerers.undo import asks_to_undo
from companion.rooms.understanding.greetings import greeting_in
from companion.rooms.understanding.quiet_wish import quiet_wish
from companion.words.short_answer import short_answers
from companion.words.stop_word import means_stop

_CALLS = re.compile(r"hey|hi|hello|やあ|どうも|もしもし", re.IGNORECASE)
"""Greetings with which a longer sentence often begins."""
_A_MORNING = datetime(2026, 1, 5, 9, tzinfo=UTC)
"""For sentences that name a time; which one does not matter here."""


def is_closed(text: str) -> bool:
    """Whether a text is such a sentence, and nothing can be missing of it."""
    return (
        means_stop(text, busy=True)
        or bool(short_answers(text))
        or small_talk(text, question=True) is not None
        or asks_to_undo(text)
        or forbids(text)
        or loudness(text) is not None
        or quiet_wish(text, _A_MORNING) is not None
        or (greeting_in(text, ()) is not None and not _CALLS.fullmatch(text.strip(" 、,.。!！")))
    )
