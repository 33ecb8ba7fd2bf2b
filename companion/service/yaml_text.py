"""YAML 1.2 文書: reads a configuration into plain values with their lines.

Read by ruamel.yaml, which also changes a configuration and keeps its comments (`cli.config_edit`).
Added to it: a date stays text, and what could grow without end is refused.
"""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.composer import Composer, ComposerError, MaxDepthExceededError
from ruamel.yaml.constructor import ConstructorError, SafeConstructor
from ruamel.yaml.error import YAMLError
from ruamel.yaml.events import AliasEvent
from ruamel.yaml.nodes import MappingNode, SequenceNode
from ruamel.yaml.reader import ReaderError

from companion.words.number import whole_number

MOST_DEPTH = 100
"""Levels of nesting that are read; a configuration has some five."""


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


TEXTS_KEPT = 4
"""A start reads four texts, each up to three times: configuration, home, scenario, persona. Reading
them once halves the time, and what is kept takes 0.4 MB."""


def read(text: str) -> Written:
    """The one document of a text. Raises `NotYaml`."""
    document = _read(text)
    return replace(document, plain=deepcopy(document.plain))


@lru_cache(maxsize=TEXTS_KEPT)
def _read(text: str) -> Written:
    yaml = YAML(typ="safe", pure=True)
    yaml.Composer, yaml.Constructor, yaml.max_depth = _Composer, _Constructor, MOST_DEPTH
    try:
        root = yaml.compose(text)
        return Written(None if root is None else yaml.constructor.construct_document(root), root)
    except ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise NotYaml(line, f"the character #x{error.character:04x} may not stand there") from error
    except MaxDepthExceededError as error:
        raise NotYaml(error.problem_mark.line + 1, "it is nested too deeply") from error
    except YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        said = getattr(error, "problem", None) or str(error).splitlines()[0]
        raise NotYaml(mark.line + 1 if mark is not None else 1, said) from error


def load(text: str) -> Any:
    """Values of a YAML text. Raises `NotYaml`."""
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


class _Composer(Composer):
    """A value with an anchor holds no alias: it could hold itself, or grow without end."""

    def __init__(self, loader: Any = None) -> None:
        super().__init__(loader)
        self._inside_anchored = 0

    def compose_node(self, parent: Any, index: Any) -> Any:
        event = self.parser.peek_event()
        if isinstance(event, AliasEvent) and self._inside_anchored:
            said = f"*{event.anchor} stands inside a value that has an anchor itself"
            raise ComposerError(None, None, said, event.start_mark)
        anchored = event.anchor is not None and not isinstance(event, AliasEvent)
        self._inside_anchored += anchored
        node = super().compose_node(parent, index)
        self._inside_anchored -= anchored
        return node


class _Constructor(SafeConstructor):
    """Plain values. A mistake has the line of its value. Of a key that stands twice the values are
    not told, as ruamel does it: one may be a secret."""

    def construct_object(self, node: Any, deep: bool = False) -> Any:
        try:
            return super().construct_object(node, deep)
        except (ValueError, KeyError) as error:
            said = f"{str(node.value)[:40]!r} is no {str(node.tag).rpartition(':')[2]}"
            raise ConstructorError(None, None, said, node.start_mark) from error

    def check_mapping_key(
        self, node: Any, key_node: Any, mapping: Any, key: Any, value: Any
    ) -> bool:
        if key in mapping:
            raise ConstructorError(None, None, f"{key!r} stands twice", key_node.start_mark)
        return True


for _kind in ("timestamp", "value"):
    _Constructor.add_constructor(f"tag:yaml.org,2002:{_kind}", SafeConstructor.construct_yaml_str)
