"""Channels: give each sentence the trust of the channel on which it came in."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.home.kinds import kind_of
from companion.ports.house import House
from companion.words.said import MCP_ACT, MCP_ASK, PHONE, SATELLITE, VOICE, Said
from companion.words.trust import Authority, TrustLabel

CHANNEL_TRUST: Mapping[str, TrustLabel] = {
    "web": TrustLabel.OWNER,
    "chat": TrustLabel.OWNER,
    "cli": TrustLabel.OWNER,
    VOICE: TrustLabel.HOUSEHOLD,
    PHONE: TrustLabel.HOUSEHOLD,
    SATELLITE: TrustLabel.HOUSEHOLD,
    MCP_ACT: TrustLabel.HOUSEHOLD,
    MCP_ASK: TrustLabel.GUEST,
}
"""Page login and the device's own command line are the owner; unknown is guest. A microphone of the
page hears whoever stands beside the phone: the login lends a voice nothing."""
PROGRAMS = frozenset({MCP_ACT, MCP_ASK})
MEDIA_CHANNELS = frozenset({"television", "radio", "media"})
"""Channels of the home's loudspeakers: their words are `observed`, recorded, and neither obeyed nor
answered."""
VOICES = frozenset({VOICE, SATELLITE})
SOURCES: Mapping[str, Authority] = {
    "discord": Authority.USER,
    "roblox": Authority.PUBLIC,
    "x": Authority.PUBLIC,
}
"""Outside sources as shipped (`sources` of the configuration); one that is on no map is public."""
OWN_CHANNELS = frozenset(CHANNEL_TRUST) | MEDIA_CHANNELS | {"home_assistant", "system", "mqtt"}
"""Names of the companion's own channels; no outside source may bear one."""


def usual_trust(channel: str, of_this_home: Mapping[str, TrustLabel]) -> TrustLabel:
    """Trust of a channel while nothing plays; what nobody knows is a guest's."""
    shipped = {source: trust_of_source(authority) for source, authority in SOURCES.items()}
    return {**shipped, **of_this_home, **CHANNEL_TRUST}.get(channel, TrustLabel.GUEST)


def trust_of_sources(sources: Mapping[str, str]) -> dict[str, TrustLabel]:
    """The owner's map, `user` or `public` by the name of the source."""
    return {name: trust_of_source(Authority(authority)) for name, authority in sources.items()}


def trust_of_source(authority: Authority) -> TrustLabel:
    """Trust of an outside source: at most that of a voice in the room, never the owner's."""
    return TrustLabel.HOUSEHOLD if authority is Authority.USER else TrustLabel.GUEST


@dataclass(frozen=True, kw_only=True)
class Channels:
    """The trust label of a channel, set here and never by the caller."""

    house: House
    of_this_home: Mapping[str, TrustLabel] = field(default_factory=dict)
    """Trust of channels that only this home can tell, beside `CHANNEL_TRUST`."""

    def trust_of(self, channel: str) -> TrustLabel:
        """Trust label of a channel now. While a player plays, a voice in the room may be the
        player's: it commands nothing; the page and the keys do."""
        if channel in MEDIA_CHANNELS or (channel in VOICES and self._plays("")):
            return TrustLabel.OBSERVED
        return self._usual(channel)

    def trust_to_allow(self, channel: str) -> TrustLabel:
        """Trust label of a yes, and of what is allowed ahead: a program may wish, and gives no yes
        in the place of a person."""
        return TrustLabel.GUEST if channel in PROGRAMS else self.trust_of(channel)

    def trust_of_said(self, said: Said) -> TrustLabel:
        """Trust label of one sentence. A television in another room takes nothing from a voice
        whose room is known. In the same room only a voice counts that called our own microphone
        apart from the sound of the room: a satellite does not tell that. Where voices are enrolled,
        another voice is a guest's, at a phone too."""
        trust = self._of_the_room(said) if said.channel in VOICES else self.trust_of(said.channel)
        if trust is TrustLabel.HOUSEHOLD and said.is_stranger:
            return TrustLabel.GUEST
        return trust

    def _of_the_room(self, said: Said) -> TrustLabel:
        """Of a voice at a microphone or satellite."""
        called = said.is_called and said.channel == VOICE
        television = self._plays(said.place) and not called
        return TrustLabel.OBSERVED if television else self._usual(said.channel)

    def _usual(self, channel: str) -> TrustLabel:
        return usual_trust(channel, self.of_this_home)

    def _plays(self, room: str) -> bool:
        """Whether a player plays that may be heard in this room; "" is any room. A player whose
        room nobody told may be heard everywhere."""
        players = (d for d in self.house.devices() if kind_of(d).plays)
        near = (p for p in players if not room or p.area in ("", room))
        states = (self.house.state(player.id) for player in near)
        return any(state is not None and state.value == "playing" for state in states)
