"""The house of a simulated night: what `companion/app` builds, over a real file, with the home, the
model and the disk as broken as the night wants them."""

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AsyncExitStack, aclosing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from companion.app.acting import build_acting
from companion.app.alarms import Alarms, build_alarms
from companion.app.body import Body, build_body
from companion.app.foundations import Start, build_foundations
from companion.app.ground import Ground, build_ground
from companion.app.lines import build_lines
from companion.app.mind import build_mind
from companion.app.skills import build_skills
from companion.app.storage import Storage, build_storage
from companion.app.talking import build_talking
from companion.app.thought import build_thought
from companion.ports.body import SoundUnknown
from companion.ports.house import HouseUnreachable
from companion.ports.schedule_book import ScheduleBook
from companion.rooms.scheduler.observed_book import ObservedBook
from companion.service.blackboard import Blackboard
from companion.service.health import HealthBoard
from companion.service.settings import Settings
from companion.store.sqlite import record_path
from companion.voice.house_speaker import HouseSpeaker
from companion.web.hub import Hub
from companion.words.audio import AudioClip
from companion.words.device import Device, DeviceCommand, DeviceState, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from tests.proof.bench.night_clock import NightClock
from tests.proof.evaluation.grounds import home_of

P = ParamSpec("P")
T = TypeVar("T")
SHEET = Path(__file__).parents[3] / "config" / "personas" / "koto.yaml"
CURTAIN = DeviceId("cover.bedroom")
TONE_S = 10.0
TOLD_WATCH_S = 3600.0
"""How often a house that is told when its clock is set compares the two all the same."""


class AtOnce(ThreadPoolExecutor):
    """What the house does in a thread it does here on the spot: while a thread works the simulated
    clock would run on, where a real one ticks on by a millisecond."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        """Done when it returns."""
        done: Future[T] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except BaseException as error:
            done.set_exception(error)
        return done


def _nothing() -> None:
    pass


@dataclass
class NightSpeaker:
    """The speaker of the world: it hears every house that ever boots; a cut ends its sound."""

    clock: NightClock
    began_s: list[float] = field(default_factory=list)
    """Monotonic seconds of every tone's beginning."""
    ended_s: list[float] = field(default_factory=list)
    on_tone: Callable[[], None] = _nothing
    _hush: asyncio.Event = field(default_factory=asyncio.Event)

    def sounding(self, within_s: float = 0.0) -> bool:
        """Whether a tone sounds, or did until so long ago."""
        if len(self.began_s) > len(self.ended_s):
            return True
        return bool(self.ended_s) and self.clock.monotonic() - self.ended_s[-1] <= within_s

    async def play(self, sound: str, volume: float = 1.0) -> float:
        """A whole tone, or until `stop`."""
        self._hush.clear()
        self.began_s.append(self.clock.monotonic())
        self.on_tone()
        try:
            with suppress(TimeoutError):
                await self.clock.wait_for(self._hush.wait(), self.length_s(sound))
        finally:
            self.ended_s.append(self.clock.monotonic())
        return self.ended_s[-1] - self.began_s[-1]

    async def stop(self) -> None:
        """Silence now."""
        self._hush.set()

    def length_s(self, sound: str) -> float:
        """Every tone is as long."""
        if not sound.startswith("chime:"):
            raise SoundUnknown(sound)
        return TONE_S

    def trouble(self) -> str:
        """It always works: what is broken in these nights is everything else."""
        return ""


@dataclass
class NightHome:
    """Port `House` of the world: one curtain, and a carrier that may be gone."""

    clock: NightClock
    gone: bool = False
    stuck: bool = False
    """The curtain takes commands and does not move."""
    commands: list[tuple[float, str]] = field(default_factory=list)
    _state: str = "closed"

    def devices(self) -> tuple[Device, ...]:
        """The curtain."""
        return (_CURTAIN,)

    def device(self, device_id: DeviceId) -> Device | None:
        """The curtain, if it is meant."""
        return _CURTAIN if device_id == CURTAIN else None

    def state(self, device_id: DeviceId) -> DeviceState | None:
        """As it is."""
        return DeviceState(device_id=CURTAIN, value=self._state, at=self.clock.now())

    async def command(self, command: DeviceCommand) -> None:
        """Done at once. Raises `HouseUnreachable`."""
        if self.gone:
            raise HouseUnreachable("the broker and Home Assistant are gone")
        self.commands.append((self.clock.monotonic(), command.operation))
        if self.stuck:
            return
        self._state = "closed" if command.operation == "close" else "open"

    async def changes(self) -> AsyncIterator[DeviceState]:
        """Nothing changes by itself."""
        await asyncio.Event().wait()
        yield DeviceState(device_id=CURTAIN, value=self._state, at=self.clock.now())

    def connected(self) -> bool:
        """Whether the carrier is up."""
        return not self.gone


_CURTAIN = Device(
    id=CURTAIN,
    name=Bilingual("寝室のカーテン", "bedroom curtain"),
    domain=Domain.COVER,
    area="bedroom",
    operations=("open", "close"),
)


class NightHouse:
    """The companion with the world's clock, speaker and home in place of the machine's."""

    clock: NightClock
    storage: Storage
    alarms: Alarms

    def __init__(self, settings: Settings, stack: AsyncExitStack, world: "World") -> None:
        self.settings, self._stack, self.world = settings, stack, world
        self._life: asyncio.Task[None] | None = None

    async def build(self) -> None:
        """The records that a due moment walks through, as the app builds them."""
        stack, self.clock = self._stack, self.world.clock
        real = await build_foundations(stack, Start(settings=self.settings))
        on = replace(
            real,
            clock=self.clock,
            blackboard=Blackboard(self.clock),
            hub=Hub(self.clock.now),
            board=HealthBoard(self.clock),
        )
        self.storage = await build_storage(stack, on, rescue=False)
        self.storage.store._readers._pool = AtOnce(max_workers=1)
        home = home_of(self.world.home)
        ground = build_ground(stack, on, self.storage, home, build_mind(stack, on))
        body = await self._body(ground)
        self.alarms = build_alarms(stack, ground, body)
        self.world.clock.on_set = self.alarms.clock.wake
        skills = build_skills(stack, ground, body, self.alarms)
        lines = build_lines(ground, body, skills)
        thought = build_thought(ground, body, skills)
        talking = build_talking(ground, self.alarms, skills, thought)
        build_acting(ground, body, self.alarms, skills, lines, thought, talking)
        self.alarms.clock.buffer.book = self.alarms.clock._book = self.world.book_of(self)
        if self.world.sabotage is not None:
            self.world.sabotage(self)
        self._life = asyncio.create_task(self.alarms.keeping.run(), name="alarm clock")
        stack.push_async_callback(self._end_life)

    async def _body(self, ground: Ground) -> Body:
        """Heard by the world, whatever the settings say of a speaker."""
        body = await build_body(self._stack, ground)
        speaker = LifeSpeaker(self.world, self.world.life)
        house_speaker = HouseSpeaker(speaker, body.house_speaker.clock)
        has = {**body.has, "speaker": speaker}
        return replace(body, speaker=speaker, house_speaker=house_speaker, audible=True, has=has)

    async def _end_life(self) -> None:
        assert self._life is not None
        self._life.cancel()
        await asyncio.gather(self._life, return_exceptions=True)

    def watch_every(self, seconds: float) -> None:
        """How often it compares the clocks: every second where nothing tells it."""
        self.alarms.clock._watch_s = seconds
        self.alarms.clock.wake()

    def fill_disk(self, full: bool) -> None:
        """Every commit is refused, as SQLite refuses it on a full disk."""
        commits = self.storage.store._writer._commits
        if not full:
            commits.__dict__.pop("run", None)
            return

        def refuse(works: object, *, full: bool) -> list[Any]:
            raise sqlite3.OperationalError("database or disk is full")

        commits.__dict__["run"] = refuse


@dataclass
class LifeSpeaker:
    """The port `Speaker` of one process: once it was killed nobody hears it."""

    world: "World"
    life: int

    async def play(self, sound: str, volume: float = 1.0) -> float:
        """Play while this process lives."""
        if self.life != self.world.life:
            await asyncio.Event().wait()
        return await self.world.speaker.play(sound)

    async def play_clips(self, sound: str, clips: AsyncGenerator[AudioClip, None]) -> float:
        """Silent: nobody is woken by words."""
        async with aclosing(clips):
            return sum([clip.length_s async for clip in clips])

    async def stop(self) -> None:
        """Silence now."""
        if self.life == self.world.life:
            await self.world.speaker.stop()

    def length_s(self, sound: str) -> float:
        """As the world's."""
        return self.world.speaker.length_s(sound)

    def trouble(self) -> str:
        """None."""
        return ""


@dataclass
class World:
    """What stays over restarts: time, the home, the speaker, and the file on the disk."""

    clock: NightClock
    speaker: NightSpeaker
    home: NightHome
    settings: Settings
    sabotage: Callable[[NightHouse], None] | None = None
    """Breaks a build on purpose, so that the judge can be judged."""
    house: NightHouse | None = None
    life: int = 0
    """Which process is alive; a killed one still runs for a moment, unheard."""
    cut_after: int = 0
    """The power fails right after so many more durable rows; 0: it does not."""
    on_cut: Callable[[], None] = lambda: None
    _synced_bytes: int = 0
    """How much of the WAL is certainly on the disk."""
    _image: tuple[bytes, bytes] | None = None
    _stack: AsyncExitStack | None = None

    async def boot(self) -> None:
        """A process begins on the file as it lies there."""
        self._synced_bytes = 0
        stack = self._stack = AsyncExitStack()
        self.house = NightHouse(self.settings, stack, self)
        await self.house.build()

    async def shut_down(self) -> None:
        """In order, everything written."""
        house, stack = self.house, self._stack
        self.house = self._stack = None
        if house is not None and stack is not None:
            self.clock.on_set = None
            await stack.aclose()

    def snapshot(self, keep: float) -> None:
        """The instant of the cut. `keep` 1: the process is killed. Below: the power fails, and of
        what was not synced yet only this share of the WAL is left on the disk."""
        assert self.house is not None
        with self.house.storage.store._writer._commits.lock:
            wal = Path(f"{self._path}-wal")
            left = wal.read_bytes() if wal.exists() else b""
            floor = min(self._synced_bytes, len(left))
            left = left[: floor + int((len(left) - floor) * keep)]
            self._image = (self._path.read_bytes(), left)
        self.life += 1

    async def after_cut(self) -> None:
        """What is left of the old process goes; the file is what the cut left."""
        assert self._image is not None
        await self.shut_down()
        await asyncio.to_thread(self._put_back, *self._image)

    def _put_back(self, file: bytes, wal: bytes) -> None:
        for side in ("", "-wal", "-shm"):
            Path(f"{self._path}{side}").unlink(missing_ok=True)
        self._path.write_bytes(file)
        Path(f"{self._path}-wal").write_bytes(wal)

    def book_of(self, house: NightHouse) -> ScheduleBook:
        """The house's own book, watched for what is certainly on the disk."""
        return ObservedBook(house.alarms.book, self._synced)

    def _synced(self) -> None:
        wal = Path(f"{self._path}-wal")
        self._synced_bytes = wal.stat().st_size if wal.exists() else 0
        if self.cut_after:
            self.cut_after -= 1
            if not self.cut_after:
                self.on_cut()

    @property
    def _path(self) -> Path:
        return record_path(self.settings.state_dir)


def settings_for_nights(
    zone: str, folder: Path, llm_rules: Sequence[dict[str, Any]] = ()
) -> Settings:
    """A home without cameras, with a model that answers as the night wants."""
    return Settings.model_validate(
        {
            "time_zone": zone,
            "state_dir": folder,
            "avatar": {"sheet": SHEET},
            "home": {"kind": "mqtt"},
            "llm": {"engine": "scripted", "settings": {"rules": list(llm_rules)}},
            "ranker": {"engine": "off"},
            "capabilities": {"device_control": None, "schedule_alarm": None, "speak": None},
            "policies": {"time_routine": None, "reminder": None},
        }
    )
