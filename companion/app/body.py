"""Body: builds cameras, speaker, buzzer and base from their config lines."""

from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from companion.app.ground import Ground
from companion.engines.vision.gate_settings import GateSettings
from companion.engines.vision.lazy import gate_maker, make_likeness
from companion.links.mcp_servers import McpServers
from companion.ports.body import Buzzer, Drive, Speaker
from companion.ports.camera import Camera
from companion.rooms.perception.pace import Backlog, Pace
from companion.rooms.perception.screens import screen_on
from companion.rooms.perception.sight import Sight
from companion.service import plugins
from companion.service.entrance import Entrance
from companion.service.health_checks import DriveCheck, SightCheck, SoundCheck
from companion.service.mask_file import MaskFile
from companion.voice.house_speaker import HouseSpeaker

PRIVACY_FILE = "privacy"
"""In the state folder."""


@dataclass(frozen=True, kw_only=True)
class Body:
    """Senses and acting parts of the companion."""

    entrance: Entrance
    """Where what is sensed goes; led to the act corridor once that is built."""
    cameras: tuple[Camera, ...]
    masks: MaskFile
    sight: Sight
    backlog: Backlog
    """How many jobs wait: looking slows down by them."""
    speaker: Speaker
    house_speaker: HouseSpeaker
    """The speaker with those of satellites, for alarms."""
    audible: bool
    """Whether the speaker makes a sound; the simulated one does in the doll's house alone."""
    buzzer: Buzzer
    drive: Drive
    sight_check: SightCheck
    sounds: SoundCheck
    drive_check: DriveCheck
    privacy_file: Path
    """It is there while no camera may look."""
    has: Mapping[str, Any]
    """Parts that capabilities and policies may ask for by name."""


async def build_body(stack: AsyncExitStack, ground: Ground) -> Body:
    """A part whose own code is broken is left out, or stands still, and has a line of its own."""
    on, storage, home, mind = ground.foundations, ground.storage, ground.home, ground.mind
    entrance, dollhouse = Entrance(), on.dollhouse
    has = {
        "clock": on.clock,
        "tool_servers": McpServers(),
        "chance": on.chance,
        "ids": on.ids,
        "house": home.house,
        "eyes": mind.eyes,
        "llm": mind.llm,
        "language": on.language,
        "state_dir": on.state_dir,
        "places": on.places,
        "record": storage.record,
        "state": storage.store.state,
        "scenery": dollhouse.scenery if dollhouse else None,
        "floor": dollhouse.world if dollhouse else None,
    }
    built = [
        on.plug_ins.built(f"cameras.{name}", "camera", c.driver, c.own(), {**has, "name": name})
        for name, c in on.settings.cameras.items()
    ]
    cameras: tuple[Camera, ...] = tuple(camera for camera in built if camera is not None)
    privacy_file = on.state_dir / PRIVACY_FILE
    masks = MaskFile(on.state_dir / "masks.json", storage.journal.noted)
    pace = Pace(on.settings.limits.backlog_jobs)
    sight = Sight(
        cameras,
        mind.eyes,
        gate=gate_maker(GateSettings.model_validate(on.settings.gate)),
        clock=on.clock,
        hand_over=entrance.notice,
        private=privacy_file.exists,
        pace=pace,
        likeness=make_likeness,
        masks=masks.of,
        screen_on=partial(screen_on, home.house),
    )
    stack.push_async_callback(sight.close)
    has |= {"senses": sight, "cameras": {c.name: c for c in cameras}}
    speaker = has["speaker"] = _part("speaker", ground, has)
    drive = has["drive"] = _part("drive", ground, has)
    audible = on.settings.speaker.driver != "simulated" and "speaker" not in on.plug_ins.broken
    audible = audible or dollhouse is not None
    buzzer = has["buzzer"] = _buzzer(ground, has)
    await drive.open()
    stack.push_async_callback(drive.close)
    broken, silent = on.plug_ins.broken, on.settings.buzzer.driver in ("absent", "simulated")
    return Body(
        entrance=entrance,
        cameras=cameras,
        masks=masks,
        sight=sight,
        backlog=Backlog(storage.store.jobs.backlog, pace),
        speaker=speaker,
        house_speaker=HouseSpeaker(speaker, on.clock, audible=audible),
        audible=audible,
        buzzer=buzzer,
        drive=drive,
        sight_check=SightCheck(sight, mind.eyes),
        sounds=SoundCheck(
            None if "speaker" in broken else speaker,
            None if silent or "buzzer" in broken else buzzer,
            audible,
        ),
        drive_check=DriveCheck(drive),
        privacy_file=privacy_file,
        has=has,
    )


def _part(part: str, ground: Ground, has: Mapping[str, Any]) -> Any:
    """Speaker or base; the simulated one, which does nothing in a real home, where the configured
    one's own code is broken."""
    on = ground.foundations
    driver = getattr(on.settings, part)
    built = on.plug_ins.built(part, part, driver.driver, driver.own(), has)
    return built or plugins.build(plugins.FAMILIES[part], "simulated", {}, has)


def _buzzer(ground: Ground, has: Mapping[str, Any]) -> Buzzer:
    """A simulated buzzer sounds in the doll's house alone; elsewhere it would only claim to."""
    on = ground.foundations
    driver = on.settings.buzzer
    sounds = on.dollhouse is not None or driver.driver != "simulated"
    name, own = (driver.driver, driver.own()) if sounds else ("absent", {})
    built: Buzzer | None = on.plug_ins.built("buzzer", "buzzer", name, own, has)
    return built or plugins.build(plugins.FAMILIES["buzzer"], "absent", {}, has)
