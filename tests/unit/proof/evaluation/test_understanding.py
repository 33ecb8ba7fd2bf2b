"""The figures of issue 4, item 3, in short form: every set, goals held, nothing sealed is shown."""

import json
from pathlib import Path

import pytest

from companion.rooms.understanding.home import home_of
from companion.words.language import Language
from tests.proof.commands.eval_understanding import (
    FIRST,
    GOALS,
    MOST_ACTED_ON,
    MOST_WRONG_ACTS,
    OTHERS_GOALS,
    household_share,
    wrong_acts_share,
)
from tests.proof.evaluation.understanding.spoken import heard, right, score, scores
from tests.proof.evaluation.understanding.upstream import SETS, compare

DATA = Path(__file__).parents[3] / "data"
TAUGHT = DATA / "spoken" / "taught.jsonl"
HELD = GOALS
APART = ("author12", "author14", "author15")
"""Sealed, each run once on 2026-11-23; held apart, so that no line of one loosens the bound of
another."""
SEALED_HELD = {
    Language.JA: {
        "before": 275 / 303,
        "author12": 103 / 108,
        "author14": 110 / 118,
        "author15": 34 / 47,
    },
    Language.EN: {
        "before": 275 / 316,
        "author12": 76 / 81,
        "author14": 45 / 51,
        "author15": 27 / 41,
    },
}
"""Of commands and questions that nobody looked at, as measured: authors 4, 5 and 9 together, and
each newer one. The goals of the open halves are not held there yet."""
SEALED_WRONG_HELD = {
    Language.JA: {"before": 4 / 415, "author12": 3 / 150, "author14": 2 / 160, "author15": 2 / 65},
    Language.EN: {"before": 6 / 427, "author12": 0.0, "author14": 1 / 70, "author15": 2 / 55},
}
"""Acts nobody asked for, in the same lines: more than the goal allows."""
OPENED_LAST = {
    "author13": {Language.JA: 113 / 118, Language.EN: 50 / 52},
    "author15": {Language.JA: 48 / 49, Language.EN: 39 / 40},
}
"""Open, and held apart from the open sets before them."""


@pytest.mark.parametrize(("language", "name"), SETS)
def test_every_upstream_set_is_at_least_as_good_as_hassil(language: Language, name: str) -> None:
    """Issue 4.3: on target, side by side in one run."""
    compared = compare(DATA / "intents", language, name)
    assert compared.ours >= compared.hassil > 0, compared.lost


@pytest.mark.parametrize("language", list(Language))
def test_spoken_sentences_are_right_and_musings_do_not_act(language: Language) -> None:
    """Issue 4.3: the half nobody looked at, by totals only."""
    halves = score(DATA / "spoken" / f"{language.value}.jsonl", language)
    sealed = halves["sealed"].plain()
    assert sealed["commands_right_share"] >= HELD[language]
    assert sealed["acted_on_share"] <= MOST_ACTED_ON
    assert not halves["sealed"].wrong, "what was wrong in the sealed half is not even kept"


@pytest.mark.timeout(600)
@pytest.mark.parametrize("language", list(Language))
def test_sets_of_other_hands_are_read_and_what_is_not_about_the_home_never_acts(
    language: Language,
) -> None:
    """Issue 11: commands and questions of authors who saw no engine, and sentences about other
    things; of sealed halves totals alone are kept."""
    sets = {n: h for n, h in scores(DATA / "spoken", language).items() if n not in FIRST}
    assert len(sets) >= 5
    opened = {n: halves["open"] for n, halves in sets.items() if halves["open"].lines}
    for author, held in OPENED_LAST.items():
        last = [half for name, half in opened.items() if name.startswith(author)]
        assert household_share(last) >= held[language]
        assert wrong_acts_share(last) == 0
    rest = [half for name, half in opened.items() if not name.startswith(tuple(OPENED_LAST))]
    assert household_share(rest) >= OTHERS_GOALS[language]
    assert wrong_acts_share(rest) <= MOST_WRONG_ACTS
    sealed = {n: halves["sealed"] for n, halves in sets.items() if halves["sealed"].lines}
    for which in ("before", *APART):
        found = [half for name, half in sealed.items() if _of(name) == which]
        assert household_share(found) >= SEALED_HELD[language][which]
        assert wrong_acts_share(found) <= SEALED_WRONG_HELD[language][which]
    for name, halves in sets.items():
        assert not halves["sealed"].wrong
        if "elsewhere" in name:
            assert sum(half.acted_on for half in halves.values()) == 0


def _of(name: str) -> str:
    """Which bound a set is held by."""
    return next((author for author in APART if name.startswith(author)), "before")


def test_what_was_taught_stays_right() -> None:
    """Issue 4.3: sentences that templates were written after, with what must never act beside."""
    lines = [json.loads(text) for text in TAUGHT.read_text("utf-8").splitlines()]
    families = json.loads((DATA / "spoken" / "families.json").read_text("utf-8"))
    homes = {
        name: home_of(json.loads((DATA / "spoken" / name).read_text("utf-8")))
        for name in {line["home"] for line in lines}
    }
    wrong = []
    for line in lines:
        home = homes[line["home"]]
        got = heard(line, home, Language(line["language"]))
        if not right(line, got, families, home):
            wrong.append(line["sentence"])
    assert not wrong
    assert len(lines) >= 400
    assert all(line["split"] == "open" for line in lines)


def test_the_sets_are_as_long_as_asked_for() -> None:
    """Issue 4.3: at least 400 sentences each, about half of them sealed."""
    for language in Language:
        lines = (DATA / "spoken" / f"{language.value}.jsonl").read_text("utf-8").splitlines()
        splits = [json.loads(line)["split"] for line in lines]
        assert len(lines) >= 400
        assert 0.4 < splits.count("sealed") / len(lines) < 0.6
