"""Tools of programs outside: a token reaches its width and no further, and the log tells of it."""

import pytest

from companion.desk.channels import usual_trust
from companion.service.tokens import Token, TokenKind
from companion.web.tools import REACH, TOOLS, Tools, ToolWrong
from companion.words.said import MCP_ACT, MCP_ASK
from companion.words.trust import Authority, TrustLabel, authority_of
from tests.unit.web.twins import Household


def _token(kind: TokenKind) -> Token:
    return Token(name=kind.value, kind=kind, sha256="", since="")


@pytest.mark.parametrize("kind", list(TokenKind))
async def test_a_token_reaches_its_width_and_no_further(home: Household, kind: TokenKind) -> None:
    tools, reached = Tools(parts=home.parts()), REACH.get(kind, frozenset())
    listed = {tool.name for tool in tools.listed(_token(kind))}
    assert listed == {tool.name for tool in TOOLS if tool.width in reached}
    for tool in TOOLS:
        if tool.name not in listed:
            with pytest.raises(ToolWrong, match="no tool"):
                await tools.call(tool.name, {}, _token(kind))


def test_t_56_no_program_has_the_owners_trust_and_one_that_asks_is_a_stranger() -> None:
    """So tier 2 always asks the owner, and an asking program moves nothing."""
    assert usual_trust(MCP_ACT, {}) is TrustLabel.HOUSEHOLD
    assert authority_of(usual_trust(MCP_ASK, {MCP_ASK: TrustLabel.OWNER})) is Authority.PUBLIC


def test_no_tool_answers_a_question_or_allows_anything_ahead() -> None:
    """Approving is a person's; the list holds no way to it."""
    names = {tool.name for tool in TOOLS}
    assert not names & {"approve", "answer", "grant", "token", "purpose"}


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("log", {"limit": 1000}),
        ("log", {"more": 1}),
        ("why", {}),
        ("why", {"event_id": 999}),
        ("memory", {"question": ""}),
        ("undo", {"event_id": 999}),
        ("operate", {"device_id": "light.hall", "operation": "explode"}),
    ],
)
async def test_arguments_that_do_not_fit_are_told(
    home: Household, name: str, arguments: dict[str, object]
) -> None:
    with pytest.raises(ToolWrong):
        await Tools(parts=home.parts()).call(name, arguments, _token(TokenKind.ACT))
