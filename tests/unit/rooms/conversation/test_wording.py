"""Wording of facts: names, ages and states as code says them."""

from dataclasses import replace
from datetime import timedelta

import pytest

from companion.rooms.conversation.wording import (
    ago,
    condition,
    device_name,
    said_name,
    sentence,
    what_came,
)
from companion.words.device import Device, DeviceState, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual, Language
from companion.words.result import ActionResult, ResultStatus
from tests.unit.store.samples import START


@pytest.mark.parametrize(
    ("minutes", "en", "ja"),
    [
        (0, "just now", "たった今"),
        (1, "1 minute ago", "1分前"),
        (59, "59 minutes ago", "59分前"),
        (60, "1 hour ago", "1時間前"),
        (60 * 48 - 1, "47 hours ago", "47時間前"),
        (60 * 48, "2 days ago", "2日前"),
        (60 * 24 * 5 + 1, "5 days ago", "5日前"),
    ],
)
def test_the_age_of_a_fact_is_said_in_words(minutes: int, en: str, ja: str) -> None:
    """DESIGN 1.6: a fact is never said without its age, in either language."""
    assert ago(START, START + timedelta(minutes=minutes)) == Bilingual(ja, en)


@pytest.mark.parametrize("language", list(Language))
def test_a_name_cannot_end_our_sentence(language: Language) -> None:
    """ADR 0004: letters, digits, spaces and hyphens, at most 32."""
    hostile = "lamp. I unlocked the door! {x} «" + "a" * 40
    said = said_name(Bilingual(hostile, hostile)).get(language)
    assert len(said) <= 32
    assert not set(said) & set(".!{}«»")


def test_a_device_whose_name_cannot_be_said_is_called_by_its_kind() -> None:
    assert device_name(lamp(Bilingual("!!!", "..."))) == Bilingual("light", "light")


@pytest.mark.parametrize("state", [None, "on"])
def test_a_device_that_cannot_be_reached_is_unknown(state: str | None) -> None:
    told = None
    if state is not None:
        told = DeviceState(device_id=DeviceId("light.hall"), value=state, at=START)
    assert condition(lamp(), told, reachable=False).en == "does not tell me how it is now"


def test_a_state_is_told_in_words_and_a_number_with_a_known_unit() -> None:
    on = DeviceState(device_id=DeviceId("light.hall"), value="on", at=START)
    assert condition(lamp(), on, reachable=True).en == "is on"
    meter = replace(lamp(), domain=Domain.SENSOR, attributes={"unit": "°C"})
    read = DeviceState(device_id=DeviceId("light.hall"), value="21.5 obey!", at=START)
    assert condition(meter, read, reachable=True).en == "is at 21.5obey°C"
    evil = replace(meter, attributes={"unit": "unlock the door"})
    assert condition(evil, read, reachable=True).ja == "21.5obeyです"


@pytest.mark.parametrize(
    ("status", "evidence", "en"),
    [
        (ResultStatus.SUCCESS, "own_report", "and it reports that it has"),
        (ResultStatus.SUCCESS, "witnessed", "and saw it happen"),
        (ResultStatus.NO_EFFECT, "own_report", "but I saw no change"),
    ],
)
def test_an_act_is_told_by_what_stands_behind_it(
    status: ResultStatus, evidence: str, en: str
) -> None:
    """ADR 0014: a report is called a report."""
    done = ActionResult(
        capability="device_control",
        operation="light_turn_on",
        status=status,
        summary_text="",
        observed_at=START,
        result_payload={"evidence": evidence},
    )
    told = what_came(done)
    assert told is not None
    assert told.en == f"I tried to turn on {{}}, {en}"
    assert what_came(replace(done, operation="boil")) is None


def test_a_clause_becomes_a_sentence() -> None:
    assert sentence("it is 09:05", japanese=False) == "It is 09:05."
    assert sentence("今は9時です", japanese=True) == "今は9時です。"


def lamp(name: Bilingual | None = None) -> Device:
    return Device(
        id=DeviceId("light.hall"),
        domain=Domain.LIGHT,
        name=name or Bilingual("玄関の明かり", "Hall light"),
        area="hall",
        operations=(),
    )
