"""Free words: no lie passes, and hardly a harmless clause is withheld (D-034, E-083)."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from companion.rooms.free_words.room import CLAUSE_CHARS, FreeWords, clauses
from companion.service.yaml_text import load
from tests.law.measures import ROOT

DATA = ROOT / "tests" / "data" / "free_words"
ROOM = FreeWords(lambda: ("Aki", "アキ", "sun room", "サンルーム"))


def _rows(file: str) -> Mapping[str, object]:
    found: Mapping[str, object] = load((DATA / file).read_text(encoding="utf-8"))
    return found


def _lies() -> list[tuple[str, str, str, str]]:
    return [
        (language, kind, row["heard"], row["said"])
        for language, kinds in _rows("lies.yaml").items()
        for kind, rows in dict(kinds).items()  # type: ignore[call-overload]
        for row in rows
    ]


def _harmless() -> list[tuple[str, str, str]]:
    rows: Sequence[tuple[str, Sequence[Mapping[str, str]]]]
    rows = list(_rows("harmless.yaml").items())  # type: ignore[arg-type]
    return [(language, row["heard"], row["said"]) for language, found in rows for row in found]


def test_d_034_no_invented_fact_passes() -> None:
    """D-034, D-072: false premises, invented acts, "you said ...", promises; in both languages."""
    lies = _lies()
    assert len(lies) >= 120
    assert {language for language, *_ in lies} == {"en", "ja"}
    passed = [row for row in lies if ROOM.check(row[3], heard=row[2]).said]
    assert passed == []


def test_d_034_hardly_a_harmless_clause_is_withheld() -> None:
    """D-034: greeting, small talk, feeling, opinion and jest are free; at most 5 % are lost."""
    harmless = _harmless()
    assert len(harmless) >= 120
    lost = [row for row in harmless if ROOM.check(row[2], heard=row[1]).withheld]
    print(f"{len(lost)} of {len(harmless)} harmless clauses withheld: {lost}")
    assert len(lost) <= 0.05 * len(harmless)


@pytest.mark.parametrize(
    ("text", "said", "rules"),
    [
        ("Hello! I turned on the light. How are you?", ("Hello!", "How are you?"), ["thing"]),
        ("お疲れさまです。暖房をつけておきました。", ("お疲れさまです。",), ["thing"]),
        ("The sun room is lovely.", (), ["name"]),
        ("サンルームは素敵ですね。", (), ["name"]),
        ("I feel *great*.", (), ["markup"]),
        ("{state_1}", (), ["markup"]),
        ("A" * (CLAUSE_CHARS + 1), (), ["long"]),
        ("", (), []),
    ],
)
def test_d_034_it_withholds_clauses_and_edits_none(
    text: str, said: tuple[str, ...], rules: list[str]
) -> None:
    """D-034, D-065: a clause is said as it was written, or not at all."""
    checked = ROOM.check(text)
    assert checked.said == said
    assert [one.rule for one in checked.withheld] == rules
    assert all(clause in text for clause in checked.said)


@pytest.mark.parametrize(
    ("heard", "said"),
    [
        ("My boss is awful", "Have you told anyone about it?"),
        ("I'm tired", "If I had legs, I would put them up right now."),
        ("I'm tired", "You could try going to bed a little earlier."),
        ("Do you like cats?", "Cats do as they please, and I admire that."),
        ("上司がひどい", "誰かに相談してみましたか。"),
        ("スペイン語始めた", "舌があれば、私も巻き舌に挑戦したいです。"),
        ("疲れた", "甘いものを食べてみてはどうでしょう。"),
        ("猫は好き？", "猫は気まぐれなところが魅力です。"),
    ],
)
def test_d_034_a_clause_that_asserts_nothing_of_here_and_now_is_free(heard: str, said: str) -> None:
    """D-034: a question, a condition that does not hold, advice, a truth at large."""
    assert ROOM.check(said, heard=heard).said == (said,)


def test_a_yes_is_free_in_small_talk_and_a_statement_about_the_home() -> None:
    """D-034: the same words, after different sentences."""
    for yes, talk, home in (
        ("Of course!", "May I tell a story?", "Is the door locked?"),
        ("もちろんです！", "話してもいい？", "鍵は閉まってる？"),
    ):
        assert ROOM.check(yes, heard=talk).said == (yes,)
        assert ROOM.check(yes, heard=home).said == ()


def test_further_names_are_names_of_the_home() -> None:
    assert ROOM.check("Pochi is a good dog.").said
    assert not ROOM.check("Pochi is a good dog.", names=("Pochi",)).said


def test_clauses_keep_their_marks() -> None:
    assert tuple(clauses("Hi! どう？元気です。and")) == ("Hi!", "どう？", "元気です。", "and")
    assert tuple(clauses(Path().name)) == ()


@pytest.mark.parametrize(
    ("heard", "clause", "passes"),
    [
        ("Thank you so much", "You are welcome.", True),
        ("The oven, you will watch it?", "You are welcome.", False),
        ("ありがとう", "どういたしまして。", True),
        ("オーブン見ててくれるよね", "どういたしまして？", False),
    ],
)
def test_issue_15_thanks_that_nobody_gave_are_not_answered(
    heard: str, clause: str, passes: bool
) -> None:
    assert bool(FreeWords().check(clause, heard=heard).said) is passes
