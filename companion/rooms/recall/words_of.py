"""Words by which a text is found: those that carry meaning, in the form of the dictionary.

Japanese is split by Sudachi, whose normalised form makes わすれた and 忘れました one word;
measured against letter pairs it finds a third more (ADR 0070). English words are
stemmed by the index itself.
"""

import re
import threading
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Any

from companion.words.language import has_japanese

_CARRIES = frozenset({"名詞", "動詞", "形容詞", "形状詞", "副詞"})
"""Parts of speech; a pronoun, a particle or an ending is in every second sentence."""
_LITTLE = "非自立可能"
"""A verb that may be a mere ending (している, てもらう)."""
_PROPER, _PLACE = "固有名詞", "地名"
# No month, no day, nothing that begins a sentence but an owner ("Ann's").
_CAPITAL = re.compile(
    r"(?<!^)(?<![.!?…] )\b(?!(?:January|February|March|April|May|June|July|August|September|"
    r"October|November|December|\w+day|Mum|Mom|Dad)\b)[A-Z]\w+"
    r"|^(?!(?:What|Who|When|Where|How|That|It|He|She|There|Let)\b)[A-Z]\w+(?='s)"
)
_WORD = re.compile(r"[^\W_]+")
LITTLE_WORDS = frozenset(
    {
    "a", "about", "all", "am", "an", "and", "any", "are", "as", "at", "be", "because", "been",
    "but", "by", "can", "could", "d", "did", "do", "does", "doing", "don", "for", "from", "get",
    "go", "going", "got", "had", "has", "have", "he", "her", "hers", "him", "his", "how", "i",
    "if", "in", "into", "is", "isn", "it", "its", "just", "know", "let", "ll", "m", "may", "me",
    "might", "my", "no", "not", "of", "on", "one", "or", "our", "out", "re", "s", "shall", "she",
    "should", "so", "some", "t", "tell", "than", "that", "the", "their", "them", "then", "there",
    "these", "they", "this", "those", "to", "up", "us", "ve", "was", "we", "were", "what", "when",
    "where", "which", "who", "whom", "whose", "why", "will", "with", "would", "you", "your",
    }
)  # fmt: skip
"""English words that say nothing of what is asked for."""


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text in order; one that comes twice is there twice."""
    plain = unicodedata.normalize("NFKC", text)
    return tuple(_japanese(plain) if has_japanese(plain) else _latin(plain))


def reading_of(text: str) -> str:
    """A Japanese text in katakana, as it is read aloud; what the dictionary does not know stays."""
    return "".join(one.reading_form() or one.surface() for one in _tokenizer().tokenize(text))


def names_in(text: str, *, places: bool = True) -> frozenset[str]:
    """Words of a text that are written as names: of people, pets, places, makes. Without `places`
    those that the Japanese dictionary knows as places alone are none."""
    plain = unicodedata.normalize("NFKC", text)
    if has_japanese(plain):
        return frozenset(
            one.normalized_form().casefold()
            for one in _tokenizer().tokenize(plain)
            if one.part_of_speech()[1] == _PROPER and (places or one.part_of_speech()[2] != _PLACE)
        )
    return frozenset(match.casefold() for match in _CAPITAL.findall(plain)) - LITTLE_WORDS


def _latin(text: str) -> Iterator[str]:
    for word in _WORD.findall(text.casefold()):
        if word not in LITTLE_WORDS:
            yield word


def _japanese(text: str) -> Iterator[str]:
    for morpheme in _tokenizer().tokenize(text):
        surface = morpheme.surface()
        if surface.isascii():
            # As in an English sentence: the dictionary would make Skoda a word of its own.
            yield from _latin(surface)
            continue
        part = morpheme.part_of_speech()
        if part[0] not in _CARRIES or (part[0] == "動詞" and part[1] == _LITTLE):
            continue
        yield morpheme.normalized_form().casefold()


_MINE = threading.local()
"""A tokenizer belongs to the thread that made it."""
_LOADING = threading.Lock()


def _tokenizer() -> Any:
    found = getattr(_MINE, "tokenizer", None)
    if found is None:
        from sudachipy import SplitMode

        with _LOADING:
            found = _MINE.tokenizer = _dictionary().tokenizer(mode=SplitMode.A)
    return found


@cache
def _dictionary() -> Any:
    """One for all threads, and only where memory is asked: it takes half a second and 70 MB."""
    from sudachipy import Dictionary

    return Dictionary()
