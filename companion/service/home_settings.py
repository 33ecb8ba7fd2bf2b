"""Settings of the home: read rooms, people, quiet hours, and the link to its devices."""

from datetime import time
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from companion.words.language import Bilingual, Language
from companion.words.place import Place
from companion.words.quiet import Channel, QuietHours
from companion.words.timing import WEEKDAYS, Weekday


class Section(BaseModel):
    """A section of the configuration: unknown keys are refused, nothing changes later."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Words(Section):
    """One label in both languages."""

    ja: str = Field(description="in Japanese")
    en: str = Field(description="in English")

    def bilingual(self) -> Bilingual:
        """As the word of the glossary."""
        return Bilingual(self.ja, self.en)


class PlaceSetting(Section):
    """One room of the home."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]*$", description="room id: hall, living")
    name: Words = Field(description="what the room is called: {ja: 玄関, en: Hall}")
    neighbours: tuple[str, ...] = Field((), description="ids of the rooms one can walk to")
    aliases: tuple[str, ...] = Field((), description="other words for it, in any language")
    floor: str = Field("", description="what the floor is called: 2階, Upstairs; all its rooms")

    def place(self) -> Place:
        """As the word of the glossary."""
        return Place(
            id=self.id,
            name=self.name.bilingual(),
            neighbours=self.neighbours,
            aliases=self.aliases,
            floor=self.floor,
        )


class Home(Section):
    """Kind of home: the doll's house (default, nothing needed) or a real one over MQTT."""

    kind: str = Field(
        "dollhouse",
        pattern="^(dollhouse|mqtt)$",
        description="dollhouse: a simulated household; mqtt: your own home",
    )
    scenario: str = Field("first_evening", description="doll's house scenario")
    speed: float = Field(1.0, gt=0, le=1000, description="doll's house clock, times real time")
    seed: int = Field(7, description="doll's house: chances of the resident and the devices")
    llm_s_per_token: float = Field(
        0.1,
        ge=0,
        description="doll's house: simulated seconds a written token costs; the clock stands "
        "still while the model works, so that outcomes do not depend on the machine. Ten a "
        "second, as measured for the 1.5 B on two cores",
    )
    places: tuple[PlaceSetting, ...] = Field((), description="rooms of a real home")
    device_names: dict[str, Words] = Field(
        default_factory=dict, description="your names of devices, by device id"
    )
    areas: dict[str, str] = Field(
        default_factory=dict, description="device id -> room, over what the wire says"
    )
    guarded: tuple[str, ...] = Field(
        (), description="covers that let people in (gates, garages), whatever the wire calls them"
    )
    by_itself: tuple[str, ...] = Field(
        (), description="device id patterns that may be switched without asking"
    )


class Person(Section):
    """Person who lives here."""

    name: Words = Field(description="what they are called: {ja: ミカ, en: Mika}")
    tracker: str = Field(
        "",
        pattern=r"^((person|device_tracker)\.[a-z0-9_]+)?$",
        description="who says whether they are at home: person.mika, device_tracker.mika_phone",
    )


class Quiet(Section):
    """Hours in which what it says by itself is shown and not spoken. Replies are spoken,
    and alarms and dangers sound, whatever stands here."""

    begins: time = Field(description='time of day they begin: "22:30"')
    until: time = Field(description='time of day they end, perhaps on the next day: "07:00"')
    days: tuple[Weekday, ...] = Field(WEEKDAYS, description="days they begin on")
    channels: tuple[Channel, ...] = Field(
        (Channel.VOICE,), description="what stays quiet: voice, home_assistant"
    )
    person: str = Field("", description="only while this one of `people` may be at home")

    def hours(self) -> QuietHours:
        """As the word of the glossary."""
        return QuietHours(
            begins=self.begins,
            until=self.until,
            weekdays=frozenset(WEEKDAYS.index(day) for day in self.days),
            channels=frozenset(self.channels),
            person=self.person,
        )


class Mqtt(Section):
    """The broker; an empty host means our own: mosquitto if installed, else amqtt."""

    host: str = Field("", description="address of your broker; empty: the companion starts one")
    port: int = Field(1883, ge=1, le=65535, description="port of your broker")
    username: str = Field("", description="name to log in with")
    password_file: Path | None = Field(None, description="file of mode 0600 with its password")
    tls: bool = Field(False, description="talk to the broker over TLS")
    discovery_prefix: str = Field(
        "homeassistant", description="topic under which devices announce themselves"
    )
    zigbee2mqtt: str = Field(
        "zigbee2mqtt", description='base topic of Zigbee2MQTT, which needs no discovery; "": none'
    )
    announce: bool = Field(
        True, description="show the companion itself to Home Assistant, as a device of the home"
    )
    inbound: bool = Field(
        False,
        description="take sentences of outside sources on companion/inbound/SOURCE, with a token",
    )


class HomeAssistantLink(Section):
    """Home Assistant, over its WebSocket (ADR 0021); an empty url leaves it out."""

    url: str = Field(
        "",
        pattern=r"^(https?://[^/@\s?#]+(/[^\s?#]*)?)?$",
        description="as in the browser: http://homeassistant.local:8123",
    )
    token_file: Path | None = Field(
        None,
        description="file of mode 0600 with a long-lived access token of an administrator; "
        "default: home_assistant.token in state_dir, where `companion setup homeassistant` puts it",
    )
    ca_file: Path | None = Field(None, description="PEM file of the authority behind an https url")
    engine: str = Field(
        "websocket",
        pattern="^(websocket|homeassistant_api)$",
        description="websocket: ours; homeassistant_api: the package of that name, in a process "
        "and environment of its own (GPL-3; one call at a time; ADR 0021)",
    )
    all_entities: bool = Field(
        False, description="show every entity, not only those exposed to its voice assistant"
    )
    include: tuple[str, ...] = Field((), description="patterns of entity ids to show besides")
    exclude: tuple[str, ...] = Field((), description="patterns of entity ids to leave out")


class Wyoming(Section):
    """Home Assistant's voice satellites talk to the companion through this (ADR 0023)."""

    host: str = Field(
        "127.0.0.1", description="address to listen on; 0.0.0.0 for the whole network"
    )
    port: int = Field(0, ge=0, le=65535, description="for example 10700; 0 leaves it out")
    peers: tuple[str, ...] = Field(
        ("127.0.0.1",), description="who may connect: the address of Home Assistant, nobody else"
    )
    rooms: dict[str, str] = Field(
        default_factory=dict,
        description="room of a satellite, by its entity id (`assist_satellite.bedroom`) or its "
        "device's id, where `links.home_assistant` does not tell it",
    )


class Satellite(Section):
    """A microphone and a speaker in another room, over the Wyoming protocol."""

    host: str = Field(description="name or address of the satellite", examples=["192.168.1.20"])
    port: int = Field(10700, ge=1, le=65535, description="its port")
    place: str = Field(description="room it stands in")
    language: Language | None = Field(
        None, description="language that is mostly spoken there; the household's if not given"
    )
    alarms: bool = Field(
        True, description="whether alarms of its room, and those of no room, ring at it too"
    )
    wake: dict[str, Any] = Field(
        default_factory=dict,
        description="settings of the wake word engine there, where they differ from the home's: "
        "{words: [hey_jarvis]}; a satellite that finds its wake word itself has its own",
    )


class Links(Section):
    """Links that carry devices and words beside the broker."""

    home_assistant: HomeAssistantLink = HomeAssistantLink()
    wyoming: Wyoming = Wyoming()
    satellites: dict[str, Satellite] = Field(
        default_factory=dict,
        description="Wyoming satellites that are the companion's own ears and mouth in other rooms",
    )


class Location(Section):
    """Where the home stands, for the sun; without it the time zone's own city is taken."""

    latitude: float = Field(ge=-90, le=90, description="degrees, north positive")
    longitude: float = Field(ge=-180, le=180, description="degrees, east positive")
    country: str = Field("", pattern="^([A-Z]{2})?$", description="ISO 3166, for its holidays")
