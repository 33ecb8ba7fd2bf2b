"""Erasing beside a living house: by the command, running and not, to the last byte (T18, T-56)."""

import signal
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.cli.client import Client
from companion.cli.config import check_config
from companion.cli.record import opened_for_reading
from companion.home.request import said_trigger
from companion.ports.erasure import Chosen, MayNotErase
from companion.store.sqlite import record_path
from companion.store.verify import verify
from companion.voice.enrolled_voices import EnrolledVoice, EnrolledVoices
from companion.words.observation import Certainty, Change, Observation
from tests.story.test_service import ask, config, running
from tests.story.whole_house import SCENARIOS, awake, settings_for

__all__ = ["config"]
pytestmark = [pytest.mark.real("broker"), pytest.mark.timeout(300)]
EXPORTED = ["events.jsonl", "state.json"]
NEEDLES = (b"Hanako", "花子".encode())


def left_in(folder: Path) -> list[tuple[str, bytes]]:
    """What any file of ours still holds of it; a database's wal and shm included."""
    files = [(path.name, _content(path)) for path in folder.rglob("*") if path.is_file()]
    return [(name, n) for name, content in files for n in NEEDLES if n in content]


def _content(file: Path) -> bytes:
    """Its bytes; none where the running service has just put another file in its place."""
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return b""


def enrolled(state: Path) -> None:
    """Her voice is known."""
    voice = EnrolledVoice(name="花子", vector=(1.0,), speech_s=60.0, enrolled_at=datetime.now(UTC))
    EnrolledVoices(state).enrol(voice)


def test_the_running_companion_erases_and_so_do_the_files(config: Path) -> None:
    """T18: `companion erase` asks the one that runs; stopped, it works on the files. Each time
    the record verifies, a line says who erased, and no byte of it is left in the state folder."""
    state = config.parent / "state"
    with running(config) as service:
        client = Client.of(check_config(config), 60.0)
        client.post("/api/say", {"text": "Hanako 花子 is at the door?"})
        enrolled(state)
        assert left_in(state)
        assert client.post("/api/erase/find", {"text": "nobody at all"})["events"] == 0
        erased = ask(config, "erase", "--text", "花子", "--reason", "she asked", "--yes")
        assert erased.returncode == 0, erased.stderr
        assert "emptied" in erased.stdout
        told = [row["line"]["text"] for row in client.get("/api/log?limit=30")["events"]]
        assert any("was erased" in text for text in told), told
        assert left_in(state) == []
        assert [path.name for path in sorted((state / "logs").iterdir())] == EXPORTED
        client.post("/api/say", {"text": "Hanako 花子 again?"})
        service.send_signal(signal.SIGTERM)
        service.wait(timeout=120)
    enrolled(state)
    assert left_in(state)
    shelf = state / "llm-prefix"
    shelf.mkdir()
    (shelf / "0.new").write_bytes(NEEDLES[0])
    again = ask(config, "erase", "--text", "花子", "--yes")
    assert again.returncode == 0, again.stderr
    assert left_in(state) == []
    with opened_for_reading(record_path(state)) as connection:
        found = verify(connection)
    assert found.sound, found.broken
    assert found.erasures == 2


async def test_nothing_of_it_is_held_in_memory(tmp_path: Path) -> None:
    """T18: what was seen last, what waits to be thought about, what was read ahead; and only the
    owner may (T-56)."""
    async with awake(settings_for(str(SCENARIOS / "nobody.yaml"), tmp_path)) as house:
        sign = Observation(
            subject="text",
            place="hall",
            change=Change.SEEN,
            certainty=Certainty.FACT,
            confidence=1.0,
            at=house.foundations.clock.now(),
            source="hall",
            value="Hanako 花子",
        )
        house.foundations.blackboard.seen(sign)
        seen = await house.storage.journal.observed(sign)
        beat = said_trigger(
            seen, None, house.foundations.clock.now(), house.foundations.language, "hall"
        )
        house.lines.triggers.raise_trigger(beat)
        for channel in ("voice", "discord", "a guest"):
            with pytest.raises(MayNotErase):
                await house.desk.erasing.erase(Chosen(text="花子"), "", channel)
        gone = await house.desk.erasing.erase(Chosen(text="花子"), "", "web")
        assert gone is not None
        assert seen.id in gone.ids
        assert "花子" not in str(
            [
                *house.foundations.blackboard.latest(),
                house.foundations.blackboard.attention_targets(),
            ]
        )
        assert house.lines.triggers.drop(frozenset(gone.ids)) == 0
        await house.storage.store.snapshots.save(house.foundations.blackboard.snapshot())
        found = await house.storage.store.check()
        assert found.sound, found.broken
    assert left_in(tmp_path) == []
