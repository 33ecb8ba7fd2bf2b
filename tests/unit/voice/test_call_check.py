"""Call check: speech to text tells a wake word from what only sounds like one (issue 13)."""

import pytest

from companion.app.hearing import call_check_of
from companion.ports.listening import Transcript
from companion.rooms.recall.words_of import reading_of
from companion.service.settings import Engine, Settings
from companion.voice.call_check import CallCheck

CHECK = CallCheck(frozenset({"okay nabu", "hey mycroft"}), reading_of)


def _read(text: str, rejected: str = "") -> Transcript:
    return Transcript(text=text, language=None, rejected=rejected)


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("Okay Nabu", "Okay Nabu."),
        ("Okay Nabu", "Okay, now boom"),
        ("okay_nabu", "オーケーナブ"),
        ("Okay Nabu", "turn it up okay nabu"),
        ("Hey Mycroft", "Hey Micra."),
    ],
)
def test_a_call_is_a_call_also_with_slips_of_speech_to_text(phrase: str, text: str) -> None:
    assert CHECK.checks(phrase)
    assert CHECK.may_be(phrase, _read(text))


@pytest.mark.parametrize("text", ["お茶入れて", "お茶淹れて", "ochaire", "see you then", "桶屋"])
def test_what_only_sounded_like_it_is_none(text: str) -> None:
    """An hour of television held お茶淹れて, and two sentences after it were obeyed."""
    assert not CHECK.may_be("Okay Nabu", _read(text))


@pytest.mark.parametrize("read", [_read(""), _read(" "), _read("お茶入れて", "no_speech")])
def test_where_nothing_can_be_read_the_detector_is_believed(read: Transcript) -> None:
    assert CHECK.may_be("Okay Nabu", read)


def test_built_in_words_are_checked_and_no_others() -> None:
    """A model of the owner's own may be called anything; a name by speech was read already."""
    assert call_check_of(Settings()).checks("Okay Nabu")
    assert not call_check_of(Settings()).checks("my_model_v2")
    by_name = Settings(wake=Engine(engine="name_by_speech", settings={"names": ["Koto"]}))
    assert not call_check_of(by_name).checks("Koto")
    at_a_satellite = call_check_of(Settings(), {"words": ["hey_jarvis"]})
    assert at_a_satellite.checks("Hey Jarvis")
    assert not at_a_satellite.checks("Okay Nabu")
