"""How one operation on one thing is said (issue 11, B14 and B16)."""

import pytest

from companion.home.device_operation import OPERATION_BY_NAME
from companion.home.operation_said import plain_deed
from companion.words.language import Bilingual


@pytest.mark.parametrize(
    ("operation", "name", "said"),
    [
        ("lock_unlock", "玄関の鍵", "玄関の鍵を開ける"),
        ("lock_lock", "勝手口の鍵", "勝手口の鍵をかける"),
        ("lock_unlock", "玄関のロック", "玄関のロックを開ける"),
        ("lock_unlock", "玄関", "玄関の鍵を開ける"),
        ("lock_lock", "裏口", "裏口の鍵をかける"),
    ],
)
def test_a_lock_is_not_called_a_lock_twice(operation: str, name: str, said: str) -> None:
    """B14: 玄関の鍵の鍵を開ける stood on the card of a question."""
    assert plain_deed(OPERATION_BY_NAME[operation], Bilingual(name, "front door")).ja == said
