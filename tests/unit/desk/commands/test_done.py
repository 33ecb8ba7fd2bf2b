"""The short answer to a wish that went well (B16): few words, and nothing that was not observed."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from companion.desk.commands.told import told
from companion.home.device_group import together
from companion.phrases.manner import Manner
from companion.rooms.expression.claims import Names
from companion.service.plugins import CapabilityRegistry
from companion.words.capability import ActionCall
from companion.words.ids import DeviceId, EventId
from companion.words.language import Language
from companion.words.persona import PhraseForms, Saying
from companion.words.result import ActionResult, ResultStatus
from tests.twins.clock import EVENING, JumpClock
from tests.twins.memory_house import MemoryDevice, MemoryHouse
from tests.unit.rooms.context.occasion_home import PLACES, thing

ROOMS = ("hall", "living", "bedroom", "study", "kitchen", "bath")


def _names() -> Names:
    house = MemoryHouse(JumpClock())
    for room in ROOMS:
        house.add(MemoryDevice(thing(f"light.{room}", room), "on", {}))
    house.add(MemoryDevice(thing("fan.living", "living"), "on", {}))
    return Names(
        house=house, catalogue=CapabilityRegistry({}), places={p.id: p.name for p in PLACES}
    )


def _result(device: str, does: str, **changes: Any) -> ActionResult:
    result = ActionResult(
        capability="device_control",
        operation=f"{device.partition('.')[0]}_{does}",
        status=ResultStatus.SUCCESS,
        summary_text="",
        observed_at=EVENING,
        result_payload={
            "device_id": DeviceId(device),
            "evidence": "own_report",
            "observed": True,
            "expected": {},
            "after": {"value": "off"},
        },
        decision_event_id=EventId(1),
    )
    return replace(result, **changes)


def _group(*parts: ActionResult, operation: str = "light_turn_off") -> ActionResult:
    call = ActionCall(operation=operation, payload={}, decision_event_id=EventId(1))
    return together(call, parts, EVENING)


def _said(*results: ActionResult) -> tuple[str, str]:
    words = told(results, _names(), EVENING + timedelta(seconds=1), Manner())
    return words.ja, words.en


def test_one_lamp() -> None:
    ja, en = _said(_result("light.hall", "turn_on"))
    assert ja == "はい、玄関のlight hallをつけました。"
    assert en == "Done, the light hall is on."


def test_two_wishes_of_one_sentence_get_the_words_of_the_persona_once() -> None:
    """T-57: "Very well." was followed by "Yes" before the second fact."""
    forms = {Language.JA: {Saying.DONE: PhraseForms(("かしこまりました。",))}}
    wishes = (_result("light.hall", "turn_off"), _result("fan.living", "turn_off"))
    words = told(wishes, _names(), EVENING, Manner(forms))
    assert words.ja.count("かしこまりました") == 1
    assert words.en.count("Done") == 1


def test_six_lamps_are_counted() -> None:
    ja, en = _said(_group(*(_result(f"light.{room}", "turn_off") for room in ROOMS)))
    assert (ja, en) == ("はい、明かり6つを消しました。", "Done, 6 lights are off.")


def test_two_are_named_and_what_was_so_before_is_not_repeated() -> None:
    so = _result("light.study", "turn_off", status=ResultStatus.NO_EFFECT)
    so = replace(so, result_payload={**so.result_payload, "reason": "already_so"})
    two = (_result("light.hall", "turn_off"), _result("light.living", "turn_off"))
    ja, en = _said(_group(*two, so))
    assert ja == "はい、玄関のlight hallと居間のlight livingを消しました。"
    assert en == "Done, the light hall and the living room light living are off."


def test_what_was_not_done_keeps_its_own_words() -> None:
    lost = _result("light.study", "turn_off", status=ResultStatus.FAILED, failure_class="timeout")
    ja, en = _said(_group(_result("light.hall", "turn_off"), lost))
    assert ja.startswith("はい、玄関のlight hallを消しました。")
    assert en.startswith("Done, the light hall is off. ")
    assert "study" in en
    assert "Done" not in en.partition(". ")[2]


def test_nothing_done_is_never_told_as_done() -> None:
    lost = _result("light.study", "turn_off", status=ResultStatus.FAILED, failure_class="timeout")
    ja, en = _said(lost)
    assert "はい" not in ja
    assert "Done" not in en
