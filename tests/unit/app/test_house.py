"""The composition root: records without behaviour, and everything that parts declare is run."""

import ast
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from companion.app import Companion
from companion.app import house as house_module
from companion.service.supervision import until
from tests.story.whole_house import SCENARIOS, awake, settings_for

APP = Path(house_module.__file__).parent
RESIDENTS = {
    *("alarm clock", "appearance", "broker", "cameras", "danger bell", "device reports"),
    *(
        "exports",
        "giving way",
        "garden",
        "grammar",
        "health",
        "housekeeping",
        "jobs",
        "memory index",
        "model",
        "mouth",
        "own device",
        "mcp",
        "page",
        "people",
        "plan",
        "plan news",
        "plan made ready",
    ),
    *("pulse", "record", "record check", "scheduler", "second looks", "settler"),
    "homecoming story",
    *("unfinished acts", "vitals", "wake-up words", "walker", "welcome words", "words"),
}
TICKS = {"backlog", "heartbeat", "held back", "night words", "occasions", "what was put off"}
HOUSEKEEPING = {
    *("anchor_record", "back_up_record", "propose_habits", "save_snapshot", "sweep_record"),
    "thin_record",
}


@pytest.mark.real("broker")
async def test_every_task_and_tick_of_the_parts_is_run(tmp_path: Path) -> None:
    """DESIGN 3: nothing runs unwatched, and a part that declares a task is not forgotten."""
    async with awake(settings_for(str(SCENARIOS / "nobody.yaml"), tmp_path)) as house:
        await until(house.page.server.address.done)
        names = house.service.supervisor.names()
        assert {n for n in names if not n.startswith("policy ")} == RESIDENTS
        assert {f"policy {name}" for name in house.skills.policies} <= set(names)
        assert set(house.service.scheduler.names()) == TICKS
        assert set(house.work.housekeeping.names()) == HOUSEKEEPING
        found = await house.service.health.look()
        assert {"broker", "llm", "record", "speaker", "drive", "eyes"} <= set(found)


def test_records_are_frozen_and_have_no_behaviour() -> None:
    """Issue 12, 3: each record is a frozen dataclass without methods or ancestors."""
    seen = 0
    for path in APP.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                seen += 1
                assert node.bases == [], f"{path.name}: {node.name} has an ancestor"
                methods = [n for n in node.body if not isinstance(n, ast.AnnAssign | ast.Expr)]
                assert methods == [], f"{path.name}: {node.name} has behaviour"
    assert seen >= 16
    for field in fields(Companion):
        kind = getattr(house_module, str(field.type).strip('"'), None) or field.type
        assert is_dataclass(kind)
        assert kind.__dataclass_params__.frozen  # type: ignore[union-attr]


def test_app_holds_no_loop() -> None:
    """A loop that runs is a task, and a task belongs to the part whose work it does."""
    for path in APP.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            assert not isinstance(node, ast.While), f"{path.name} holds a loop"
