"""Consolidation: events become what is held to be so, and nothing else does."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

import pytest

from companion.ports.house import House
from companion.rooms.consolidation.room import Consolidation
from companion.rooms.journal.room import Journal
from companion.store.sqlite import Store
from companion.words.areas import INTEREST, INTEREST_KEY
from companion.words.device import Device, DeviceCommand, DeviceState, Domain
from companion.words.event import Event
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.mood import MOOD, MOOD_KEY, Mood, mood_of
from companion.words.observation import Certainty
from companion.words.result import ResultStatus
from companion.words.said import Said
from companion.words.trust import TrustLabel
from companion.words.world import WORLD_ITEM, WorldItem, world_item_of
from companion.words.writeplan import StateRow
from tests.unit.store.samples import (
    START,
    HeardStream,
    SetClock,
    decision,
    observation,
    result,
    trigger,
)

HALL_LIGHT = Device(
    id=DeviceId("light.hall"),
    domain=Domain.LIGHT,
    name=Bilingual("玄関の明かり", "hall light"),
    area="hall",
    operations=("turn_on", "turn_off"),
)


class _OneLight:
    """A house with one light, of which only its description is asked."""

    def devices(self) -> tuple[Device, ...]:
        return (HALL_LIGHT,)

    def device(self, device_id: DeviceId) -> Device | None:
        return HALL_LIGHT if device_id == HALL_LIGHT.id else None

    def state(self, device_id: DeviceId) -> DeviceState | None:
        return None

    async def command(self, command: DeviceCommand) -> None:
        raise AssertionError("memory commands nothing")

    def connected(self) -> bool:
        return True

    async def changes(self) -> AsyncIterator[DeviceState]:
        nothing: tuple[DeviceState, ...] = ()
        for state in nothing:
            yield state


class Home:
    def __init__(self) -> None:
        self.clock = SetClock()
        self.store = Store.in_memory(self.clock)
        self.journal = Journal(self.store.events, HeardStream(), self.clock)
        house: House = _OneLight()
        self.room = Consolidation(self.store.state, self.store.state_writer, house)

    async def take(self, event: Event) -> int:
        return await self.room.apply(await self.room.generate(event))

    async def see(
        self, certainty: Certainty, value: str | None, confidence: float = 0.6, after_s: float = 0
    ) -> int:
        at = START + timedelta(seconds=after_s)
        return await self.take(
            await self.journal.observed(observation(certainty, value, confidence, at))
        )

    async def report(self, value: str | None, after_s: float = 0, **attributes: object) -> int:
        state = DeviceState(
            device_id=HALL_LIGHT.id,
            value=value,
            at=START + timedelta(seconds=after_s),
            attributes=attributes,
        )
        return await self.take(await self.journal.device_changed(state))

    async def item(self, key: str = "person@hall") -> WorldItem:
        row = await self.row(WORLD_ITEM, key)
        return world_item_of(row)

    async def row(self, kind: str, key: str) -> StateRow:
        row = await self.store.state.row(kind, key)
        assert row is not None
        return row

    async def mood(self) -> Mood:
        return mood_of(await self.store.state.row(MOOD, MOOD_KEY))


@pytest.fixture
def home() -> Home:
    return Home()


async def test_a_confirmed_fact_is_held_with_all_that_a_world_model_needs(home: Home) -> None:
    """B-043, B-044: entity, relation, location, affordance, confidence, freshness."""
    await home.see(Certainty.FACT, "present", 0.9)
    item = await home.item()
    assert (item.entity, item.relation, item.location) == ("person", "in", "hall")
    assert (item.value, item.certainty, item.confidence) == ("present", Certainty.FACT, 0.9)
    assert (item.observed_at, item.since, item.trust) == (START, START, TrustLabel.OBSERVED)
    assert item.evidence_event_ids == (1,)
    assert item.attributes["count"] == 1


async def test_the_same_fact_again_only_refreshes(home: Home) -> None:
    """B.10: no revision, whatever the confidence does."""
    await home.see(Certainty.FACT, "present", 0.9)
    await home.see(Certainty.FACT, "present", 0.7, after_s=50)
    row = await home.row(WORLD_ITEM, "person@hall")
    assert (row.revision, row.observed_at) == (1, START + timedelta(seconds=50))


async def test_one_estimate_is_not_a_fact_two_are(home: Home) -> None:
    """B-045, S-18; both stand behind the confidence."""
    await home.see(Certainty.ESTIMATE, "present", 0.6)
    assert (await home.item()).certainty is Certainty.ESTIMATE
    await home.see(Certainty.ESTIMATE, "present", 0.5, after_s=30)
    item = await home.item()
    assert (item.certainty, item.confidence) == (Certainty.FACT, 0.8)


async def test_two_estimates_far_apart_confirm_nothing(home: Home) -> None:
    """S-18: within the freshness window."""
    await home.see(Certainty.ESTIMATE, "present")
    await home.see(Certainty.ESTIMATE, "present", after_s=600)
    assert (await home.item()).certainty is Certainty.ESTIMATE


async def test_one_estimate_does_not_overturn_a_fact_two_do(home: Home) -> None:
    """B-045: a doubt waits beside the fact until a second one agrees."""
    await home.see(Certainty.FACT, "present", 0.9)
    await home.see(Certainty.ESTIMATE, "absent", 0.5, after_s=10)
    doubted = await home.item()
    assert (doubted.value, doubted.certainty) == ("present", Certainty.FACT)
    assert doubted.attributes["candidate"]["value"] == "absent"
    assert doubted.observed_at == START
    await home.see(Certainty.ESTIMATE, "absent", 0.6, after_s=20)
    item = await home.item()
    assert (item.value, item.certainty, item.confidence) == ("absent", Certainty.FACT, 0.8)
    assert item.since == START + timedelta(seconds=20)
    assert "candidate" not in item.attributes


async def test_an_unknown_is_a_missing_value_never_a_guess(home: Home) -> None:
    """B-048, F13: a blinded camera sees neither someone nor nobody."""
    await home.see(Certainty.FACT, "present", 0.9)
    await home.see(Certainty.UNKNOWN, None, 0.0, after_s=5)
    item = await home.item()
    assert (item.value, item.certainty, item.confidence) == (None, Certainty.UNKNOWN, 0.0)
    assert item.attributes["last_known"]["value"] == "present"
    await home.see(Certainty.UNKNOWN, None, 0.0, after_s=9)
    assert (await home.item()).attributes["last_known"]["value"] == "present"
    await home.see(Certainty.ESTIMATE, "absent", 0.4, after_s=12)
    assert (await home.item()).certainty is Certainty.ESTIMATE


async def test_a_late_event_does_not_turn_back_the_world(home: Home) -> None:
    await home.see(Certainty.FACT, "absent", 0.9, after_s=60)
    await home.see(Certainty.FACT, "present", 0.9, after_s=30)
    assert (await home.item()).value == "absent"


async def test_a_device_report_is_certain_and_knows_its_place(home: Home) -> None:
    """S-18: one report of the device itself is enough."""
    await home.report("on", brightness=200)
    item = await home.item("light.hall")
    assert (item.value, item.certainty, item.confidence) == ("on", Certainty.FACT, 1.0)
    assert (item.location, item.affordance) == ("hall", ("turn_on", "turn_off"))
    assert item.attributes == {"brightness": 200, "available": True}
    await home.report(None, after_s=5)
    assert (await home.item("light.hall")).certainty is Certainty.UNKNOWN


async def test_a_result_writes_its_post_state_back(home: Home) -> None:
    """B-050: through the normal pipeline; attributes it does not name stay."""
    await home.report("off", brightness=200)
    decided = await home.journal.decided(decision(), trigger())
    await home.take(await home.journal.acted(result(decided.id)))
    item = await home.item("light.hall")
    assert (item.value, item.location) == ("on", "hall")
    assert item.attributes["brightness"] == 200


async def test_the_finer_state_of_a_result_is_held_too(home: Home) -> None:
    """B-050: half open is half open; the figures stand beside the value."""
    after = {"value": "open", "available": True, "position": 50}
    decided = await home.journal.decided(decision(), trigger())
    facts = {"device_id": "light.hall", "after": after, "observed": True}
    await home.take(await home.journal.acted(replace(result(decided.id), result_payload=facts)))
    assert (await home.item("light.hall")).attributes["position"] == 50


@pytest.mark.parametrize(
    ("facts", "value", "certainty"),
    [
        ({"observed": False}, "off", Certainty.FACT),
        ({"observed": True, "evidence": "own_report"}, "on", Certainty.FACT),
        ({"observed": True, "evidence": "contradicted"}, "off", Certainty.FACT),
    ],
)
async def test_a_result_that_nobody_saw_or_that_is_doubted_settles_nothing(
    home: Home, facts: dict[str, object], value: str, certainty: Certainty
) -> None:
    """B-045, ADR 0014: silence is no news, and a doubted word is an estimate beside the fact."""
    await home.report("off")
    decided = await home.journal.decided(decision(), trigger())
    payload = {"device_id": "light.hall", "after": {"value": "on"}, **facts}
    await home.take(await home.journal.acted(replace(result(decided.id), result_payload=payload)))
    item = await home.item("light.hall")
    assert (item.value, item.certainty) == (value, certainty)


async def test_a_garden_event_is_never_a_fact_about_the_home(home: Home) -> None:
    """T-23."""
    event = await home.journal.observed(observation())
    plan = await home.room.generate(replace(event, origin="garden"))
    assert not [c for c in plan.changes if c.kind == WORLD_ITEM]


async def test_results_move_the_mood_and_time_calms_it(home: Home) -> None:
    """S-19, B-025: decaying average; the recent one over the last 20 records."""
    decided = await home.journal.decided(decision(), trigger())
    for _ in range(25):
        await home.take(await home.journal.acted(result(decided.id, ResultStatus.FAILED)))
    low = await home.mood()
    assert -1.0 <= low.long_mood_state.v < -0.3
    assert low.long_mood_state.d < -0.3
    assert low.recent_vad_average.v == pytest.approx(-0.4)
    row = await home.row(MOOD, MOOD_KEY)
    assert len(row.value["recent"]) == 20
    home.clock.pass_time(hours=12)
    await home.take(await home.journal.heard(Said("ただいま", "web"), TrustLabel.OWNER))
    assert (await home.mood()).long_mood_state.v > low.long_mood_state.v / 3


@pytest.mark.parametrize("status", list(ResultStatus))
async def test_a_look_moves_no_mood(home: Home, status: ResultStatus) -> None:
    """S-19: only what became of an act; looks all day long would drown it."""
    decided = await home.journal.decided(decision(), trigger())
    saw = result(decided.id, status)
    looked = replace(saw, capability="vision_perception", operation="observe_scene")
    await home.take(await home.journal.acted(looked))
    assert await home.store.state.row(MOOD, MOOD_KEY) is None


@pytest.mark.parametrize("status", list(ResultStatus))
async def test_success_lifts_and_the_rest_weighs(home: Home, status: ResultStatus) -> None:
    """B-056: `partial` and `no_effect` are felt as what they are."""
    decided = await home.journal.decided(decision(), trigger())
    await home.take(await home.journal.acted(result(decided.id, status)))
    mood = await home.mood()
    assert (mood.long_mood_state.v > 0) is (status is ResultStatus.SUCCESS)


async def test_interest_follows_what_happens_and_fades(home: Home) -> None:
    """D-057..D-060, D-064: targets with weights, a mode, the events it came from."""
    await home.see(Certainty.FACT, "present", 0.9)
    first = (await home.row(INTEREST, INTEREST_KEY)).value
    assert first["attention_targets"] == [{"type": "person", "value": "person@hall", "weight": 0.7}]
    assert (first["interaction_mode"], first["updated_from_event_ids"]) == ("observe", [1])
    await home.take(await home.journal.heard(Said("寒いね", "web"), TrustLabel.OWNER))
    then = (await home.row(INTEREST, INTEREST_KEY)).value
    assert [t["value"] for t in then["attention_targets"]] == ["owner", "person@hall"]
    assert then["attention_targets"][1]["weight"] == pytest.approx(0.56)
    assert then["interaction_mode"] == "support"
    await home.take(await home.journal.decided(decision(), trigger()))
    last = (await home.row(INTEREST, INTEREST_KEY)).value
    assert "hall" in [t["value"] for t in last["attention_targets"]]


async def test_a_long_chat_does_not_wipe_out_what_was_seen(home: Home) -> None:
    """B12: being spoken to a hundred times fades the rest as much as being spoken to once."""
    await home.see(Certainty.FACT, "present", 0.9)
    await home.take(await home.journal.heard(Said("おはよう", "web"), TrustLabel.OWNER))
    once = (await home.row(INTEREST, INTEREST_KEY)).value["attention_targets"]
    for _ in range(20):
        await home.take(await home.journal.heard(Said("ありがとう", "web"), TrustLabel.OWNER))
    assert (await home.row(INTEREST, INTEREST_KEY)).value["attention_targets"] == once


async def test_an_estimate_draws_no_interest(home: Home) -> None:
    await home.see(Certainty.ESTIMATE, "present")
    assert await home.store.state.row(INTEREST, INTEREST_KEY) is None


async def test_generating_writes_nothing_and_applying_twice_writes_once(home: Home) -> None:
    """B-037, B-039."""
    event = await home.journal.observed(observation())
    plan = await home.room.generate(event)
    assert await home.store.state.version() == 0
    assert await home.room.apply(plan) == 2
    assert await home.room.apply(plan) == 0
    assert await home.store.state.version() == 1
