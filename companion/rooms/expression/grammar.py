"""Message grammar 発話の文法: allows free words around placeholders, and nothing else."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.rooms.expression.lexicon import Lexicon
from companion.words.language import Language

OUTCOME = "{outcome}"
WORDS = 11
"""Most words in an English sentence around a claim."""
LEADS = 2
"""Most leads before a Japanese ending."""


def _either(words: Iterable[str]) -> str:
    return "(" + " | ".join(f'"{_plain(word)}"' for word in dict.fromkeys(words)) + ")"


def _any(words: Iterable[str]) -> str:
    return "(?:" + "|".join(re.escape(_plain(word)) for word in dict.fromkeys(words)) + ")"


def _plain(word: str) -> str:
    return word.replace("\\", "").replace('"', "").replace("\n", " ")


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageForm:
    """発話の形: what one message may be, as grammar and as reader of the same shape."""

    language: Language
    lexicon: Lexicon
    greetings: tuple[str, ...]

    def grammar(self) -> str:
        """GBNF. The claim stands exactly once; at least one sentence of the model's own."""
        english = self.language is Language.EN
        gap = ' " " ' if english else " "
        claim = f'"{OUTCOME}{"." if english else "。"}"'
        return (
            f"root ::= claim{gap}own | greeting{gap}claim | greeting{gap}claim{gap}own"
            f" | own{gap}claim\n"
            f"claim ::= {claim}\n{self._english() if english else self._japanese()}"
        )

    def _english(self) -> str:
        return (
            f'greeting ::= {_either(self.greetings)} "."\n'
            f'own ::= start word{{2,{WORDS}}} "."\n'
            f"start ::= {_either(self.lexicon.starts)}\n"
            f'word ::= ","? " " {_either(self.lexicon.words)}\n'
        )

    def _japanese(self) -> str:
        return (
            f'greeting ::= ({_either(self.greetings)} | {_either(self.lexicon.starts)}) "。"\n'
            f'own ::= lead{{1,{LEADS}}} {_either(self.lexicon.ends)} ("ね")? "。"\n'
            f'lead ::= {_either(self.lexicon.words)} "、"?\n'
        )

    def _pattern(self) -> str:
        """The same shape as a regular expression."""
        words, ends = _any(self.lexicon.words), _any(self.lexicon.ends)
        starts, greetings = _any(self.lexicon.starts), _any(self.greetings)
        claim = re.escape(OUTCOME)
        if self.language is Language.EN:
            own = rf"{starts}(?:,? {words}){{2,{WORDS}}}\."
            greeting, gap, claim = rf"{greetings}\.", " ", rf"{claim}\."
        else:
            own = rf"(?:{words}、?){{1,{LEADS}}}{ends}ね?。"
            greeting, gap, claim = rf"(?:{greetings}|{starts})。", "", rf"{claim}。"
        return rf"{greeting}{gap}{claim}(?:{gap}{own})?|{own}{gap}{claim}|{claim}{gap}{own}"

    def read(self, text: str) -> tuple[str, str] | None:
        """Split a message into the text before and after the claim; None when it is not of this
        form.

        It reads our own protocol, whole or not at all; it neither searches for a meaning nor
        mends a word. With it, an engine that ignored the grammar says nothing.
        """
        if re.fullmatch(self._pattern(), text.strip()) is None:
            return None
        before, _, after = text.strip().partition(OUTCOME)
        return before, after


def fill(before: str, after: str, words: Mapping[str, str]) -> str:
    """Put the claim's words where the placeholder stood."""
    outcome = words["outcome"]
    return f"{before}{outcome[:1].upper()}{outcome[1:]}{after}"
