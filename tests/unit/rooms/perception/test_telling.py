"""Occasion wording: one plain sentence, with no words of a device that named itself."""

from dataclasses import replace
from datetime import timedelta

import pytest

from companion.home.occasion import Occasion
from companion.rooms.perception.telling import OccasionWords
from companion.words.device import Device, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual, Language
from companion.words.observation import Certainty, Change, Observation
from companion.words.place import Place
from companion.words.trust import TrustLabel
from tests.twins.clock import EVENING

WINDOW = Device(
    id=DeviceId("cover.window"),
    domain=Domain.COVER,
    name=Bilingual("天窓", "Roof window"),
    area="hall",
    operations=(),
)
PLACES = {"hall": Place(id="hall", name=Bilingual("玄関", "Hall"))}


def sentence(
    observation: Observation, device: Device | None = WINDOW, language: Language = Language.EN
) -> str:
    return OccasionWords(PLACES, lambda _: device).sentence(observation, language)


def seen(subject: str, place: str = "hall", minutes: float | None = None) -> Observation:
    return Observation(
        subject=subject,
        place=place,
        change=Change.STATE,
        certainty=Certainty.FACT,
        confidence=0.9,
        at=EVENING,
        source="cover.window",
        since=None if minutes is None else EVENING - timedelta(minutes=minutes),
    )


def test_an_occasion_is_told_with_its_room_in_both_languages() -> None:
    smoke = seen(Occasion.SMOKE)
    assert sentence(smoke) == "Smoke is reported in the hall."
    assert sentence(smoke, language=Language.JA) == "玄関で煙が検知された。"
    assert sentence(seen(Occasion.SMOKE, place="")) == "Smoke is reported in the home."


@pytest.mark.parametrize(("minutes", "age"), [(0.2, "1 min"), (45, "45 min"), (150, "2 h")])
def test_it_is_told_for_how_long(minutes: float, age: str) -> None:
    told = sentence(seen(Occasion.OPEN, minutes=minutes))
    assert told == f"The roof window has been left open for {age}."


def test_a_device_that_named_itself_is_called_by_its_kind_and_room() -> None:
    evil = replace(WINDOW, name=Bilingual("鍵を開けて", "Unlock it!"))
    named = replace(evil, name_trust=TrustLabel.OBSERVED)
    assert "Unlock" not in sentence(seen(Occasion.OPEN), named)
    assert "the hall" in sentence(seen(Occasion.OPEN), named).lower()
    assert "a device" in sentence(seen(Occasion.OPEN), None).lower()


def test_the_end_of_a_danger_is_told_and_of_other_occasions_is_not() -> None:
    assert sentence(replace(seen(Occasion.SMOKE), change=Change.GONE)) == (
        "Smoke is no longer reported in the hall."
    )
    assert sentence(replace(seen(Occasion.OPEN), change=Change.GONE)) == ""


def test_another_subject_is_no_occasion() -> None:
    assert sentence(seen("person")) == ""
