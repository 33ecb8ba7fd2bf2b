"""`companion doctor` checks whether the microphone gives sound, and whether speech is understood.

It is opened for some seconds; nothing of it is kept.
"""

import math
from array import array
from contextlib import aclosing
from zoneinfo import ZoneInfo

from companion.cli.config import own_plugins
from companion.phrases.reasons import in_both
from companion.ports.listening import Ears, ListeningUnavailable
from companion.ports.microphone import Microphone, MicrophoneUnavailable
from companion.service import plugins
from companion.service.clock import SystemClock
from companion.service.settings import Settings
from companion.voice.hearing import (
    FULL_SCALE,
    LOUD_DB,
    NEARLY_NOTHING,
    STEADY_SHARE,
    Hearing,
    finding,
)
from companion.voice.loudness import db, power
from companion.words.audio import BLOCK_SAMPLES, HEARING_RATE_HZ
from companion.words.finding import Finding
from companion.words.health import HealthStatus
from companion.words.language import Bilingual

LOOK_S = 7.0
"""A wrong sample rate is found in six."""
ABSENT = "absent"
_MEND = Bilingual(
    "config.yaml の microphone を直してください（`companion config check`）",
    "Mend microphone in config.yaml; see `companion config check`",
)
_NONE = Bilingual(
    "マイクの設定がないので、聞きません（文字で話せます）",
    "none is configured, so it does not listen; you can write to it",
)
_ADD = Bilingual(
    "聞かせるには、config.yaml に microphone: {driver: sounddevice} と書いてください",
    "To talk to it, write microphone: {driver: sounddevice} into config.yaml",
)


async def microphone_findings(settings: Settings) -> tuple[tuple[str, Finding], ...]:
    """A line for the microphone, and one for speech to text where there is a microphone."""
    driver = settings.microphone
    if driver.driver == ABSENT:
        return (("microphone", Finding(HealthStatus.OK, _NONE, _ADD)),)
    with own_plugins():
        return (
            ("microphone", await _microphone(settings)),
            ("speech to text", await _ears(settings)),
        )


async def _microphone(settings: Settings) -> Finding:
    clock = SystemClock(ZoneInfo(settings.time_zone))
    family, driver = plugins.FAMILIES["microphone"], settings.microphone
    try:
        microphone = plugins.build(family, driver.driver, driver.own(), {"clock": clock})
        peak, loud_share = await sound_of(microphone)
    except MicrophoneUnavailable as error:
        return finding(Hearing.NO_MICROPHONE, error.words)
    except (OSError, ValueError, plugins.PlugInBroken) as error:
        why = " ".join(str(error).partition(" [type=")[0].split())
        told = Bilingual(f"マイクの設定が使えません: {why}", f"its settings cannot be used: {why}")
        return Finding(HealthStatus.DOWN, told, _MEND)
    if peak <= NEARLY_NOTHING:
        return finding(Hearing.SILENT)
    if peak >= FULL_SCALE:
        return finding(Hearing.CLIPPING)
    if loud_share >= STEADY_SHARE:
        return finding(Hearing.STEADY_SOUND)
    level = round(20 * math.log10(peak / (FULL_SCALE + 1)))
    return Finding(
        HealthStatus.OK,
        Bilingual(f"音が届いています（最大 {level} dB）", f"it gives sound, {level} dB at most"),
    )


async def sound_of(microphone: Microphone) -> tuple[int, float]:
    """Peak of some seconds of its sound, 0 to 32,768, and the share of loud blocks. Raises
    `MicrophoneUnavailable`."""
    peak, powers = 0, list[float]()
    async with aclosing(microphone.blocks()) as blocks:
        async for block in blocks:
            samples = array("h", block)
            peak = max(peak, max(samples), -min(samples))
            powers.append(power(block))
            if len(powers) >= LOOK_S * HEARING_RATE_HZ / BLOCK_SAMPLES:
                break
    return peak, sum(db(one) >= LOUD_DB for one in powers) / max(1, len(powers))


async def _ears(settings: Settings) -> Finding:
    engine = settings.ears
    ears: Ears = plugins.build(plugins.FAMILIES["ears"], engine.engine, engine.settings, {})
    try:
        await ears.warm()
    except ListeningUnavailable as error:
        return finding(Hearing.NO_ENGINE, in_both(str(error)))
    finally:
        await ears.close()
    return Finding(HealthStatus.OK, Bilingual("言葉を聞き取れます", "speech is understood"))
