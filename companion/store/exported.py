"""Export of memory: everything that was said and read, one JSON object a line, as the import takes
it back."""

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from companion.store.commits import connect
from companion.store.imported import NOT_SAID, OWN_NAME
from companion.store.queries import sql
from companion.store.rows import event_of
from companion.words.episode import Episode, Voice, episode_of
from companion.words.event import Event
from companion.words.ids import EventId
from companion.words.trust import UNTRUSTED

GROUP = 2000


def events_said(record: Path) -> Iterator[tuple[Event, Episode]]:
    """Every event that holds an episode, in order. Blocking. Raises `sqlite3.Error`."""
    connection = connect(record, b"")
    try:
        connection.execute("PRAGMA query_only = ON")
        last = 0
        while found := connection.execute(sql("episodes_after"), (last, GROUP)).fetchall():
            last = found[-1]["id"]
            for event in map(event_of, found):
                if (episode := episode_of(event)) is not None:
                    yield event, episode
    finally:
        connection.close()


def exported(record: Path, without: Collection[EventId]) -> Iterator[dict[str, Any]]:
    """A line for each episode that is still believed."""
    for event, one in events_said(record):
        if event.id in without:
            continue
        line = {
            "id": one.name,
            "time": one.at.isoformat(),
            "speaker": OWN_NAME if one.voice is Voice.COMPANION else one.speaker,
            "text": one.text,
            "source": one.source,
        }
        if one.voice is Voice.WRITTEN and one.source.casefold() not in NOT_SAID:
            line["source"] = "document"
        if one.voice is Voice.PERSON and one.trust in UNTRUSTED:
            # A guest's word must not come back as a word of the house.
            line["label"] = one.trust.value
        yield line
