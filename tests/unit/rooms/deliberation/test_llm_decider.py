"""The model's own decisions: one choice under the grammar, and nothing of it believed otherwise."""

import pytest

from companion.engines.llm.scripted import Rule
from companion.rooms.deliberation.room import Dropped
from companion.words.decision import (
    DecisionOutcome,
)
from companion.words.ids import EventId
from companion.words.influence import MODEL
from companion.words.language import Language
from companion.words.llm import LlmRequestPurpose
from tests.unit.rooms.deliberation.minds import Minded, decided, pack_of


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("order", ["choice_first", "thought_first"])
async def test_c_082_the_model_writes_the_choice_and_code_the_rest(
    mind: Minded, language: Language, order: str
) -> None:
    """B-029, B-093, C-082, T-11, T-18: one whole decision; no influence that nobody computed."""
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


async def test_what_a_model_wrote_is_quoted_as_far_as_it_fits(mind: Minded) -> None:
    """One line of the record, however many blanks and however long."""
    one = await mind(rules=(Rule(answer="nonsense" + " \n" * 30 + "word  " * 200),))
    dropped = await one.room.decide(pack_of("home_after_dark"))
    assert isinstance(dropped, Dropped)
    assert len(dropped.detail) == 120
    assert dropped.detail.startswith("nonsense word word")
