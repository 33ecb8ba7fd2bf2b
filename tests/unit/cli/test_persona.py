"""`companion persona` (T-39, T-57)."""

from pathlib import Path

from typer.testing import CliRunner

from companion.cli.commands import app
from tests.law.measures import ROOT

SHEETS = ROOT / "config" / "personas"


def _ran(folder: Path, *words: str, language: str = "en") -> tuple[int, str]:
    config = folder / "config.yaml"
    config.write_text(
        f"language: {language}\navatar: {{sheet: {SHEETS / 'koto.yaml'}}}\n", encoding="utf-8"
    )
    done = CliRunner().invoke(app, ["persona", *words, "--config", str(config)])
    return done.exit_code, done.output


def test_t_39_lint_says_fine_or_what_to_do(tmp_path: Path) -> None:
    """T-39: the line, what is wrong, and how it is put right, in the household's language."""
    assert _ran(tmp_path, "lint") == (0, f"{SHEETS / 'koto.yaml'}: fine\n")
    bad = tmp_path / "bad.yaml"
    text = (SHEETS / "rin.yaml").read_text(encoding="utf-8").replace("grit: 0.8", "grit: high")
    bad.write_text(text, encoding="utf-8")
    line = text.splitlines().index("grit: high") + 1
    code, told = _ran(tmp_path, "lint", str(bad))
    assert (code, told.startswith(f"{bad}:{line}: grit must be a number from 0.0 to 1.0")) == (1, 1)
    other = tmp_path / "ja"
    other.mkdir()
    assert "0.0 から 1.0 の数にしてください" in _ran(other, "lint", str(bad), language="ja")[1]
    assert _ran(tmp_path, "lint", str(tmp_path / "none.yaml"))[0] == 1


def test_t_57_preview_lets_a_persona_speak_of_the_same_facts(tmp_path: Path) -> None:
    """T-57: a dozen occasions and more, in both languages."""
    code, told = _ran(tmp_path, "preview", "gen")
    assert code == 0
    assert told.count("台所の明かりをつけた") == told.count("kitchen light is on") == 3
    assert len(told.splitlines()) >= 2 * 12
    code, told = _ran(tmp_path, "preview", "nobody")
    assert (code, "there are gen, koto, momo, rin" in told) == (1, True)
