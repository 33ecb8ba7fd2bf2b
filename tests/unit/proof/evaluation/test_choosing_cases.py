"""The decision situations: their format, and that the set is what it claims to be (T-18)."""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from companion.words.decision import DecisionOutcome
from companion.words.language import Language
from tests.proof.evaluation.choosing.answer import Answer
from tests.proof.evaluation.choosing.case import Half, Situation
from tests.proof.evaluation.choosing.files import (
    Case,
    CaseWrong,
    load_cases,
    packaged,
    read_situation,
)
from tests.proof.evaluation.choosing.home import devices_of, home_called, home_names

GOOD = """\
about: a light
home: dollhouse
at: 2026-11-21T19:40:00
trigger: {seen: {change: appeared, at: hall}}
sensible: [turn_on light.hall]
"""


@cache
def every() -> tuple[Case, ...]:
    return load_cases()


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "case.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def test_the_set_is_large_enough_and_halved() -> None:
    """Issue 3.1: at least 60 situations, 30 of each language, half of them never tuned on."""
    counts = Counter((case.half, case.language) for case in every())
    assert min(counts[half, language] for half in Half for language in Language) >= 18
    assert len({case.name for case in every()}) == len(every()) >= 72


@pytest.mark.parametrize("language", list(Language))
def test_always_doing_nothing_is_right_in_less_than_half(language: Language) -> None:
    skips = [
        any(a.operation == "skip" for a in c.sensible) for c in every() if c.language == language
    ]
    assert sum(skips) / len(skips) < 0.5


def test_the_languages_are_no_translations_of_each_other() -> None:
    """No case of one language bears the name of one of the other."""
    names = {language: {c.id for c in every() if c.language == language} for language in Language}
    assert not names[Language.JA] & names[Language.EN]


@pytest.mark.parametrize("language", list(Language))
def test_each_language_has_every_kind_of_situation(language: Language) -> None:
    own = [case.situation for case in every() if case.language == language]
    triggers = Counter(
        name
        for s in own
        for name in ("said", "seen", "noticed", "due", "heartbeat")
        if getattr(s.trigger, name)
    )
    assert min(triggers[n] for n in ("said", "seen", "noticed", "due", "heartbeat")) >= 1
    assert any(s.trigger.by == "guest" for s in own)
    assert any(s.persona == "rin" for s in own)
    assert any(text.startswith("ask:") for s in own for text in s.sensible)
    assert any(not 6 <= s.at.hour < 22 for s in own)


def test_no_answer_is_both_sensible_and_harmful() -> None:
    for case in every():
        both = {a.text for a in case.sensible} & {a.text for a in case.harmful}
        assert not both, case.name


def test_the_readme_names_every_key_of_the_format() -> None:
    text = (packaged() / "README.md").read_text(encoding="utf-8")
    for key in Situation.model_fields:
        assert f"{key}:" in text or f"`{key}`" in text, key


@pytest.mark.parametrize("name", home_names())
def test_every_packaged_home_stands(name: str) -> None:
    home = home_called(name)
    devices = devices_of(home, {})
    assert {d.device.area for d in devices} <= {p.id for p in home.places}
    assert any(d.device.by_itself for d in devices)
    assert any(not d.device.by_itself and d.device.operations for d in devices)


def test_what_a_situation_says_of_a_device_stands_over_the_usual() -> None:
    home = home_called("family_flat")
    states = {
        "light.hall": "unavailable",
        "light.living": None,
        "cover.bedroom_window": {"value": "open", "position": 40},
    }
    found = {f"{d.device.id}": d for d in devices_of(home, states)}
    assert found["light.hall"].value is None
    assert found["light.living"].value is None
    window = found["cover.bedroom_window"]
    assert (window.value, window.attributes["position"]) == ("open", 40)
    assert found["switch.fridge"].value == "on"


@pytest.mark.parametrize(
    ("change", "line", "says"),
    [
        (("about: a light", "about: a light\nabuot: b"), 2, "abuot: unknown key"),
        (("home: dollhouse", "home: castle"), 2, "no home 'castle'"),
        (("2026-11-21T19:40:00", "tomorrow"), 3, "at: "),
        (("2026-11-21T19:40:00", "2026-11-21T19:40:00Z"), 3, "without a zone"),
        (("appeared", "flew"), 4, "trigger.seen.change"),
        (("at: hall", "at: cellar"), 1, "no such room: cellar"),
        (("turn_on light.hall", "turn on the light"), 5, "sensible"),
        (
            ("turn_on light.hall", "open light.hall"),
            5,
            "sensible.0: 'open light.hall'",
        ),
        (("[turn_on light.hall]", "[]"), 5, "sensible"),
        (("trigger: {seen", "trigger: {heartbeat: true, seen"), 4, "exactly one of"),
    ],
)
def test_a_wrong_case_is_told_with_file_line_and_key(
    tmp_path: Path, change: tuple[str, str], line: int, says: str
) -> None:
    file = written(tmp_path, GOOD.replace(*change))
    with pytest.raises(CaseWrong) as caught:
        read_situation(file)
    (problem,) = caught.value.problems
    assert problem.startswith(f"{file}:{line}:")
    assert says in problem


@pytest.mark.parametrize("text", ["", "just words", "a: [", "\x00"])
def test_what_is_no_case_file_at_all_is_told_too(tmp_path: Path, text: str) -> None:
    with pytest.raises(CaseWrong):
        read_situation(written(tmp_path, text))


def test_leaving_something_undone_is_at_worst_poor(tmp_path: Path) -> None:
    with pytest.raises(CaseWrong, match="only an act can be harmful"):
        read_situation(written(tmp_path, GOOD + "harmful: [skip]\n"))


def test_issue_15_a_file_of_an_author_holds_several_situations(tmp_path: Path) -> None:
    """Each has a name of its own, and a mistake is told with its line in the whole file."""
    folder = tmp_path / "ann" / "tune" / "en"
    folder.mkdir(parents=True)
    file = folder / "flat.yaml"
    file.write_text(f"# one household\n---\n{GOOD}---\n{GOOD}", encoding="utf-8")
    cases = load_cases(tmp_path)
    assert [case.name for case in cases] == ["ann/tune/en/flat-1", "ann/tune/en/flat-2"]
    file.write_text(f"{GOOD}---\n{GOOD.replace('at: hall', 'at: cellar')}", encoding="utf-8")
    with pytest.raises(CaseWrong, match="no such room: cellar"):
        load_cases(tmp_path)
    wrong = GOOD.replace("turn_on light.hall", "open light.hall")
    file.write_text(f"{GOOD}---\n{wrong}", encoding="utf-8")
    with pytest.raises(CaseWrong, match=r"flat\.yaml:11: sensible\.0"):
        load_cases(tmp_path)


def test_an_empty_folder_is_no_set(tmp_path: Path) -> None:
    with pytest.raises(CaseWrong, match="no case files"):
        load_cases(tmp_path)


@pytest.mark.parametrize(
    ("text", "action", "thing", "payload", "meant"),
    [
        ("turn_on light.hall", "device_control.light_turn_on", "light.hall", {}, True),
        ("turn_on light.*", "device_control.light_turn_on", "light.hall", {}, True),
        ("turn_on light.hall", "device_control.light_turn_on", "light.living", {}, False),
        ("turn_on light.hall", "device_control.light_turn_off", "light.hall", {}, False),
        ("pause", "device_control.media_player_pause", "media_player.tv", {}, True),
        (
            "set_brightness light.hall brightness=77",
            "device_control.light_set_brightness",
            "light.hall",
            {"brightness": 77},
            True,
        ),
        (
            "set_brightness light.hall brightness=77",
            "device_control.light_set_brightness",
            "light.hall",
            {"brightness": 255},
            False,
        ),
        (
            "device_control.light_* light.hall",
            "device_control.light_turn_off",
            "light.hall",
            {},
            True,
        ),
        (
            "observe_scene * camera=hall",
            "vision_perception.observe_scene",
            "vision_perception",
            {"camera": "hall"},
            True,
        ),
        ("skip", "device_control.light_turn_on", "light.hall", {}, False),
    ],
)
def test_an_answer_names_what_it_says(
    text: str, action: str, thing: str, payload: dict[str, object], meant: bool
) -> None:
    given = Answer.read(text).names(DecisionOutcome.DO_ACTION, action, thing, payload)
    assert given is meant


@pytest.mark.parametrize(
    "text", ["", "ask:", "Turn_on light.hall", "turn_on a b", "turn_on x=1=2 Y"]
)
def test_an_unreadable_answer_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not"):
        Answer.read(text)
