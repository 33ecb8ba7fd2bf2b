"""The same loop on recorded footage: a person in a clip, a device of the home, a message."""

import asyncio
from pathlib import Path

import pytest

from companion.service.settings import Driver
from companion.words.event import EventSource
from tests.story.whole_house import ROOT, SCENARIOS, awake, settings_for

CLIP = ROOT / "tests" / "data" / "video" / "walkin_b.mp4"
"""Somebody comes in at 3.2 s (the manifest's truth)."""

pytestmark = [
    pytest.mark.real("broker"),
    pytest.mark.real("detector"),
    pytest.mark.real("clips"),
    pytest.mark.timeout(120),
]


async def test_the_loop_runs_on_a_clip(tmp_path: Path) -> None:
    """Issue 2, done when: the same loop runs on a clip of the shared footage."""
    settings = settings_for(str(SCENARIOS / "nobody.yaml"), tmp_path, speed=1.0)
    clip = Driver.model_validate({"driver": "video_file", "path": str(CLIP), "place": "hall"})
    settings = settings.model_copy(update={"cameras": {"hall": clip}})
    async with awake(settings) as house:
        assert house.foundations.dollhouse is not None
        await house.foundations.dollhouse.clock.start()
        record = house.storage.store.record
        async with asyncio.timeout(60):
            while not await record.recent(limit=1, sources=(EventSource.AUTONOMY_MESSAGE,)):
                await asyncio.sleep(0.2)
        (message,) = await record.recent(limit=1, sources=(EventSource.AUTONOMY_MESSAGE,))
        chain = await record.chain(message.id)
        kinds = [event.kind for event in chain.events]
        assert "person_appeared" in kinds
        assert house.foundations.dollhouse.device("light.hall").value() == "on"
        assert "hall light" in message.assistant_text
