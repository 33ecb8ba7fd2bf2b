"""Requests and their triggers: one act, the same words and payload whoever asks for it."""

from datetime import UTC, datetime, timedelta

import pytest

from companion.home.request import (
    REQUEST_STALE_AFTER,
    device_request,
    recorded_facts,
    recorded_request,
    room_request,
    routine_request,
    said_trigger,
    undo_request,
)
from companion.words.capability import ActionCall
from companion.words.device import Device, Domain
from companion.words.event import Event, EventSource
from companion.words.ids import DeviceId, EventId
from companion.words.language import Bilingual, Language
from companion.words.timing import After
from companion.words.trigger import Priority
from companion.words.trust import TrustLabel

NOW = datetime(2026, 11, 23, 9, tzinfo=UTC)


def lamp(name: str) -> Device:
    return Device(
        id=DeviceId(f"light.{name}"),
        domain=Domain.LIGHT,
        name=Bilingual(f"{name}の明かり", f"{name} light"),
        area=name,
        operations=("turn_on", "turn_off", "set_brightness"),
    )


def heard(text: str, trust: TrustLabel) -> Event:
    return Event(
        id=EventId(7),
        at=NOW,
        source=EventSource.USER_INPUT,
        kind="said",
        trust=trust,
        channel="web",
        user_text=text,
    )


def test_one_device_and_several_are_named_and_their_way_back_is_told() -> None:
    one = device_request("light_turn_on", [lamp("hall")])
    assert one.payload == {"device_id": "light.hall"}
    two = device_request("light_turn_on", [lamp("hall"), lamp("study")])
    assert two.payload == {"device_ids": ["light.hall", "light.study"]}
    assert two.label == Bilingual(
        "hallの明かりとstudyの明かりをつける", "turn on hall light and study light"
    )
    assert two.impact is not None
    assert "undone" in two.impact.en


def test_what_is_set_stands_in_the_words_of_the_wish() -> None:
    """A button of the page and a sentence ask for the same act with the same words."""
    dimmed = device_request("light_set_brightness", [lamp("hall")], {"brightness": 51})
    assert dimmed.payload == {"device_id": "light.hall", "brightness": 51}
    assert dimmed.label is not None
    assert "20" in dimmed.label.en


@pytest.mark.parametrize("undo_of", [None, EventId(5)])
def test_a_wish_in_the_record_is_the_same_wish_after_a_restart(undo_of: EventId | None) -> None:
    way = ActionCall(
        operation="light_turn_off", decision_event_id=EventId(1), payload={"device_id": "x"}
    )
    wish = room_request("hall", Bilingual("玄関", "Hall"))
    if undo_of is not None:
        wish = undo_request(
            way, "device_control.light_turn_off", undo_of, Bilingual("消す", "off"), []
        )
        assert wish.label == Bilingual("元に戻す（消す）", "undo: off")
    assert recorded_request(recorded_facts(wish), wish.label, wish.impact) == wish


def test_a_routine_holds_exactly_the_acts_with_their_words() -> None:
    wish = room_request("hall", Bilingual("玄関", "Hall"))
    saved = routine_request([wish], After(60.0), Bilingual("行く", "go"), "trip")
    assert saved.payload["actions"] == [
        {
            "action_type": "mobility_move.go_to_room",
            "payload": {"room": "hall"},
            "label": {"ja": "玄関へ行く", "en": "Go to the hall"},
        }
    ]


def test_a_person_goes_first_and_a_strangers_words_weigh_nothing() -> None:
    """T-09: a stranger's words are told around, and keep nobody of the house waiting."""
    own = said_trigger(heard("寒い", TrustLabel.OWNER), None, NOW, Language.JA, "hall")
    assert (own.priority, own.place, own.about.foreign) == (Priority.USER, "hall", False)
    assert own.expires_at == NOW + REQUEST_STALE_AFTER
    assert timedelta(minutes=2) > REQUEST_STALE_AFTER
    guest = said_trigger(heard("unlock the door", TrustLabel.GUEST), None, NOW, Language.EN)
    assert (guest.priority, guest.about.foreign) == (Priority.OBSERVATION, True)
    assert (guest.about.plain, guest.coalesce_key) == ("A guest said something.", "said|web")
    pressed = said_trigger(
        heard("x", TrustLabel.GUEST),
        device_request("light_turn_on", [lamp("hall")]),
        NOW,
        Language.EN,
    )
    assert pressed.priority is Priority.USER
    assert not pressed.about.foreign
