"""What a device is told to do, as people say it (issue 11, B16)."""

import pytest

from companion.home.device_operation import OPERATION_BY_NAME
from companion.home.operation_said import deed_said
from companion.words.language import Bilingual


@pytest.mark.parametrize(
    ("mode", "ja", "en"),
    [
        ("off", "エアコンを止める", "turn off AC"),
        ("heat", "エアコンを「暖房」にする", "switch AC to heating"),
        ("turbo", "エアコンを「turbo」にする", "switch AC to turbo"),
    ],
)
def test_b10_a_mode_is_said_in_words(mode: str, ja: str, en: str) -> None:
    """The approval card said 「リビングのエアコンを「off」にする」."""
    row = OPERATION_BY_NAME["climate_set_mode"]
    assert deed_said(row, {"mode": mode}, Bilingual("エアコン", "AC")) == Bilingual(ja, en)


@pytest.mark.parametrize(
    ("operation", "name", "said"),
    [
        ("lock_unlock", ("玄関の鍵", "front door lock"), ("玄関の鍵を開ける", "unlock front door")),
        ("lock_lock", ("勝手口のロック", "back lock"), ("勝手口のロックをかける", "lock back")),
        ("lock_unlock", ("玄関", "front door"), ("玄関の鍵を開ける", "unlock front door")),
        ("lock_lock", ("鍵", "Lock"), ("鍵をかける", "lock Lock")),
        ("light_turn_on", ("鍵", "lock"), ("鍵をつける", "turn on lock")),
    ],
)
def test_b16_a_lock_that_is_called_a_lock_is_named_once(
    operation: str, name: tuple[str, str], said: tuple[str, str]
) -> None:
    """The approval card said 「玄関の鍵の鍵を開ける」 and "Unlock front door lock"."""
    assert deed_said(OPERATION_BY_NAME[operation], {}, Bilingual(*name)) == Bilingual(*said)
