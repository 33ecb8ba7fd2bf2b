"""Reply form 返事の形: facts by name, or phrases of one kind; as grammar and as reader.

Nothing the model writes is said as such but a phrase it chose whole; a fact's words are filled
in by code. An engine that ignores the grammar makes the companion silent, not false (ADR 0004).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.conversation.facts import Fact
from companion.conversation.phrases import HEARD, KINDS, UNKNOWN, Kind
from companion.conversation.wording import sentence
from companion.words.language import Bilingual, Language

FACTS = 3
"""Most facts in one reply: three sentences are still a spoken answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyForm:
    """返事の形: what one reply may be. `filled` are the words for the phrases' slots."""

    language: Language
    facts: tuple[Fact, ...]
    filled: Mapping[str, Bilingual]
    kinds: tuple[Kind, ...] = KINDS

    def grammar(self) -> str:
        """GBNF of this one reply."""
        kinds = "".join(f'{k.name.en} ::= "{self._label(k)}" {self._talk(k)}\n' for k in self.kinds)
        names = _either(fact.name.get(self.language) for fact in self.facts)
        return (
            f"root ::= told | {' | '.join(k.name.en for k in self.kinds)}\n"
            f'told ::= fact (" " fact){{0,{FACTS - 1}}}\nfact ::= {names}\n{kinds}'
        )

    def read(self, text: str) -> str | None:
        """What is to be said; None when the text is not whole of this form (T-13)."""
        name, colon, rest = text.strip().partition(": ")
        if not colon:
            return self._told(tuple(dict.fromkeys(name.split(" "))))
        kind = next((k for k in self.kinds if k.name.get(self.language) == name), None)
        return rest if kind is not None and rest in self._sayable(kind) else None

    def _told(self, names: tuple[str, ...]) -> str | None:
        words = {f.name.get(self.language): f.words.get(self.language) for f in self.facts}
        if not all(name in words for name in names):
            return None
        japanese = self.language is Language.JA
        return self._gap.join(sentence(words[name], japanese=japanese) for name in names)

    def _talk(self, kind: Kind) -> str:
        first = _either(self._fill(phrase) for phrase in kind.first)
        if not kind.more:
            return first
        return f"{first} ({_either(self._gap + self._fill(phrase) for phrase in kind.more)})?"

    def _sayable(self, kind: Kind) -> set[str]:
        first = [self._fill(phrase) for phrase in kind.first]
        more = ["", *(self._gap + self._fill(phrase) for phrase in kind.more)]
        return {a + b for a in first for b in more}

    def _label(self, kind: Kind) -> str:
        return f"{kind.name.get(self.language)}: "

    @property
    def _gap(self) -> str:
        return "" if self.language is Language.JA else " "

    def _fill(self, phrase: Bilingual) -> str:
        words = {slot: filled.get(self.language) for slot, filled in self.filled.items()}
        return _plain(phrase.get(self.language).format(**words))


def kinds_for(*, asked: bool, about_device: bool) -> tuple[Kind, ...]:
    """A question is no order, and one about a device is no small talk; small models mix them."""
    if asked and about_device:
        return (UNKNOWN,)
    return tuple(kind for kind in KINDS if kind is not HEARD) if asked else KINDS


def _either(texts: Iterable[str]) -> str:
    return "(" + " | ".join(f'"{text}"' for text in dict.fromkeys(texts)) + ")"


def _plain(text: str) -> str:
    return text.replace("\\", "").replace('"', "").replace("\n", " ")
