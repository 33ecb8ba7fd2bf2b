"""Given plug-ins whose own code is broken, when the house starts, then it runs without them and
says which file is wrong (issue 11, B17)."""

from pathlib import Path

import httpx
import pytest

from companion.service.settings import Driver
from companion.service.supervision import until
from companion.words.health import HealthStatus
from tests.story.whole_house import awake, settings_for

WHOLE = """
from pydantic import BaseModel
class Settings(BaseModel):
    pass
class Bell:
    pass
def build(settings):
    return Bell()
"""
BROKEN = {
    "capabilities/halting_bell.py": "def (:\n",
    "capabilities/formless_bell.py": WHOLE,
    "policies/halting_rule.py": WHOLE.replace("return Bell()", "raise OSError('no mains')"),
    "hardware/camera/halting_camera.py": "import no_such_package\n",
    "policies/halting_idle.py": "1 / 0\n",
}


async def test_b17_the_rest_starts_and_each_broken_one_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In health, on the page and in both languages; one of them is not even configured."""
    for name, text in BROKEN.items():
        (tmp_path / "own" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "own" / name).write_text(text)
    monkeypatch.setenv("COMPANION_PLUGINS", str(tmp_path / "own"))
    plain = settings_for("quiet_day", tmp_path / "state")
    settings = plain.model_copy(
        update={
            "capabilities": {**plain.capabilities, "halting_bell": None, "formless_bell": None},
            "policies": {**plain.policies, "halting_rule": None},
            "cameras": {**plain.cameras, "attic": Driver(driver="halting_camera")},
        }
    )
    expected = {
        "plug-in capabilities.halting_bell",
        "plug-in capabilities.formless_bell",
        "plug-in policies.halting_rule",
        "plug-in cameras.attic",
    }
    async with awake(settings) as house:
        assert {"speak", "device_control"} <= {c.SPEC.name for c in house.skills.catalogue.all()}
        assert [camera.name for camera in house.body.cameras] == list(plain.cameras)
        await until(lambda: expected <= {h.part for h in house.desk.reception.health()})
        told = {h.part: h for h in house.desk.reception.health() if h.part.startswith("plug-in ")}
        assert set(told) == expected
        for part, health in told.items():
            assert health.status is HealthStatus.DOWN
            assert str(tmp_path / "own") in health.what.en, part
            assert health.remedy is not None
            assert "部品の言葉のまま" not in health.what.ja
        async with httpx.AsyncClient(base_url=await house.page.server.address) as client:
            for language, word in (("ja", "プラグイン"), ("en", "Plug-in")):
                page = await client.get("/more", headers={"Accept-Language": language})
                for part in expected:
                    assert f"{word} {part.removeprefix('plug-in ')}" in page.text
