"""Import: takes conversations from a file into the record, one JSON object a line, one event
each."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from functools import partial
from pathlib import Path

from dateutil import parser as dates

from companion.service.wire_json import NotJson, read_object
from companion.store.bulk import append_all
from companion.words.event import EventDraft, EventSource
from companion.words.facts import ReadFacts, Replied, SaidFacts, payload_of
from companion.words.trust import UNTRUSTED, TrustLabel, least_trusted

CHANNEL = "import"
NOT_SAID = frozenset({"sign", "web", "tv", "label", "note", "screen", "document", "media"})
"""Sources whose words no person of the house said."""
OWN_NAME = "companion"
OWN_NAMES = frozenset({OWN_NAME, "assistant"})
"""Speakers that are the companion itself."""
GROUP = 2000
_JAPANESE = re.compile(
    r"(\d{4})年(\d{1,2})月(\d{1,2})日\s*(?:[月火水木金土日]曜日?)?\s*(?:(午前|午後)?\s*(\d{1,2})(?:時|:)(?:(\d{1,2})分?|(半))?)?"
)

_IN_BRACKETS = re.compile(r"\([^()]*\)")
"""A weekday, as a rule: "2023/05/20 (Sat) 02:21"."""


class LineWrong(ValueError):
    """Error: a line of the file cannot be taken; the text says why and what it must be."""


@dataclass(frozen=True, slots=True)
class Refused:
    """断った行: the number of a line, and why it was not taken."""

    line: int
    why: str


def time_of(written: object, zone: tzinfo) -> datetime:
    """A time as people write it; without a zone it is of `zone`. Raises `LineWrong`."""
    if isinstance(written, int | float) and not isinstance(written, bool):
        return datetime.fromtimestamp(written, zone)
    if not isinstance(written, str) or not written.strip():
        raise LineWrong('"time" is missing; write for example "2026-05-08T13:56"')
    try:
        found = datetime.fromisoformat(written)
    except ValueError:
        found = _as_people_write(unicodedata.normalize("NFKC", written))
    return found if found.tzinfo is not None else found.replace(tzinfo=zone)


def _as_people_write(written: str) -> datetime:
    written = _IN_BRACKETS.sub(" ", written)
    if match := _JAPANESE.search(written):
        hour = int(match[5] or 0) % (12 if match[4] else 25) + 12 * (match[4] == "午後")
        minute = 30 if match[7] else int(match[6] or 0)
        try:
            return datetime(int(match[1]), int(match[2]), int(match[3]), hour, minute)
        except ValueError as error:
            raise LineWrong(f'"time" is no time: {written!r} ({error})') from error
    try:
        # Two different days for what it does not say: what differs was not written.
        found: datetime = dates.parse(written, default=_DEFAULTS[0])
        other: datetime = dates.parse(written, default=_DEFAULTS[1])
    except (ValueError, OverflowError) as error:
        raise LineWrong(
            f'"time" cannot be read: {written!r}; write for example "2026-05-08T13:56"'
        ) from error
    if found.date() != other.date():
        raise LineWrong(f'"time" names no whole date: {written!r}; add day, month and year')
    return found


_DEFAULTS = (datetime(2001, 1, 1), datetime(2002, 2, 2))


def draft_of(line: str, zone: tzinfo) -> tuple[str, EventDraft]:
    """The id and the event of one line. Raises `LineWrong`."""
    try:
        read = read_object(line)
    except NotJson as error:
        raise LineWrong(f'{error}; write {{"id": ..., "time": ..., "text": ...}}') from error
    given = read.get("id")
    given_id = str(given) if isinstance(given, str | int) and given != "" else ""
    if not given_id:
        raise LineWrong('"id" is missing; give each line its own')
    text, speaker, source = (read.get(name) or "" for name in ("text", "speaker", "source"))
    for name, value in (("text", text), ("speaker", speaker), ("source", source)):
        if not isinstance(value, str):
            raise LineWrong(f'"{name}" must be text')
    if not text.strip():
        raise LineWrong('"text" is missing')
    at = time_of(read.get("time"), zone)
    draft = _draft(given_id, at, speaker, text, source or "chat")
    if read.get("label") in set(UNTRUSTED):
        # As an export marks it. No label of a file raises a trust.
        draft = replace(draft, trust=least_trusted((draft.trust, TrustLabel(read["label"]))))
    return given_id, draft


def _draft(given_id: str, at: datetime, speaker: str, text: str, source: str) -> EventDraft:
    draft = partial(EventDraft, at=at, channel=CHANNEL, searchable=True)
    if source.casefold() in NOT_SAID:
        return draft(
            source=EventSource.OBSERVATION,
            kind="read",
            trust=TrustLabel.OBSERVED,
            user_text=text,
            payload=payload_of(ReadFacts(source=source, speaker=speaker, given_id=given_id)),
        )
    if speaker.casefold() in OWN_NAMES:
        facts = Replied(speaker_name=speaker, model="", tokens=0, given_id=given_id, source=source)
        # Nobody can say from what it was made: it informs and authorises nothing.
        return draft(
            source=EventSource.CONVERSATION_REPLY,
            kind="replied",
            trust=TrustLabel.OBSERVED,
            assistant_text=text,
            payload=payload_of(facts),
        )
    return draft(
        source=EventSource.USER_INPUT,
        kind="said",
        trust=TrustLabel.HOUSEHOLD,
        user_text=text,
        payload=payload_of(SaidFacts(speaker=speaker, given_id=given_id, source=source)),
    )


@dataclass(frozen=True, slots=True)
class Imported:
    """取り込みの結果: lines taken, known before, and refused."""

    taken: int
    known: int
    refused: tuple[Refused, ...]


def import_talk(
    file: Path,
    record: Path,
    known: Iterable[str],
    zone: tzinfo,
    told: Callable[[int], None] = lambda lines: None,
) -> Imported:
    """Append every line that is new to a record that nobody else has open, a commit for each 2,000.
    Cut off anywhere it can be begun again. `known`: ids that are in the record. `told`: is told
    now and then how many lines are read. Raises `OSError`, `sqlite3.Error`."""
    seen = set(known)
    refused: list[Refused] = []
    skipped = 0

    def drafts() -> Iterator[EventDraft]:
        nonlocal skipped
        with file.open("rb") as lines:
            for number, raw in enumerate(lines, 1):
                try:
                    line = raw.decode("utf-8-sig" if number == 1 else "utf-8").strip()
                    if not line:
                        continue
                    given_id, draft = draft_of(line, zone)
                except (LineWrong, UnicodeDecodeError) as error:
                    refused.append(Refused(number, str(error)))
                    continue
                if given_id in seen:
                    skipped += 1
                    continue
                seen.add(given_id)
                yield draft
                if number % GROUP == 0:
                    told(number)

    taken = append_all(record, drafts(), group=GROUP)
    return Imported(taken, skipped, tuple(refused))
