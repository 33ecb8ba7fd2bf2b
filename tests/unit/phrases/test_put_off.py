"""What is put off is told in both languages, with its condition and its reason."""

import pytest

from companion.phrases.put_off import DROPPED_BECAUSE, UNTIL, dropped_because, put_off_until
from companion.words.intent import WaitsFor
from companion.words.language import Bilingual

HALL = Bilingual("玄関", "Hall")


def test_every_condition_has_words() -> None:
    assert set(UNTIL) == set(WaitsFor)
    said = put_off_until(WaitsFor.SOMEBODY, "18:05", HALL)
    assert said.en == "Put off until somebody is in the hall"
    assert said.ja == "あとで考えることにしました: 玄関に人が来るまで待ちます"
    assert put_off_until(WaitsFor.TIME, "18:05", HALL).en == "Put off until 18:05"


@pytest.mark.parametrize("reason", DROPPED_BECAUSE)
def test_every_reason_is_told(reason: str) -> None:
    told = dropped_because(reason)
    assert "{" not in told.ja + told.en
    assert DROPPED_BECAUSE[reason].en in told.en
