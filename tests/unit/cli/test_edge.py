"""The edge of the command line: one line with the remedy, and an exit code."""

from pathlib import Path

import pytest
import typer

from companion.cli.edge import EXIT_MISUSED, EXIT_NOT_DONE, EXIT_OURS, TRACEBACK, run


def app_that(raises: BaseException | None = None) -> typer.Typer:
    app = typer.Typer()

    @app.command()
    def work(count: int = 1) -> None:
        if raises is not None:
            raise raises

    @app.command()
    def rest() -> None:
        return

    return app


@pytest.fixture(params=["ja", "en"])
def config(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    path = tmp_path / "config.yaml"
    path.write_text(f"language: {request.param}\n", encoding="utf-8")
    monkeypatch.setenv("COMPANION_CONFIG", str(path))
    return str(request.param)


def test_what_is_done_is_zero(config: str) -> None:
    assert run(app_that(), ["work"]) == 0


@pytest.mark.parametrize(
    ("raised", "code"),
    [
        (OSError("no space left\n on the disk"), EXIT_NOT_DONE),
        (ZeroDivisionError("ours"), EXIT_OURS),
        (typer.Exit(7), 7),
        (typer.Abort(), EXIT_NOT_DONE),
    ],
)
def test_every_end_has_its_code_and_at_most_one_line(
    config: str, capsys: pytest.CaptureFixture[str], raised: BaseException, code: int
) -> None:
    assert run(app_that(raised), ["work"]) == code
    said = capsys.readouterr().err
    assert said.count("\n") <= 1
    assert "Traceback" not in said


def test_a_mistake_of_ours_is_told_in_the_households_language(
    config: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run(app_that(ZeroDivisionError("ours")), ["work"])
    said = capsys.readouterr().err
    assert ("こちらの誤りです" if config == "ja" else "a mistake of ours") in said
    assert TRACEBACK in said


def test_the_traceback_is_shown_on_request(config: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(TRACEBACK, "1")
    with pytest.raises(ZeroDivisionError):
        run(app_that(ZeroDivisionError("ours")), ["work"])


@pytest.mark.parametrize(
    ("words", "ja", "en"),
    [
        (["work", "--count", "many"], "数です", "Invalid value"),
        (["work", "--size", "2"], "--size", "--size"),
        (["play"], "play", "play"),
    ],
)
def test_a_misused_command_says_how_it_is_used(
    config: str, capsys: pytest.CaptureFixture[str], words: list[str], ja: str, en: str
) -> None:
    assert run(app_that(), words) == EXIT_MISUSED
    said = capsys.readouterr().err
    assert (ja if config == "ja" else en) in said
    assert "--help`" in said
