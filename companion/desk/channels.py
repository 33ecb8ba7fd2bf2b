"""Channels: who is believed to stand behind what comes in, by the channel it comes in on."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.ports.house import House
from companion.words.device import Domain
from companion.words.said import SATELLITE
from companion.words.trust import TrustLabel

CHANNEL_TRUST: Mapping[str, TrustLabel] = {
    "web": TrustLabel.OWNER,
    "chat": TrustLabel.OWNER,
    "cli": TrustLabel.OWNER,
    "voice": TrustLabel.HOUSEHOLD,
    SATELLITE: TrustLabel.HOUSEHOLD,
    "discord": TrustLabel.HOUSEHOLD,
}
"""Page login and the device's own command line are the owner; unknown is guest."""
MEDIA_CHANNELS = frozenset({"television", "radio", "media"})
"""What a loudspeaker of the home says: `observed`, written down and neither obeyed nor answered."""
VOICES = frozenset({"voice", SATELLITE})


@dataclass(frozen=True, kw_only=True)
class Channels:
    """The trust label of a channel, set here and never by the caller."""

    house: House
    of_this_home: Mapping[str, TrustLabel] = field(default_factory=dict)
    """Trust of channels that only this home can tell, beside `CHANNEL_TRUST`."""

    def trust_of(self, channel: str) -> TrustLabel:
        """Who stands behind a channel now. While a player plays, a voice in the room may be the
        player's: it commands nothing; the page and the keys do."""
        if channel in MEDIA_CHANNELS or (channel in VOICES and self._something_plays()):
            return TrustLabel.OBSERVED
        return {**self.of_this_home, **CHANNEL_TRUST}.get(channel, TrustLabel.GUEST)

    def _something_plays(self) -> bool:
        players = (d for d in self.house.devices() if d.domain is Domain.MEDIA_PLAYER)
        states = (self.house.state(player.id) for player in players)
        return any(state is not None and state.value == "playing" for state in states)
