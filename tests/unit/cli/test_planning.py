"""`companion purpose`, `plan`, `resume` and `discard` against a running page."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from companion.cli.planning import app
from companion.ports.plan import NothingToResume
from companion.words.event import Event
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.plan import OwnerPurpose, Plan, PlanRun, PlanStand, TaskId
from tests.unit.desk.test_plan_requests import CURTAIN, Book, desk
from tests.unit.rooms.governance.samples import NOW, task
from tests.unit.web.test_live import served
from tests.unit.web.test_plan import WHY, numbered
from tests.unit.web.twins import Household

SHEET = Path(__file__).parents[3] / "config/personas/koto.yaml"


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Household]:
    household = Household(tmp_path / "state", language=Language.EN)
    yield household
    await household.house.stop()


async def companion(home: Household, *words: str, language: str = "en") -> Result:
    config = home.state_dir.parent / f"{language}.yaml"
    told = f"language: {language}\nstate_dir: {home.state_dir}\navatar: {{sheet: {SHEET}}}\n"
    config.write_text(told, "utf-8")
    command = [*words, "--config", str(config)]
    return await asyncio.to_thread(lambda: CliRunner().invoke(app, command))


async def test_the_purpose_and_the_plan_from_the_command_line(home: Household) -> None:
    """C-042, C-054, C-059: set, show, drop; plan; resume and discard."""
    home.plan, book, _ = desk()
    async with served(home):
        none = await companion(home, "purpose", "show")
        assert none.exit_code == 1
        assert "there is no purpose yet" in none.output
        assert (await companion(home, "purpose", "set", "save energy")).exit_code == 0
        assert book.told == [("set", "save energy", 1)]
        _filled(book)
        assert (await companion(home, "purpose", "show")).output == "save energy\n"
        shown = (await companion(home, "plan", language="en")).output
        assert "interrupted: G2-T1 (no answer)" in shown
        assert "G1-T4 asks: done?" in shown
        assert "goal number 2" in shown
        assert "failed   a task / no answer" in shown
        found = json.loads((await companion(home, "plan", "--json")).output)
        assert [one["id"] for one in found["goals"]] == ["G2"]
        for what in ("resume", "discard"):
            assert (await companion(home, what)).exit_code == 0
        assert (await companion(home, "allow", "G2")).exit_code == 1
        book.listed = (CURTAIN,)
        assert "companion allow G2" in (await companion(home, "plan")).output
        allowed = (await companion(home, "allow", "G2", "--yes")).output
        assert "open the curtain / Touches the curtain; can be undone" in allowed
        assert book.told.pop()[:2] == ("allow", ["G2-T1"])
        assert (await companion(home, "purpose", "drop")).exit_code == 0
        assert [one[0] for one in book.told] == ["set", "resume", "discard", "drop"]


async def test_c_054_a_task_is_interrupted_and_its_question_answered(
    home: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C-054: from the command line as on the page; without a question it says so."""
    home.plan, book, _ = desk()
    async with served(home):
        nothing = await companion(home, "answer", "n")
        assert (nothing.exit_code, "asks nothing" in nothing.output) == (1, True)
        _filled(book)
        assert "G2-T1 (no answer)" in (await companion(home, "interrupt")).output
        assert (await companion(home, "answer", "n")).exit_code == 0
        assert book.told[-2:] == [("interrupt", 2), ("answer", False, 3)]
        assert (await companion(home, "answer", "maybe")).exit_code == 2
        book.plan = replace(book.plan, run=PlanRun())
        assert "act in hand is being stopped" in (await companion(home, "interrupt")).output
        said = (await companion(home, "interrupt", language="ja")).output
        assert "実行中の動作を停止しています" in said
        assert "中断中" not in said
        monkeypatch.setattr(book, "interrupt", _nothing)
        nothing = await companion(home, "interrupt", language="ja")
        assert (nothing.exit_code, "いま進めている課題はありません" in nothing.output) == (1, True)


async def _nothing(_: Event) -> None:
    raise NothingToResume("no task is in hand")


def _filled(book: Book) -> None:
    book.plan = Plan(
        purpose=OwnerPurpose(text="save energy", by=EventId(1), since=NOW),
        goals=(numbered(2),),
        run=PlanRun(stand=PlanStand.INTERRUPTED, task=TaskId("G2-T1"), summary=WHY),
    )
    book.question = replace(task("ask", 4), slots={"ja": "済みましたか", "en": "done?"})
