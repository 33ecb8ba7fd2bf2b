"""`companion sessions` against a running page (issue 10, 8)."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from companion.cli.commands import app
from companion.web.keys import Keys
from tests.unit.web.test_live import served
from tests.unit.web.twins import Household

SHEET = Path(__file__).parents[3] / "config/personas/koto.yaml"


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Household]:
    household = Household(tmp_path / "state")
    yield household
    await household.house.stop()


async def companion(home: Household, *words: str, language: str = "en") -> Result:
    config = home.state_dir.parent / f"{language}.yaml"
    told = f"language: {language}\nstate_dir: {home.state_dir}\navatar: {{sheet: {SHEET}}}\n"
    config.write_text(told, "utf-8")
    command = ["sessions", *words, "--config", str(config)]
    return await asyncio.to_thread(lambda: CliRunner().invoke(app, command))


async def test_sessions_are_listed_and_ended_from_the_command_line(home: Household) -> None:
    keys = Keys(home.state_dir)
    keys.set_password("correct horse")
    for browser, system in (("Safari", "iPhone"), ("Firefox", "Linux"), ("", "")):
        keys.sessions.begin(browser=browser, system=system, address="192.168.1.7")
    keys.sessions.store()
    async with served(home):
        listed = await companion(home, "list")
        assert "Safari on iPhone" in listed.output
        assert "unknown browser" in listed.output
        japanese = (await companion(home, "list", language="ja")).output
        assert "iPhoneのSafari" in japanese
        assert "不明なブラウザー" in japanese
        assert "最後の利用" in japanese
        assert "since" not in japanese
        (phone,) = [r.split()[0] for r in listed.output.splitlines() if "iPhone" in r]
        assert (await companion(home, "end", phone)).exit_code == 0
        gone = await companion(home, "end", phone)
        assert gone.exit_code == 1
        assert "no such session" in gone.output
        assert (await companion(home, "end")).exit_code == 2
        assert (await companion(home, "end", "--all")).output == "ended: 2\n"
        assert (await companion(home, "list")).output == "nobody is logged in\n"


async def test_without_a_companion_it_names_both_ways_it_tried(home: Household) -> None:
    Keys(home.state_dir)
    told = await companion(home, "list")
    assert told.exit_code == 1
    assert "companion.sock" in told.output
    assert "companion run" in told.output
