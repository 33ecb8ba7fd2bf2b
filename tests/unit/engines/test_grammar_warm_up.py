"""The sentence grammar is ready before anybody speaks, and a failure is told."""

import sys
from pathlib import Path
from typing import Any, cast

import pytest

from companion.engines import grammar_warm_up
from companion.engines.grammar_tables import TablesNotMade
from companion.engines.grammar_warm_up import GrammarWarmUp
from companion.words.finding import Finding
from companion.words.health import HealthStatus
from companion.words.language import Language


class Reader:
    """A sentence reader that keeps what happened in which order."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.told: list[Finding] = []
        self.turns: set[float] = set()
        self.damage = ""

    def warm(self, language: Language) -> None:
        self.turns.add(sys.getswitchinterval())
        self.done.append(language.value)

    def why_no_proposals(self) -> str:
        return self.damage

    async def known(self) -> None:
        self.done.append("home known")

    async def tell(self, part: str, finding: Finding) -> None:
        assert part == "grammar"
        self.told.append(finding)

    def warm_up(self, folder: Path) -> GrammarWarmUp:
        return GrammarWarmUp(
            understanding=cast(Any, self), folder=folder, home_known=self.known, told=self.tell
        )


def tables(broken: bool) -> type:
    class Tables:
        def __init__(self, folder: Path, installed: Path) -> None:
            return

        async def ready(self) -> None:
            if broken:
                raise TablesNotMade("no space left")

    return Tables


async def test_both_languages_are_read_once_the_home_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grammar_warm_up, "Tables", tables(broken=False))
    reader, before = Reader(), sys.getswitchinterval()
    await reader.warm_up(tmp_path).run()
    assert reader.done == ["home known", *(language.value for language in Language)]
    assert reader.told == []
    assert reader.turns == {grammar_warm_up.WARMING_TURN_S}, "the loop never waits long for it"
    assert sys.getswitchinterval() == before


async def test_tables_that_cannot_be_kept_are_told_and_sentences_are_read_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grammar_warm_up, "Tables", tables(broken=True))
    reader = Reader()
    await reader.warm_up(tmp_path).run()
    (finding,) = reader.told
    assert finding.status is HealthStatus.DEGRADED
    assert "no space left" in finding.what.en
    assert "no space left" in finding.what.ja
    assert reader.done[1:] == [language.value for language in Language]


async def test_damaged_weights_of_the_second_reader_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grammar_warm_up, "Tables", tables(broken=False))
    reader = Reader()
    reader.damage = "not those that were trained"
    await reader.warm_up(tmp_path).run()
    (finding,) = reader.told
    assert finding.status is HealthStatus.DEGRADED
    assert reader.damage in finding.what.en
    assert reader.damage in finding.what.ja


async def test_it_is_a_task_that_comes_to_an_end(tmp_path: Path) -> None:
    (spec,) = Reader().warm_up(tmp_path).residents()
    assert spec.finishes
