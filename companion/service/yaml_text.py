"""YAML 1.2 文書: the text of a configuration, or a file of ours, as plain values with their lines.

Over PyYAML, which the reader of sentences loads anyhow: a second library cost the service 1.5 MB
and each start its import. Its YAML 1.1, where `on` and `22:30` are no text, is not ours:
words mean what the core schema says, a key stands once, and tags of other programs are refused.
What keeps the comments of a file while it changes it is `cli.config_edit`.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from yaml import MappingNode, SafeLoader, SequenceNode, YAMLError
from yaml.composer import ComposerError
from yaml.constructor import ConstructorError
from yaml.events import AliasEvent
from yaml.reader import ReaderError

from companion.words.number import whole_number


class NotYaml(ValueError):
    """The text is no YAML; `line` counts from 1."""

    def __init__(self, line: int, problem: str) -> None:
        self.line, self.problem = line, problem
        super().__init__(f"line {line}: {problem}")


@dataclass(frozen=True, slots=True)
class Written:
    """文書: what a text says, and where it says so."""

    plain: Any
    """Dicts, lists, texts, numbers; None where nothing stands."""
    _root: Any

    def line_of(self, place: Sequence[str]) -> int:
        """The line, from 1, of the deepest part of `place` that stands in the text."""
        line, node = 1, self._root
        for part in place:
            found = _inside(node, part)
            if found is None:
                break
            line, node = found
        return line


def read(text: str) -> Written:
    """The one document of a text. Raises `NotYaml`."""
    loader = None
    try:
        loader = _Loader(text)
        root = loader.get_single_node()
        return Written(None if root is None else loader.construct_document(root), root)
    except ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise NotYaml(line, f"the character #x{error.character:04x} may not stand there") from error
    except YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        said = getattr(error, "problem", None) or str(error).splitlines()[0]
        raise NotYaml(mark.line + 1 if mark is not None else 1, said) from error
    except RecursionError as error:
        line = loader.line + 1 if loader is not None else 1
        raise NotYaml(line, "it is nested too deeply") from error
    except ValueError as error:
        raise NotYaml(1, str(error)) from error


def load(text: str) -> Any:
    """What a text says. Raises `NotYaml`."""
    return read(text).plain


def _inside(node: Any, part: str) -> tuple[int, Any] | None:
    """Where a key or an item of a node stands, and what stands there."""
    if isinstance(node, SequenceNode):
        number = whole_number(part, most=len(node.value) - 1)
        return None if number is None else _placed(node.value[number])
    if isinstance(node, MappingNode):
        for key, value in node.value:
            if key.value == part:
                return key.start_mark.line + 1, value
    return None


def _placed(item: Any) -> tuple[int, Any]:
    return item.start_mark.line + 1, item


class _Loader(SafeLoader):  # type: ignore[misc]
    """Knows plain values only, each written as the core schema has it."""

    yaml_implicit_resolvers: ClassVar[dict[str, Any]] = {}
    yaml_constructors: ClassVar[dict[str | None, Any]] = {
        tag: SafeLoader.yaml_constructors[tag]
        for tag in (None, *(f"tag:yaml.org,2002:{kind}" for kind in ("str", "seq", "map")))
    }

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._inside_anchored = 0

    def compose_node(self, parent: Any, index: Any) -> Any:
        """As ever, but what has an anchor holds no alias: it could hold itself, or grow without
        end while it is read."""
        event = self.peek_event()
        if isinstance(event, AliasEvent):
            if self._inside_anchored:
                said = f"*{event.anchor} stands inside a value that has an anchor itself"
                raise ComposerError(None, None, said, event.start_mark)
            return super().compose_node(parent, index)
        anchored = event.anchor is not None
        self._inside_anchored += anchored
        node = super().compose_node(parent, index)
        self._inside_anchored -= anchored
        return node

    def compose_mapping_node(self, anchor: Any) -> Any:
        """As ever, but a key stands once: nobody sees which of two counts."""
        node = super().compose_mapping_node(anchor)
        seen = set()
        for key, _ in node.value:
            if isinstance(key.value, str) and (key.tag, key.value) in seen:
                raise ComposerError(None, None, f"{key.value!r} stands twice", key.start_mark)
            seen.add((key.tag, str(key.value)))
        return node


def _knows(kind: str, begins: Iterable[str], written: str, meaning: Callable[[str], Any]) -> None:
    """From now on a plain text written so is of this kind; `begins`: its first letters."""
    tag, pattern = f"tag:yaml.org,2002:{kind}", re.compile(rf"(?:{written})$")

    def construct(loader: Any, node: Any) -> Any:
        text = loader.construct_scalar(node)
        if not pattern.match(text):
            raise ConstructorError(None, None, f"{text!r} is no {kind}", node.start_mark)
        try:
            return meaning(text)
        except ValueError as error:
            said = f"{text[:40]!r} is no {kind}"
            raise ConstructorError(None, None, said, node.start_mark) from error

    _Loader.add_implicit_resolver(tag, pattern, list(begins))
    _Loader.add_constructor(tag, construct)


def _whole(text: str) -> int:
    return int(text, 0) if text[:2] in ("0o", "0x") else int(text)


def _real(text: str) -> float:
    return float(text.lower().replace(".inf", "inf").replace(".nan", "nan"))


_knows("null", (*"~nN", ""), "~|null|Null|NULL|", lambda text: None)
_knows("bool", "tTfF", "true|True|TRUE|false|False|FALSE", lambda text: text[0] in "tT")
_knows("int", "-+0123456789", "[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", _whole)
_knows(
    "float",
    "-+.0123456789",
    r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)",
    _real,
)
_Loader.add_implicit_resolver("tag:yaml.org,2002:merge", re.compile("<<$"), ["<"])
