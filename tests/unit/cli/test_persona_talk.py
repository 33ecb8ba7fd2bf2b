"""`companion persona preview --model`: the model talks as the persona (D-037)."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion.cli.commands import app
from companion.cli.persona_talk import SENTENCES
from tests.law.measures import ROOT

SHEETS = ROOT / "config" / "personas"


@pytest.mark.timeout(60)
def test_the_model_answers_each_sentence_in_both_languages(tmp_path: Path) -> None:
    """What it may not say is not shown; a model that fails is told with the reason."""
    config = tmp_path / "config.yaml"
    rule = "{answer: 'chat: How exciting! I turned on the light.'}"
    config.write_text(
        f"language: en\nstate_dir: state\navatar: {{sheet: {SHEETS / 'koto.yaml'}}}\n"
        f"llm: {{engine: scripted, settings: {{rules: [{rule}]}}}}\n",
        encoding="utf-8",
    )
    (tmp_path / "state").mkdir()
    done = CliRunner().invoke(
        app, ["persona", "preview", "rin", "--model", "--config", str(config)]
    )
    assert done.exit_code == 0, done.output
    assert "  Guess what -> How exciting!\n" in done.output
    assert done.output.count("How exciting!") == 2, "not twice within eight sentences"
    assert "I turned on the light" not in done.output
    assert done.output.count(" -> ") == 2 * len(SENTENCES)
    assert "（返事なし: " in done.output, "an English answer is none to a Japanese prompt"
