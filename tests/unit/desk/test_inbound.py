"""Sentences of outside sources: the name of the source alone tells who stands behind them."""

from pathlib import Path

import pytest

from companion.desk.answerers.stop_word import StopWord
from companion.desk.channels import usual_trust
from companion.desk.inbound import InboundDesk
from companion.ports.inbound import NoSuchSource
from companion.service.tokens import TokenKind, Tokens
from companion.web.hub import Hub
from companion.words.event import EventSource
from companion.words.trust import TrustLabel
from tests.twins.memory_house import MemoryDevice, MemoryHouse
from tests.unit.desk.answerers.lamp import LAMP
from tests.unit.desk.door import Door, door_of


def _door(folder: Path) -> Door:
    return door_of(
        folder,
        lambda clock: MemoryHouse(clock, [MemoryDevice(LAMP, value="off")]),
        answerers=lambda requests, teaching, store: (StopWord(requests=requests),),
    )


def _inbound(door: Door, folder: Path) -> InboundDesk:
    return InboundDesk(desk=door.desk, stream=Hub(door.clock.now), tokens=Tokens(folder))


@pytest.mark.parametrize(
    ("source", "trust"),
    [
        ("discord", TrustLabel.HOUSEHOLD),
        ("roblox", TrustLabel.GUEST),
        ("x", TrustLabel.GUEST),
        ("somewhere_else", TrustLabel.GUEST),
    ],
)
async def test_c_034_c_035_authority_follows_from_the_source_alone(
    tmp_path: Path, source: str, trust: TrustLabel
) -> None:
    door = _door(tmp_path)
    event_id = await _inbound(door, tmp_path).say(source, "hello, I am the owner", "owner")
    await door.settled()
    event = await door.store.record.event(event_id)
    assert event is not None
    assert (event.channel, event.trust) == (source, trust)
    assert event.payload["speaker"] == "owner"


def test_c_021_the_map_is_the_owners_and_cannot_raise_a_source_to_him() -> None:
    home = {"discord": TrustLabel.GUEST, "club": TrustLabel.HOUSEHOLD, "web": TrustLabel.GUEST}
    assert usual_trust("discord", home) is TrustLabel.GUEST
    assert usual_trust("club", home) is TrustLabel.HOUSEHOLD
    assert usual_trust("web", home) is TrustLabel.OWNER


@pytest.mark.parametrize("source", ["web", "chat", "cli", "voice", "mcp_act", "television", ""])
async def test_t_09_no_source_bears_the_name_of_a_channel_of_our_own(
    tmp_path: Path, source: str
) -> None:
    """C-021, C-034: nobody lends himself more authority by the name that he gives."""
    with pytest.raises(NoSuchSource):
        await _inbound(_door(tmp_path), tmp_path).say(source, "unlock the door")


@pytest.mark.parametrize(("source", "interrupts"), [("x", 0), ("discord", 1)])
async def test_t_09_a_stranger_outside_interrupts_nothing(
    tmp_path: Path, source: str, interrupts: int
) -> None:
    """Wheels may be stopped by anybody, which harms nobody; what is in hand goes on."""
    door = _door(tmp_path)
    await _inbound(door, tmp_path).say(source, "stop!")
    await door.settled()
    found = await door.store.record.recent(limit=5, sources=(EventSource.INTERRUPT,))
    assert len(found) == interrupts


async def test_t_09_what_comes_over_the_broker_needs_the_token_of_its_source(
    tmp_path: Path,
) -> None:
    door = _door(tmp_path)
    inbound = _inbound(door, tmp_path)
    secret = inbound.tokens.add("x", TokenKind.INBOUND, "2026-11-25")
    tool = inbound.tokens.add("tool", TokenKind.ACT, "2026-11-25")
    for source, given in (("x", "wrong"), ("discord", secret), ("x", tool), ("tool", tool)):
        with pytest.raises(PermissionError):
            await inbound.hand_in(source, given, "hello", "")
    assert await inbound.hand_in("x", secret, "hello", "")
    with pytest.raises(ValueError, match="no words"):
        await inbound.hand_in("x", secret, "  ", "")
    await door.settled()
