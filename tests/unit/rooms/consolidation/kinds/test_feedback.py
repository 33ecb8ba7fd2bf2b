"""Rows of what people showed: only of the home, of its people, and of what needs no yes."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.home.feedback import feedback_key
from companion.words.areas import FeedbackValue, value_in
from companion.words.capability import RiskTier
from companion.words.decision import ActionDecision, DecisionOutcome
from companion.words.device import DeviceState
from companion.words.event import Event
from companion.words.facts import QuestionIgnored
from companion.words.feedback import FEEDBACK, DayBand, FeedbackKind, FeedbackOccasion
from companion.words.ids import DeviceId, TriggerId
from companion.words.observation import Change
from companion.words.said import Said
from companion.words.text import LabelledText
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import TrustLabel
from tests.unit.web.twins import Household, decision_of

LAMP = DeviceId("light.hall")
ON, OFF = "turn_on light.hall", "turn_off light.hall"
COMES = FeedbackOccasion("person_appeared", "hall", DayBand.EVENING)


@pytest.fixture
def home(tmp_path: Path) -> Household:
    return Household(tmp_path)


async def acted(home: Household, *, risk: RiskTier = RiskTier.REVERSIBLE) -> tuple[Event, Event]:
    """Somebody comes and the lamp goes on by itself; gives the decision and the result."""
    await reported(home, "off")
    seen = await home.see("hall", Change.APPEARED)
    own = decision_of("device_control.light_turn_on", {"device_id": LAMP}, seen.id, risk=risk)
    decided = await thought_of(home, seen, own)
    done = await home.act(own, decided)
    await reported(home, "on")
    return decided, done


async def thought_of(home: Household, seen: Event, decision: ActionDecision) -> Event:
    """It is decided about a sighting in the hall."""
    trigger = Trigger(
        id=TriggerId(f"t{seen.id}"),
        kind=TriggerKind.EVENT,
        priority=Priority.OBSERVATION,
        at=home.clock.now(),
        about=LabelledText("someone came", seen.trust, seen.id),
        event_ids=(seen.id,),
        place="hall",
    )
    return await home.journal.decided(decision, trigger)


def left(seen: Event) -> ActionDecision:
    """A thought that came to nothing."""
    thought = decision_of("", {}, seen.id)
    return replace(thought, decision_outcome=DecisionOutcome.SKIP, console_delivery=None)


async def reported(home: Household, value: str) -> None:
    """The lamp says so."""
    home.house.set_state(LAMP, value)
    state = DeviceState(device_id=LAMP, value=value, at=home.clock.now())
    await home.remember(await home.journal.device_changed(state))


async def kinds(home: Household, act: str, occasion: FeedbackOccasion = COMES) -> list[str]:
    row = await home.store.state.row(FEEDBACK, feedback_key(act, occasion))
    value = None if row is None else value_in(row, FeedbackValue)
    return [] if value is None else [tally.kind.value for tally in value.tallies]


async def test_a_lamp_switched_back_within_minutes_is_a_sign_and_later_is_none(
    home: Household,
) -> None:
    await acted(home)
    home.clock.pass_s(120)
    await reported(home, "off")
    assert await kinds(home, ON) == ["switched_back"]


async def test_later_it_is_a_change_of_mind(home: Household) -> None:
    await acted(home)
    home.clock.pass_s(3600)
    await reported(home, "off")
    assert await kinds(home, ON) == []


async def test_the_report_of_its_own_act_is_no_hand(home: Household) -> None:
    await acted(home)
    assert await home.store.state.rows(FEEDBACK) == ()


async def test_what_is_done_by_hand_where_it_was_left_is_a_sign_for_it(home: Household) -> None:
    await reported(home, "off")
    seen = await home.see("hall", Change.APPEARED)
    await thought_of(home, seen, left(seen))
    home.clock.pass_s(60)
    await reported(home, "on")
    assert await kinds(home, ON) == ["by_hand"]


async def test_what_needs_a_yes_in_any_case_is_never_learnt(home: Household) -> None:
    await acted(home, risk=RiskTier.ASK)
    await reported(home, "off")
    assert await home.store.state.rows(FEEDBACK) == ()


async def test_the_garden_teaches_nothing_of_the_home(home: Household) -> None:
    await acted(home)
    state = DeviceState(device_id=LAMP, value="off", at=home.clock.now())
    event = await home.journal.device_changed(state)
    await home.remember(replace(event, origin="garden"))
    assert await home.store.state.rows(FEEDBACK) == ()


@pytest.mark.parametrize(
    ("text", "sign"), [("thank you", FeedbackKind.THANKED), ("うるさい", FeedbackKind.COMPLAINED)]
)
@pytest.mark.parametrize("trust", [TrustLabel.HOUSEHOLD, TrustLabel.GUEST])
async def test_words_right_after_an_act_count_where_a_person_of_the_house_says_them(
    home: Household, text: str, sign: FeedbackKind, trust: TrustLabel
) -> None:
    await acted(home)
    await home.remember(await home.journal.heard(Said(text, "voice"), trust))
    found = await kinds(home, ON)
    assert found == ([sign.value] if trust is TrustLabel.HOUSEHOLD else [])


async def test_a_question_that_nobody_answers_is_a_small_sign(home: Household) -> None:
    decided, _ = await acted(home)
    fact = QuestionIgnored(decision=decided.id)
    await home.remember(await home.journal.noted(fact, evidence=(decided.id,)))
    assert await kinds(home, ON) == ["ignored"]


async def test_an_occasion_that_was_left_is_counted_only_where_people_do_it_by_hand(
    home: Household,
) -> None:
    await reported(home, "off")
    for minutes in (0, 30):
        home.clock.pass_s(minutes * 60)
        seen = await home.see("hall", Change.APPEARED)
        await thought_of(home, seen, left(seen))
        if not minutes:
            home.clock.pass_s(60)
            await reported(home, "on")
            home.clock.pass_s(60)
            await reported(home, "off")
    assert "left" in await kinds(home, ON)
    assert await kinds(home, OFF) == []
