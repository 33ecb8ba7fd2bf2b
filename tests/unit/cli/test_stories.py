"""`companion stories`: the stories of the garden, from the record of a home that is not running."""

import asyncio
from datetime import UTC
from pathlib import Path

from typer.testing import CliRunner

from companion.cli.commands import app
from companion.cli.stories import names_of
from companion.rooms.journal.room import Journal
from companion.service.clock import SystemClock
from companion.store.sqlite import Store, record_path
from companion.web.hub import Hub
from companion.words.facts.garden import GardenBond
from companion.words.language import Bilingual, Language
from tests.law.measures import ROOT
from tests.unit.cli.configs import config_with

GIFT = Bilingual("押し花", "a pressed flower")
FILES = ("world-config.json", "maps.json", "characters.json")


async def test_stories_are_told_with_names_and_events(tmp_path: Path) -> None:
    for name in FILES:
        (tmp_path / name).symlink_to(ROOT / "config" / name)
    config = config_with(tmp_path)
    names = names_of(config, Language.EN)
    one, other = [key for key in names if "/" not in key][:2]
    clock = SystemClock(UTC)
    state = tmp_path / "state"
    state.mkdir()
    store = await Store.open(record_path(state), clock)
    journal = Journal(store.events, Hub(clock.now), clock)
    assert "no stories in the garden yet" in await asyncio.to_thread(_run, config)
    gift = GardenBond(turn="gave", who=one, other=other, at=60, map_id="home", about=GIFT)
    event = await journal.lived(gift)
    await journal.lived(
        GardenBond(turn="quarrelled", who=one, other=other, at=90, map_id="home", about=GIFT)
    )
    await store.close()
    told = await asyncio.to_thread(_run, config)
    assert f"{names[one]} gave {names[other]} a pressed flower" in told
    assert f"(log {event.id})" in told
    assert "made up after a quarrel 1" in told


def _run(config: Path) -> str:
    result = CliRunner().invoke(app, ["stories", "-c", str(config), "--last", "5"])
    assert result.exit_code == 0, result.output
    return result.output
