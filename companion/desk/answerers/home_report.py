"""Answers "what's going on at home?" 家の様子 and "is everything all right?" by code.

It tells what is on, open or unlocked, by the reports of the things themselves.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.desk.commands.states import which_are_so
from companion.home.device_operation import operation_of
from companion.home.kinds import kind_of
from companion.home.purpose import purpose_of
from companion.ports.answerer import Answer, HeardSentence
from companion.rooms.expression.claims import Names
from companion.words.device import Device
from companion.words.language import Bilingual
from companion.words.purpose import Purpose
from companion.words.table import compiled, table
from companion.words.trust import Authority, authority_of
from companion.words.understood import UnderstoodWish

_READ = table("companion.desk.answerers", "home_report.toml")
_ASKS = compiled(_READ["forms"], flags=re.IGNORECASE)["asks"]
_GROUPS = (
    ("on", ("turn_on", "pause", "set_mode")),
    ("open", ("open",)),
    ("unlocked", ("lock",)),
)
"""States that are worth telling, and operations of the things that have them."""
_RESTS = {
    "on": ("off", "standby", "docked", "idle", "paused"),
    "open": ("closed",),
    "unlocked": ("locked",),
}
_OPENINGS = ("door", "window", "opening", "garage_door")
_ALL_AT_REST = Bilingual(
    "家の中は、すべて消えて、閉まっています。", "At home everything is off and shut."
)


@dataclass(frozen=True, kw_only=True)
class HomeReport:
    """Answers the people of the house."""

    names: Names

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """Words for the whole home; None for every other sentence."""
        said = " ".join(heard.text.split()).strip("。.!！?？、, ")
        if authority_of(heard.event.trust) is not Authority.USER or not _ASKS.fullmatch(said):
            return None
        told = [*self._told()]
        if not told:
            return Answer(words=_ALL_AT_REST)
        return Answer(words=Bilingual.joined(told, "", " "))

    def _told(self) -> Iterator[Bilingual]:
        for state, operations in _GROUPS:
            of_them = [d for d in self.names.house.devices() if _can_be(d, state, operations)]
            active = tuple(str(d.id) for d in of_them if self._is_worth_telling(d, state))
            if active:
                slots = {"state": state}
                wish = UnderstoodWish(intent="HassGetState", targets=active, slots=slots)
                yield which_are_so(wish, self.names)

    def _is_worth_telling(self, device: Device, state: str) -> bool:
        """Whether it is so, or nobody knows."""
        house = self.names.house
        report = house.state(device.id) if house.connected() else None
        if report is None or report.value is None or not report.available:
            return True
        return (
            report.value == "on" if kind_of(device).detects else report.value not in _RESTS[state]
        )


def _can_be(device: Device, state: str, operations: Iterable[str]) -> bool:
    """Whether the thing has this state: by an operation, or as a detector of openings. A fridge is
    on for good: nobody is told of it."""
    if purpose_of(device) is Purpose.VITAL:
        return False
    opening = kind_of(device).detects and device.attributes.get("device_class") in _OPENINGS
    able = any(operation_of(device, one) is not None for one in operations)
    return able or (opening and state == "open")
