"""Ages, the day's picture, presence, mood, sparklines: pure functions of what is known."""

import asyncio
from datetime import timedelta

from companion.web.day import day_picture
from companion.web.names import Names
from companion.web.presence import mood, presences
from companion.web.sparkline import gauges
from companion.web.texts import TEXT, Words
from companion.web.times import age
from companion.web.vitals import Vitals, VitalsGauge
from companion.words.activity import StreamKind
from companion.words.language import Language
from companion.words.observation import Certainty, Change
from companion.words.said import Said
from companion.words.trust import TrustLabel
from tests.unit.web.twins import EVENING, PLACES, Household


def test_ages_in_words() -> None:
    """PAGE.md: every state shows its age; what is unchanged does not fade by it (B18)."""
    for seconds, ja, en in (
        (2, "たった今", "just now"),
        (42, "42秒前", "42 s ago"),
        (185, "3分前", "3 min ago"),
        (7300, "2時間前", "2 h ago"),
        (200_000, "2日前", "2 d ago"),
    ):
        at = EVENING - timedelta(seconds=seconds)
        assert age(at, EVENING, Language.JA).text == ja
        assert age(at, EVENING, Language.EN).text == en
    yesterday = EVENING - timedelta(days=1)
    assert age(yesterday, EVENING, Language.JA).clock == "11/20 19:02"
    assert age(yesterday, EVENING, Language.EN).clock == "Nov 20 19:02"


def test_every_text_is_told_in_both_languages() -> None:
    """DESIGN 1.6: Japanese and English are equals."""
    for key, text in TEXT.items():
        assert text.ja.strip(), key
        assert text.en.strip(), key


async def test_the_day_shows_who_was_there_and_when(home: Household) -> None:
    """PAGE.md: presence, actions and messages; unknown ends a band instead of stretching it."""
    for hours, change, certainty in (
        (30, Change.APPEARED, Certainty.FACT),
        (12, Change.APPEARED, Certainty.FACT),
        (6, Change.UNKNOWN, Certainty.UNKNOWN),
        (1, Change.APPEARED, Certainty.FACT),
    ):
        home.clock.at = EVENING - timedelta(hours=hours)
        await home.see("hall", change, certainty=certainty)
    picture = day_picture(await home.store.record.recent(limit=50), EVENING)
    first, second = picture.presence
    assert (first.x, first.width) == (50.0, 24.0)
    assert (second.x, second.width) == (94.0, 4.0)
    assert [h.label for h in picture.hours] == ["18:00", "12:00", "6:00", "0:00"]


async def test_presence_by_room(home: Household) -> None:
    """B-046: dot, ring with percentage, dashed ring; a gap is unknown, not nobody."""
    await home.see("hall", Change.APPEARED, count=2)
    await home.see("kitchen", Change.APPEARED, certainty=Certainty.ESTIMATE, confidence=0.62)
    await home.see("bedroom", Change.UNKNOWN, certainty=Certainty.UNKNOWN)
    words = Words(Language.EN)
    rows = await home.store.state.rows("world_item")
    found = presences(rows, words, Names(words, PLACES, home.house), EVENING)
    shown = {p.place: (p.certainty, p.percent, p.text, p.somebody) for p in found}
    assert shown == {
        "Hall": ("fact", 93, "2 people", True),
        "Kitchen": ("estimate", 62, "someone is here", True),
        "Bedroom": ("unknown", 0, "unknown", False),
    }


async def test_mood_is_a_word_and_a_point(home: Household) -> None:
    """S-19: midway between the long mood and the recent average; none before the first event."""
    words = Words(Language.EN)
    assert mood((), words, EVENING) is None
    await home.remember(await home.journal.heard(Said("ありがとう", "web"), TrustLabel.OWNER))
    drawn = mood(await home.store.state.rows("mood"), words, EVENING)
    assert drawn is not None
    assert (drawn.word, drawn.valence, drawn.arousal) == ("calm", 0.11, 0.165)


def _sample(cpu: float, temperature: float | None) -> Vitals:
    return Vitals(
        at=EVENING,
        cpu_percent=cpu,
        memory_percent=50,
        rx_bytes_s=0,
        tx_bytes_s=2_500_000,
        disk_percent=10,
        temperature_c=temperature,
    )


def test_a_figure_the_machine_lacks_is_unknown() -> None:
    """S-09, B-048: no made-up zero."""
    words = Words(Language.EN)
    found = {g.name: g for g in gauges([_sample(0, None), _sample(100, None)], words)}
    assert found["cpu"].value == "100 %"
    assert found["cpu"].points == "0.0,23.0 100.0,1.0"
    assert (found["temperature"].value, found["temperature"].points) == ("unknown", "")
    assert found["tx"].value == "2.5 MB/s"
    assert gauges([], words) == ()


async def test_c_040_s_09_the_gauge_samples_and_publishes(home: Household) -> None:
    """C-040: vitals go out live, queue lengths included."""
    gauge = VitalsGauge(
        home.clock, home.hub, disk_path=home.state_dir, llm_queue=lambda: 2, every_s=60
    )
    watcher = home.hub.watch()
    task = asyncio.create_task(gauge.run())
    message = await asyncio.wait_for(anext(watcher), 5)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert message.kind is StreamKind.VITALS
    assert message.data["llm_queue"] == 2
    assert message.data["job_backlog"] is None
    assert len(gauge.history()) == 1
