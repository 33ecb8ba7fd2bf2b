"""`companion run` passes the exit code on, and tells a mistake of ours to the journal."""

import gc
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from companion.cli import start
from companion.cli.run import run


@pytest.fixture(autouse=True)
def thawed() -> Iterator[None]:
    """`run` freezes what lives at the start; a test gives it back to the collector."""
    yield
    gc.unfreeze()


@pytest.mark.parametrize("code", [0, 3])
def test_the_exit_code_is_that_of_the_service(monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    """And the collector, which stands still during the imports, works again."""
    began: list[tuple[Path, bool]] = []

    def ends(config: Path) -> int:
        began.append((config, gc.isenabled()))
        return code

    monkeypatch.setattr(start, "start", ends)
    with pytest.raises(typer.Exit) as ended:
        run(Path("my.yaml"))
    assert ended.value.exit_code == code
    assert began == [(Path("my.yaml"), True)]


def test_a_mistake_of_ours_leaves_its_traceback(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def breaks(config: Path) -> int:
        raise RuntimeError("a mistake")

    monkeypatch.setattr(start, "start", breaks)
    with caplog.at_level(logging.ERROR), pytest.raises(RuntimeError, match="a mistake"):
        run(Path("my.yaml"))
    assert "ended by a mistake of ours" in caplog.text
    assert "Traceback" in caplog.text
