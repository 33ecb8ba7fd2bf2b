"""GBNF grammar: writes a text that fits a grammar without a model (for the scripted twin), or
converts the grammar to a regular expression or a list (for servers that do not read GBNF).

Covers what our grammars use: literals, character classes, groups, alternatives, rule names
and the repetitions `*`, `+`, `?`, `{n}`, `{n,}`, `{n,m}`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

_TOKEN = re.compile(
    r"""\s*(?:(?P<literal>"(?:[^"\\]|\\.)*")|(?P<chars>\[(?:[^\]\\]|\\.)*\])"""
    r"""|(?P<times>\{\d+(?:,\d*)?\})|(?P<name>[A-Za-z_][\w-]*)|(?P<sign>[()|*+?.]))"""
)
_RULE = re.compile(r"^\s*([A-Za-z_][\w-]*)\s*::=", re.MULTILINE)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
_MANY = 10**6
_DEEP = 100
LISTED = 256
"""Most texts of a grammar that are sent as a list."""


class Taste(Protocol):
    """Preferences of a writer, where the grammar leaves a choice."""

    def choose(self, openings: Sequence[str]) -> int:
        """Index of the alternative to take; an opening that is no plain text is ""."""

    def times(self, least: int, most: int) -> int:
        """How often to repeat a group, within the bounds."""


class GrammarUnreadable(ValueError):
    """Error: the text is no grammar of the supported kind."""


@dataclass(frozen=True, slots=True)
class _Pen:
    """State of one text while it is written."""

    rules: "dict[str, _Node]"
    preferred: Sequence[str]
    filler: str
    depth: int = 0
    taste: Taste | None = None

    def rule(self, name: str) -> "tuple[_Node, _Pen]":
        """One rule, and what to write it with. Raises `GrammarUnreadable`."""
        if name not in self.rules:
            raise GrammarUnreadable(f"no rule `{name}`")
        if self.depth > _DEEP:
            raise GrammarUnreadable("endless recursion")
        return self.rules[name], replace(self, depth=self.depth + 1)


class _Node(Protocol):
    def write(self, pen: _Pen) -> str: ...

    def regex(self, pen: _Pen) -> str: ...

    def texts(self, pen: _Pen) -> list[str]: ...


@dataclass(frozen=True, slots=True)
class _Literal:
    text: str

    def write(self, pen: _Pen) -> str:
        return self.text

    def regex(self, pen: _Pen) -> str:
        return re.sub(r"([\\^$.|?*+()\[\]{}])", r"\\\1", self.text)

    def texts(self, pen: _Pen) -> list[str]:
        return [self.text]


@dataclass(frozen=True, slots=True)
class _Chars:
    pattern: re.Pattern[str]
    first: str

    def write(self, pen: _Pen) -> str:
        return self.first

    def regex(self, pen: _Pen) -> str:
        return self.pattern.pattern

    def texts(self, pen: _Pen) -> list[str]:
        raise GrammarUnreadable("too many texts to list")


@dataclass(frozen=True, slots=True)
class _Name:
    name: str

    def write(self, pen: _Pen) -> str:
        node, deeper = pen.rule(self.name)
        return node.write(deeper)

    def regex(self, pen: _Pen) -> str:
        node, deeper = pen.rule(self.name)
        return node.regex(deeper)

    def texts(self, pen: _Pen) -> list[str]:
        node, deeper = pen.rule(self.name)
        return node.texts(deeper)


@dataclass(frozen=True, slots=True)
class _Repeat:
    item: _Node
    least: int
    most: int

    def write(self, pen: _Pen) -> str:
        if not isinstance(self.item, _Chars):
            if pen.taste is None:
                return self.item.write(pen) * self.least
            times = pen.taste.times(self.least, self.most)
            return "".join(self.item.write(pen) for _ in range(times))
        fits = "".join(c for c in pen.filler if self.item.pattern.fullmatch(c))[: self.most]
        return fits + self.item.first * (self.least - len(fits))

    def regex(self, pen: _Pen) -> str:
        most = "" if self.most == _MANY else self.most
        return f"({self.item.regex(pen)}){{{self.least},{most}}}"

    def texts(self, pen: _Pen) -> list[str]:
        if self.most > 2:
            raise GrammarUnreadable("too many texts to list")
        once = self.item.texts(pen)
        longest = [once] * self.most
        found: list[str] = []
        for count in range(self.least, self.most + 1):
            found += _joined(longest[:count])
        return found


@dataclass(frozen=True, slots=True)
class _Sequence:
    items: tuple[_Node, ...]

    def write(self, pen: _Pen) -> str:
        return "".join(item.write(pen) for item in self.items)

    def regex(self, pen: _Pen) -> str:
        return "".join(item.regex(pen) for item in self.items)

    def texts(self, pen: _Pen) -> list[str]:
        return _joined([item.texts(pen) for item in self.items])


@dataclass(frozen=True, slots=True)
class _Choice:
    options: tuple[_Node, ...]

    def write(self, pen: _Pen) -> str:
        if pen.taste is not None:
            openings = [o.text if isinstance(o, _Literal) else "" for o in self.options]
            return self.options[pen.taste.choose(openings)].write(pen)
        wished = (o for w in pen.preferred for o in self.options if o == _Literal(w))
        return next(wished, self.options[0]).write(pen)

    def regex(self, pen: _Pen) -> str:
        return f"({'|'.join(option.regex(pen) for option in self.options)})"

    def texts(self, pen: _Pen) -> list[str]:
        return [text for option in self.options for text in option.texts(pen)]


def _joined(parts: "list[list[str]]") -> list[str]:
    found = [""]
    for part in parts:
        if len(found) * len(part) > LISTED:
            raise GrammarUnreadable("too many texts to list")
        found = [before + text for before in found for text in part]
    return found


class Grammar:
    """Parsed grammar. Raises `GrammarUnreadable`."""

    def __init__(self, text: str) -> None:
        self._rules: dict[str, _Node] = {}
        starts = list(_RULE.finditer(text))
        ends = [*(start.start() for start in starts[1:]), len(text)]
        for start, end in zip(starts, ends, strict=False):
            body = text[start.end() : end]
            self._rules[start.group(1)] = _Parser(body).whole()
        if "root" not in self._rules:
            raise GrammarUnreadable("no rule `root`")

    def write(self, preferred: Sequence[str] = (), filler: str = "") -> str:
        """One text of the grammar.

        Where it offers alternatives, the first of `preferred` among them is taken, else the
        first. Free characters are filled with what fits of `filler`.
        """
        node, pen = _Pen(self._rules, preferred, filler).rule("root")
        return node.write(pen)

    def regex(self) -> str:
        """The same as a regular expression, of the plain kind that every engine reads.

        Raises `GrammarUnreadable` for a recursive grammar."""
        node, pen = _Pen(self._rules, (), "").rule("root")
        return node.regex(pen)

    def texts(self) -> list[str] | None:
        """Every text of the grammar, or None where they are more than `LISTED`."""
        node, pen = _Pen(self._rules, (), "").rule("root")
        try:
            return node.texts(pen)
        except GrammarUnreadable:
            return None

    def compose(self, taste: Taste, filler: str = "") -> str:
        """One text of the grammar, every choice and repetition made by taste."""
        node, pen = _Pen(self._rules, (), filler, taste=taste).rule("root")
        return node.write(pen)


class _Parser:
    """Recursive-descent parser of one rule's body."""

    def __init__(self, body: str) -> None:
        body = re.sub(r"(?m)^\s*#.*$", "", body).strip()
        self._tokens: list[tuple[str, str]] = []
        at = 0
        while at < len(body):
            found = _TOKEN.match(body, at)
            if found is None or found.lastgroup is None:
                raise GrammarUnreadable(f"cannot read {body[at : at + 30]!r}")
            self._tokens.append((found.lastgroup, found.group(found.lastgroup)))
            at = found.end()
        self._at = 0

    def whole(self) -> _Node:
        """The whole body."""
        node = self._choice()
        if self._at < len(self._tokens):
            raise GrammarUnreadable(f"unexpected {self._tokens[self._at][1]!r}")
        return node

    def _peek(self) -> tuple[str, str]:
        return self._tokens[self._at] if self._at < len(self._tokens) else ("end", "")

    def _choice(self) -> _Node:
        options = [self._sequence()]
        while self._peek()[1] == "|":
            self._at += 1
            options.append(self._sequence())
        return options[0] if len(options) == 1 else _Choice(tuple(options))

    def _sequence(self) -> _Node:
        items: list[_Node] = []
        while self._peek()[0] != "end" and self._peek()[1] not in ("|", ")"):
            items.append(self._repeated(self._item()))
        return items[0] if len(items) == 1 else _Sequence(tuple(items))

    def _item(self) -> _Node:
        kind, text = self._peek()
        self._at += 1
        if kind == "literal":
            return _Literal(_unescape(text[1:-1]))
        if kind == "chars":
            return _chars(text)
        if kind == "name":
            return _Name(text)
        if text == ".":
            return _Chars(re.compile(r"(?s)."), "a")
        if text != "(":
            raise GrammarUnreadable(f"unexpected {text!r}")
        node = self._choice()
        if self._peek()[1] != ")":
            raise GrammarUnreadable("a group is not closed")
        self._at += 1
        return node

    def _repeated(self, node: _Node) -> _Node:
        kind, text = self._peek()
        known = {"*": (0, _MANY), "+": (1, _MANY), "?": (0, 1)}
        if kind == "times":
            least, comma, most = text[1:-1].partition(",")
            bounds = (int(least), int(most or _MANY) if comma else int(least))
        elif text in known and kind == "sign":
            bounds = known[text]
        else:
            return node
        self._at += 1
        return self._repeated(_Repeat(node, *bounds))


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", lambda m: _ESCAPES.get(m.group(1), m.group(1)), text)


def _chars(text: str) -> _Node:
    try:
        pattern = re.compile(text)
    except re.error as error:
        raise GrammarUnreadable(f"{text}: {error}") from error
    likely = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 あア一\n"
    for c in (*likely, *map(chr, range(33, 0x3100)), *map(chr, range(0xFF01, 0xFFE7))):
        if pattern.fullmatch(c):
            return _Chars(pattern, c)
    raise GrammarUnreadable(f"no character fits {text}")
