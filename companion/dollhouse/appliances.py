"""Appliances: name the class that simulates each kind of device."""

from collections.abc import Mapping

from companion.dollhouse.comfort import Climate, MediaPlayer
from companion.dollhouse.devices import SimDevice
from companion.dollhouse.openings import Cover, Lock
from companion.dollhouse.sensing import BinarySensor, Sensor
from companion.dollhouse.started import Scene, Vacuum
from companion.dollhouse.switching import Fan, Light, OnOff

KINDS: Mapping[str, type[SimDevice]] = {
    "light": Light,
    "switch": OnOff,
    "cover": Cover,
    "climate": Climate,
    "lock": Lock,
    "fan": Fan,
    "media_player": MediaPlayer,
    "vacuum": Vacuum,
    "scene": Scene,
    "sensor": Sensor,
    "binary_sensor": BinarySensor,
}
