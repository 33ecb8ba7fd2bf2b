"""The deliberation room with a scripted model: whole walks of one pack."""

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any, cast
from zoneinfo import ZoneInfo

import pytest

from companion.engines.llm.scripted import Rule, ScriptedLlm, Settings
from companion.home.occasion import Occasion
from companion.ports.capability import Capability
from companion.rooms.deliberation.assemble import NOTHING_TOUCHED, impact_of
from companion.rooms.deliberation.room import Deliberation, Dropped, MenuMalformed, MindIncomplete
from companion.service.clock import SystemClock
from companion.words.capability import CapabilitySpec, OperationSpec, RiskTier
from companion.words.context import DeliberationContextPack
from companion.words.decision import (
    ActionDecision,
    ConsoleDelivery,
    DecisionOutcome,
    DeliveryKind,
    MenuEntry,
)
from companion.words.ids import EventId
from companion.words.influence import ALARM_GUARD, MODEL, NO_CHOICE, REFLEX
from companion.words.language import Bilingual, Language
from companion.words.llm import LlmRequest, LlmRequestPurpose
from companion.words.text import LabelledText
from companion.words.trigger import Priority, RequestedAction
from companion.words.trust import TrustLabel
from tests.twins.packs import cases

ZONE = ZoneInfo("Asia/Tokyo")


class _Lights:
    SPEC = CapabilitySpec(
        name="device_control",
        label=Bilingual("機器操作", "device control"),
        operations=(
            OperationSpec(
                name="light_turn_on",
                label=Bilingual("明かりをつける", "turn on a light"),
                risk=RiskTier.REVERSIBLE,
            ),
        ),
    )


class _Shelf:
    """A catalogue of one capability; only its declaration is asked for here."""

    def all(self) -> tuple[Capability, ...]:
        return (cast(Capability, _Lights()),)

    def get(self, name: str) -> Capability | None:
        return cast(Capability, _Lights()) if name == "device_control" else None


def pack_of(case: str, language: Language = Language.EN) -> DeliberationContextPack:
    return next(c.pack for c in cases(language) if c.id == case)


class Mind:
    """A deliberation with a scripted model, and what the model was asked."""

    def __init__(self, settings: Settings, language: Language, **how: Any) -> None:
        self.asked: list[LlmRequest] = []
        self._llm = ScriptedLlm(settings)
        self._answer = self._llm.complete
        self._llm.complete = self._listen  # type: ignore[method-assign]
        self.room = Deliberation(
            llm=self._llm,
            clock=SystemClock(ZONE),
            catalogue=_Shelf(),
            language=language,
            **how,
        )

    async def _listen(self, request: LlmRequest) -> Any:
        self.asked.append(request)
        return await self._answer(request)

    async def start(self) -> None:
        await self._llm.start()

    async def stop(self) -> None:
        await self._llm.stop()


Minded = Callable[..., Any]


@pytest.fixture
async def mind() -> AsyncIterator[Minded]:
    minds: list[Mind] = []

    async def make(
        language: Language = Language.EN,
        order: str = "choice_first",
        single_call: bool = False,
        **script: Any,
    ) -> Mind:
        settings = Settings(
            filler="部屋が暗い" if language is Language.JA else "it is dark", **script
        )
        minds.append(Mind(settings, language, order=order, single_call=single_call))
        await minds[-1].start()
        return minds[-1]

    yield make
    for one in minds:
        await one.stop()


def decided(answer: ActionDecision | Dropped) -> ActionDecision:
    assert isinstance(answer, ActionDecision), answer
    return answer


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("order", ["choice_first", "thought_first"])
async def test_the_model_writes_the_choice_and_code_the_rest(
    mind: Minded, language: Language, order: str
) -> None:
    """B-029, B-093, T-11, T-18: one whole decision; no influence that nobody computed."""
    one = await mind(language, order, choose=("turn_on_hall_light",))
    pack = pack_of("home_after_dark", language)
    decision = decided(await one.room.decide(pack))
    entry = next(e for e in pack.menu if e.name == "turn_on_hall_light")
    assert decision.decision_outcome is DecisionOutcome.DO_ACTION
    assert decision.action_type == entry.action_type
    assert decision.action_payload == entry.payload
    assert decision.console_delivery == entry.delivery
    assert decision.summary == entry.label
    assert decision.evidence_event_ids == (EventId(11),)
    assert decision.persona_influence == decision.mood_influence == MODEL.get(language)
    assert decision.decided_by == "llm"
    assert decision.menu == tuple(e.name for e in pack.menu)
    assert decision.thought is not None
    assert decision.thought.personality == ", ".join(pack.persona.traits)
    assert decision.thought.belief
    assert decision.thought.desires


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("order", ["choice_first", "thought_first"])
async def test_no_model_is_asked_what_moved_it(
    mind: Minded, language: Language, order: str
) -> None:
    """B-029, D-005: a model cannot observe what moved it; neither prompt nor grammar asks."""
    one = await mind(language, order, choose=("skip",))
    await one.room.decide(pack_of("home_after_dark", language))
    assert one.asked
    for request in one.asked:
        assert "[P]" not in request.grammar
        for message in request.messages[1:]:
            assert "[P]" not in message.content
        system = request.messages[0].content
        for asking in ("spoke", "効いた"):
            assert asking not in system


async def test_every_request_has_its_purpose(mind: Minded) -> None:
    """B-087, T-18: a thought and a decision are asked for under purposes of their own."""
    one = await mind(order="thought_first", choose=("skip",))
    await one.room.decide(pack_of("home_after_dark"))
    assert [r.purpose for r in one.asked] == [
        LlmRequestPurpose.ASYNC_DELIBERATION_THOUGHT,
        LlmRequestPurpose.ASYNC_DELIBERATION_DECISION,
    ]


async def test_thinking_first_can_be_one_call(mind: Minded) -> None:
    """T-18: `single_call` merges both phases; the thought still comes before the choice."""
    one = await mind(order="thought_first", single_call=True, choose=("turn_on_hall_light",))
    decision = decided(await one.room.decide(pack_of("home_after_dark")))
    assert decision.decision_outcome is DecisionOutcome.DO_ACTION
    assert [r.purpose for r in one.asked] == [LlmRequestPurpose.ASYNC_DELIBERATION_THOUGHT]


async def test_choosing_first_is_one_call(mind: Minded) -> None:
    """T-18: one deliberation, one call for small models."""
    one = await mind(choose=("skip",))
    decision = decided(await one.room.decide(pack_of("home_after_dark")))
    assert decision.decision_outcome is DecisionOutcome.SKIP
    assert decision.console_delivery is None
    assert len(one.asked) == 1
    assert one.asked[0].temperature == 0


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("unlock_front_door\n[B] it is dark\n[D] comfort:High", "not_on_menu"),
        ("", "not_on_menu"),
        ("skip", "malformed"),
        ("skip\n[B] {}\n[D] comfort:High", "malformed"),
        ("skip\n" + "x" * 2000, "cut_off"),
    ],
)
async def test_invalid_output_is_dropped_and_not_asked_again(
    mind: Minded, answer: str, reason: str
) -> None:
    """T-13, T-48, D-065: no repair, no second try, no decision."""
    one = await mind(rules=(Rule(answer=answer),))
    dropped = await one.room.decide(pack_of("home_after_dark"))
    assert isinstance(dropped, Dropped)
    assert dropped.reason == reason
    assert len(one.asked) == 1


@pytest.mark.parametrize("fails", ["timed_out", "crashed", "preempted", "unavailable"])
async def test_a_failing_model_drops_the_deliberation(mind: Minded, fails: str) -> None:
    """F11, F12, T-13: a model's failure is a value, never the end of the walk."""
    one = await mind(rules=(Rule(fails=fails),))
    dropped = await one.room.decide(pack_of("home_after_dark"))
    assert isinstance(dropped, Dropped)
    assert dropped.reason == f"model_{fails}"


async def test_no_persona_no_deliberation(mind: Minded) -> None:
    """B-007, B-042: persona and mood are mandatory input."""
    one = await mind()
    pack = pack_of("home_after_dark")
    for empty in (
        replace(pack, persona=cast(Any, None)),
        replace(pack, mood=cast(Any, None)),
        replace(pack, persona=replace(pack.persona, name="")),
        replace(pack, persona=replace(pack.persona, persona_text="", traits=())),
    ):
        with pytest.raises(MindIncomplete):
            await one.room.decide(empty)
    assert one.asked == []


async def test_a_menu_needs_distinct_names(mind: Minded) -> None:
    """A name twice could not be told apart under the grammar."""
    one = await mind()
    pack = pack_of("home_after_dark")
    for menu in ((), (*pack.menu, pack.menu[0])):
        with pytest.raises(MenuMalformed):
            await one.room.decide(replace(pack, menu=menu))


async def test_a_stale_trigger_is_not_thought_about(mind: Minded) -> None:
    """T-41: what expired is dropped, and says so."""
    one = await mind()
    pack = pack_of("home_after_dark")
    late = replace(pack.trigger, expires_at=pack.trigger.at - timedelta(days=3650))
    dropped = await one.room.decide(replace(pack, trigger=late))
    assert isinstance(dropped, Dropped)
    assert dropped.reason == "stale"


async def test_a_lone_skip_costs_no_tokens(mind: Minded) -> None:
    """B-070: still one decision, saying that nobody's character chose it."""
    one = await mind()
    pack = pack_of("home_after_dark")
    alone = replace(pack, menu=tuple(e for e in pack.menu if e.name == "skip"))
    decision = decided(await one.room.decide(alone))
    assert decision.decision_outcome is DecisionOutcome.SKIP
    assert decision.decided_by == "no_choice"
    assert decision.persona_influence == decision.mood_influence == NO_CHOICE.en
    assert one.asked == []


@pytest.mark.parametrize("part", ["recent", "state", "goals", "confirmed_preferences"])
async def test_one_guest_sentence_labels_the_whole_decision(mind: Minded, part: str) -> None:
    """T-56: the least trusted text anywhere in the prompt, computed by code."""
    one = await mind(choose=("turn_on_hall_light",))
    pack = pack_of("home_after_dark")
    owner = replace(pack.trigger, about=LabelledText("light, please", TrustLabel.OWNER))
    own = replace(pack, trigger=owner, home_trust=None)
    assert decided(await one.room.decide(own)).trust is TrustLabel.OWNER
    guest = (LabelledText("open the safe", TrustLabel.GUEST),)
    change: dict[str, Any] = {part: guest}
    tainted = replace(own, **change)
    assert decided(await one.room.decide(tainted)).trust is TrustLabel.GUEST
    named = replace(own, home_trust=LabelledText("lamp", TrustLabel.OBSERVED))
    assert decided(await one.room.decide(named)).trust is TrustLabel.OBSERVED


def _request(pack: DeliberationContextPack, **asked: Any) -> DeliberationContextPack:
    trigger = replace(
        pack.trigger,
        priority=Priority.USER,
        about=LabelledText("hall light on", TrustLabel.OWNER),
        requested=RequestedAction(**asked),
    )
    return replace(pack, trigger=trigger)


async def test_a_request_is_decided_by_reflex(mind: Minded) -> None:
    """T-06, T-56: exactly what was asked, with the asker's label, without a model."""
    one = await mind()
    payload = {"device_id": "light.hall"}
    pack = _request(
        pack_of("home_after_dark"), action_type="device_control.light_turn_on", payload=payload
    )
    decision = decided(await one.room.decide(pack))
    assert decision.decided_by == "reflex"
    assert decision.persona_influence == decision.mood_influence == REFLEX.en
    assert decision.action_payload == payload
    assert decision.object_id == "light.hall"
    assert decision.trust is TrustLabel.OWNER
    assert decision.risk is RiskTier.REVERSIBLE
    assert decision.console_delivery == ConsoleDelivery(DeliveryKind.ACTIVITY_ONLY)
    assert one.asked == []


async def test_b16_a_request_keeps_its_own_words_also_where_the_menu_has_it(mind: Minded) -> None:
    """The log said "set how far living room curtain is open (50%)" of "open it half way"."""
    one, plain = await mind(), pack_of("home_after_dark")
    entry = next(e for e in plain.menu if e.action_type)
    label = Bilingual("半分開ける", "open it half way")
    pack = _request(plain, action_type=entry.action_type, payload=entry.payload, label=label)
    assert decided(await one.room.decide(pack)).summary == label


async def test_a_request_for_the_undeclared_is_of_the_highest_risk(mind: Minded) -> None:
    """S6: risk comes from the declaration; without one nothing is done by itself."""
    one = await mind()
    pack = _request(pack_of("home_after_dark"), action_type="sorcery.fly", payload={})
    assert decided(await one.room.decide(pack)).risk is RiskTier.NEVER_BY_ITSELF


@pytest.mark.parametrize("word", ["Stop!", "stop", "止まれ", "ストップ。", "止めて"])
async def test_stop_is_a_reflex(mind: Minded, word: str) -> None:
    """T-06: the word stop, alone and exact, needs no thought and no trust."""
    one = await mind()
    pack = pack_of("home_after_dark")
    said = replace(pack.trigger, priority=Priority.USER, about=LabelledText(word, TrustLabel.GUEST))
    decision = decided(await one.room.decide(replace(pack, trigger=said)))
    assert decision.action_type == "mobility_move.stop"
    assert decision.decided_by == "reflex"


@pytest.mark.parametrize("priority", [p for p in Priority if p is not Priority.USER])
async def test_only_a_person_stops_by_saying_so(mind: Minded, priority: Priority) -> None:
    """The answer to a question, or a chore of that name, is no word of a person's to the body."""
    one = await mind(choose=("skip",))
    pack = pack_of("home_after_dark")
    said = replace(pack.trigger, priority=priority, about=LabelledText("stop", TrustLabel.OWNER))
    assert decided(await one.room.decide(replace(pack, trigger=said))).decided_by == "llm"


async def test_an_alarm_is_decided_without_a_model_and_told(mind: Minded) -> None:
    """T-08: smoke sounds the chime whatever a model would say; without a wish of the house's own
    the alarm is thought about like everything else."""
    one = await mind(choose=("skip",))
    pack = _request(pack_of("home_after_dark"), action_type="sound.chime", payload={})
    smoke = replace(pack.trigger, occasion=Occasion.SMOKE.value)
    decision = decided(await one.room.decide(replace(pack, trigger=smoke)))
    assert (decision.decided_by, decision.action_type) == ("alarm_guard", "sound.chime")
    assert decision.persona_influence == decision.mood_influence == ALARM_GUARD.en
    assert decision.console_delivery is not None
    assert decision.console_delivery.kind is DeliveryKind.NOTIFY
    assert one.asked == []
    unasked = replace(smoke, requested=None)
    assert decided(await one.room.decide(replace(pack, trigger=unasked))).decided_by == "llm"


async def test_another_act_on_the_same_thing_is_not_the_one_on_the_menu(mind: Minded) -> None:
    """The entry for switching on does not lend its risk and its words to something else."""
    one = await mind()
    pack = pack_of("home_after_dark")
    entry = replace(an_act(pack), payload={"device_id": "light.hall"})
    pack = replace(pack, menu=(entry, *pack.menu[-1:]))
    for other in (f"{entry.action_type}_not", entry.action_type[:-1]):
        asked = _request(pack, action_type=other, payload=entry.payload)
        decision = decided(await one.room.decide(asked))
        assert (decision.action_type, decision.risk) == (other, RiskTier.NEVER_BY_ITSELF)
        assert decision.summary != entry.label


def an_act(pack: DeliberationContextPack) -> MenuEntry:
    return next(e for e in pack.menu if e.outcome is DecisionOutcome.DO_ACTION)


def test_what_an_approval_says_is_touched() -> None:
    """C-047: the entry's own words, else what it acts on; doing nothing touches nothing."""
    entry = an_act(pack_of("home_after_dark"))
    plain = replace(entry, impact=None)
    own = Bilingual("窓", "the window")
    assert impact_of(replace(entry, impact=own)) == own
    assert impact_of(plain) == plain.label
    assert impact_of(replace(plain, outcome=DecisionOutcome.SKIP)) == NOTHING_TOUCHED


async def test_what_a_model_wrote_is_quoted_as_far_as_it_fits(mind: Minded) -> None:
    """One line of the record, however many blanks and however long."""
    one = await mind(rules=(Rule(answer="nonsense" + " \n" * 30 + "word  " * 200),))
    dropped = await one.room.decide(pack_of("home_after_dark"))
    assert isinstance(dropped, Dropped)
    assert len(dropped.detail) == 120
    assert dropped.detail.startswith("nonsense word word")


async def test_a_sign_that_says_stop_is_not_a_word_said(mind: Minded) -> None:
    """T-56: what is read on a wall is an observation, not speech."""
    one = await mind(choose=("skip",))
    pack = pack_of("home_after_dark")
    seen = replace(pack.trigger, about=LabelledText("stop", TrustLabel.OBSERVED))
    assert decided(await one.room.decide(replace(pack, trigger=seen))).decided_by == "llm"
