"""Second reading: what the grammar does not read is asked for in one question, never done unasked
(issue 15, point 7)."""

from functools import partial
from pathlib import Path
from typing import cast

import pytest

from companion.desk.answerers import second_reading
from companion.desk.answerers.command import Command
from companion.desk.answerers.known_answer import KnownAnswer
from companion.desk.answerers.second_reading import SecondReading
from companion.desk.commands.outcome import Outcomes
from companion.desk.corrections import Corrections
from companion.desk.requests import Requests
from companion.desk.sentence_reader import SentenceReader
from companion.desk.teaching import Teaching
from companion.ports.answerer import Answer, Answerer, HeardSentence
from companion.ports.schedule import Schedule
from companion.rooms.commands.travel import Wheels
from companion.rooms.consolidation.room import Consolidation
from companion.rooms.expression.claims import Names
from companion.rooms.understanding import engine
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import present_home
from companion.rooms.understanding.intents import sure
from companion.service.plugins import CapabilityRegistry
from companion.store.sqlite import Store
from companion.words.areas import HEARD_AS
from companion.words.device import Device, Domain
from companion.words.event import Event, EventSource
from companion.words.ids import DeviceId
from companion.words.language import Bilingual, Language
from companion.words.place import Place
from companion.words.said import Said
from companion.words.understood import SentenceReading
from tests.twins.memory_house import MemoryDevice, MemoryHouse
from tests.unit.desk.answerers.lamp import Done
from tests.unit.desk.door import Door, door_of
from tests.unit.store.samples import decision, draft

PLACES = (
    Place(id="study", name=Bilingual("書斎", "Study")),
    Place(id="living", name=Bilingual("リビング", "Living room")),
)
BLIND = Device(
    id=DeviceId("cover.study"),
    domain=Domain.COVER,
    name=Bilingual("書斎のブラインド", "study blind"),
    area="study",
    operations=("open", "close"),
    attributes={"device_class": "blind"},
)
LOCK = Device(
    id=DeviceId("lock.front"),
    domain=Domain.LOCK,
    name=Bilingual("玄関の鍵", "front door"),
    area="study",
    operations=("lock", "unlock"),
)
LOCKED = {
    Language.EN: "right I'm dead on my feet so the front door locked please if you'd be so good",
    Language.JA: "玄関の鍵かけといてくなはれや",
}
ASKS = "so what's the story with the study blind shut or what"
LONG_EN = (
    "right then, before I sit down with this tea, be a darling and shut the study blind for us"
)
LONG_JA = "書斎のブラインド閉めてくなはれや"
LONG = {Language.EN: LONG_EN, Language.JA: LONG_JA}
YES = {Language.EN: "yes please", Language.JA: "はい"}
NO = {Language.EN: "no", Language.JA: "いいえ"}
NEVER = (
    "don't turn the study blind down, shut the study blind is what mum says",
    "I wonder whether somebody shut the study blind last night",
    "my mother always told me to shut the study blind at ten",
    "昨日は書斎のブラインド閉めたまま寝ちゃってさ",
    "書斎のブラインド閉めんといてや見てるから",
)


@pytest.fixture(autouse=True)
def never_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a reading of the model is asked about, however likely."""
    monkeypatch.setattr(sure, "SURE", 2.0)


class Told:
    """Tells what a question is about."""

    async def answer(self, heard: HeardSentence) -> Answer | None:
        about = ", ".join(heard.reading.about)
        return Answer(words=Bilingual(about, about)) if about else None


def _door(
    folder: Path,
    language: Language,
    store: Store | None = None,
    device: MemoryDevice | None = None,
) -> Door:
    readers: list[SentenceReader] = []

    def read(event: Event) -> SentenceReading:
        return readers[0].read(event)

    def answerers(requests: Requests, teaching: Teaching, store: Store) -> tuple[Answerer, ...]:
        house = cast(MemoryHouse, requests.house)
        grammar = GrammarUnderstanding(partial(present_home, house, PLACES))
        catalogue = CapabilityRegistry({})
        readers.append(
            SentenceReader(
                understanding=grammar,
                house=house,
                names=Names(
                    house=house, catalogue=catalogue, places={p.id: p.name for p in PLACES}
                ),
                schedule=cast(Schedule, None),
                clock=requests.clock,
                language=language,
                zone="Asia/Tokyo",
                wheels=Wheels(None, {}),
            )
        )
        command = Command(
            requests=requests,
            outcomes=cast(Outcomes, Done()),
            corrections=Corrections(record=store.record, requests=requests),
        )
        second = SecondReading(
            proposing=grammar,
            reader=readers[0],
            command=command,
            questions=(KnownAnswer(), Told()),
            approvals=store.approvals,
            state=store.state,
            journal=requests.journal,
            keep=Consolidation(store.state, store.state_writer).heard_as,
        )
        return second, command

    return door_of(
        folder,
        lambda clock: MemoryHouse(clock, [device or MemoryDevice(BLIND, "open")]),
        language=language,
        store=store,
        read=read,
        answerers=answerers,
    )


async def _say(door: Door, text: str, channel: str = "web") -> str:
    said = await door.desk.say(Said(text, channel))
    await door.settled()
    events = await door.store.record.recent(limit=3, sources=(EventSource.CONVERSATION_REPLY,))
    return next((e.assistant_text for e in events if said in e.evidence_event_ids), "")


@pytest.mark.parametrize("language", list(Language))
async def test_a_command_inside_long_talk_is_asked_for_and_done_after_a_yes(
    tmp_path: Path, language: Language
) -> None:
    door = _door(tmp_path, language)
    question = await _say(door, LONG[language])
    assert question in (
        "書斎のブラインドを閉めますか？（はい／いいえ）",
        "Shall I close study blind? (yes / no)",
    )
    assert (door.walked, door.triggers.depth(), door.talk.asked) == ([], 0, []), "not done unasked"
    await _say(door, YES[language])
    assert [t.requested.action_type for t in door.walked if t.requested] == [
        "device_control.cover_close"
    ]
    await _say(door, LONG[language])
    assert len(door.walked) == 2, "a confirmed reading is remembered"


@pytest.mark.parametrize("language", list(Language))
async def test_a_no_and_any_other_sentence_let_it_be(tmp_path: Path, language: Language) -> None:
    door = _door(tmp_path, language)
    await _say(door, LONG[language])
    assert await _say(door, NO[language]) in ("分かりました。しません。", "All right, I will not.")
    await _say(door, LONG[language])
    await _say(door, "今日は鰯が安かった" if language is Language.JA else "sprats were cheap today")
    await _say(door, YES[language])
    assert not door.walked


async def test_a_yes_long_after_the_question_is_meant_for_something_else(tmp_path: Path) -> None:
    door = _door(tmp_path, Language.EN)
    await _say(door, LONG_EN)
    await door.clock.sleep(180.0)
    await _say(door, "yes")
    assert not door.walked


async def test_a_yes_is_for_the_newest_question(tmp_path: Path) -> None:
    """A question for leave that came later gets it; the proposal is let go."""
    door = _door(tmp_path, Language.EN)
    await _say(door, LONG_EN)
    await door.clock.sleep(5.0)
    decided = await door.store.events.append(
        draft(EventSource.DELIBERATION_DECISION), decision=decision()
    )
    summary = Bilingual("鍵を開けます", "I unlock the door")
    await door.store.approvals.ask(decided.id, summary, summary, 2)
    await _say(door, "yes")
    await _say(door, "yes")
    assert not door.walked


@pytest.mark.parametrize("sentence", NEVER)
async def test_what_is_told_or_forbidden_is_not_asked_about(tmp_path: Path, sentence: str) -> None:
    door = _door(tmp_path, Language.EN)
    assert await _say(door, sentence) == ""
    assert not door.walked


@pytest.mark.parametrize("channel", ["guest", "message"])
async def test_only_people_of_the_house_are_asked(tmp_path: Path, channel: str) -> None:
    door = _door(tmp_path, Language.EN)
    assert "Shall I" not in await _say(door, LONG_EN, channel)
    assert "Shall I" not in await _say(door, "yes", channel)
    assert not door.walked


@pytest.mark.parametrize("language", list(Language))
async def test_a_confirmed_reading_outlives_a_restart_and_goes_with_its_sentence(
    tmp_path: Path, language: Language
) -> None:
    """Issue 15, point 7: remembered once confirmed, and taken back as anything that was learned."""
    before = _door(tmp_path, language)
    await _say(before, LONG[language])
    await _say(before, YES[language])
    after = _door(tmp_path, language, store=before.store)
    await _say(after, LONG[language])
    assert len(after.walked) == 1, "done without a question"
    row = (await after.store.state.rows(HEARD_AS))[0]
    assert len(row.evidence_event_ids) == 3
    newest = (await after.store.record.recent(limit=1))[0]
    consolidation = Consolidation(after.store.state, after.store.state_writer)
    await consolidation.withdraw(row.evidence_event_ids[0], newest)
    assert "？" in (again := await _say(after, LONG[language])) or "Shall I" in again
    assert len(after.walked) == 1


@pytest.mark.parametrize("language", list(Language))
async def test_a_refused_reading_is_not_asked_again(tmp_path: Path, language: Language) -> None:
    before = _door(tmp_path, language)
    await _say(before, LONG[language])
    await _say(before, NO[language])
    after = _door(tmp_path, language, store=before.store)
    assert await _say(after, LONG[language]) == ""


@pytest.mark.parametrize("language", list(Language))
async def test_a_sure_reading_is_done_at_once_and_asked_about_after_a_no(
    tmp_path: Path, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue 11: a needless question before every order in other words; a no counts from then on."""
    sure_of_it = _door(tmp_path, language)
    monkeypatch.setattr(sure, "SURE", 0.5)
    await _say(sure_of_it, LONG[language])
    assert [t.requested.action_type for t in sure_of_it.walked if t.requested] == [
        "device_control.cover_close"
    ]
    monkeypatch.setattr(sure, "SURE", 2.0)
    again = _door(tmp_path, language, store=sure_of_it.store)
    await _say(again, LONG[language])
    await _say(again, NO[language])
    monkeypatch.setattr(sure, "SURE", 0.5)
    question = await _say(again, LONG[language])
    assert "？" in question or "Shall I" in question
    assert not again.walked


@pytest.mark.parametrize("language", list(Language))
async def test_a_lock_is_asked_about_however_sure(
    tmp_path: Path, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sure, "SURE", 0.1)
    door = _door(tmp_path, language, device=MemoryDevice(LOCK, "unlocked"))
    question = await _say(door, LOCKED[language])
    assert "？" in question or "Shall I" in question
    assert not door.walked


@pytest.mark.parametrize("language", list(Language))
async def test_a_lock_is_asked_about_every_time(tmp_path: Path, language: Language) -> None:
    door = _door(tmp_path, language, device=MemoryDevice(LOCK, "unlocked"))
    for times in (1, 2):
        question = await _say(door, LOCKED[language])
        assert "？" in question or "Shall I" in question
        assert len(door.walked) == times - 1
        await _say(door, YES[language])
        assert len(door.walked) == times


async def test_a_question_about_a_thing_is_answered_at_once(tmp_path: Path) -> None:
    door = _door(tmp_path, Language.EN)
    assert await _say(door, ASKS) == "cover.study"


@pytest.mark.parametrize(
    ("language", "told", "phrase"),
    [
        (Language.EN, "when I say nap time close the study blind", "Nap time!"),
        (Language.EN, "if somebody says 'too bright', shut the study blind", "too bright"),
        (Language.JA, "「お昼寝」って言ったら書斎のブラインド閉めて", "お昼寝"),
    ],
)
async def test_a_phrase_of_ones_own_stands_for_an_order(
    tmp_path: Path, language: Language, told: str, phrase: str
) -> None:
    """Nothing is done when it is told, and its order when it is said, also in another room and
    after a restart."""
    before = _door(tmp_path, language)
    reply = await _say(before, told)
    assert "From now on" in reply or "これから" in reply
    assert not before.walked
    after = _door(tmp_path, language, store=before.store)
    await _say(after, phrase)
    assert [t.requested.action_type for t in after.walked if t.requested] == [
        "device_control.cover_close"
    ]


@pytest.mark.parametrize(
    "told",
    [
        "when I say he is mad, I mean it",
        "if somebody says jump, you jump",
        "when I say close the study blind, open the study blind",
        "when I say siesta, switch it off",
    ],
)
async def test_no_phrase_of_ones_own_without_an_order_or_over_another(
    tmp_path: Path, told: str
) -> None:
    door = _door(tmp_path, Language.EN)
    assert "From now on" not in await _say(door, told)
    assert not door.walked
    assert not await door.store.state.rows(HEARD_AS)


async def test_an_order_that_is_doubted_is_asked_about_and_done_after_a_yes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody may be left with an order that can never be done: without another reading the
    grammar's own is asked about, and what was confirmed is not doubted again."""
    monkeypatch.setattr(engine, "doubts", lambda *_: True)
    monkeypatch.setattr(GrammarUnderstanding, "propose", lambda *_: None)
    door = _door(tmp_path, Language.EN)
    question = await _say(door, "close the study blind")
    assert question == "Shall I close study blind? (yes / no)"
    assert door.walked == []
    await _say(door, YES[Language.EN])
    assert [t.requested.action_type for t in door.walked if t.requested] == [
        "device_control.cover_close"
    ]


async def test_what_no_label_names_is_asked_about_in_plain_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An alarm to be skipped was never asked about: its request has no label."""
    monkeypatch.setattr(second_reading, "question_of", lambda *_: None)
    door = _door(tmp_path, Language.EN)
    assert await _say(door, LONG[Language.EN]) == "Did you mean “close the study blind”?"
    await _say(door, YES[Language.EN])
    assert len(door.walked) == 1
