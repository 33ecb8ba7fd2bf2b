"""`companion exports check`: are the two exported files as they should be?"""

from pathlib import Path

from typer.testing import CliRunner

from companion.cli.exports import exports_app
from companion.rooms.governance.exported import EMPTY
from companion.store.export_files import ExportFiles
from companion.words.language import Language

SHEET = Path(__file__).parents[3] / "config/personas/koto.yaml"


def test_c_056_c_058_it_tells_each_fault_and_leaves_the_files(tmp_path: Path) -> None:
    """C-056, C-058: exit 1 with the file and the line."""
    config = tmp_path / "config.yaml"
    state = tmp_path / "state"
    config.write_text(
        f"language: en\nstate_dir: {state}\navatar: {{sheet: {SHEET}}}\n", encoding="utf-8"
    )
    files = ExportFiles(state)
    files.begin()
    files.write_state(EMPTY.as_json(Language.EN))
    command = ["check", "--config", str(config)]
    right = CliRunner().invoke(exports_app, command)
    assert (right.exit_code, right.output) == (
        0,
        "state.json and events.jsonl are as they should be\n",
    )
    files.append(b"{}\n")
    wrong = CliRunner().invoke(exports_app, command)
    assert wrong.exit_code == 1
    assert "events.jsonl, line 1" in wrong.output
    assert files.events_file.read_bytes() == b"{}\n"
