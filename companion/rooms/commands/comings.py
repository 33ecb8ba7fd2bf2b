"""Comings 出入り: finds the person whose coming or going a wish waits for.

A wish for somebody whom no tracker follows would wait for ever, so it is refused by name.
"""

from collections.abc import Mapping
from dataclasses import replace

from companion.rooms.commands.wanted import CannotDo
from companion.words.kana import hiragana
from companion.words.language import Bilingual
from companion.words.timing import EVERYBODY, OnMovement
from companion.words.understood import UnderstoodWish

_NOBODY_FOLLOWED = Bilingual(
    "だれの出入りも分かりません。設定の people に tracker を書いてください。",
    "I cannot tell who comes and goes: name a `tracker` under `people` in the configuration.",
)
_NOT_FOLLOWED = Bilingual(
    "{}の出入りを知る手段がありません。", "I have no way to know when {} comes or goes."
)


def for_whom(wish: UnderstoodWish, tracked: Mapping[str, Bilingual]) -> UnderstoodWish:
    """The wish with the person by their key in the configuration. `tracked`: key -> name, of those
    who have a tracker. Raises `CannotDo` where nobody could tell of the movement."""
    timing = wish.when
    if not isinstance(timing, OnMovement):
        return wish
    if not tracked:
        raise CannotDo(_NOBODY_FOLLOWED)
    if timing.person in ("", EVERYBODY):
        return wish
    called = _plain(timing.person)
    for key, name in tracked.items():
        if called in {_plain(key), _plain(name.ja), _plain(name.en)}:
            return replace(wish, when=replace(timing, person=key))
    said = timing.person
    raise CannotDo(_NOT_FOLLOWED.filled(said))


def _plain(name: str) -> str:
    """A name in one case and in hiragana, as the grammar hands it on."""
    return hiragana(name.casefold())
