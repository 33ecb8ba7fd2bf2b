"""Reasons in words."""

from dataclasses import replace

from companion.rooms.garden.reasons import ACTION_WORDS, NEED_REASONS, label, need_words, scored
from companion.words.garden import GardenAction, Stat, Weather
from companion.words.score import TermName, best_of
from tests.unit.rooms.garden.lives import weeks


def test_every_need_and_every_action_has_words_in_both_languages() -> None:
    assert set(NEED_REASONS) == set(Stat)
    assert set(ACTION_WORDS) == set(GardenAction)


def test_each_decision_says_why_by_its_strongest_term() -> None:
    """A-090."""
    for chosen in weeks().chosen:
        assert chosen.reason.ja
        assert chosen.reason.en
    assert len({chosen.reason.en for chosen in weeks().chosen}) > 12


def test_the_recorded_sum_is_the_sum_that_chose() -> None:
    town = weeks().world.town
    for chosen in weeks().chosen[:100]:
        entries = [scored(chosen.situation, one, town) for one in chosen.options]
        best = best_of(entries)
        assert abs(best.total - chosen.options[0].total) < 0.02
        assert all(term.why.ja and term.why.en for term in entries[0].terms)


def test_a_place_is_weighed_without_a_word_of_weather_that_is_not_known() -> None:
    town, chosen = weeks().world.town, weeks().chosen[0]
    told = {}
    for weather in (Weather.RAIN, Weather.UNKNOWN):
        at = replace(chosen.situation, weather=weather)
        entries = [scored(at, one, town) for one in chosen.options]
        told[weather] = [t.why for e in entries for t in e.terms if t.name is TermName.PLACE]
    assert all("天気 雨" in one.ja for one in told[Weather.RAIN])
    assert told[Weather.UNKNOWN]
    assert not [one for one in told[Weather.UNKNOWN] if "天気" in one.ja or "weather" in one.en]


def test_a_talk_is_labelled_by_the_name_of_the_other() -> None:
    town = weeks().world.town
    talks = [o for c in weeks().chosen for o in c.options if o.partner]
    assert talks
    assert all("npc_" not in label(one, town).en for one in talks)


def test_needs_on_one_line() -> None:
    assert need_words((1, 2, 3, 4, 5)).en == ("satiety 3, energy 2, hygiene 4, mood 5, bladder 1")
