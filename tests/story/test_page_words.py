"""What the page of the whole house calls its functions and its rules, read as it is served."""

import re
from collections.abc import AsyncIterator
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest

from companion.app import Companion, Start, assemble
from companion.service import plugins
from companion.web.app import build_app
from tests.story.whole_house import SCENARIOS, settings_for

pytestmark = pytest.mark.real("broker")
NOBODY = str(SCENARIOS / "nobody.yaml")
SHIPPED_ON = {"camera_watch", "time_routine", "reminder"}


class Section(HTMLParser):
    """The heading, the names in `code` and the text of the one section with this id."""

    def __init__(self, page: str, section: str) -> None:
        super().__init__()
        self._wanted, self._inside, self._tag = section, False, ""
        self.heading, self.codes, self.text = "", list[str](), ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "section":
            self._inside = dict(attrs).get("id") == self._wanted
        self._tag = tag

    def handle_endtag(self, tag: str) -> None:
        self._tag = ""

    def handle_data(self, data: str) -> None:
        if not self._inside:
            return
        self.text += data
        if self._tag == "h2":
            self.heading += data
        elif self._tag == "code":
            self.codes.append(data)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Companion]:
    async with assemble(Start(settings=settings_for(NOBODY, tmp_path), staged=True)) as built:
        yield built


async def _page(house: Companion, path: str) -> str:
    transport = httpx.ASGITransport(app=build_app(house.page.web))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8440") as client:
        reply = await client.get(path, headers={"Accept-Language": "ja"})
    assert reply.status_code == 200
    return reply.text


async def test_b_082_b_084_b_085_b_086_rules_are_rules_and_functions_capabilities(
    house: Companion,
) -> None:
    """B-082, B-085: 自動実行ルール lists each of the three, on or off as configured; B-084: 機能
    lists the catalogue of the house, whole, and no rule; B-086: a rule shows `capability →
    operation`, each an operation that the capability has."""
    page = await _page(house, "/more")
    rules, functions = Section(page, "rules"), Section(page, "capabilities")
    assert rules.heading == "自動実行ルール"
    assert {"desktop_watch", "camera_watch", "time_routine"} <= set(rules.codes)
    assert set(house.skills.policies) == SHIPPED_ON
    assert {n for n, rule in house.page.web.policies.items() if rule.enabled} == SHIPPED_ON
    assert functions.heading == "機能"
    assert functions.codes == [one.SPEC.name for one in house.skills.catalogue.all()]
    assert set(functions.codes) == set(house.foundations.settings.capabilities)
    left_out = set(plugins.discover("capabilities")) - set(functions.codes)
    assert left_out == {"mcp_tools"}, "tools outside come only with servers that the owner names"
    assert not [rule for rule in plugins.discover("policies") if rule in functions.text]
    told = re.findall(r"(\w+) → (\w+)", rules.text)
    assert {("vision_perception", "observe_scene"), ("vision_perception", "observe_screen")} <= set(
        told
    )
    assert len(told) == sum(len(rule.uses) for rule in house.page.web.policies.values())
    for name, operation in told:
        capability = house.skills.catalogue.get(name)
        assert capability is not None
        assert capability.SPEC.operation(operation) is not None, operation


async def test_b_084_the_word_stands_for_nothing_else(house: Companion) -> None:
    """B-084: elsewhere 機能 is said only where a rule tells which capability it uses."""
    of_rules = ("使う機能", "機能は使いません")
    for path in ("/", "/log", "/talk", "/routines", "/home", "/more", "/voice"):
        said = re.sub("|".join(of_rules), "", await _page(house, path))
        assert "機能" not in said.replace('id="h-cap">機能</h2>', ""), path
