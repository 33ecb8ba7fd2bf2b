"""Read aloud 読み上げ: makes a text readable for a voice, as a listener expects to hear it.

Times, dates, numbers, units, symbols, abbreviations and words of the other language are written
out. Signs that no listener hears (emoji, marks of Markdown) are left out. The text that people see
is not changed by it.
"""

import re
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType

from companion.voice.read_aloud_en import in_english
from companion.voice.read_aloud_ja import in_japanese
from companion.words.language import Language

_LINK = re.compile(r"(?:https?://|www\.)[^\s、。」）)]+")
_LINKED = {Language.JA: "リンク", Language.EN: "a link"}
_MARKS = re.compile(r"[*`#>|]+(?=\S)|(?<=\S)[*`|]+|^\s*(?:[-•・]\s+|[・•])", re.M)
_NO_NAMES: Mapping[str, str] = MappingProxyType({})
_NUMBER_SIGN = re.compile(r"#(?=\d)")


def read_aloud(text: str, language: Language, names: Mapping[str, str] = _NO_NAMES) -> str:
    """The text as a voice of this language should be given it. `names`: of the companion and of
    people, in Latin letters, each with its kana."""
    said = _LINK.sub(_LINKED[language], text)
    said = _NUMBER_SIGN.sub("No. ", said)
    said = _MARKS.sub("", said)
    said = "".join(c for c in said if not _is_picture(c))
    if language is Language.EN:
        return in_english(said)
    for name, kana in names.items():
        said = re.sub(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])", kana, said)
    return in_japanese(said)


def _is_picture(char: str) -> bool:
    """Emoji, and the marks that join or colour them; ° and the like are no pictures."""
    if unicodedata.category(char) in ("So", "Sk") and ord(char) >= 0x2190:
        return char not in "→℃℉№㎡㎥" and not 0x3000 <= ord(char) < 0x3400
    return char in "\u200d\ufe0e\ufe0f\u20e3" or 0x1F000 <= ord(char) <= 0x1FAFF
