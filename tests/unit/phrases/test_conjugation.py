"""The Japanese forms of a verb are made by rule, so that an act has one verb."""

import pytest

from companion.phrases.conjugation import could_not, polite_past, tried


@pytest.mark.parametrize(
    ("plain", "past", "unable", "attempt"),
    [
        ("つける", "つけました", "つけられませんでした", "つけようとしました"),
        ("消す", "消しました", "消せませんでした", "消そうとしました"),
        ("進む", "進みました", "進めませんでした", "進もうとしました"),
        ("戻る", "戻りました", "戻れませんでした", "戻ろうとしました"),
        ("見る", "見ました", "見られませんでした", "見ようとしました"),
        ("行く", "行きました", "行けませんでした", "行こうとしました"),
        ("行う", "行いました", "行えませんでした", "行おうとしました"),
        ("再生する", "再生しました", "再生できませんでした", "再生しようとしました"),
        ("半分にする", "半分にしました", "半分にできませんでした", "半分にしようとしました"),
        ("させる", "させました", "させられませんでした", "させようとしました"),
    ],
)
def test_the_forms_of_a_verb(plain: str, past: str, unable: str, attempt: str) -> None:
    assert (polite_past(plain), could_not(plain), tried(plain)) == (past, unable, attempt)


def test_a_word_that_is_no_verb_is_refused() -> None:
    """A kind of device whose verb is written wrongly fails at its first test."""
    with pytest.raises(ValueError, match="Japanese verb"):
        polite_past("点灯")
