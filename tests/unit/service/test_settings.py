"""Settings: unknown keys refused, every problem with its file and line (F6, P-001)."""

import random
import re
from dataclasses import astuple, fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.service.settings import ConfigWrong, load_persona, load_settings, parse_settings
from companion.service.yaml_text import load
from companion.words.language import Language
from companion.words.persona import BigFive, PersonaSheet

ROOT = Path(__file__).parents[3]
FILE = Path("config.yaml")


def _problems(text: str) -> tuple[str, ...]:
    try:
        parse_settings(text, FILE)
    except ConfigWrong as error:
        return error.problems
    return ()


def test_c_079_the_shipped_configuration_is_valid() -> None:
    """C-079: the default names the companion, the model's runtime and the temperature."""
    settings = load_settings(ROOT / "config" / "config.yaml")
    assert settings.home.kind == "dollhouse"
    assert settings.llm.temperature == 0.7
    assert settings.avatar.name.ja == "コト"


def test_c_079_an_empty_file_is_all_defaults() -> None:
    """C-079: sensible defaults, nothing must be configured."""
    settings = parse_settings("", FILE)
    assert settings.language is Language.EN
    assert settings.llm.temperature == 0.7


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ("language: en\nlanguge: ja\n", 2, "languge"),
        ("home:\n  kind: dollhouse\n  speed: 5000\n", 3, "home.speed"),
        ("time_zone: Mars/Olympus\n", 1, "time_zone"),
        ("mqtt:\n  port: many\n", 2, "mqtt.port"),
        ("home:\n  places:\n    - {id: Hall, name: {ja: 玄関, en: Hall}}\n", 3, "home.places.0.id"),
        ("web: 5\n", 1, "web"),
    ],
)
def test_a_problem_is_named_with_file_line_and_key(text: str, line: int, key: str) -> None:
    """Clear errors with the file and line for bad config (issue: commands)."""
    with pytest.raises(ConfigWrong) as caught:
        parse_settings(text, FILE)
    assert caught.value.problems[0].startswith(f"config.yaml:{line}: {key}:")


def test_every_problem_is_told_at_once() -> None:
    """One run of `config check` is enough."""
    with pytest.raises(ConfigWrong) as caught:
        parse_settings("a: 1\nb: 2\nmqtt: {port: 0}\n", FILE)
    assert len(caught.value.problems) == 3


def test_broken_yaml_tells_the_line() -> None:
    """Not YAML at all."""
    with pytest.raises(ConfigWrong, match=r"config.yaml:2: not YAML"):
        parse_settings("a: 1\n b: [\n", FILE)


def test_a_missing_file_tells_the_remedy(tmp_path: Path) -> None:
    """The message holds the way out."""
    with pytest.raises(ConfigWrong, match=r"begin with config/config.yaml"):
        load_settings(tmp_path / "none.yaml")


@given(st.text(max_size=200))
def test_any_text_is_settings_or_a_named_problem(text: str) -> None:
    """F6: no traceback whatever the file holds."""
    assert all(problem.startswith("config.yaml:") for problem in _problems(text))


@given(st.binary(max_size=100))
def test_any_bytes_are_settings_or_a_named_problem(data: bytes) -> None:
    """F6: binary rubbish is named as such."""
    assert all(p.startswith("config.yaml:") for p in _problems(data.decode("utf-8", "replace")))


SHIPPED = (ROOT / "config" / "config.yaml").read_text(encoding="utf-8")
JUNK = ("", " ", "-1", "1e999", "[", "}", "null", "{a: b}", "[1, 2]", "ja: en: x", "\t", "'", "&a",
        "*a", "!!python/object:os.system", "nonsense", "9" * 30, "とても", "\x00")  # fmt: skip


def _spoilt(chance: random.Random) -> str:
    """The shipped file with one thing wrong with it, or cut off."""
    lines = SHIPPED.splitlines(keepends=True)
    at, line = chance.choice([*enumerate(lines)])
    key, colon, value = line.partition(":")
    spoilt = {
        "value": f"{key}: {chance.choice(JUNK)}\n",
        "key": f"{key}x{colon}{value}",
        "gone": "",
        "twice": line * 2,
        "deeper": f"  {line}",
        "letter": line.replace(chance.choice(line), chance.choice(JUNK), 1),
        "cut": line[: chance.randrange(len(line))],
    }
    how = chance.choice([*spoilt])
    after = [] if how == "cut" else lines[at + 1 :]
    return "".join((*lines[:at], spoilt[how], *after))


def test_a_spoilt_file_is_still_settings_or_says_line_and_key() -> None:
    """F6: 0 tracebacks, and every problem is named; a valid one with a slip, not only noise."""
    chance, wrong = random.Random(6), 0
    for _ in range(300):
        text = _spoilt(chance)
        problems = _problems(text)
        wrong += bool(problems)
        assert all(re.match(r"config\.yaml:\d+: .", p) for p in problems), (text, problems)
    assert wrong > 100


def test_paths_are_taken_from_the_folder_of_the_file() -> None:
    """As the shipped file says; also the password's."""
    settings = parse_settings(
        "mqtt: {host: ha, password_file: secret}\n", Path("/etc/c/config.yaml")
    )
    assert settings.mqtt.password_file == Path("/etc/c/secret")


def test_a_sheet_without_a_character_is_refused_at_the_start(tmp_path: Path) -> None:
    """B-007: not at every walk."""
    sheet = "en: {persona_text: '', second_person_label: you}\n"
    (tmp_path / "sheet.yaml").write_text(sheet, encoding="utf-8")
    settings = parse_settings("avatar: {sheet: sheet.yaml}\n", tmp_path / "config.yaml")
    with pytest.raises(ConfigWrong, match="persona_text is empty"):
        load_persona(settings)


_SHEET = "en: {{persona_text: 'Calm.', second_person_label: you}}\n{}\n"


def _persona(folder: Path, figures: str) -> PersonaSheet:
    (folder / "sheet.yaml").write_text(_SHEET.format(figures), encoding="utf-8")
    text = "language: en\navatar: {sheet: sheet.yaml}\n"
    return load_persona(parse_settings(text, folder / "config.yaml"))


def test_e_025_a_sheet_holds_the_personality_as_numbers(tmp_path: Path) -> None:
    """E-025, S-15: each of the five and the grit as they stand there, whole numbers too."""
    five = "{openness: 0.11, conscientiousness: 1, extraversion: 0.33, agreeableness: 0, "
    sheet = _persona(tmp_path, f"big_five: {five}neuroticism: 0.55}}\ngrit: 0.66")
    assert sheet.big_five == BigFive(0.11, 1.0, 0.33, 0.0, 0.55)
    assert sheet.grit == 0.66
    assert {type(value) for value in (*astuple(sheet.big_five), sheet.grit)} == {float}


@pytest.mark.parametrize(
    ("figures", "told"),
    [
        ("grit: high", "grit is 'high'"),
        ("grit: '0.5'", "grit is '0.5'"),
        ("grit: 1.2", "grit is 1.2"),
        ("grit: -0.1", "grit is -0.1"),
        ("grit: .nan", "grit is nan"),
        ("grit: true", "grit is True"),
        ("grit:", "grit is None"),
        ("growth_mindset: 7", "growth_mindset is 7"),
        ("big_five: {openness: high}", "openness is 'high'"),
        ("big_five: {openness: 60}", "openness is 60"),
        ("big_five: {courage: 0.5}", "courage"),
        ("big_five: 0.5", "not iterable"),
    ],
)
def test_e_025_what_is_no_such_number_is_refused(tmp_path: Path, figures: str, told: str) -> None:
    """E-025, S-15: at the start, with the file and the figure in the message."""
    with pytest.raises(ConfigWrong, match=rf"sheet.yaml:1: not a character sheet.*{told}"):
        _persona(tmp_path, figures)


@pytest.mark.parametrize("name", ["gen", "koto", "momo", "rin"])
def test_e_025_the_shipped_sheets_hold_all_six(name: str) -> None:
    """E-025: none is left to a default."""
    sheet = load((ROOT / "config" / "personas" / f"{name}.yaml").read_text(encoding="utf-8"))
    assert set(sheet["big_five"]) == {field.name for field in fields(BigFive)}
    for value in (*sheet["big_five"].values(), sheet["grit"]):
        assert isinstance(value, float)


def test_the_owners_name_stands_in_every_prompt_once_it_is_told() -> None:
    """C-079: a setting that does something."""
    sheet = ROOT / "config" / "personas" / "koto.yaml"
    nobody = parse_settings(f"avatar: {{sheet: {sheet}}}\n", FILE)
    told = parse_settings(f"avatar: {{sheet: {sheet}}}\nuser: {{name: Aki}}\n", FILE)
    assert "Aki" not in load_persona(nobody).addon_text
    assert load_persona(told).addon_text.endswith("The person you live with is called Aki.")
