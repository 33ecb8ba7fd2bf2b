"""Planted markers: nothing of the garden comes up when somebody asks about the house."""

from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from companion.app.memory import build_memory
from companion.rooms.consolidation.room import Consolidation
from companion.rooms.garden.telling import today_told
from companion.rooms.recall.room import Recall
from companion.store.sqlite import Store
from companion.words.event import EventSource
from companion.words.language import Language
from companion.words.said import Said
from companion.words.trust import TrustLabel
from tests.unit.corridors.test_live import MARKER, _Clock, _Episodes, _House
from tests.unit.rooms.garden.lives import town

ZONE = ZoneInfo("Asia/Tokyo")
QUESTIONS = (
    f"{MARKER}を見た？",
    "今日は誰が来た？",
    "who came home today?",
    "温泉に行ったのは誰？",
    "Did Mio come to the house?",
    "when was Haru here?",
    "what did we promise?",
)
SAID = "ポストに赤い封筒が入っていたよ"


async def test_t_23_recall_and_state_know_nothing_of_the_garden(tmp_path: Path) -> None:
    """T-19, T-23: a day of garden life with markers, talk at home between; then questions."""
    clock = _Clock(datetime(2026, 5, 4, 7, 0, tzinfo=ZONE))
    store = await Store.open(tmp_path / "memory_hash.db", clock)
    episodes = _Episodes()
    episodes.may.set()
    house = _House(store, clock, episodes=episodes)
    await house.live.tick()
    await house.pass_time(6 * 60)
    said = await house.journal.heard(Said(SAID, "voice", speaker="Ann"), TrustLabel.HOUSEHOLD)
    await house.pass_time(20 * 60)
    asked = await house.journal.heard(Said("今日は何してた？", "voice"), TrustLabel.HOUSEHOLD)
    told = house.garden.today_told()
    assert told is not None
    await house.journal.replied(
        f"{told.ja}{MARKER}", asked, trust=TrustLabel.OBSERVED, speaker_name="コト", garden=True
    )
    await house.tasks.settled()
    events = await house.events()
    garden = {event.id for event in events if event.origin == "garden"}
    assert len(garden) > 40
    assert any(MARKER in str(event.payload) for event in events)
    consolidation = Consolidation(store.state, store.state_writer, record=store.record)
    for event in events:
        await consolidation.apply(await consolidation.generate(event))
    memory = build_memory(store.path, None, "hash")
    await store.flush()
    await memory.index.catch_up()
    recall = Recall(store.record, store.state, memory.search, clock)
    names = [one.name.ja for one in town().inhabitants if one.id != town().self_id]
    for question in (*QUESTIONS, *names):
        clock.at += timedelta(minutes=1)
        about = await house.journal.heard(Said(question, "voice"), TrustLabel.HOUSEHOLD)
        found = await recall.recall(about)
        texts = [one.text for one in found.turns]
        assert not garden & {one.episode.id for one in found.before}
        assert not any(
            MARKER in one.episode.text for one in found.before if one.episode.text not in QUESTIONS
        )
        assert not garden & {one.event_id for one in texts}
        assert not any(MARKER in one.text for one in texts if one.text not in QUESTIONS)
    home = await recall.find("赤い封筒", clock.now(), limit=5)
    assert said.id in {one.episode.id for one in home}
    for area in ("world_item", "preference", "told_fact", "persona_interest_state"):
        for row in await store.state.rows(area):
            assert not garden & set(row.evidence_event_ids)
            assert MARKER not in str(row.value)
    await memory.index.close()
    await store.close()


async def test_t_23_no_words_of_people_enter_the_garden(tmp_path: Path) -> None:
    """T-23: a private fact that was said at home stands in no event of the garden, and in none of
    its prompts."""
    clock = _Clock(datetime(2026, 5, 4, 7, 0, tzinfo=ZONE))
    house = _House(Store.in_memory(clock), clock)
    await house.live.tick()
    for _ in range(10):
        await house.journal.heard(Said(SAID, "voice", speaker="Ann"), TrustLabel.HOUSEHOLD)
        await house.pass_time(150)
    for event in await house.events():
        if event.origin == "garden":
            assert "封筒" not in str(event.payload) + event.user_text
            assert "Ann" not in str(event.payload) + event.user_text
    assert "封筒" not in house.garden.section(Language.JA)
    assert "封筒" not in today_told(house.garden.today, ()).ja
    assert not any(e.source is EventSource.ACTION_RESULT for e in await house.events())
    await house.store.close()
