"""What the attention room is told, and the silence that is recorded (D-011, D-019, D-024)."""

from dataclasses import dataclass, field, replace
from typing import Any, cast

import pytest

from companion.rooms.attention.room import NOBODY, SEEN
from companion.rooms.journal.room import Journal
from companion.service.attention import Attention
from companion.service.messages import Done, Messages
from companion.service.speech_purse import SpeechPurse
from companion.store.sqlite import Store
from companion.web.hub import Hub
from companion.words.decision import ConsoleDelivery, DeliveryKind
from companion.words.event import Event, EventSource
from companion.words.facts import KeptSilent, fact_of
from companion.words.language import Bilingual, Language
from companion.words.result import ResultStatus
from companion.words.said import Said
from companion.words.telling import TELL_SILENTLY
from companion.words.trust import TrustLabel
from companion.words.utterance import Utterance
from tests.proof.evaluation.jump_clock import JumpClock
from tests.twins.memory_house import MemoryDevice, MemoryHouse
from tests.unit.desk.answerers.lamp import LAMP
from tests.unit.store.samples import decision, result, trigger

LIT = Bilingual("玄関の明かりをつけました", "I turned on the hall light")


@dataclass
class Home:
    """A hall with a lamp, a persona that words everything, and people here or not."""

    people_now: dict[str, str | None] = field(default_factory=lambda: {LAMP.area: "present"})
    clock: JumpClock = field(default_factory=JumpClock)
    spoken: list[Event] = field(default_factory=list)
    announced: list[Event] = field(default_factory=list)
    rendered: int = 0
    quiet: bool = False

    def __post_init__(self) -> None:
        self.store, self.hub = Store.in_memory(self.clock), Hub(self.clock.now)
        self.journal = Journal(self.store.events, self.hub, self.clock)
        self.purse = SpeechPurse(self.clock)
        self.persona = None
        self.messages = Messages(
            expression=cast(Any, self),
            journal=self.journal,
            home=cast(Any, self),
            blackboard=cast(Any, self),
            speak=lambda event, decided: self.spoken.append(event),
            announce=self.announced.append,
            wordless=lambda status: None,
            attention=Attention(
                home=cast(Any, self),
                house=MemoryHouse(self.clock, [MemoryDevice(LAMP, value="off")]),
                record=self.store.record,
                purse=self.purse,
                quiet=lambda: self.quiet,
            ),
            deed_words=lambda result: LIT,
        )

    async def people(self) -> dict[str, str | None]:
        return self.people_now

    async def mood(self) -> None:
        return None

    async def preferences(self) -> tuple[str, ...]:
        return ()

    def attention_targets(self) -> tuple[str, ...]:
        return ()

    async def render(self, decision: Any, decided: Any, **rest: Any) -> Utterance:
        self.rendered += 1
        return Utterance(
            text="Good evening. I could not turn on the hall light.",
            language=Language.EN,
            delivery=decision.console_delivery,
            speaker_name="Koto",
            claims=(),
            decision_event_id=decided,
        )

    async def tell(
        self, status: ResultStatus = ResultStatus.SUCCESS, evidence: tuple[int, ...] = ()
    ) -> Event:
        made = decision(evidence=evidence)
        decided = await self.journal.decided(made, trigger(evidence))
        came = replace(result(int(decided.id), status), result_payload={"device_id": LAMP.id})
        acted = await self.journal.acted(came, made)
        await self.messages.tell(Done(made, came, acted))
        return acted

    async def silences(self) -> list[str]:
        events = await self.store.record.recent(sources=(EventSource.SYSTEM,))
        facts = [fact_of(event, KeptSilent) for event in events]
        return [fact.reason for fact in facts if fact is not None]


async def test_d_019_what_people_see_is_activity_and_no_message() -> None:
    """D-010, D-019, D-071: the words of the act go to the activity view, and no model is asked."""
    home = Home()
    acted = await home.tell()
    assert (home.rendered, home.spoken) == (0, [])
    assert await home.silences() == [SEEN]
    messages = await home.store.record.recent(sources=(EventSource.AUTONOMY_MESSAGE,))
    assert messages == ()
    (silent,) = await home.store.record.recent(sources=(EventSource.SYSTEM,))
    assert silent.evidence_event_ids == (acted.id,)
    assert silent.assistant_text == ""


async def test_what_went_wrong_is_said_to_who_is_there_and_costs() -> None:
    home = Home()
    await home.tell(ResultStatus.FAILED)
    assert len(home.spoken) == 1
    assert home.purse.closeness() < 1.0
    assert await home.silences() == []


async def test_nothing_is_said_to_an_empty_home_and_the_page_has_it() -> None:
    """S-22: the message is recorded; the voice is silent, and the reason stands in the record."""
    home = Home(people_now={LAMP.area: "absent"})
    await home.tell(ResultStatus.FAILED)
    assert home.spoken == []
    assert await home.silences() == [NOBODY]
    (message,) = await home.store.record.recent(sources=(EventSource.AUTONOMY_MESSAGE,))
    assert message.assistant_text


@pytest.mark.parametrize("everything", [False, True])
async def test_what_is_told_without_a_sound_is_never_spoken(everything: bool) -> None:
    """Who sleeps by day is in no quiet hours."""
    attention = replace(Home().messages.attention, everything=everything)
    silently = replace(decision(), action_type=TELL_SILENTLY, action_payload={"because": "asleep"})
    verdict = await attention.of(silently, result(1, ResultStatus.SUCCESS))
    assert (verdict.kind, verdict.spoken, verdict.reason) == (DeliveryKind.NOTIFY, False, "asleep")


async def test_what_is_urgent_is_said_in_every_room_in_quiet_hours_and_to_an_empty_home() -> None:
    home = Home(people_now={LAMP.area: "absent"}, quiet=True)
    made = replace(decision(), console_delivery=ConsoleDelivery(DeliveryKind.NOTIFY, urgent=True))
    decided = await home.journal.decided(made, trigger(()))
    came = result(int(decided.id), ResultStatus.SUCCESS)
    acted = await home.journal.acted(came, made)
    await home.messages.tell(Done(made, came, acted))
    assert (len(home.announced), home.spoken) == (1, [])
    assert home.purse.closeness() == 1.0


async def test_one_room_that_nobody_can_see_is_no_empty_home() -> None:
    home = Home(people_now={LAMP.area: "absent", "bedroom": None})
    await home.tell(ResultStatus.FAILED)
    assert len(home.spoken) == 1


async def test_who_spoke_is_answered_even_about_a_lamp_in_sight() -> None:
    """T-57: "it is dark in here" led to it."""
    home = Home()
    home.quiet = True
    said = await home.journal.heard(Said("it is dark in here", "web"), TrustLabel.OWNER)
    await home.tell(evidence=(int(said.id),))
    assert len(home.spoken) == 1


async def test_a_household_may_want_to_hear_everything() -> None:
    """For who does not see the lamps."""
    home = Home()
    everything = replace(home.messages.attention, everything=True)
    made, came = decision(), result(1)
    verdict = await everything.of(made, came)
    assert (verdict.kind, verdict.spoken) == (DeliveryKind.CHAT, True)
