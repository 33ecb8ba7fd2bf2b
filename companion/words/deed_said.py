"""Deed said 操作の言い表し: what is done with devices, with its number or word, as people say it.

`半分開ける`, not `開き具合を変える`: what is saved, asked or shown names what will be seen.
"""

from collections.abc import Callable, Mapping
from typing import Any

from companion.words.color import called, read_color
from companion.words.device_operation import DeviceOperation
from companion.words.language import Bilingual

SAID: Mapping[str, Bilingual] = {
    "brightness": Bilingual("{}の明るさを{v}%にする", "set {} to {v} %"),
    "position": Bilingual("{}を{v}%まで開ける", "open {} to {v} %"),
    "tilt": Bilingual("{}の羽根を{v}%にする", "tilt {} to {v} %"),
    "percentage": Bilingual("{}の風量を{v}%にする", "set {} to {v} %"),
    "volume": Bilingual("{}の音量を{v}%にする", "set the volume of {} to {v} %"),
    "temperature": Bilingual("{}を{v}°Cにする", "set {} to {v} °C"),
    "color_temperature_k": Bilingual("{}の色合いを{v}Kにする", "set the white of {} to {v} K"),
}
POSITIONS: Mapping[float, Bilingual] = {
    0: Bilingual("{}を閉める", "close {}"),
    50: Bilingual("{}を半分開ける", "open {} half way"),
    100: Bilingual("{}を開ける", "open {}"),
}
COLOR = Bilingual("{}の色を{v}にする", "make {} {v}")
MODE = Bilingual("{}を「{v}」にする", "switch {} to {v}")
_WIRE: Mapping[str, float] = {"brightness": 2.55}
"""Value on the wire of one unit as it is said, where they differ."""


def as_it_stands(word: str) -> Bilingual:
    """A mode that nobody has a better word for."""
    return Bilingual(word, word)


def deed_said(
    row: DeviceOperation,
    payload: Mapping[str, Any],
    name: Bilingual,
    mode: Callable[[str], Bilingual] = as_it_stands,
) -> Bilingual:
    """One operation on what is called `name`; without a number or word, its plain verb. `mode`:
    what people call a mode of it."""
    word = payload.get(row.word) if row.word else None
    if isinstance(word, str) and word:
        color = read_color(word) if row.word == "color" else None
        value = called(color) if color is not None else mode(word)
        return _filled(COLOR if row.word == "color" else MODE, name, value)
    sent = payload.get(row.number) if row.number in SAID else None
    if not isinstance(sent, int | float) or isinstance(sent, bool):
        return plain_deed(row, name)
    shown = round(sent / _WIRE.get(row.number, 1.0), 1)
    if row.number == "position" and shown in POSITIONS:
        return _filled(POSITIONS[shown], name, Bilingual("", ""))
    if row.number == "brightness":
        shown = round(shown)
    return _filled(SAID[row.number], name, Bilingual(f"{shown:g}", f"{shown:g}"))


_LOCKS = ("鍵", "錠", "ロック", "キー")


def plain_deed(row: DeviceOperation, name: Bilingual) -> Bilingual:
    """Its verb with what it is done to. A lock that is called a lock is not called so twice:
    玄関の鍵を開ける."""
    verb = row.verb
    if name.ja.endswith(_LOCKS):
        verb = Bilingual(verb.ja.replace("{}の鍵を", "{}を"), verb.en)
    return _filled(verb, name, Bilingual("", ""))


def _filled(text: Bilingual, name: Bilingual, value: Bilingual) -> Bilingual:
    """Never `str.format`, since names come over the wire."""
    return Bilingual(
        text.ja.replace("{v}", value.ja).replace("{}", name.ja),
        text.en.replace("{v}", value.en).replace("{}", name.en),
    )
