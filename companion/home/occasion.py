"""Occasion 出来事: reads by code what a device's report means for the people of the home.

An observation of one has the occasion as its subject, the device as its source and the device's
room as its place. A trigger that one raised says so, so that what fits can be offered without
reading a sentence for its meaning.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.home.kinds import kind_of
from companion.words.device import Device
from companion.words.language import Bilingual
from companion.words.number import real_number
from companion.words.table import table


class Occasion(StrEnum):
    """出来事の種類."""

    SMOKE = "smoke"
    GAS = "gas"
    MONOXIDE = "carbon_monoxide"
    LEAK = "leak"
    RAIN = "rain"
    """It rains and something is open."""
    OPEN = "open"
    """Left open when everybody left, or at night; a fridge at any hour."""
    UNLOCKED = "unlocked"
    AWAY = "away"
    """Everybody seems to have left, and something is on."""
    BEDTIME = "bedtime"
    """A person seems to have gone to bed, and something is on."""
    COLD = "cold"
    HOT = "hot"
    SILENT = "silent"
    """A device stopped responding."""
    BACK = "back"
    FINISHED = "finished"
    """A machine has done its work."""
    LEFT_IN = "left_in"
    """The washing is done, and nobody has taken it out."""
    AIRED = "aired"
    """Heating or cooling runs with a window or a door open."""
    FLAT = "flat"
    """A battery is nearly empty."""
    DOORBELL = "doorbell"


ALARMS = frozenset({Occasion.SMOKE, Occasion.GAS, Occasion.MONOXIDE, Occasion.LEAK})
"""Told at once, by night too, with a model or without (as a due routine, applied to danger)."""
MOMENTARY = frozenset(
    {
        Occasion.AWAY,
        Occasion.BEDTIME,
        Occasion.BACK,
        Occasion.FINISHED,
        Occasion.DOORBELL,
    }
)
"""They happen and are over; all others last until they are seen to have ended."""
SEEMING = frozenset({Occasion.AWAY, Occasion.BEDTIME})
"""Concluded from several signs, never seen by anybody: an estimate is all there will be."""
TELLABLE = frozenset(
    {
        Occasion.RAIN,
        Occasion.OPEN,
        Occasion.UNLOCKED,
        Occasion.SILENT,
        Occasion.BACK,
        Occasion.FINISHED,
        Occasion.LEFT_IN,
        Occasion.AIRED,
        Occasion.FLAT,
        Occasion.DOORBELL,
    }
)
"""Telling somebody is an answer to these; alarms are told by the guard in any case."""

_KINDS: Mapping[str, Occasion] = {
    "smoke": Occasion.SMOKE,
    "gas": Occasion.GAS,
    "carbon_monoxide": Occasion.MONOXIDE,
    "moisture": Occasion.LEAK,
}
"""Home Assistant's device classes of detectors."""


def alarm_of(device: Device) -> Occasion | None:
    """The danger this detector reports, or None."""
    if not kind_of(device).detects or is_rain_sensor(device):
        return None
    return _KINDS.get(f"{device.attributes.get('device_class')}")


def is_rain_sensor(device: Device) -> bool:
    """Home Assistant has no class for rain; a moisture detector is one where its id says so."""
    return kind_of(device).detects and bool(_words(device) & {"rain", "rainy", "raining", "ame"})


def is_strong_wind(device: Device, value: str) -> bool:
    """Whether a wind sensor reports what tears at an awning; without a unit it is km/h."""
    if device.attributes.get("device_class") != "wind_speed":
        return False
    speed = real_number(value)
    return (
        speed is not None
        and speed * _IN_KMH.get(f"{device.attributes.get('unit')}", 1.0) >= STRONG_WIND_KMH
    )


STRONG_WIND_KMH = 39.0
"""Beaufort 6; makers have their awnings drawn in from here on at the latest."""
_IN_KMH = {"m/s": 3.6, "mph": 1.61, "kn": 1.85, "ft/s": 1.1}


def is_doorbell(device: Device) -> bool:
    """There is no class for it either."""
    return kind_of(device).detects and bool(
        _words(device) & {"doorbell", "bell", "chime", "intercom"}
    )


SHOWING = frozenset({"on", "playing", "paused", "buffering"})
"""States of a television that shows a picture."""


def is_television(device: Device) -> bool:
    """A player with a screen; one that says nothing of its class is one by its id."""
    if not kind_of(device).plays:
        return False
    kind = device.attributes.get("device_class")
    return kind == "tv" or (kind is None and bool(_words(device) & {"tv", "television", "terebi"}))


def is_bed(device: Device) -> bool:
    """An occupancy detector of a bed."""
    watches = device.attributes.get("device_class") in ("occupancy", "presence")
    return watches and bool(_words(device) & {"bed", "futon"})


def is_opening(device: Device) -> bool:
    """A door, a window, a motorised window or an awning of the home, and no door of a machine."""
    return _opens(device) and not is_cold_store(device) and not is_machine(device)


def is_cold_store(device: Device) -> bool:
    """The door of a fridge or a freezer."""
    return _opens(device) and _COLD_STORE.search(_called(device)) is not None


def is_machine(device: Device) -> bool:
    """Something of a machine that washes or dries: its work, or its door."""
    return kind_of(device).senses and _MACHINE.search(_called(device)) is not None


def is_laundry(device: Device) -> bool:
    """Something of a washing machine or a dryer for clothes."""
    return is_machine(device) and _DISHES.search(_called(device)) is None


def is_machine_door(device: Device) -> bool:
    """The door of such a machine."""
    return _opens(device) and is_machine(device)


def is_at_work(device: Device) -> bool:
    """A detector that tells whether a machine runs, or the phase of its programme."""
    kind = device.attributes.get("device_class")
    return kind == "running" or (kind == "enum" and is_machine(device))


def is_battery(device: Device) -> bool:
    """The charge of a battery that somebody has to change; what is charged each day is none."""
    if device.attributes.get("device_class") != "battery":
        return False
    return _CHARGED.search(_called(device)) is None


def is_nearly_empty(device: Device, value: str) -> bool:
    """Whether a battery reports so: in percent, or as a detector that says only that."""
    if kind_of(device).detects:
        return value == "on"
    percent = real_number(value)
    return percent is not None and percent <= NEARLY_EMPTY


NEARLY_EMPTY = 10.0
"""Percent: some weeks are left in what takes button cells."""


def _opens(device: Device) -> bool:
    return device.attributes.get("device_class") in kind_of(device).openings


def _named(english: str, japanese: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z])(?:{english})(?![a-z])|{japanese}", re.IGNORECASE)


_COLD_STORE = _named(
    "fridge|refrigerator|freezer|icebox|reizouko|reitouko", "冷蔵庫|冷凍庫|ワインセラー"
)
_MACHINE = _named(
    "washer|washing[ _]machine|laundry|dryer|tumble[ _]dryer|dish[ _]?washer|sentakuki"
    "|kansouki|shokusenki",
    "洗濯機|洗濯乾燥機|衣類乾燥機|食洗機|食器洗",
)
_DISHES = _named("dish[ _]?washer|shokusenki", "食洗機|食器洗")
_CHARGED = _named(
    "phone|iphone|pixel|tablet|ipad|watch|laptop|vacuum|robot|mower|car|ev|bike|scooter|solar"
    "|powerwall|inverter|ups|house|home",
    "スマホ|携帯|タブレット|時計|掃除機|掃除ロボット|車|自転車|蓄電|ノート",
)


def is_open(device: Device, value: str | None) -> bool:
    """True if the door or window reports that it is open; unknown counts as closed."""
    return value == ("on" if kind_of(device).detects else "open")


def _called(device: Device) -> str:
    return f"{device.id} {device.name.en} {device.name.ja}"


def _words(device: Device) -> set[str]:
    return set(device.id.partition(".")[2].lower().split("_"))


@dataclass(frozen=True, slots=True)
class Telling:
    """出来事の言い方. `{where}` is the room, `{what}` the device, `{age}` for how long."""

    plain: Bilingual
    """A clause: ja in plain form, en without capital and full stop."""
    polite_ja: str
    over: Bilingual | None = None
    """Words for its end; None says nothing."""


def _telling(row: Mapping[str, Any]) -> Telling:
    over = Bilingual(*row["over"]) if "over" in row else None
    return Telling(Bilingual(*row["plain"]), row["polite"], over)


TELLINGS: Mapping[Occasion, Telling] = {
    Occasion(name): _telling(row) for name, row in table("companion.home", "occasions.toml").items()
}
"""Complete by a test."""

HOME = Bilingual("家の中", "the home")
_AGE = (Bilingual("{0}分間", " for {0} min"), Bilingual("{0}時間", " for {0} h"))


def in_sentence(name: str) -> str:
    """English: `the living room`; a name that is no acronym begins small inside a sentence."""
    small = len(name) > 1 and name[0].isupper() and name[1].islower()
    return f"the {name[0].lower() + name[1:] if small else name}"


def tell(words: Bilingual, where: Bilingual, what: Bilingual, minutes: int = 0) -> Bilingual:
    """Fill a telling; never `str.format` with what came over the wire."""
    age = Bilingual("", "")
    if minutes:
        form, number = (_AGE[0], minutes) if minutes < 120 else (_AGE[1], minutes // 60)
        age = form.filled(number)
    ja = words.ja.replace("{age}", age.ja).replace("{where}", where.ja)
    en = words.en.replace("{age}", age.en).replace("{where}", where.en)
    return Bilingual(ja.replace("{what}", what.ja), en.replace("{what}", what.en))


def occasion_of(subject: object) -> Occasion | None:
    """The occasion a subject names, or None."""
    return _BY_NAME.get(subject) if isinstance(subject, str) else None


_BY_NAME: Mapping[str, Occasion] = {occasion.value: occasion for occasion in Occasion}
