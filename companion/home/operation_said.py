"""Operation said 操作の言い表し: words an operation with its number or word, as people say it.

`半分開ける`, not `開き具合を変える`: the label names the state that will be seen.
"""

import re
from collections.abc import Mapping
from typing import Any

from companion.home.color import called, read_color
from companion.home.device_goal import shown_of
from companion.home.device_kind import DeviceOperation
from companion.home.kinds import KIND_BY_NAME
from companion.words.language import Bilingual
from companion.words.verb import Verb


def word_said(row: DeviceOperation, word: str) -> Bilingual:
    """People's word for a mode or a colour; a word without a better one stands as it is."""
    if row.word == "color" and (color := read_color(word)) is not None:
        return called(color)
    known = KIND_BY_NAME[row.kind].said.get(word)
    return Bilingual(word, word) if known is None else known.short


def verb_said(row: DeviceOperation, payload: Mapping[str, Any]) -> tuple[Verb, Bilingual]:
    """The verb of one operation for what it is asked to end with, and that value in words; the
    plain verb and no words where no value is known."""
    verb, sent = row.verb, payload.get(row.parameter) if row.parameter else None
    if row.closing is not None and payload.get("closing") is True:
        verb, sent = row.closing, row.high - sent if isinstance(sent, int | float) else None
    if verb.to is None or sent is None or isinstance(sent, bool):
        return verb, Bilingual("", "")
    if row.word and isinstance(sent, str) and sent:
        value: Bilingual | None = word_said(row, sent)
    else:
        value = shown_of(row.number, sent)
    if value is None:
        return verb, Bilingual("", "")
    return verb.at.get(sent, verb.to), value


def deed_said(row: DeviceOperation, payload: Mapping[str, Any], name: Bilingual) -> Bilingual:
    """One operation on what is called `name`; without a number or word, its plain verb."""
    verb, value = verb_said(row, payload)
    return filled(Bilingual(verb.ja, verb.en), name, value)


def plain_deed(row: DeviceOperation, name: Bilingual) -> Bilingual:
    """Its verb with the thing it is done to, whatever the value."""
    return filled(Bilingual(row.verb.ja, row.verb.en), name)


NOTHING = Bilingual("", "")
_OF_A_LOCK = "{}の鍵を"
_LOCKS = ("鍵", "錠", "ロック", "キー")


def filled(
    text: Bilingual, name: Bilingual, value: Bilingual = NOTHING, *, whole_name: bool = False
) -> Bilingual:
    """The words with the name and the value in them; never `str.format`, since names come over the
    wire. A lock that is called a lock is named once: `玄関の鍵を開ける` and `unlock front door`.
    `whole_name`: in English it keeps its own name, since a front door may be another thing."""
    ja, en = text.ja, name.en
    if ja.startswith(_OF_A_LOCK):
        if name.ja.endswith(_LOCKS):
            ja = "{}を" + ja.removeprefix(_OF_A_LOCK)
        en = en if whole_name else re.sub(r"(?<=\S) lock$", "", en, flags=re.IGNORECASE)
    return Bilingual(
        ja.replace("{v}", value.ja).replace("{}", name.ja),
        text.en.replace("{v}", value.en).replace("{}", en),
    )
