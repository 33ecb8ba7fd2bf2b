"""What a person is called is the persona's to say: its sheet has the word, no other text does."""

import ast
import re
from collections.abc import Iterator

import pytest

from companion.web.texts import TEXT
from tests.law.measures import ROOT, nodes_of, sources

TO_THE_MODEL = {
    "companion/rooms/character/prompt.toml",
    "companion/rooms/conversation/prompt.toml",
    "companion/rooms/deliberation/phrasing.py",
    "companion/rooms/expression/phrasing.toml",
}
"""There the word is said to the model, and means the model."""
LOOKED_FOR = {"companion/service/persona_sheet.py", "companion/rooms/free_words/ja.toml"}
"""There it is looked for, so that it is not said."""
HEARD = "companion/rooms/understanding/"
"""There it is a word that people say to the companion."""
JAPANESE = re.compile("あなた|貴方|貴女|君は|きみは")
ENGLISH = re.compile(r"\b(you|your|yours|yourself)\b", re.IGNORECASE)


def _texts(path: str) -> Iterator[str]:
    for node in nodes_of(ROOT / path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


@pytest.mark.parametrize("folder", ["companion", "capabilities", "policies", "hardware"])
def test_no_text_has_a_word_for_the_person_spoken_to(folder: str) -> None:
    """D-035, D-001: `second_person_label` rules; nothing beside it says あなた."""
    for path in sources(folder):
        name = path.relative_to(ROOT).as_posix()
        if name in TO_THE_MODEL | LOOKED_FOR or name.startswith(HEARD):
            continue
        for text in _texts(name):
            assert not JAPANESE.search(text), (name, text)


def test_no_page_has_one() -> None:
    """D-035: the templates and scripts of the page."""
    web = ROOT / "companion" / "web"
    for path in [*web.rglob("*.html"), *web.rglob("*.js")]:
        assert not JAPANESE.search(path.read_text(encoding="utf-8")), path


def test_the_page_speaks_of_what_is_and_to_nobody() -> None:
    """D-035: the machine's own text, in English as in Japanese."""
    for key, both in TEXT.items():
        assert not ENGLISH.search(both.en), (key, both.en)
    name = "companion/web/sentences.py"
    docs = {_doc(node) for node in nodes_of(ROOT / name)}
    for text in _texts(name):
        assert text in docs or not ENGLISH.search(text), text


def test_no_table_of_texts_has_one() -> None:
    """D-035: the page, reasons, help."""
    for path in (ROOT / "companion").rglob("*.toml"):
        name = path.relative_to(ROOT).as_posix()
        if name not in TO_THE_MODEL | LOOKED_FOR and not name.startswith(HEARD):
            assert not JAPANESE.search(path.read_text(encoding="utf-8")), path


def _doc(node: ast.AST) -> str | None:
    documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    return ast.get_docstring(node, clean=False) if isinstance(node, documented) else None
