"""Trust by channel: set at the door, never by the caller."""

import pytest

from companion.desk.channels import Channels
from companion.words.device import Device, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.said import MCP_ACT, MCP_ASK, SATELLITE, Said
from companion.words.trust import Authority, TrustLabel, authority_of
from tests.twins.clock import JumpClock
from tests.twins.memory_house import MemoryDevice, MemoryHouse

TV = Device(
    id=DeviceId("media_player.tv"),
    domain=Domain.MEDIA_PLAYER,
    name=Bilingual("テレビ", "TV"),
    area="living",
    operations=("play", "pause"),
)


@pytest.mark.parametrize(
    ("channel", "silent", "playing"),
    [
        ("web", TrustLabel.OWNER, TrustLabel.OWNER),
        ("cli", TrustLabel.OWNER, TrustLabel.OWNER),
        (SATELLITE, TrustLabel.HOUSEHOLD, TrustLabel.OBSERVED),
        ("voice", TrustLabel.HOUSEHOLD, TrustLabel.OBSERVED),
        ("television", TrustLabel.OBSERVED, TrustLabel.OBSERVED),
        ("hub", TrustLabel.HOUSEHOLD, TrustLabel.HOUSEHOLD),
        ("nobody knows", TrustLabel.GUEST, TrustLabel.GUEST),
    ],
)
def test_a_voice_is_nobodys_while_a_player_plays(
    channel: str, silent: TrustLabel, playing: TrustLabel
) -> None:
    """T-09, T2: the loudspeaker commands nothing; what this home adds takes nothing away."""
    clock = JumpClock()
    own = {"hub": TrustLabel.HOUSEHOLD, "web": TrustLabel.GUEST}
    for value, trust in (("idle", silent), ("playing", playing)):
        house = MemoryHouse(clock, [MemoryDevice(TV, value=value)])
        assert Channels(house=house, of_this_home=own).trust_of(channel) is trust


@pytest.mark.parametrize(
    ("place", "is_called", "trust"),
    [
        ("living", False, TrustLabel.OBSERVED),
        ("living", True, TrustLabel.HOUSEHOLD),
        ("kitchen", False, TrustLabel.HOUSEHOLD),
        ("", False, TrustLabel.OBSERVED),
    ],
)
def test_a_television_takes_the_word_from_its_own_room_unless_it_is_called(
    place: str, is_called: bool, trust: TrustLabel
) -> None:
    """T2: of our own microphone the room and the call are known."""
    channels = Channels(house=MemoryHouse(JumpClock(), [MemoryDevice(TV, value="playing")]))
    said = Said("電気をつけて", "voice", place=place, is_called=is_called)
    assert channels.trust_of_said(said) is trust


@pytest.mark.parametrize("channel", [MCP_ACT, MCP_ASK])
def test_t_56_a_program_may_wish_and_gives_no_yes(channel: str) -> None:
    channels = Channels(house=MemoryHouse(JumpClock(), ()))
    assert authority_of(channels.trust_to_allow(channel)) is Authority.PUBLIC
    for of_a_person in ("web", "cli", "voice", SATELLITE):
        assert channels.trust_to_allow(of_a_person) is channels.trust_of(of_a_person)


def test_a_call_makes_no_owner_and_no_satellite_trusted() -> None:
    """T-56: calling it lends no authority of its own; nobody knows who called a satellite in whose
    room a television plays, or may play."""
    channels = Channels(house=MemoryHouse(JumpClock(), [MemoryDevice(TV, value="playing")]))
    beside = Said("電気をつけて", SATELLITE, place=TV.area, is_called=True)
    assert channels.trust_of_said(beside) is TrustLabel.OBSERVED
    unplaced = Said("電気をつけて", SATELLITE, is_called=True)
    assert channels.trust_of_said(unplaced) is TrustLabel.OBSERVED
    elsewhere = Said("電気をつけて", SATELLITE, place="kitchen")
    assert channels.trust_of_said(elsewhere) is TrustLabel.HOUSEHOLD
    television = Said("電気をつけて", "television", is_called=True)
    assert channels.trust_of_said(television) is TrustLabel.OBSERVED
    typed = Said("電気をつけて", "web", is_called=True)
    assert channels.trust_of_said(typed) is TrustLabel.OWNER


@pytest.mark.parametrize("channel", ["voice", "phone"])
def test_another_voice_at_a_phone_is_a_guests_too(channel: str) -> None:
    """T-56: the page's login lends a voice nothing, and what was typed is nobody's voice."""
    channels = Channels(house=MemoryHouse(JumpClock(), []))
    said = Said("電気をつけて", channel, is_stranger=True)
    assert channels.trust_of_said(said) is TrustLabel.GUEST
    known = Said("電気をつけて", channel, speaker="ミカ")
    assert channels.trust_of_said(known) is TrustLabel.HOUSEHOLD


@pytest.mark.parametrize("value", ["idle", "playing"])
def test_a_voice_that_is_not_enrolled_is_a_guests_at_most(value: str) -> None:
    """T-56: it never gains by it; while a player plays it is nobody's."""
    channels = Channels(house=MemoryHouse(JumpClock(), [MemoryDevice(TV, value=value)]))
    said = Said("電気をつけて", "voice", place="living", is_stranger=True)
    usual = TrustLabel.OBSERVED if value == "playing" else TrustLabel.GUEST
    assert channels.trust_of_said(said) is usual
    known = Said("電気をつけて", "voice", place="kitchen", speaker="ミカ", speaker_confidence=0.9)
    assert channels.trust_of_said(known) is TrustLabel.HOUSEHOLD, "never the owner"
