"""The judge of strangers' households tells right answers from near ones by their turns."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.words.episode import Episode, Voice
from companion.words.ids import EventId
from companion.words.remembered import AnswerKind, Remembered
from companion.words.trust import TrustLabel
from tests.proof.commands.eval_memory import is_held
from tests.proof.evaluation.households import Score, outcomes_of, scores_of


def answer(kind: AnswerKind, *names: str) -> Remembered:
    evidence = (
        Episode(
            id=EventId(number),
            given_id=name,
            at=datetime(2026, 5, 1, tzinfo=UTC),
            voice=Voice.PERSON,
            text=name,
            trust=TrustLabel.HOUSEHOLD,
        )
        for number, name in enumerate(names)
    )
    return Remembered(kind=kind, text="", evidence=tuple(evidence))


@pytest.mark.parametrize(
    ("kind", "given", "told"),
    [
        ("unknown", answer(AnswerKind.UNKNOWN), {"not known", "right"}),
        ("unknown", answer(AnswerKind.ANSWER, "new"), {"guessed"}),
        ("told", answer(AnswerKind.UNKNOWN), {"not known"}),
        ("told", answer(AnswerKind.ANSWER, "old"), {"quoted", "right"}),
        ("whose", answer(AnswerKind.ANSWER, "near", "new"), {"quoted", "other first"}),
        ("update", answer(AnswerKind.ANSWER, "old", "new"), {"quoted", "old first"}),
        ("update", answer(AnswerKind.ANSWER, "new"), {"quoted", "right"}),
        ("update", answer(AnswerKind.TWO_VERSIONS, "old", "new"), {"quoted", "two versions"}),
        ("contradiction", answer(AnswerKind.ANSWER, "old", "new"), {"quoted"}),
        (
            "contradiction",
            answer(AnswerKind.TWO_VERSIONS, "old", "new"),
            {"quoted", "two versions", "right"},
        ),
    ],
)
def test_an_answer_is_judged_by_the_turns_it_rests_on(
    kind: str, given: Remembered, told: set[str]
) -> None:
    evidence = [] if kind == "unknown" else ["old", "new"]
    assert outcomes_of(kind, evidence, given) == told


def test_a_goal_that_is_missed_is_seen() -> None:
    score = Score()
    score.note("unknown", {"not known", "right"}, "")
    score.note("contradiction", {"two versions", "right", "quoted"}, "")
    assert is_held(score)
    score.note("unknown", {"guessed"}, "what is his name -> answer: near")
    assert not is_held(score)
    assert score.wrong == ["unknown: what is his name -> answer: near"]


async def test_a_household_is_asked_and_each_of_its_corrections_is_made_alone(
    tmp_path: Path,
) -> None:
    """B-037: what is corrected at the door is judged by what is answered after it."""
    turns = [
        ("t1", "2026-05-01T10:00:00+01:00", "Ann", "The dentist is on Friday at nine."),
        ("t2", "2026-05-01T10:01:00+01:00", "Bo", "My sister lives in Leeds."),
    ]
    household = {
        "id": "h",
        "lang": "en",
        "as_of": "2026-05-01T10:05:00+01:00",
        "turns": [dict(zip(("id", "time", "speaker", "text"), one, strict=True)) for one in turns],
        "questions": [
            {"id": "q1", "query": "When is the dentist?", "speaker": "Ann", "kind": "told"}
            | {"evidence": ["t1"]},
            {"id": "q2", "query": "Who fed the tortoise?", "speaker": "Bo", "kind": "unknown"}
            | {"evidence": []},
        ],
        "corrections": [
            {"said": "No, it's York", "after": "t2"}
            | {"then_query": "Where does Bo's sister live?", "then_answer": "York"},
            {"said": "forget that", "after": "t2"}
            | {"then_query": "Where does Bo's sister live?", "then_answer": "unknown"},
        ],
    }
    file = tmp_path / "households.jsonl"
    file.write_text(json.dumps(household), encoding="utf-8")
    found = (await scores_of([file]))["en"]
    assert found.by_kind["told"] == {"asked": 1, "found": 1, "quoted": 1, "right": 1}
    assert found.by_kind["unknown"] == {"asked": 1, "not known": 1, "right": 1}
    assert found.by_kind["corrected turn"] == {"asked": 2, "right": 2}
    assert found.totals()["corrected comes again"] == (0, 2)
