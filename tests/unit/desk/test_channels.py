"""Trust by channel: set at the door, never by the caller."""

import pytest

from companion.desk.channels import Channels
from companion.links.memory_house import MemoryDevice, MemoryHouse
from companion.words.device import Device, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.said import SATELLITE
from companion.words.trust import TrustLabel
from tests.twins.clock import JumpClock

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
