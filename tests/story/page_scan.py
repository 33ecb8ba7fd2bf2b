"""What a page says that its reader cannot read: raw ids, and words of the other language.

A quotation is marked: `bdi` holds somebody else's words, and what has a `lang` attribute of its own
is read in that language.
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

_VOID = frozenset({"meta", "link", "input", "br", "img", "hr", "base", "wbr"})
_SPOKEN = ("title", "aria-label", "placeholder", "alt", "data-say", "data-doing", "data-title")
_JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f]")
_MODEL = re.compile(r"[\w.-]+@[0-9a-f]{12}")
"""A model's file and its digest are a name too."""
_LATIN = re.compile(r"[A-Za-z]{2,}")
_RAW = re.compile(
    r"\b(?:light|switch|cover|lock|climate|fan|sensor|binary_sensor|media_player|vacuum|scene"
    r"|script|button|alarm|device_control|schedule_alarm|vision_perception|mobility_move|speak)"
    r"\.[a-z_]+\b|\b[a-z0-9]+(?:_[a-z0-9]+)+\b"
)
NAMES = frozenset(
    [
        "MQTT",
        "Home",
        "Assistant",
        "CPU",
        "LLM",
        "HTTPS",
        "HTTP",
        "USB",
        "DNS",
        "Wi",
        "Fi",
        "API",
        "YAML",
        "Koto",
        "English",
        "PIN",
        "QR",
        "JavaScript",
        "mosquitto",
        "qwen",
        "lx",
        "ms",
        "MB",
        "GB",
        "kB",
        "kW",
        "ppm",
    ]
)
"""Names of things that are written in Latin letters in Japanese too."""


class Texts(HTMLParser):
    """Every text of a page with the language it is written in, and whether it is code."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self._open: list[tuple[str, str, bool]] = []
        self.found: list[tuple[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        language = given.get("lang") or (self._open[-1][1] if self._open else "")
        silent = tag in ("script", "style", "code", "bdi") or (
            bool(self._open) and self._open[-1][2]
        )
        self.found += [(given[name], language) for name in _SPOKEN if name in given and not silent]
        if tag not in _VOID:
            self._open.append((tag, language, silent))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if data.strip() and not (self._open and self._open[-1][2]):
            self.found.append((" ".join(data.split()), self._open[-1][1] if self._open else ""))


def unreadable(page: str, language: str) -> Iterator[str]:
    """Each text that holds a raw id or, unmarked, words of the other language."""
    for text, written in Texts(page).found:
        text = _MODEL.sub("", text)
        if _RAW.search(text):
            yield f"raw id: {text}"
        elif written != language:
            continue
        elif language == "en" and _JAPANESE.search(text):
            yield f"Japanese: {text}"
        elif language == "ja" and set(_LATIN.findall(text)) - NAMES:
            yield f"English: {text}"
