"""`companion doctor --sound` plays the speaker's chime and two seconds of the buzzer.

Never unasked: a doctor may be asked at night. It tells only the state that the drivers read back;
only ears know more. It sounds with the rights of who runs it; the service's are in the lines above
it.
"""

import asyncio
from contextlib import suppress
from zoneinfo import ZoneInfo

from companion.cli.config import own_plugins
from companion.ports.body import Buzzer, Speaker
from companion.service import plugins
from companion.service.clock import SystemClock
from companion.service.settings import Settings
from companion.words.finding import Finding
from companion.words.health import HealthStatus
from companion.words.language import Bilingual

SOUND_S = 2.0
"""Four beeps."""
_HEARD = Bilingual(
    "鳴りました。聞こえなければ、配線と音量を確かめてください",
    "it sounded; if you heard nothing look at the cable and the volume",
)
_NO_SOUND = Bilingual("設定がないので、鳴りません", "none is configured, so nothing sounded")
_REMEDY = Bilingual(
    "上の権利の行を見てください。サービスが使っている間は、先に止めてください: "
    "`sudo systemctl stop companion`",
    "See the lines about rights above; while the service holds it stop that first: "
    "`sudo systemctl stop companion`",
)
_SILENT = frozenset({"simulated", "absent"})


async def sounded(settings: Settings) -> tuple[tuple[str, Finding], ...]:
    """One line each, after the sound."""
    clock = SystemClock(ZoneInfo(settings.time_zone))
    found = []
    for part, sound in (("speaker", _speaker), ("buzzer", _buzzer)):
        driver = getattr(settings, part)
        if driver.driver in _SILENT:
            found.append((f"sound: {part}", Finding(HealthStatus.DEGRADED, _NO_SOUND)))
            continue
        try:
            with own_plugins():
                family = plugins.FAMILIES[part]
                made = plugins.build(family, driver.driver, driver.own(), {"clock": clock})
            await sound(made)
            finding = Finding(HealthStatus.OK, _HEARD)
        except (OSError, plugins.PlugInBroken) as error:
            why = Bilingual(f"鳴りません: {error}", f"no sound: {error}")
            finding = Finding(HealthStatus.DOWN, why, _REMEDY)
        found.append((f"sound: {part}", finding))
    return tuple(found)


async def _speaker(speaker: Speaker) -> None:
    await speaker.play("chime:attention")


async def _buzzer(buzzer: Buzzer) -> None:
    """Raises `OSError` where it cannot sound, or ends before its time."""
    await buzzer.on()
    try:
        await asyncio.sleep(SOUND_S)
        if not buzzer.sounding():
            raise OSError("it ended by itself")
    finally:
        with suppress(OSError):
            await buzzer.off()
