"""Character sheets: every mistake is told with its line and its remedy (D-001, T-39, S-15)."""

from pathlib import Path

import pytest

from companion.service.persona_sheet import manner_in, sheet_problems
from companion.service.settings import ConfigWrong, load_persona, parse_settings
from companion.service.yaml_text import load
from companion.words.language import Language
from companion.words.persona import Saying
from tests.law.measures import ROOT

SHEETS = sorted((ROOT / "config" / "personas").glob("*.yaml"))
GOOD = (ROOT / "config" / "personas" / "koto.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.stem)
def test_t_39_the_shipped_sheets_have_no_mistake(sheet: Path) -> None:
    """T-39: texts for prompts and figures for the choice, Japanese and English equal."""
    text = sheet.read_text(encoding="utf-8")
    assert sheet_problems(text) == ()
    ja, en = (load(text)[language.value] for language in Language)
    assert set(ja) - {"plain"} == set(en), "only Japanese has a plain form"
    assert set(ja["phrases"]) == set(en["phrases"])
    for saying in ja["phrases"]:
        if isinstance(ja["phrases"][saying], dict):
            continue
        assert len(ja["phrases"][saying]) == len(en["phrases"][saying]), saying


def test_s_15_the_shipped_personas_differ_in_their_figures() -> None:
    """S-15: each trait is low in one of them and high in another."""
    sheets = [load(sheet.read_text(encoding="utf-8")) for sheet in SHEETS]
    for name in ("conscientiousness", "extraversion", "agreeableness", "neuroticism"):
        values = [sheet["big_five"][name] for sheet in sheets]
        assert max(values) - min(values) >= 0.4, name
    assert min(sheet["grit"] for sheet in sheets) < 0.5 < max(sheet["grit"] for sheet in sheets)


@pytest.mark.parametrize(
    ("old", "new", "told", "remedy"),
    [
        ("grit: 0.6", "grit: 6", "grit must be a number", "0.0 から 1.0"),
        ("openness: 0.6, ", "", "big_five.openness must be", "数にしてください"),
        ("growth_mindset", "grow_mindset", "did you mean growth_mindset?", "のことですか"),
        ("second_person_label: you", "second_person_label: ''", "is empty", "空です"),
        ("traits: [calm, attentive]", "", "traits is missing", "形で書いてください"),
        ("pace: 0.95", "pace: 9", "voice.pace cannot be used", "使えません"),
        ("    unknown: [ごめん", "    unknwon: [ごめん", "did you mean unknown?", "unknown"),
        ("{greeting}。お声", "{greting}。お声", "did you mean {greeting}?", "のことですか"),
        ("私は{name}です。", "私です。", "put {name} into each form", "{name} を入れて"),
        ("もう少し聞かせて", "きみ、もう少し聞かせて", "write {label} there", "と書いてください"),
        ("I feel {mood}", "I feel {mood} at 7", "no figures", "数字は書けません"),
        ('      opens: ["はい、', '      open: ["はい、', "did you mean opens?", "opens"),
        ("en:\n", "fr:\n", "the section en is missing", "両方を書いて"),
        ("persona_text: あ", "persona_text: [あ", "not YAML", "YAMLとして読めません"),
        ("  phrases:\n    done:", "  phrases:\n    thanks2:", "is not known", "知らない言葉"),
    ],
)
def test_t_39_a_mistake_is_told_with_its_remedy(old: str, new: str, told: str, remedy: str) -> None:
    """T-39: in both languages, each at its own line."""
    assert old in GOOD
    problems = sheet_problems(GOOD.replace(old, new, 1))
    assert any(told in problem.words.en for problem in problems), problems
    assert any(remedy in problem.words.ja for problem in problems), problems
    assert all(problem.line >= 1 for problem in problems)


def test_t_57_few_forms_are_advice_and_no_mistake() -> None:
    """T-57: the sheet can be used."""
    few = GOOD.replace(
        '["はい、", "ええ、", "承知しました。", "かしこまりました。", "分かりました。", ', "["
    ).replace('["", "よ", "。どうぞ"]', '[""]')
    assert [problem.advice for problem in sheet_problems(few)] == [True]
    assert manner_in(load(few)).forms(Saying.DONE, Language.JA)[0] == "はい、ただいま。{told}"


def test_t_57_a_start_refuses_a_form_that_cannot_be_used(tmp_path: Path) -> None:
    """T-57: with the file, as for every other mistake in a sheet."""
    sheet = ROOT / "config" / "personas" / "koto.yaml"
    folder = tmp_path
    (folder / "sheet.yaml").write_text(
        sheet.read_text(encoding="utf-8").replace("{greeting}。お声", "{greting}。お声"),
        encoding="utf-8",
    )
    (folder / "c.yaml").write_text("avatar: {sheet: sheet.yaml}\n", encoding="utf-8")
    text = (folder / "c.yaml").read_text(encoding="utf-8")
    with pytest.raises(ConfigWrong, match=r"sheet.yaml:1: not a character sheet.*greeting"):
        load_persona(parse_settings(text, folder / "c.yaml"))
