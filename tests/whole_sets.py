"""Large made-up sets: the suite takes an even share of them, and `make proof` takes them whole.

`WHOLE_SETS=1` makes every test take all of its set. It is read here and nowhere else.
"""

import os
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")
WHOLE = os.environ.get("WHOLE_SETS") == "1"


def share(items: Sequence[Item], one_of: int) -> list[Item]:
    """Every `one_of`-th item, from the first on; all of them where the whole set is asked for."""
    return list(items if WHOLE else items[::one_of])


def some(few: Item, every: Item) -> Item:
    """The part that the suite takes, or the whole where it is asked for."""
    return every if WHOLE else few
