"""Purpose 用途: the use of a device."""

from enum import StrEnum


class Purpose(StrEnum):
    """用途."""

    UNKNOWN = "unknown"
    DANGEROUS = "dangerous"
    """Gets hot and must not run without anybody near: stove, iron, heater."""
    VITAL = "vital"
    """Must not be switched off by itself: fridge, aquarium, alarm unit, medical machines."""
    LAMP = "lamp"
    COMFORT = "comfort"
    """Serves people while they are there: fan, music, television."""
    WORK = "work"
    """Does a job that it is left to finish: washing machine, coffee maker, charger."""
    OTHER = "other"
    """Its kind says what it is, as of a curtain or a thermostat; also a heated floor, which can
    run with nobody there as a radiator on a thermostat does."""
