"""Open and close 開閉: defines the operations that curtains and garage doors share."""

from companion.home.device_kind import DeviceOperation, Number
from companion.home.hub_wire import HubWire, featured
from companion.home.room_effect import RoomEffect
from companion.home.shared_verbs import STOP
from companion.home.wire_values import whole
from companion.words.capability import RiskTier
from companion.words.language import Bilingual
from companion.words.state_words import StateWords
from companion.words.verb import Verb

SAID = {
    "open": StateWords("開いている", "open"),
    "closed": StateWords("閉まっている", "closed"),
    "opening": StateWords("開いている途中", "opening"),
    "closing": StateWords("閉まっている途中", "closing"),
    "stopped": StateWords("途中で止まっている", "stopped"),
}
"""Their states in words."""
_OPEN = Verb(ja="{}を開ける", en="open {}", past="opened {}")
_CLOSE = Verb(ja="{}を閉める", en="close {}", past="closed {}")

POSITION = Number(
    name="position",
    label=Bilingual("開き具合", "Position"),
    unit="%",
    low=0,
    high=100,
    step=5,
    tolerance=2,
)
COVER_HUB = HubWire(
    offers=featured({"open": 1, "close": 2, "set_position": 4, "stop": 8, "set_tilt": 128}),
    services={
        "open": "open_cover",
        "close": "close_cover",
        "stop": "stop_cover",
        "set_position": lambda given, facts: (
            "set_cover_position",
            {"position": whole(given, "position", 0, 100)},
        ),
        "set_tilt": lambda given, facts: (
            "set_cover_tilt_position",
            {"tilt_position": whole(given, "tilt", 0, 100)},
        ),
    },
    told={"position": ("current_position", 1), "tilt": ("current_tilt_position", 1)},
)
"""Both are covers at the hub."""


def open_close(
    risk: RiskTier = RiskTier.REVERSIBLE, *, daylight: bool = False
) -> tuple[DeviceOperation, ...]:
    """Open, close, stop and a position between; `risk` is that of everything but stopping.
    `daylight`: opening lets it in."""
    lighter, darker = (RoomEffect.LIGHTER, RoomEffect.DARKER) if daylight else (None, None)
    return (
        DeviceOperation(
            does="open",
            value="open",
            under_way="opening",
            inverse="close",
            risk=risk,
            effect=lighter,
            verb=_OPEN,
        ),
        DeviceOperation(
            does="close",
            value="closed",
            under_way="closing",
            inverse="open",
            risk=risk,
            effect=darker,
            verb=_CLOSE,
        ),
        DeviceOperation(does="stop", verb=STOP),
        DeviceOperation(
            does="set_position",
            number="position",
            inverse="set_position",
            risk=risk,
            verb=Verb(
                ja="{}の開き具合を変える",
                en="set how far {} is open",
                past="set how far {} is open",
                short_en="set position",
                to=Verb(
                    ja="{}を{v}まで開ける",
                    en="open {} to {v}",
                    past="opened {} to {v}",
                    itself="open to {v}",
                ),
                at={
                    0: _CLOSE,
                    50: Verb(
                        ja="{}を半分開ける",
                        en="open {} half way",
                        past="opened {} half way",
                    ),
                    100: _OPEN,
                },
            ),
            closing=Verb(
                ja="{}の開き具合を変える",
                en="set how far {} is open",
                past="set how far {} is open",
                to=Verb(
                    ja="{}を{v}閉める",
                    en="close {} {v} of the way",
                    past="closed {} {v} of the way",
                    itself="close {v} of the way",
                ),
                at={
                    0: _OPEN,
                    50: Verb(
                        ja="{}を半分閉める",
                        en="close {} half way",
                        past="closed {} half way",
                    ),
                    100: _CLOSE,
                },
            ),
        ),
    )
