"""The running house remembers: told yesterday, found today, gone when it is erased."""

from datetime import timedelta
from pathlib import Path

import pytest

from companion.app import Companion
from companion.service.supervision import until
from companion.store.episodes import index_path
from companion.words.episode import Episode
from companion.words.event import EventSource
from companion.words.health import HealthStatus
from companion.words.said import Said
from tests.story.whole_house import SCENARIOS, awake, settings_for


async def _indexed(house: Companion, text: str) -> None:
    """Until it can be found by words and by meaning."""

    async def ask() -> bool:
        index = house.work.memory
        found = (await index.findings())["remembering"]
        return found.status is HealthStatus.OK and found.what.en.endswith("are remembered")

    now = house.foundations.clock.now() + timedelta(days=1)
    while True:
        found = await house.desk.converse.memory.find(text, now, limit=3)
        if any(text in one.episode.text for one in found) and await ask():
            return


@pytest.mark.real("broker")
async def test_what_was_told_before_a_restart_comes_to_mind_and_an_erased_word_does_not(
    tmp_path: Path,
) -> None:
    """Issue 14, 4 and 9: the house itself indexes what is said; nobody has to ask for it."""
    settings = settings_for(str(SCENARIOS / "nobody.yaml"), tmp_path)
    async with awake(settings) as house:
        told = await house.desk.reception.say(Said("合鍵は物置の青い缶の中にしまったよ", "web"))
        said = Said("the code of the safe is xylophone", "web")
        secret = await house.desk.reception.say(said)
        await until(house.desk.reception.tasks.idle)
        await _indexed(house, "xylophone")
        assert (await house.storage.erasure.erase([secret], "test", "owner")).overwritten
    async with awake(settings) as house:
        memory, now = house.desk.converse.memory, house.foundations.clock.now()
        for question in ("合鍵はどこ?", "青い缶"):
            found = await memory.find(question, now + timedelta(days=1), limit=3)
            assert told in {one.episode.id for one in found}
        found = await memory.find("xylophone", now + timedelta(days=1), limit=9)
        assert secret not in {one.episode.id for one in found}
    assert b"xylophon" not in index_path(house.storage.store.path).read_bytes()


@pytest.mark.real("broker")
async def test_what_was_done_is_found_by_its_time_and_words(tmp_path: Path) -> None:
    """B-060, B-076: "when did you turn on the light?" finds the act; thoughts and judgements never
    come up."""
    settings = settings_for(str(SCENARIOS / "nobody.yaml"), tmp_path)
    async with awake(settings) as house:
        assert house.foundations.dollhouse is not None
        await house.foundations.dollhouse.clock.start()
        memory, tomorrow = house.desk.converse.memory, house.foundations.clock.now()
        tomorrow += timedelta(days=1)
        await house.desk.reception.say(Said("リビングの明かりをつけて", "web"))
        await until(house.desk.reception.tasks.idle)
        for question in (
            "昨日、リビングの明かりをつけた？",
            "when did you turn on the living room light?",
        ):
            acts = list[Episode]()
            while not acts:  # a busy machine lets a search run out of its time
                found = await memory.find(question, tomorrow, limit=9)
                acts = [one.episode for one in found if not one.episode.is_talk]
            assert ["明かりをつけ" in act.text for act in acts] == [True]
            assert "the living room light to turn on" in acts[0].in_english
        events = [await house.storage.record.event(one.episode.id) for one in found]
        sources = {event.source for event in events if event is not None}
        assert sources <= {
            EventSource.USER_INPUT,
            EventSource.CONVERSATION_REPLY,
            EventSource.ACTION_RESULT,
            EventSource.AUTONOMY_MESSAGE,
        }
