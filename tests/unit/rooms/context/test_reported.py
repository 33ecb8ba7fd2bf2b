"""Reported matters: what people should know, and what they know already."""

from dataclasses import replace
from datetime import timedelta

import pytest

from companion.home.occasion import Occasion
from companion.rooms.context.collect import Collected
from companion.rooms.context.reported import (
    AT_REST_FOR,
    calls_for_help,
    is_at_rest,
    is_doubted,
    is_for_people,
    is_reminder,
    somebody_sleeps,
)
from companion.words.event import EventSource
from companion.words.text import LabelledText
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import TrustLabel
from tests.twins.clock import EVENING
from tests.twins.home import trigger
from tests.unit.rooms.context.home import Home

NEWS = (
    "The utility room sink is overflowing",
    "The garage side door stands ajar",
    "Chest freezer: temperature too high",
    "The motion sensor upstairs has stopped responding",
    "Low battery in the letterbox sensor",
    "The dishwasher is done",
    "Somebody is knocking at the back door",
    "物置の扉が半開きになっている",
    "納戸の水漏れセンサーが反応した",
    "廊下の人感センサーから応答がない",
    "体重計の電池が残りわずか",
    "乾燥機の運転が完了した",
    "The clinic called: the results are in",
    "A lunch box still stands on the shoe rack",
    "保育園から連絡があった",
    "傘が玄関に置きっぱなしになっている",
)
NONE = (
    "The stair lamp has been on for twenty minutes",
    "The cellar is at eleven degrees",
    "Grandma has fallen asleep in the armchair",
    "客間の湿度が五十五パーセント",
    "子ども部屋の明かりがついている",
)


def report(text: str, after_min: float = 0) -> Trigger:
    at = EVENING + timedelta(minutes=after_min)
    return replace(trigger(place="hall", text=text), at=at)


async def collected(*said: str) -> Collected:
    """A home in which these sentences were said in the evening."""
    home = Home()
    for text in said:
        await home.event(EventSource.USER_INPUT, user_text=text, trust=TrustLabel.HOUSEHOLD)
    return await home.room.now.collector.collect(EVENING - timedelta(days=3))


@pytest.mark.parametrize("text", NEWS)
async def test_it_is_news(text: str) -> None:
    assert is_for_people(report(text), await collected())


@pytest.mark.parametrize("text", NONE)
async def test_it_is_none(text: str) -> None:
    assert not is_for_people(report(text), await collected())


async def test_a_sentence_of_a_person_and_foreign_words_are_no_report() -> None:
    spoken = trigger(TrustLabel.OWNER, Priority.USER, text=NEWS[1], place="hall")
    assert not is_for_people(spoken, await collected())
    foreign = LabelledText(NEWS[1], TrustLabel.OBSERVED, foreign=True, plain="Words were read.")
    assert not is_for_people(replace(report(NEWS[1]), about=foreign), await collected())


@pytest.mark.parametrize("words", ["I'm leaving it open for the cat", "荷物を運ぶから開けとくよ"])
async def test_what_somebody_spoke_of_is_no_news(words: str) -> None:
    """But danger is, whatever was said."""
    known = await collected(words)
    assert not is_for_people(report(NEWS[1], 20), known)
    assert is_for_people(report(NEWS[0], 20), known)
    assert is_for_people(report(NEWS[1], 400), known)
    assert not is_for_people(replace(report("", 20), occasion=Occasion.OPEN.value), known)


async def test_who_names_the_thing_knows_of_it() -> None:
    assert not is_for_people(report(NEWS[5], 20), await collected("The dishwasher's running."))


@pytest.mark.parametrize("words", ["Right, off to bed.", "もう寝るね"])
async def test_who_went_to_bed_sleeps(words: str) -> None:
    asleep = await collected(words)
    assert somebody_sleeps(report(NEWS[5], 200), asleep)
    assert not somebody_sleeps(report(NEWS[5], 700), asleep)
    assert not somebody_sleeps(report(NEWS[5], 200), await collected("Dinner is ready."))


@pytest.mark.parametrize(
    ("text", "reminds"),
    [
        ("Half past four: let Joe know that his bus is due", True),
        ("19時。父に血圧の計測を知らせる", True),
        ("Close the shutters at dusk", False),
        ("六時に雨戸を閉める", False),
    ],
)
def test_issue_15_a_routine_that_reminds_is_told_apart(text: str, reminds: bool) -> None:
    due = replace(
        trigger(TrustLabel.SELF, Priority.ROUTINE, text=text, place="hall"), kind=TriggerKind.TIME
    )
    assert is_reminder(due) is reminds
    assert not is_reminder(report(text))


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("I've slipped in the shower, I can't stand.", True),
        ("Help! My arm!", True),
        ("風呂場で転んでしまって、動けんのよ", True),
        ("救急車を呼んで", True),
        ("Can you help with the crossword?", False),
        ("The leaves have fallen early this year.", False),
        ("その席は立てないで置いて", False),
    ],
)
def test_issue_15_a_call_for_help_is_heard_from_a_person_alone(text: str, calls: bool) -> None:
    said = trigger(TrustLabel.HOUSEHOLD, Priority.USER, text=text, place="hall")
    assert calls_for_help(said) is calls
    assert not calls_for_help(report(text))


@pytest.mark.parametrize(
    "words",
    [
        "Gran is praying.",
        "He's got a migraine.",
        "今、座禅を組んでいます",
        "Do not disturb me till noon.",
        "試験だから声をかけないでね",
    ],
)
async def test_issue_15_who_is_ill_or_prays_is_left_in_peace(words: str) -> None:
    known = await collected(words)
    assert is_at_rest(known, EVENING)
    assert not is_at_rest(known, EVENING + AT_REST_FOR + timedelta(minutes=1))
    assert not is_at_rest(await collected("Dinner is ready."), EVENING)


@pytest.mark.parametrize(
    ("text", "doubtful"),
    [
        ("Perhaps the cellar window is open", True),
        ("The loft thermometer has been stuck at 99 degrees", True),
        ("納屋に誰かいるかもしれない", True),
        ("The cellar window is open", False),
    ],
)
async def test_issue_15_a_report_that_doubts_itself(text: str, doubtful: bool) -> None:
    assert is_doubted(text, await collected("Dinner is ready.")) is doubtful


@pytest.mark.parametrize(
    "said", ["The hygrometer sensor has been faulty all week.", "湿度計が狂っとる"]
)
async def test_issue_15_a_figure_of_a_meter_that_is_said_to_be_wrong(said: str) -> None:
    known = await collected(said)
    assert is_doubted("The loft is at 91 percent humidity", known)
    assert not is_doubted("The loft hatch is open", known)


@pytest.mark.parametrize(
    ("said", "sleeps"),
    [
        ("Grandpa is asleep in the armchair.", True),
        ("父はいま仮眠中です", True),
        ("He's not asleep yet.", False),
        ("まだ寝ていない", False),
    ],
)
async def test_issue_15_who_is_said_to_sleep_sleeps(said: str, sleeps: bool) -> None:
    assert somebody_sleeps(report("The hall is dark"), await collected(said)) is sleeps


@pytest.mark.parametrize(
    "text",
    [
        "I've gone all faint. Could somebody come, please?",
        "She's choking!",
        "息が苦しい、だれか",
    ],
)
def test_issue_15_a_body_in_need_calls_for_help(text: str) -> None:
    assert calls_for_help(trigger(TrustLabel.HOUSEHOLD, Priority.USER, text=text))
