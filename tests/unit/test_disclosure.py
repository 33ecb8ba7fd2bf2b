"""What a stranger is told, over every form of question that is understood: nothing of the home.

The model in this test is the worst there is: of the facts it may name it always names a private
one, where there is one.
"""

import json
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import pytest

from companion.desk.act_causes import ActCauses
from companion.desk.act_history import ActHistory
from companion.desk.answerers.command import Command
from companion.desk.answerers.device_facts import DeviceFacts
from companion.desk.answerers.discretion import Discretion
from companion.desk.answerers.known_answer import KnownAnswer
from companion.desk.answerers.never_again import NeverAgain
from companion.desk.answerers.stop_word import StopWord
from companion.desk.answerers.undo import Undo
from companion.desk.answerers.why import Why
from companion.desk.commands.outcome import Outcomes
from companion.desk.corrections import Corrections
from companion.desk.requests import Requests
from companion.desk.sentence_reader import SentenceReader
from companion.desk.teaching import Teaching
from companion.engines.llm_runtime.gbnf import Grammar
from companion.ports.answerer import Answerer
from companion.ports.schedule import Schedule
from companion.ports.understanding import SpokenSentence
from companion.rooms.commands.travel import Wheels
from companion.rooms.conversation.facts import Known
from companion.rooms.conversation.room import Conversation
from companion.rooms.expression.claims import Names
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import home_of
from companion.service.plugins import CapabilityRegistry
from companion.store.sqlite import Store
from companion.words.device import Device, Domain
from companion.words.disclosure import KEPT_BACK, TO_STRANGERS, Topic, may_be_told
from companion.words.event import Event, EventSource
from companion.words.ids import DeviceId
from companion.words.language import Bilingual, Language
from companion.words.llm import LlmReply, LlmRequest
from companion.words.place import Place
from companion.words.said import Said
from companion.words.schedule import Entry, EntryId, EntryKind, Upcoming
from companion.words.trust import TrustLabel
from companion.words.understood import Understood
from tests.twins.clock import JumpClock
from tests.twins.home import CatalogueTwin
from tests.twins.memory_house import MemoryDevice, MemoryHouse
from tests.unit.desk.door import Door, door_of
from tests.unit.rooms.conversation.home import SHEETS
from tests.unit.rooms.scheduler.alarms import DAILY, EVENING
from tests.unit.store.samples import decision, draft, result

SPOKEN = Path(__file__).parents[1] / "data" / "spoken"
STRANGER, OWNER = "visitor", "web"
TIME = re.compile(r"今は\d+時\d+分です。|It is \d\d:\d\d\.")
UNKNOWN = ("ごめんなさい、それは分かりません。", "I am sorry, I do not know that.")
FORMS = {
    Language.EN: (
        "is the {} on?", "is the {} locked?", "is the {} open?", "did you turn on the {}?",
        "when was the {} last used?", "who used the {}?", "why did you turn on the {}?",
    ),
    Language.JA: (
        "{}はついてる？", "{}の鍵は閉まってる？", "{}は開いてる？", "{}をつけてくれた？",
        "{}を最後に使ったのはいつ？", "誰が{}を使ったの？", "なんで{}をつけたの？",
    ),
}  # fmt: skip
ALSO = {
    Language.EN: (
        "is anybody home?", "who is in the kitchen?", "are they asleep?",
        "when does Mika get home?",
        "what's planned?", "which timers are running?", "what did you do today?", "undo that",
        "what did they say?", "are you recording?", "which windows are open?", "which routines?",
    ),
    Language.JA: (
        "誰かいる？", "台所に誰がいる？", "もう寝てる？", "ミカはいつ帰るの？", "予定は？",
        "タイマーはある？", "今日は何をしたの？", "元に戻して", "何て言ってた？", "録画してる？",
        "どの窓が開いてる？", "決まりごとは？",
    ),
}  # fmt: skip


def questions(language: Language) -> Iterator[str]:
    """Those of the spoken set, then each form with each device's name, then a few of people."""
    for text in (SPOKEN / f"{language}.jsonl").read_text("utf-8").splitlines():
        line = json.loads(text)
        if line["kind"] == "question":
            yield line["sentence"]
    for entity in home(language)["entities"]:
        for form in FORMS[language]:
            yield form.format(entity["name"])
    yield from ALSO[language]


def home(language: Language) -> dict[str, Any]:
    told: dict[str, Any] = json.loads((SPOKEN / f"home_{language}.json").read_text("utf-8"))
    return told


class Talkative:
    """Names a private fact wherever one is offered, else any; refuses where none is."""

    async def complete(self, request: LlmRequest) -> LlmReply:
        grammar = Grammar(request.grammar)
        offered = re.findall(r'"([^"]+)"', next(_rule(request.grammar, "fact")))
        private = [name for name in offered if name not in ("time", "時刻")]
        text = grammar.write(tuple(private or offered), "")
        return LlmReply(
            text=private[0] if private else text,
            prompt_tokens=1,
            reused_tokens=0,
            output_tokens=1,
            took_s=0.0,
            model="talkative@0",
            finish="stop",
        )

    def ready(self) -> bool:
        return True

    def model_name(self) -> str:
        return "talkative@0"


def _rule(grammar: str, name: str) -> Iterator[str]:
    return (line for line in grammar.splitlines() if line.startswith(f"{name} ::="))


class OneAlarm:
    """A schedule with an alarm at seven."""

    def entries(self, kinds: Sequence[EntryKind] = ()) -> tuple[Upcoming, ...]:
        entry = Entry(kind=EntryKind.ALARM, timing=DAILY, created_at=EVENING, id=EntryId(1))
        found = () if kinds and EntryKind.ALARM not in kinds else (entry,)
        return tuple(Upcoming(entry=one, due=EVENING) for one in found)


@dataclass
class Listening:
    """A grammar, and the places in its memory that were used."""

    grammar: GrammarUnderstanding
    places: list[str] | None

    def understand(self, said: SpokenSentence, *, confirmed: bool = False) -> Understood:
        if self.places is not None:
            self.places.append(said.place)
        return self.grammar.understand(said, confirmed=confirmed)

    def preview(self, said: SpokenSentence) -> Understood:
        return self.grammar.preview(said)


class Done:
    """Every act is done."""

    async def of(self, said: Event) -> Bilingual:
        return Bilingual("しました。", "Done.")


@dataclass
class House:
    """The door of a lived-in home, with everything that answers behind it."""

    door: Door

    async def ask(self, text: str, channel: str) -> str:
        """What is answered; "" for nothing."""
        said = await self.door.desk.say(Said(text, channel))
        await self.door.settled()
        sources = (EventSource.CONVERSATION_REPLY,)
        replies = await self.door.store.record.recent(limit=3, sources=sources)
        return next((e.assistant_text for e in replies if said in e.evidence_event_ids), "")


async def house_of(
    language: Language,
    folder: Path,
    remembered: list[str] | None = None,
) -> House:
    """`remembered`: gets the place in the grammar's memory of each sentence that is read."""
    told, clock = home(language), JumpClock()
    places = tuple(Place(id=a["id"], name=Bilingual(a["name"], a["name"])) for a in told["areas"])
    house, store = MemoryHouse(clock), Store.in_memory(clock)
    for e in told["entities"]:
        name = Bilingual(e["name"], e["name"])
        device = Device(
            id=DeviceId(e["id"]),
            domain=Domain(e["domain"]),
            name=name,
            area=e.get("area", ""),
            operations=("turn_on", "turn_off"),
            attributes=e.get("attributes", {}),
        )
        house.add(MemoryDevice(device, str(e.get("state", "on"))))
    names = Names(
        house=house, catalogue=CapabilityRegistry({}), places={p.id: p.name for p in places}
    )
    conversation = Conversation(
        Talkative(), SHEETS[language], Known(house, store.record, store.state, clock, places)
    )
    reader = SentenceReader(
        understanding=Listening(GrammarUnderstanding(lambda: home_of(told)), remembered),
        house=house,
        names=names,
        schedule=cast(Schedule, OneAlarm()),
        clock=clock,
        language=language,
        zone="Asia/Tokyo",
        wheels=Wheels(None, {}),
    )
    history = ActHistory(record=store.record, catalogue=CatalogueTwin(), clock=clock)
    outcomes = cast(Outcomes, Done())

    def answerers(requests: Requests, teaching: Teaching, _: Store) -> tuple[Answerer, ...]:
        return (
            StopWord(requests=requests),
            Discretion(),
            Undo(history=history, names=names, requests=requests, outcomes=outcomes),
            NeverAgain(history=history, teaching=teaching),
            Why(history=history, causes=ActCauses(store.record, names, clock), places=places),
            Command(
                requests=requests,
                outcomes=outcomes,
                corrections=Corrections(record=store.record, requests=requests),
            ),
            KnownAnswer(),
            DeviceFacts(tell=conversation.tell),
        )

    door = door_of(
        folder,
        lambda _: house,
        language=language,
        read=reader.read,
        answerers=answerers,
        talk=conversation,
        clock=clock,
        store=store,
    )
    chosen = await store.events.append(
        draft(EventSource.DELIBERATION_DECISION), decision=decision()
    )
    light = DeviceId(next(e["id"] for e in told["entities"] if e["domain"] == "light"))
    done = replace(
        result(chosen.id), operation="light_turn_on", result_payload={"device_id": light}
    )
    await store.events.append(draft(EventSource.ACTION_RESULT), result=done)
    return House(door)


@pytest.fixture(params=list(Language), ids=str)
async def lived(
    request: pytest.FixtureRequest, tmp_path: Path
) -> AsyncIterator[tuple[Language, House]]:
    found = await house_of(request.param, tmp_path)
    yield request.param, found
    await found.door.desk.tasks.close()


def _tells_nothing(answer: str, language: Language) -> bool:
    harmless = {"", KEPT_BACK.get(language), TO_STRANGERS.get(language), *UNKNOWN}
    return answer in harmless or TIME.fullmatch(answer) is not None


async def test_a_stranger_is_told_nothing_and_the_household_as_before(
    lived: tuple[Language, House],
) -> None:
    """T-09, T-56: of every question asked as a guest no private fact is told, and the refusal is
    polite; asked by the household it is answered."""
    language, house = lived
    asked = list(dict.fromkeys(questions(language)))
    strangers = {text: await house.ask(text, STRANGER) for text in asked}
    leaks = {text: told for text, told in strangers.items() if not _tells_nothing(told, language)}
    assert leaks == {}
    refused = sum(told == KEPT_BACK.get(language) for told in strangers.values())
    assert refused > len(asked) / 2, "what is understood is refused in words"
    owned = {text: await house.ask(text, OWNER) for text in asked}
    assert KEPT_BACK.get(language) not in owned.values()
    assert TO_STRANGERS.get(language) not in owned.values()
    private = [told for told in owned.values() if not _tells_nothing(told, language)]
    assert len(private) > len(asked) / 2, "this test can see a private fact"


@pytest.mark.parametrize("language", list(Language))
async def test_a_stranger_hears_the_time_and_what_it_is(language: Language, tmp_path: Path) -> None:
    """T-09: what anybody may be told is told."""
    house = await house_of(language, tmp_path)
    now, able = (
        ("今何時？", "何ができる？")
        if language is Language.JA
        else (
            "what time is it?",
            "what can you do?",
        )
    )
    assert TIME.fullmatch(await house.ask(now, STRANGER))
    assert await house.ask(able, STRANGER) == TO_STRANGERS.get(language)
    assert await house.ask(able, OWNER) != TO_STRANGERS.get(language)
    await house.door.desk.tasks.close()


async def test_a_stranger_completes_no_sentence_of_the_household(tmp_path: Path) -> None:
    """T-09: what the household was asked back is not answered by a guest, nor the other way."""
    heard: list[str] = []
    house = await house_of(Language.EN, tmp_path, heard)
    await house.ask("is the front door locked?", STRANGER)
    await house.ask("is the front door locked?", OWNER)
    assert len(set(heard)) == 2
    await house.door.desk.tasks.close()


@pytest.mark.parametrize("label", list(TrustLabel))
def test_c_085_the_rule_stands_in_one_place(label: TrustLabel) -> None:
    """C-085, T-56: by trust label; to the public nothing of the home."""
    told = {topic for topic in Topic if may_be_told(label, topic)}
    public = label in (TrustLabel.GUEST, TrustLabel.OBSERVED)
    assert told == ({Topic.TIME, Topic.WEATHER, Topic.ITSELF} if public else set(Topic))
