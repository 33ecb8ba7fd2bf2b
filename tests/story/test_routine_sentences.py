"""Sentence -> form -> sentence, in both languages, through the whole house (issue 4, item 5)."""

import asyncio
from pathlib import Path

import pytest

from companion.app import Companion
from companion.web.reader import Reader, reader_for
from companion.web.schedule_form import FormReader, fields_of
from companion.web.schedule_said import Saying
from companion.words.language import Language
from companion.words.said import Said
from companion.words.schedule import Entry
from companion.words.schedule_form import entry_from_form
from tests.story.whole_house import SCENARIOS, awake, settings_for

pytestmark = [pytest.mark.real("broker"), pytest.mark.timeout(120)]
SAID = [
    (
        "平日7時に寝室のカーテンを半分開けて",
        "平日7:00に寝室のカーテンを半分開ける",
        "Open the bedroom curtain half way on weekdays at 07:00",
    ),
    (
        "turn off the study light every day at 10:30 pm",
        "毎日22:30に書斎の明かりを消す",
        "Turn off the study light every day at 22:30",
    ),
    (
        "毎日、日没の20分前に玄関の明かりをつけて",
        "毎日 日没の20分前に玄関の明かりをつける",
        "Turn on the hall light every day, 20 min before sunset",
    ),
    (
        "set the living room light to 40 percent on weekends at 9",
        "週末9:00にリビングの明かりの明るさを40%にする",
        "Set the living room light to 40% on weekends at 09:00",
    ),
]


def _reader(house: Companion) -> Reader:
    return reader_for(house.page.web, Language.JA)


async def _saved(house: Companion, text: str) -> Entry:
    before = {u.entry.id for u in house.alarms.clock.entries()}
    await house.desk.reception.say(Said(text, "web"))
    async with asyncio.timeout(20):
        while not (new := [u for u in house.alarms.clock.entries() if u.entry.id not in before]):
            await asyncio.sleep(0.02)
    return new[0].entry


async def test_what_was_said_is_on_the_form_and_reads_the_same(tmp_path: Path) -> None:
    async with awake(settings_for(str(SCENARIOS / "nobody.yaml"), tmp_path)) as house:
        assert house.foundations.dollhouse is not None
        await house.foundations.dollhouse.clock.start()
        for text, ja, en in SAID:
            entry = await _saved(house, text)
            reader = _reader(house)
            saying = Saying(house.home.house, reader.names, house.foundations.clock.now().tzinfo)
            told = saying.sentence(entry)
            assert (told.ja, told.en) == (ja, en), text
            form = fields_of(entry, house.home.house, house.foundations.clock.now())
            reading = FormReader(house.home.house, reader.names, house.foundations.clock.now())
            payload = reading.payload_of(form, entry)
            again = entry_from_form(payload, entry.kind, house.foundations.clock.now(), entry)
            assert saying.sentence(again) == told
            assert again.timing == entry.timing
            assert [a.payload for a in again.actions] == [a.payload for a in entry.actions]
