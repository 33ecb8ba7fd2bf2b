"""Words are the glossary, with what homes are made of and how things are said: Japanese terms,
frozen, standard library only."""

import ast
import dataclasses
import enum
import importlib
import re
import sys
from types import ModuleType

import msgspec
import pytest

from tests.law.measures import ROOT, nodes_of, sources, text_of

FLOOR_0 = ("companion/words", "companion/home", "companion/phrases")
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def _word_modules() -> list[ModuleType]:
    return [
        importlib.import_module(".".join((ROOT / path).relative_to(ROOT).with_suffix("").parts))
        for path in sources(*FLOOR_0)
        if path.stem != "__init__"
    ]


@pytest.mark.parametrize("module", _word_modules(), ids=lambda m: m.__name__)
def test_every_word_gives_its_japanese_term(module: ModuleType) -> None:
    """The first docstring line of a noun carries its Japanese term."""
    first = (module.__doc__ or "").splitlines()[0]
    assert JAPANESE.search(first), module.__name__
    for name, thing in vars(module).items():
        own = isinstance(thing, type) and thing.__module__ == module.__name__
        if own and not name.startswith("_") and not issubclass(thing, BaseException):
            assert JAPANESE.search((thing.__doc__ or "").splitlines()[0]), name


@pytest.mark.parametrize("module", _word_modules(), ids=lambda m: m.__name__)
def test_every_noun_is_frozen(module: ModuleType) -> None:
    """Nouns never change once made."""
    for thing in vars(module).values():
        if isinstance(thing, type) and dataclasses.is_dataclass(thing):
            assert thing.__dataclass_params__.frozen, thing  # type: ignore[attr-defined]
        elif isinstance(thing, type) and issubclass(thing, msgspec.Struct):
            assert thing.__struct_config__.frozen or thing is msgspec.Struct, thing
        elif isinstance(thing, type) and thing.__module__ == module.__name__:
            assert issubclass(thing, enum.Enum | BaseException), thing


TYPED_FACTS = "companion/words/facts/registry.py"
"""The one module of floor 0 that uses a library: msgspec, the codec of facts (ADR 0055)."""


def test_words_use_the_standard_library_only() -> None:
    """Floor 0 imports nothing but the standard library and itself; its order is a contract."""
    ours = tuple(folder.replace("/", ".") for folder in FLOOR_0)
    for path in sources(*FLOOR_0):
        for node in nodes_of(path):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            for name in names:
                if name == "msgspec" and path.as_posix().endswith(TYPED_FACTS):
                    continue
                assert name.startswith(ours) or name.split(".")[0] in sys.stdlib_module_names, (
                    path,
                    name,
                )


def test_sizes_of_ports_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """An instrument, not a law: a port is one screen or little more."""
    sizes = {p.name: len(text_of(p).splitlines()) for p in sources("companion/ports")}
    with capsys.disabled():
        print(f"\n[law] longest port: {max(sizes, key=sizes.__getitem__)}, {max(sizes.values())}")
    assert sizes
