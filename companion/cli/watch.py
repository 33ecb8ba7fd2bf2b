"""`companion watch` prints the observations that camera_watch would record of a clip or camera."""

import asyncio
import json
import resource
import signal
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.engines.vision.likeness import Likeness
from companion.engines.vision.motion_gate import MotionGate
from companion.ports.camera import Camera, CameraGone
from companion.ports.eyes import Eyes, EyesUnavailable
from companion.ports.policy import Policy
from companion.ports.senses import Look, Motion
from companion.rooms.perception.queue import TriggerQueue
from companion.rooms.perception.room import Perception
from companion.rooms.perception.sight import Sight
from companion.service import plugins
from companion.service.clock import SystemClock, SystemIds
from companion.service.settings import ConfigWrong, load_settings
from companion.words.frame import PICTURE
from companion.words.language import Language
from companion.words.number import whole_number
from companion.words.observation import TEXT, Change, Observation


class SourceUnknown(ValueError):
    """Neither a file nor a device nor a configured camera; the text says what there is."""


class WatchEnded(RuntimeError):
    """The clip cannot be read on, or the detector does not work."""


class ClipClock(SystemClock):
    """The clip's own time: `now` is the moment of the newest thing seen, nothing waits."""

    def __init__(self) -> None:
        super().__init__(UTC)
        self.start = datetime.now(UTC)
        self._now = self.start

    def now(self) -> datetime:
        """The clip's time on the wall clock of this run."""
        return self._now

    def reach(self, at: datetime) -> None:
        """Time goes on to this moment."""
        self._now = max(self._now, at)


class ClipSight(Sight):
    """A clip that broke off does not come back, so nothing is tried again."""

    async def motion(self, camera: str) -> Motion:
        """The next frame's motion. Raises `WatchEnded` where a live camera would be retried."""
        try:
            return await super().motion(camera)
        except CameraGone as error:
            raise WatchEnded(str(error)) from error

    async def look(self, camera: str, motion: Motion | None = None) -> Look:
        """One look. Raises `WatchEnded` where live eyes would be tried again."""
        try:
            return await super().look(camera, motion)
        except EyesUnavailable as error:
            raise WatchEnded(str(error)) from error


@dataclass
class Report:
    """Prints facts as they come, in the words of the JSON lines."""

    clock: ClipClock | SystemClock
    started: datetime
    perception: Perception
    show: Callable[[dict[str, Any]], None]
    unknown: bool = field(default=False)

    async def take(self, observations: tuple[Observation, ...]) -> None:
        """Sift what was concluded and show what would be recorded."""
        if isinstance(self.clock, ClipClock) and observations:
            self.clock.reach(max(o.at for o in observations))
        for observation in self.perception.sift(observations).to_record:
            line = self.line(observation)
            if line is not None:
                self.show(line)

    def line(self, seen: Observation) -> dict[str, Any] | None:
        """One JSON line. That nobody is there from the first is no change and has none."""
        change = seen.change
        if change is Change.STATE and seen.subject != PICTURE:
            if not self.unknown or seen.subject != "person":
                return None
            change = Change.GONE if seen.value == "absent" else Change.APPEARED
        if seen.subject == TEXT:
            return self._line(seen, Change.SEEN, {"text": seen.value})
        if seen.subject == "person":
            self.unknown = change is Change.UNKNOWN
        return self._line(seen, change, {"count": seen.count})

    def _line(self, seen: Observation, change: Change, what: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "t_s": round((seen.at - self.started).total_seconds(), 2),
            "type": str(seen.certainty),
            "subject": seen.subject,
            "change": str(change),
            **what,
            "confidence": seen.confidence,
        }


def watch(
    source: Annotated[str, typer.Argument(help="video file, /dev/videoN, or a camera's name")],
    json_out: Annotated[bool, typer.Option("--json", help="one JSON object a line")] = False,
    read_text: Annotated[
        bool, typer.Option("--read-text", help="also read signs and QR codes")
    ] = False,
    config: Annotated[
        Path, typer.Option("--config", "-c", help="for a camera's name", envvar="COMPANION_CONFIG")
    ] = Path("config/config.yaml"),
) -> None:
    """Print the facts a clip or camera would give; a clip runs as fast as it goes."""
    try:
        named = load_settings(config).cameras if config.is_file() else {}
    except ConfigWrong as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(78) from None
    cameras = {name: {"driver": d.driver, **d.own()} for name, d in named.items()}
    code = run_watch(source, json_out, cameras=cameras, read_text=read_text, show=typer.echo)
    if code:
        raise typer.Exit(code)


def run_watch(
    source: str,
    json_out: bool,
    *,
    cameras: Mapping[str, Mapping[str, Any]] | None = None,
    eyes: str = "coco_ssd",
    read_text: bool = False,
    show: Callable[[str], None] = print,
) -> int:
    """Watch a clip (5 frames a second of its own clock) or a live camera until Ctrl-C.

    `cameras`: configured sections by name, `driver` included. Gives the exit code: 0, 2 for
    an unknown source, 3 when the camera or the detector does not work.
    """

    def tell(line: dict[str, Any]) -> None:
        show(json.dumps(line) if json_out else _plain(line))

    def fail(error: Exception, code: int) -> int:
        show(json.dumps({"error": str(error)}) if json_out else str(error))
        return code

    try:
        driver, section = resolve(source, cameras or {})
        summary = asyncio.run(_run(driver, section, eyes, tell, read_text=read_text))
    except (SourceUnknown, plugins.PlugInUnknown, plugins.PlugInSettingsWrong) as error:
        return fail(error, 2)
    except plugins.PlugInNeeds as error:
        return fail(SourceUnknown(f"{error}; this camera exists only while the companion runs"), 2)
    except (WatchEnded, CameraGone) as error:
        return fail(error, 3)
    tell(summary)
    return 0


def resolve(source: str, cameras: Mapping[str, Mapping[str, Any]]) -> tuple[str, dict[str, Any]]:
    """Driver and settings for what was named. Raises `SourceUnknown`."""
    if source in cameras:
        section = dict(cameras[source])
        return str(section.pop("driver")), section
    device = whole_number(source.removeprefix("/dev/video"), most=255)
    if device is not None:
        return "usb", {"device": device}
    if Path(source).is_file():
        return "video_file", {"path": source, "pace": "fast"}
    known = ", ".join(cameras) or "none"
    raise SourceUnknown(f"{source}: no such file, no /dev/videoN; configured cameras: {known}")


async def _run(
    driver: str,
    section: dict[str, Any],
    eyes_name: str,
    tell: Callable[[dict[str, Any]], None],
    *,
    read_text: bool = False,
) -> dict[str, Any]:
    used_before_s = _cpu_s()
    fast = section.get("pace") == "fast"
    clock = ClipClock() if fast else SystemClock(UTC)
    perception = Perception(clock, SystemIds(), language=Language.EN, places={})
    report = Report(clock, clock.now(), perception, tell)
    house = {"clock": clock, "name": "watched"}
    camera: Camera = plugins.build("hardware.camera", driver, section, house)
    eyes: Eyes = plugins.build("companion.engines.eyes", eyes_name, {}, house)
    if read_text and (why := eyes.why_no_signs()):
        tell({"note": why})
    policy: Policy = plugins.build("policies", "camera_watch", {"read_text": read_text}, house)
    kind = ClipSight if fast else Sight
    sight = kind(
        [camera],
        eyes,
        gate=MotionGate,
        clock=clock,
        hand_over=report.take,
        likeness=Likeness,
    )
    try:
        if not fast:
            await camera.open()
        await _until_interrupt(policy.run(sight, TriggerQueue(clock), clock))
    finally:
        await sight.close()
    seen = sight.counters
    return {
        "frames": seen.frames,
        "detector_calls": seen.detector_calls,
        **({"readings": seen.readings} if read_text else {}),
        "cpu_s": round(_cpu_s() - used_before_s, 3),
    }


async def _until_interrupt(watching: Coroutine[Any, Any, None]) -> None:
    """Run to the end of the source, or to Ctrl-C, which still gives the summary."""
    task = asyncio.ensure_future(watching)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(number, task.cancel)
    with suppress(asyncio.CancelledError):
        await task


def _cpu_s() -> float:
    """CPU seconds of this process and of every child that ended (capture, detector)."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(u.ru_utime + u.ru_stime for u in used)


def _plain(line: Mapping[str, Any]) -> str:
    if "frames" in line:
        return "{frames} frames, {detector_calls} detector calls, {cpu_s} s CPU".format(**line)
    if "note" in line:
        return str(line["note"])
    if "text" in line:
        return "{t_s:8.2f} s  {type:8}  reads “{text}”  {confidence:.2f}".format(**line)
    count = "" if line["count"] is None else f" ({line['count']})"
    said = "{t_s:8.2f} s  {type:8}  {subject} {change}".format(**line)
    return f"{said}{count}  {line['confidence']:.2f}"
