"""A wish about a list リストの望み: put on it, take off it, read it, empty it.

"Put milk and eggs on the shopping list", 買い物リストに牛乳入れといて. Items keep the person's own
words (`list_wish.toml`).
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Final

from companion.rooms.understanding.lexicon import DATA
from companion.words.language import Language, has_japanese
from companion.words.table import table


class ListDeed(StrEnum):
    """What is to be done with a list."""

    ADD = "add"
    REMOVE = "remove"
    CLEAR = "clear"
    READ = "read"
    ASKS_FOR = "asks_for"
    """Whether something is on it."""
    NEW = "new"
    LACKING = "lacking"
    """No wish yet: something ran out, and may belong on the list."""
    MORE = "more"
    """More of the same, right after something was put on a list."""


@dataclass(frozen=True)
class ListWish:
    """One deed, the list and the items. `name` is "" for the shopping list."""

    deed: ListDeed
    name: str = ""
    items: tuple[str, ...] = ()


_TABLE: Final = table(DATA, "list_wish.toml")
_MARKS: Final = " 、。,.!?！？"
_ITEMS: Final = {
    Language.EN: r"(?P<items>[^.?!]{1,120}?)",
    Language.JA: "(?P<items>[^。？！]{1,60}?)",
}
_LONGEST_ITEM: Final = 40
_POINTS: Final = re.compile("it|that|this|them|those|these|one|それ|これ|あれ", re.I)
"""Words that only point at a thing."""


def list_wish(text: str, *, goes_on: bool = False) -> ListWish | None:
    """The wish of a sentence. `goes_on`: something was put on a list just before."""
    language = Language.JA if has_japanese(text) else Language.EN
    said = text.strip(_MARKS)
    for deed, pattern in _rows(language):
        if deed is ListDeed.MORE and not goes_on:
            continue
        if (found := pattern.fullmatch(said)) is not None:
            wish = _wish(deed, found.groupdict(), language)
            if wish is not None:
                return wish
    return None


def _wish(deed: ListDeed, found: dict[str, str | None], language: Language) -> ListWish | None:
    rows = _TABLE[language.value]
    items = _items(found.get("items") or "", rows)
    if "items" in found and not items:
        return None
    if deed is ListDeed.LACKING and re.search(rows["not_lacking"], found["items"] or "", re.I):
        return None
    name = (found.get("for") or found.get("name") or "").strip()
    shopping = not name or name.casefold() in rows["shopping"]
    return ListWish(deed, "" if shopping else name, items)


def _items(said: str, rows: dict[str, Any]) -> tuple[str, ...]:
    parts = (part.strip(_MARKS) for part in re.split(rows["and"], said, flags=re.I))
    bare = (re.sub(rows["article"], "", part, flags=re.I).strip(_MARKS) for part in parts)
    kept = tuple(part for part in bare if part)
    named = all(len(part) <= _LONGEST_ITEM and not _POINTS.fullmatch(part) for part in kept)
    return kept if named else ()


@cache
def _rows(language: Language) -> tuple[tuple[ListDeed, re.Pattern[str]], ...]:
    rows = _TABLE[language.value]
    return tuple(
        (deed, re.compile(f"{rows['lead']}{_filled(pattern, language)}{rows['tail']}", re.I))
        for deed in (ListDeed.READ, *(d for d in ListDeed if d is not ListDeed.READ))
        for pattern in rows[deed.value]
    )


def _filled(pattern: str, language: Language) -> str:
    rows = _TABLE[language.value]
    for sign in ("UNDO", "DO"):
        pattern = pattern.replace(sign, rows.get(sign.lower(), ""))
    return pattern.replace("LIST", rows["list"]).replace("ITEMS", _ITEMS[language])
