"""Reply form 返事の形: limits a reply to facts by name, or phrases of one kind, as grammar and as
reader.

Of the model's output only a phrase that it chose whole is said as it stands; a fact's words are
filled in by code. An engine that ignores the grammar makes the companion silent, not false (ADR
0004).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from companion.rooms.conversation.facts import Fact
from companion.rooms.conversation.phrases import (
    BY_CUE,
    CHAT,
    HEARD,
    KINDS,
    MOOD,
    NAME,
    UNKNOWN,
    Kind,
)
from companion.rooms.conversation.wording import sentence
from companion.words.language import Bilingual, Language

Sayable = Callable[[str], tuple[str, ...]]
"""The clauses of a model's free words that may be said."""

FACTS = 3
"""Most facts in one reply: three sentences are still a spoken answer."""
OWN_WORDS = 2
"""Most sentences of the model's own."""
_MARKS = ".!?。！？"
_LETTERS = {
    Language.EN: ("[A-Z]", "[a-zA-Z ,'-]", 1, 80),
    Language.JA: ("[ぁ-ヺ一-龯]", "[ぁ-ヺー一-龯々、]", 4, 44),
}
"""First letter, letters, and how few and many, of a sentence of its own: no figure, no quote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyForm:
    """返事の形: what one reply may be. `filled` are the words for the phrases' slots."""

    language: Language
    """Of the prompt, and of what the model writes."""
    said_in: Language
    """Of what is said: that of the sentence it answers."""
    facts: tuple[Fact, ...]
    filled: Mapping[str, Bilingual]
    kinds: tuple[Kind, ...] = KINDS
    sayable: Sayable | None = None
    """Given, the model uses its own words where a kind allows them; else the phrases alone."""
    instead: Callable[[Kind], str] | None = None
    """Words of a kind for when none of the model's may be said."""

    def grammar(self) -> str:
        """GBNF of this one reply."""
        kinds = "".join(f'{k.name.en} ::= "{self._label(k)}" {self._talk(k)}\n' for k in self.kinds)
        talk, told = " | ".join(k.name.en for k in self.kinds), ""
        if self.facts:
            names = _either(fact.name.get(self.language) for fact in self.facts)
            told = f'told ::= fact (" " fact){{0,{FACTS - 1}}}\nfact ::= {names}\n'
        return f"root ::= {'told | ' if told else ''}{talk}\n{told}{kinds}{self._own()}"

    def read(self, text: str) -> str | None:
        """Read the model's text as the words to be said; None when it is not wholly of this
        form."""
        name, colon, rest = text.strip().partition(": ")
        if not colon:
            return self._told(tuple(dict.fromkeys(name.split(" "))))
        kind = self._kind(name)
        if kind is not None and self._free(kind):
            return self._freely(kind, rest)
        return None if kind is None else self._sayable(kind).get(rest)

    def _kind(self, name: str) -> Kind | None:
        """The kind of this name. An engine that ignores the grammar may call its words thanks where
        nobody thanked: they are taken for talk."""
        may = {kind.name.get(self.language): kind for kind in self.kinds}
        cued = {kind.name.get(self.language) for kind in BY_CUE}
        if name in cued and name not in may and self.sayable is not None:
            name = CHAT.name.get(self.language)
        return may.get(name)

    def _freely(self, kind: Kind, rest: str) -> str:
        """The clauses of its own that may be said; a sentence that was not finished is not."""
        said = self.sayable(_finished(rest)) if self.sayable is not None else ()
        if said or self.instead is None:
            return _gap(self.said_in).join(said)
        return self.instead(kind)

    def begun(self, text: str) -> str | None:
        """The first sentence to be said, as soon as what the model has written allows no other; for
        an engine that is bound to the grammar. None before."""
        name, colon, rest = text.lstrip().partition(": ")
        if not colon:
            first, space, _ = name.partition(" ")
            return self._told((first,)) if space else None
        kind = next((k for k in self.kinds if k.name.get(self.language) == name), None)
        if kind is None or not rest:
            return None
        if self._free(kind):
            said = self.sayable(_finished(rest)) if self.sayable is not None else ()
            return said[0] if said else None
        fits = [p for p in kind.first if self._fill(p, self.language).startswith(rest)]
        over = [p for p in kind.first if rest.startswith(self._fill(p, self.language))]
        found = over or fits
        return self._fill(found[0], self.said_in) if len(found) == 1 else None

    def _told(self, names: tuple[str, ...]) -> str | None:
        words = {f.name.get(self.language): f.words.get(self.said_in) for f in self.facts}
        if not all(name in words for name in names):
            return None
        japanese = self.said_in is Language.JA
        return _gap(self.said_in).join(sentence(words[name], japanese=japanese) for name in names)

    def _free(self, kind: Kind) -> bool:
        return kind.own_words and self.sayable is not None

    def _own(self) -> str:
        """Rules of a sentence of its own."""
        if self.sayable is None:
            return ""
        first, letter, least, most = _LETTERS[self.language]
        marks = "[.!?]" if self.language is Language.EN else "[。！？]"
        gap = ' " "' if self.language is Language.EN else ""
        return (
            f"own ::= sentence ({gap} sentence){{0,{OWN_WORDS - 1}}}\n"
            f"sentence ::= {first} {letter}{{{least},{most}}} {marks}\n"
        )

    def _talk(self, kind: Kind) -> str:
        language = self.language
        if self._free(kind):
            return "own"
        first = _either(self._fill(phrase, language) for phrase in kind.first)
        if not kind.more:
            return first
        more = (_gap(language) + self._fill(phrase, language) for phrase in kind.more)
        return f"{first} ({_either(more)})?"

    def _sayable(self, kind: Kind) -> dict[str, str]:
        """Every text of this kind that the model may write -> its words as they are said."""
        return {
            self._phrased(first, more, self.language): self._phrased(first, more, self.said_in)
            for first in kind.first
            for more in (None, *kind.more)
        }

    def _phrased(self, first: Bilingual, more: Bilingual | None, language: Language) -> str:
        tail = "" if more is None else _gap(language) + self._fill(more, language)
        return self._fill(first, language) + tail

    def _label(self, kind: Kind) -> str:
        return f"{kind.name.get(self.language)}: "

    def _fill(self, phrase: Bilingual, language: Language) -> str:
        words = {slot: filled.get(language) for slot, filled in self.filled.items()}
        return _plain(phrase.get(language).format(**words))


def kinds_for(
    *,
    asked: bool,
    about_device: bool,
    ordered: bool = True,
    premise: bool = False,
    of_feeling: bool = True,
    cues: frozenset[str] | None = None,
) -> tuple[Kind, ...]:
    """A question is no order, nor is a remark; what is no question is not met with "I have no
    answer to that"; a question about a device, and what was said before, are no small talk, and the
    companion's own name answers neither; its mood answers only who speaks of it. `cues`: of a
    greeting, a farewell, thanks and comfort only those kinds that the words of the sentence
    call for. Small models mix them."""
    if (asked and about_device) or premise:
        return (UNKNOWN,)
    without = {UNKNOWN.name} if not asked else {HEARD.name}
    if not ordered:
        without |= {HEARD.name, NAME.name}
    if not of_feeling:
        without |= {MOOD.name}
    if cues is not None:
        without |= {kind.name for kind in BY_CUE if kind.name.en not in cues}
    return tuple(kind for kind in KINDS if kind.name not in without)


def _gap(language: Language) -> str:
    return "" if language is Language.JA else " "


def _either(texts: Iterable[str]) -> str:
    return "(" + " | ".join(f'"{text}"' for text in dict.fromkeys(texts)) + ")"


def _plain(text: str) -> str:
    return text.replace("\\", "").replace('"', "").replace("\n", " ")


def _finished(text: str) -> str:
    """As far as the last mark: the model may still be writing the rest."""
    end = max(text.rfind(mark) for mark in _MARKS)
    return text[: end + 1]
