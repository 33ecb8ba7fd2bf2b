"""Operation said 操作の言い表し: an operation with its number or word, as people say it.

`半分開ける`, not `開き具合を変える`: what is saved, asked or shown names what will be seen.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from companion.home.color import called, read_color
from companion.home.device_operation import DeviceOperation
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
OFF = Bilingual("{}を止める", "turn off {}")
MODES: Mapping[str, Bilingual] = {
    "off": Bilingual("オフ", "off"),
    "auto": Bilingual("自動", "auto"),
    "heat": Bilingual("暖房", "heating"),
    "cool": Bilingual("冷房", "cooling"),
    "heat_cool": Bilingual("冷暖房", "heating and cooling"),
    "dry": Bilingual("除湿", "drying"),
    "fan_only": Bilingual("送風", "fan only"),
}
_WIRE: Mapping[str, float] = {"brightness": 2.55}
"""Value on the wire of one unit as it is said, where they differ."""


def mode_said(word: str) -> Bilingual:
    """What people call a mode; one that nobody has a better word for stands as it is."""
    return MODES.get(word, Bilingual(word, word))


def deed_said(
    row: DeviceOperation,
    payload: Mapping[str, Any],
    name: Bilingual,
    mode: Callable[[str], Bilingual] = mode_said,
) -> Bilingual:
    """One operation on what is called `name`; without a number or word, its plain verb. `mode`:
    what people call a mode of it."""
    word = payload.get(row.word) if row.word else None
    if isinstance(word, str) and word:
        color = read_color(word) if row.word == "color" else None
        value = called(color) if color is not None else mode(word)
        if row.word == "mode" and word == "off":
            return _filled(OFF, name, value)
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


_OF_A_LOCK = "{}の鍵を"
_LOCKS = ("鍵", "錠", "ロック", "キー")


def plain_deed(row: DeviceOperation, name: Bilingual) -> Bilingual:
    """Its verb with what it is done to. A lock that is called a lock is named once:
    `玄関の鍵を開ける` and `unlock front door`."""
    verb = row.verb
    if verb.ja.startswith(_OF_A_LOCK):
        if name.ja.endswith(_LOCKS):
            verb = Bilingual("{}を" + verb.ja.removeprefix(_OF_A_LOCK), verb.en)
        name = Bilingual(name.ja, re.sub(r"(?<=\S) lock$", "", name.en, flags=re.IGNORECASE))
    return _filled(verb, name, Bilingual("", ""))


def _filled(text: Bilingual, name: Bilingual, value: Bilingual) -> Bilingual:
    """Never `str.format`, since names come over the wire."""
    return Bilingual(
        text.ja.replace("{v}", value.ja).replace("{}", name.ja),
        text.en.replace("{v}", value.en).replace("{}", name.en),
    )
