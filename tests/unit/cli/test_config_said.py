"""What is wrong with the configuration, for a reader of Japanese (F6, T-47)."""

from pathlib import Path

import pytest

from companion.cli.config import check_config
from companion.cli.config_said import problem_said
from companion.cli.service import _config_trouble
from companion.service.settings import ConfigWrong

SHIPPED = Path(__file__).parents[3] / "config" / "config.yaml"


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        ("c.yaml:3: languge: unknown key; see docs/configuration.md", "知らないキーです"),
        ("c.yaml:9: home.kind: Input should be 'dollhouse' or 'mqtt'", "'dollhouse' か 'mqtt'"),
        ("c.yaml:5: llm.temperature: Input should be less than or equal to 2", "2 以下に"),
        ("c.yaml:7: not YAML: mapping values are not allowed here", "YAMLとして読めません"),
        ("mqtt.password_file: cannot be read: [Errno 2] No such file", "ファイルがありません"),
        ("c.yaml:8: drive.driver: no plug-in foo", "no plug-in foo"),
    ],
)
def test_a_problem_keeps_its_place_and_is_said_in_japanese(problem: str, said: str) -> None:
    both = problem_said(problem)
    assert both.en == problem
    assert said in both.ja
    assert both.ja.startswith(problem.partition(": ")[0])


def test_every_kind_of_wrong_value_is_said_in_japanese(tmp_path: Path) -> None:
    """No message of the validator stands in English among the lines of a Japanese page."""
    config = tmp_path / "config.yaml"
    config.write_text(
        "languge: ja\nlanguage: xx\nweb: {port: many}\nllm: {temperature: 9, order: none}\n"
        "home: 3\npeople: [a]\ncameras: {hall: {path: 1}}\nranker: {engine: 5}\n",
        encoding="utf-8",
    )
    with pytest.raises(ConfigWrong) as caught:
        check_config(config)
    assert len(caught.value.problems) >= 7
    for problem in caught.value.problems:
        both = problem_said(problem)
        assert both.ja != both.en, problem


def test_a_remedy_in_a_parts_own_words_is_not_cut_short() -> None:
    """What nobody wrote in Japanese stands as it was said, to its last word."""
    problem = "c.yaml:8: drive.driver: " + "this cannot be, " * 20 + "take usb"
    assert problem_said(problem).ja.endswith("take usb")


def test_a_configuration_that_was_mended_starts_by_itself(tmp_path: Path) -> None:
    """F6: looked at whenever it is written, and judged once for each time."""
    config = tmp_path / "config.yaml"
    config.write_text("languge: ja\n", encoding="utf-8")
    trouble = _config_trouble(ConfigWrong(("wrong",)), config)
    assert trouble.mended is not None
    assert not trouble.mended()
    config.write_text("languag: ja  # still\n", encoding="utf-8")
    assert not trouble.mended()
    whole = SHIPPED.read_text(encoding="utf-8")
    sheet = SHIPPED.parent / "personas" / "koto.yaml"
    config.write_text(whole.replace("personas/koto.yaml", str(sheet)), encoding="utf-8")
    assert trouble.mended()
