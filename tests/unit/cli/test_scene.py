"""`companion scene`: shipped scenes are listed and played in both languages, with plain errors."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion.cli.commands import app
from companion.home.scene_xml import parse
from tests.law.measures import ROOT
from tests.unit.cli.configs import config_with


@pytest.fixture
def config(tmp_path: Path) -> Path:
    (tmp_path / "scenes").symlink_to(ROOT / "config" / "scenes")
    return config_with(tmp_path)


def run(config: Path, *words: str, typed: str = "") -> tuple[int, str]:
    result = CliRunner().invoke(app, ["scene", *words, "-c", str(config)], input=typed)
    return result.exit_code, result.output


def test_scenes_are_listed_with_their_roles_in_both_languages(config: Path) -> None:
    code, text = run(config, "list", "-l", "en")
    assert code == 0
    assert "A night at the detective's office: detective (Raymond), assistant (Mika)" in text
    assert "探偵事務所の夜: detective (レイモンド)" in run(config, "list", "-l", "ja")[1]


def test_e_063_a_typed_turn_is_a_line_with_tags_and_is_judged(config: Path) -> None:
    """E-063: the user plays the grandchild; a refusal is told."""
    typed = "(GET: 大福) いただきます\n(EAT)\n(OPEN: 冷蔵庫) あれ？\n/quit\n"
    code, text = run(
        config, "play", "kitchen", "--as", "grandchild", "--seed", "1", "-l", "ja", typed=typed
    )
    assert code == 0
    assert "ケンは大福を取る。" in text
    assert "ケン「いただきます」" in text
    assert "ケンにはできない（冷蔵庫を開ける）: 冷蔵庫は今ここにない。" in text
    assert "(GET" not in text


def test_e_054_it_goes_on_where_it_was_left(config: Path) -> None:
    """E-054: a second call plays on; `--fresh` begins anew."""
    first = run(config, "play", "chest", "--turns", "2", "--seed", "1", "-l", "en")[1]
    assert "Gareth opens the chest." in first
    second = run(config, "play", "chest", "--turns", "3", "--seed", "1", "-l", "en")[1]
    assert "Evening 21:04" in second
    assert "Nico takes the bag of gold coins." in second
    fresh = run(config, "play", "chest", "--turns", "1", "--fresh", "--seed", "1", "-l", "en")[1]
    first_line = fresh.splitlines()[0]
    assert first_line.endswith("Cellar of the old castle, Evening 21:00"), "its weather is unknown"


def test_a_newcomer_is_told_how_to_act_and_what_the_look_found(config: Path) -> None:
    """A role is also taken by the name of the character; `?` is answered and is no turn."""
    typed = "?\n/acts\nlook at the bookshelf\n/quit\n"
    words = ("play", "office", "--as", "Mika", "--seed", "1", "-l", "en")
    text = run(config, *words, typed=typed)[1]
    assert "Type an act, such as: look at the cold coffee" in text
    assert text.count("- looks at the drawer, opens the drawer") == 2
    assert "(to this role alone) A small key sticks between the books." in text
    assert "acts”" not in text


def test_the_order_of_a_scene_is_told_once(config: Path) -> None:
    words = ("play", "chest", "--as", "thief", "--seed", "1", "-l", "en")
    text = run(config, *words, typed="look at the chest\nHm.\n")[1]
    assert text.count("captain: “open the chest”") == 1
    assert text.count("(to this role alone) There is a poisoned needle behind the lid.") == 1


def test_thoughts_and_xml_are_shown_when_asked_for(config: Path) -> None:
    words = ("play", "office", "--turns", "1", "--thoughts", "--xml", "--seed", "1", "-l", "ja")
    text = run(config, *words)[1]
    assert "[P] 冷静" in text
    assert "[Action] (INSPECT: " in text
    state = parse(text[text.index("<scene_state>") :].strip())
    assert state.find("obj_02") is not None
    assert state.find("obj_04") is None


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("play", "nope"), "chest, kitchen, office"),
        (("play", "office", "--as", "cat"), "detective, assistant"),
        (("play", "office", "--engine", "nope"), "nope"),
    ],
)
@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_mistake_is_told_plainly(
    config: Path, words: tuple[str, ...], said: str, language: str
) -> None:
    code, text = run(config, *words, "-l", language)
    assert code == 2
    assert said in text
    assert "Traceback" not in text
    assert ("ありません" in text or "使えません" in text) is (language == "ja")


def test_e_051_the_actor_is_the_local_model_of_the_settings(tmp_path: Path) -> None:
    """E-051: the file the owner names is opened, and where it is missing nobody else plays."""
    (tmp_path / "scenes").symlink_to(ROOT / "config" / "scenes")
    gemma = tmp_path / "gemma-3-27b-it.gguf"
    llm = {"engine": "xllamacpp", "settings": {"model_path": str(gemma)}}
    config = config_with(tmp_path, llm=llm)
    words = ("play", "chest", "--engine", "xllamacpp", "--turns", "1", "-l", "en")
    code, text = run(config, *words)
    assert code == 1
    assert f"no model file at {gemma}" in text
    assert "Gareth" not in text


def test_a_damaged_scene_and_a_wrong_file_are_told(config: Path, tmp_path: Path) -> None:
    run(config, "play", "chest", "--turns", "1", "-l", "en")
    (tmp_path / "state" / "scenes" / "chest.en.json").write_text("{")
    code, text = run(config, "play", "chest", "-l", "en")
    assert (code, "--fresh" in text) == (1, True)
    (tmp_path / "scenes").unlink()
    assert run(config, "list", "-l", "en")[0] == 1
