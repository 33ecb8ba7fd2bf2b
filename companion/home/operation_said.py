"""Operation said 操作の言い表し: an operation with its number or word, as people say it.

`半分開ける`, not `開き具合を変える`: the label names the state that will be seen.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from companion.home.color import called, read_color
from companion.home.device_goal import shown_of
from companion.home.device_kind import DeviceOperation
from companion.words.language import Bilingual
from companion.words.verb import Verb

MODES: Mapping[str, Bilingual] = {
    "off": Bilingual("オフ", "off"),
    "auto": Bilingual("自動", "auto"),
    "heat": Bilingual("暖房", "heating"),
    "cool": Bilingual("冷房", "cooling"),
    "heat_cool": Bilingual("冷暖房", "heating and cooling"),
    "dry": Bilingual("除湿", "drying"),
    "fan_only": Bilingual("送風", "fan only"),
}


def mode_said(word: str) -> Bilingual:
    """What people call a mode; one that nobody has a better word for stands as it is."""
    return MODES.get(word, Bilingual(word, word))


def verb_said(
    row: DeviceOperation,
    payload: Mapping[str, Any],
    mode: Callable[[str], Bilingual] = mode_said,
) -> tuple[Verb, Bilingual]:
    """The verb of one operation for what it is asked to end with, and that value in words; the
    plain verb and no words where no value is known. `mode`: what people call a mode of it."""
    verb, sent = row.verb, payload.get(row.parameter) if row.parameter else None
    if verb.to is None or sent is None or isinstance(sent, bool):
        return verb, Bilingual("", "")
    if row.word and isinstance(sent, str) and sent:
        color = read_color(sent) if row.word == "color" else None
        value: Bilingual | None = called(color) if color is not None else mode(sent)
    else:
        value = shown_of(row.number, sent)
    if value is None:
        return verb, Bilingual("", "")
    return verb.at.get(sent, verb.to), value


def deed_said(
    row: DeviceOperation,
    payload: Mapping[str, Any],
    name: Bilingual,
    mode: Callable[[str], Bilingual] = mode_said,
) -> Bilingual:
    """One operation on what is called `name`; without a number or word, its plain verb."""
    verb, value = verb_said(row, payload, mode)
    return filled(Bilingual(verb.ja, verb.en), name, value)


def plain_deed(row: DeviceOperation, name: Bilingual) -> Bilingual:
    """Its verb with the thing it is done to, whatever the value."""
    return filled(Bilingual(row.verb.ja, row.verb.en), name)


_OF_A_LOCK = "{}の鍵を"
_LOCKS = ("鍵", "錠", "ロック", "キー")
NOTHING = Bilingual("", "")


def filled(text: Bilingual, name: Bilingual, value: Bilingual = NOTHING) -> Bilingual:
    """The words with the name and the value in them; never `str.format`, since names come over the
    wire. A lock that is called a lock is named once: `玄関の鍵を開ける` and `unlock front door`."""
    ja, en = text.ja, name.en
    if ja.startswith(_OF_A_LOCK):
        if name.ja.endswith(_LOCKS):
            ja = "{}を" + ja.removeprefix(_OF_A_LOCK)
        en = re.sub(r"(?<=\S) lock$", "", en, flags=re.IGNORECASE)
    return Bilingual(
        ja.replace("{v}", value.ja).replace("{}", name.ja),
        text.en.replace("{v}", value.en).replace("{}", en),
    )
