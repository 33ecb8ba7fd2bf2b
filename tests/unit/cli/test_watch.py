"""`companion watch`: sources, output and exit codes (issue 2 item 3)."""

import json
from datetime import timedelta
from pathlib import Path

import pytest

from companion.cli.watch import ClipClock, Report, SourceUnknown, resolve, run_watch
from companion.rooms.perception.room import Perception
from companion.service.clock import SystemIds
from companion.words.language import Language
from companion.words.observation import Certainty, Change, Observation

CLIPS = Path(__file__).parents[2] / "data" / "video"


def watched(source: str, *, json_out: bool = True, eyes: str = "scripted") -> tuple[int, list[str]]:
    lines: list[str] = []
    return run_watch(source, json_out, eyes=eyes, show=lines.append), lines


def test_a_clip_ends_with_a_summary() -> None:
    code, lines = watched(str(CLIPS / "static_room_a.mp4"))
    assert code == 0
    assert len(lines) == 1
    summary = json.loads(lines[0])
    assert list(summary) == ["frames", "detector_calls", "cpu_s"]
    assert summary["frames"] == 21
    assert summary["detector_calls"] >= 2


def test_without_json_it_is_words() -> None:
    _, lines = watched(str(CLIPS / "static_room_a.mp4"), json_out=False)
    assert lines[-1].startswith("21 frames, ")


@pytest.mark.parametrize("json_out", [True, False])
def test_an_unknown_source_names_what_there_is(json_out: bool) -> None:
    lines: list[str] = []
    cameras = {"hall": {"driver": "usb"}}
    assert run_watch("cellar", json_out, cameras=cameras, show=lines.append) == 2
    assert "configured cameras: hall" in lines[0]


def test_a_broken_clip_is_an_error_and_not_nobody(tmp_path: Path) -> None:
    broken = tmp_path / "broken.mp4"
    broken.write_bytes(b"nothing")
    code, lines = watched(str(broken))
    assert code == 3
    assert "cannot be opened" in json.loads(lines[-1])["error"]


def test_a_missing_device_is_an_error_with_the_remedy() -> None:
    code, lines = watched("/dev/video63")
    assert code == 3
    assert "Plug the camera in" in lines[0]


def test_a_camera_of_the_simulated_home_needs_the_home() -> None:
    lines: list[str] = []
    cameras = {"hall": {"driver": "simulated"}}
    assert run_watch("hall", True, cameras=cameras, show=lines.append) == 2
    assert "only while the companion runs" in lines[0]


def test_sources_resolve_to_drivers(tmp_path: Path) -> None:
    clip = tmp_path / "a.mp4"
    clip.touch()
    assert resolve("0", {}) == ("usb", {"device": 0})
    assert resolve("/dev/video2", {}) == ("usb", {"device": 2})
    assert resolve(str(clip), {})[0] == "video_file"
    assert resolve("hall", {"hall": {"driver": "usb", "device": 1}}) == ("usb", {"device": 1})
    with pytest.raises(SourceUnknown):
        resolve("nothing.mp4", {})


class Printed:
    """A report and its lines."""

    def __init__(self) -> None:
        self.clock = ClipClock()
        perception = Perception(self.clock, SystemIds(), language=Language.EN, places={})
        self.lines: list[dict[str, object]] = []
        self.report = Report(self.clock, self.clock.now(), perception, self.lines.append)

    async def see(
        self, t_s: float, change: Change, certainty: Certainty, value: str | None
    ) -> None:
        at = self.clock.start + timedelta(seconds=t_s)
        seen = Observation("person", "x", change, certainty, 0.9, at, "x", value, None)
        await self.report.take((seen,))


async def test_nobody_from_the_first_is_no_line() -> None:
    printed = Printed()
    await printed.see(1.0, Change.STATE, Certainty.FACT, "absent")
    assert printed.lines == []


async def test_after_an_unknown_the_first_certainty_is_a_line() -> None:
    """Otherwise a reader of the lines would hold the unknown for ever (F13)."""
    printed = Printed()
    await printed.see(1.0, Change.UNKNOWN, Certainty.UNKNOWN, None)
    await printed.see(3.0, Change.STATE, Certainty.FACT, "absent")
    assert [(line["t_s"], line["change"]) for line in printed.lines] == [
        (1.0, "unknown"),
        (3.0, "gone"),
    ]


@pytest.mark.real("clips")
@pytest.mark.real("detector")
def test_what_is_written_is_read_when_asked_for() -> None:
    """T1, B-086: the camera's own label, as text seen; off unless asked for."""
    clip = str(CLIPS / "brightness_outdoor_a.mp4")
    lines: list[str] = []
    assert run_watch(clip, True, read_text=True, show=lines.append) == 0
    told = [json.loads(line) for line in lines]
    if "note" in told[0]:
        pytest.skip(told[0]["note"])
    (text,) = (line for line in told if line.get("subject") == "text")
    assert text["change"] == "seen"
    assert "87" in text["text"]
    assert told[-1]["readings"] == 1
    _, quiet = watched(clip)
    assert not [line for line in quiet if "87" in line]
