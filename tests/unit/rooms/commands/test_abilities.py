"""Abilities: the answer names the kinds of things in this home, and what is asked first."""

from companion.rooms.commands.abilities import abilities
from companion.words.device import Device, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual


def device(domain: Domain, *operations: str) -> Device:
    return Device(
        id=DeviceId(f"{domain.value}.one"),
        domain=domain,
        name=Bilingual("もの", "thing"),
        area="",
        operations=operations,
    )


def test_only_kinds_that_are_there_and_can_be_operated_are_named() -> None:
    told = abilities([device(Domain.LIGHT, "turn_on"), device(Domain.FAN)])
    assert "lights" in told.en
    assert "明かり" in told.ja
    assert "fan" not in told.en


def test_a_kind_that_asks_first_is_named_with_its_question() -> None:
    with_lock = abilities([device(Domain.LIGHT, "turn_on"), device(Domain.LOCK, "lock")])
    without = abilities([device(Domain.LIGHT, "turn_on")])
    assert "locks" in with_lock.en
    assert len(with_lock.en) - len(without.en) > len(", locks"), "the sentence about asking"
    assert len(with_lock.ja) - len(without.ja) > len("、鍵")


def test_a_home_without_devices_is_offered_the_clock() -> None:
    told = abilities([])
    assert told.en.startswith("I keep alarms")
    assert told.ja.startswith("目覚まし")
