"""Who may speak as the persona, and from where (section D)."""

import ast

from companion.words.llm import LlmRequestPurpose
from tests.law.measures import ROOT, imported, nodes_of, sources

SPEECH = {"companion.words.utterance", "companion.phrases.manner", "companion.rooms.expression"}


def test_d_006_no_plug_in_composes_persona_speech() -> None:
    """D-006, D-076: a capability returns facts and results; it knows neither the words of the
    persona nor the room that finds them."""
    for folder in ("capabilities", "policies", "hardware"):
        for path in sources(folder):
            found = {name for name in imported(path) for part in SPEECH if name.startswith(part)}
            assert not found, (path, found)


def test_d_007_a_message_is_published_in_one_place() -> None:
    """D-007, D-008: `autonomy.message` leaves by the journal, which writes it down first."""
    found = [
        path.relative_to(ROOT).as_posix()
        for path in sources("companion")
        for node in nodes_of(path)
        if isinstance(node, ast.Call)
        and any(
            isinstance(arg, ast.Attribute) and arg.attr == "MESSAGE" and _is_stream_kind(arg)
            for arg in (*node.args, *(keyword.value for keyword in node.keywords))
        )
    ]
    assert set(found) == {"companion/rooms/journal/room.py"}


def test_d_036_rendering_has_a_purpose_of_its_own() -> None:
    """D-036: used by the expression room and by no other."""
    purpose = LlmRequestPurpose.ASYNC_AUTONOMY_MESSAGE_RENDER
    assert purpose.value == "async_autonomy_message_render"
    users = {
        path.relative_to(ROOT).as_posix()
        for path in sources("companion/rooms")
        for node in nodes_of(path)
        if isinstance(node, ast.Attribute) and node.attr == purpose.name
    }
    assert users == {"companion/rooms/expression/room.py"}


def _is_stream_kind(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id == "StreamKind"
