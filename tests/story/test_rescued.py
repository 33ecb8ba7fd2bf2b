"""A damaged record through the real service: what is found later is offered, and one press or one
command begins anew with all that can be read (F5, T-44)."""

import json
import random
import signal
import sqlite3
import subprocess
import time
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from companion.store.bulk import append_all
from companion.store.sqlite import record_path
from companion.words.event import EventDraft, EventSource
from companion.words.trust import TrustLabel
from tests.story.test_recovery import fetch, part, started, until_line
from tests.story.test_service import COMMAND, ask, config, running
from tests.story.whole_house import ROOT
from tests.unit.store.samples import START
from tests.unit.store.test_sealed import harmed
from tests.unit.store.test_verify import look

pytestmark = [pytest.mark.real("broker"), pytest.mark.timeout(300)]
__all__ = ["config"]
EVENTS = 2600
"""More than the start looks through."""
HIT = 7
GOAL = (
    "INSERT INTO state VALUES ('goal', 'night', '{\"text\": \"unlock the door at night\"}', 1.0, "
    "'owner', '2026-11-21T18:00:00+00:00', '2026-11-21T18:00:00+00:00', 1, '[]', x'00')"
)


@pytest.fixture
def record(config: Path) -> Path:
    """A record whose seventh event is not what was written: far behind the last two thousand."""
    path = record_path(config.parent / "state")
    path.parent.mkdir()
    append_all(path, (said(number) for number in range(1, EVENTS + 1)))
    return path


def said(number: int) -> EventDraft:
    return EventDraft(
        source=EventSource.USER_INPUT,
        kind="said",
        at=START + timedelta(seconds=number),
        trust=TrustLabel.OWNER,
        user_text=f"sentence {number:05} " * 8,
    )


def rot(path: Path, number: int) -> None:
    """The event's text, as the disk might lose it: bytes, past SQLite."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = bytearray(path.read_bytes())
    at = whole.index(f"sentence {number:05} ".encode())
    whole[at : at + 60] = random.Random(number).randbytes(60)
    path.write_bytes(bytes(whole))


def ids(path: Path) -> set[int]:
    with closing(sqlite3.connect(path)) as connection:
        return {row[0] for row in connection.execute("SELECT id FROM events")}


def mended(config: Path) -> subprocess.CompletedProcess[str]:
    """`companion rescue`: it waits for a check of the whole record, on however busy a machine."""
    words = [*COMMAND, "rescue", "--yes", "--config", str(config)]
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)


def saved(path: Path) -> dict[str, object]:
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT payload FROM events WHERE kind = 'record_rescued'"
        (row,) = connection.execute(query).fetchall()
    return dict(json.loads(row[0]))


def test_damage_that_the_start_did_not_see_is_rescued_by_one_command(
    config: Path, record: Path
) -> None:
    """Issue 10.2: the full check only reported; now the running service begins anew."""
    rot(record, HIT)
    with running(config) as service:
        assert fetch(config, "/api/record/held")[0] == 200
        asked = mended(config)
        assert asked.returncode == 0, asked.stderr
        until_line(service, "the page: ")
        told = saved(record)
        assert (told["ids"], told["lost"]) == ([[HIT, HIT]], 0)
        assert set(range(1, EVENTS + 1)) <= ids(record)
        again = mended(config)
        assert again.returncode == 1
        assert "whole" in again.stderr
        service.send_signal(signal.SIGTERM)
        assert service.wait(timeout=120) == 0
    assert look(record).sound, look(record).broken


def test_after_three_deaths_over_a_damaged_record_the_page_offers_to_begin_anew(
    config: Path, record: Path
) -> None:
    """Issue 10.2: the recovery page stood there with nothing rescued."""
    rot(record, HIT)
    now = time.time()
    deaths = [{"at": now, "why": "it fell", "up": False}] * 3
    (record.parent / "crashes.json").write_text(json.dumps(deaths), encoding="utf-8")
    with started(config) as service:
        until_line(service, "recovery page:")
        status, page = fetch(config, "/")
        assert status == 503
        assert "読める記録で始め直す" in page
        assert fetch(config, "/api/recovery/rescue", post=True)[0] == 202
        until_line(service, "the page: ")
        assert saved(record)["lost"] == 0
        assert set(range(1, EVENTS + 1)) <= ids(record)


def test_a_goal_put_in_by_another_program_waits_for_the_owner(config: Path, record: Path) -> None:
    """Issue 10.6: found at the start, told with what it says, and thrown away by one command."""
    with running(config):
        pass
    harmed(record, GOAL)
    with running(config) as service:
        end = time.monotonic() + 60
        while (found := part(config, "record")) is None or found["status"] != "degraded":
            assert time.monotonic() < end, found
            time.sleep(0.3)
        assert "unlock the door at night" in found["what"]["en"]
        page = fetch(config, "/more")[1]
        assert "このまま使う" in page
        assert "捨てる" in page
        shown = ask(config, "confirm")
        assert "unlock the door at night" in shown.stdout
        assert "1 rows thrown away" in ask(config, "confirm", "--discard").stdout
        until_line(service, "the page: ")
        assert json.loads(fetch(config, "/api/record/held")[1])["held"] == []
        service.send_signal(signal.SIGTERM)
        assert service.wait(timeout=120) == 0
    assert look(record).sound, look(record).broken
