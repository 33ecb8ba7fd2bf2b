"""The port `Speaker`: one suite over every driver found; real ones skip without a card."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from companion.ports.body import SoundUnknown, Speaker
from companion.ports.clock import Clock
from companion.service import plugins
from tests.contract.body_parts import body, built

FAMILY = "hardware.speaker"
every = pytest.mark.parametrize("name", plugins.discover(FAMILY))
CHIMES = ("attention", "done", "error", "alarm")


def _has_a_card() -> bool:
    """As ALSA tells it; `--- no soundcards ---` where there is none."""
    cards = Path("/proc/asound/cards")
    return cards.exists() and "no soundcards" not in cards.read_text(encoding="utf-8")


@asynccontextmanager
async def mouth(name: str, tmp_path: Path) -> AsyncIterator[tuple[Speaker, Clock]]:
    if name == "alsa" and not _has_a_card():
        pytest.skip("hardware.speaker.alsa: no sound card")
    async with body(tmp_path) as has:
        yield built(FAMILY, name, has), has["clock"]


@every
async def test_every_chime_is_known(name: str, tmp_path: Path) -> None:
    """Played to the end it gives its whole length."""
    async with mouth(name, tmp_path) as (speaker, clock):
        for chime in CHIMES:
            began = clock.monotonic()
            seconds = await speaker.play(f"chime:{chime}")
            assert seconds == pytest.approx(speaker.length_s(f"chime:{chime}"), rel=0.05)
            assert clock.monotonic() - began == pytest.approx(seconds, rel=0.2, abs=0.1)


@every
@pytest.mark.parametrize("sound", ["chime:none", "", "/etc/passwd", "hello", "utterance:x"])
async def test_what_is_not_recorded_is_unknown(name: str, sound: str, tmp_path: Path) -> None:
    """T11: names, never paths or texts."""
    async with mouth(name, tmp_path) as (speaker, _):
        with pytest.raises(SoundUnknown):
            await speaker.play(sound)
        with pytest.raises(SoundUnknown):
            speaker.length_s(sound)


@every
async def test_stop_is_silence(name: str, tmp_path: Path) -> None:
    """S-22: it gives what was really played; with nothing playing it is harmless."""
    async with mouth(name, tmp_path) as (speaker, clock):
        await speaker.stop()
        playing = asyncio.create_task(speaker.play("chime:alarm"))
        await clock.sleep(0.5)
        await speaker.stop()
        assert 0 < await playing < speaker.length_s("chime:alarm")
