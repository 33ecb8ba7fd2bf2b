"""The why-chain as steps down a line (DESIGN 1.5, PAGE.md)."""

from companion.deliberation.influence import MODEL
from companion.web.chain import Step
from companion.web.reader import reader_for
from companion.words.capability import RiskTier
from companion.words.decision import Thought
from companion.words.event import Event
from companion.words.ids import ApprovalId
from companion.words.language import Language
from companion.words.observation import Change
from tests.unit.web.twins import Household, decision_of

MENU = ("skip", "defer", "turn_on_hall_light", "turn_on_living_light")


async def drawn(home: Household, event: Event) -> tuple[Step, ...]:
    reader = reader_for(home.parts(), Language.EN)
    chain = await home.store.record.chain(event.id)
    return await reader.chain(event.id).steps(chain)


async def whole_walk(home: Household) -> dict[str, Event]:
    seen = await home.see("hall", Change.APPEARED)
    decision = decision_of(
        "device_control.light_turn_on",
        {"device_id": "light.hall"},
        seen.id,
        thought=Thought(belief="dark", desires=(("safety", "High"),), intention="light"),
        menu=MENU,
        risk=RiskTier.ASK,
    )
    decided = await home.decide(seen, decision)
    ruled = await home.rule(decided)
    question = await home.store.approvals.ask(decided.id, decision.summary, decision.impact, 2)
    asked = await home.journal.asked(question)
    await home.answer(ApprovalId(question.id), True, "web")
    (done,) = [e for e in await home.store.record.recent() if e.source.value == "action_result"]
    told = await home.tell(decided, done, "つけました。")
    return {
        "seen": seen,
        "decided": decided,
        "ruled": ruled,
        "asked": asked,
        "done": done,
        "told": told,
    }


async def test_every_step_from_trigger_to_message(home: Household) -> None:
    """Issue 2 item 9: trigger, thought, menu, decision, ruling, approval, result, message."""
    events = await whole_walk(home)
    for name in ("done", "told", "ruled", "seen"):
        steps = await drawn(home, events[name])
        assert [s.name for s in steps] == [
            "trigger", "thought", "options", "decision", "ruling",
            "approval", "approval", "result", "message",
        ]  # fmt: skip
        here = [s.line.id for s in steps if s.here and s.line]
        assert here == [events[name].id]
        assert all(
            s.line and s.line.time.clock for s in steps if s.name not in {"thought", "options"}
        )


async def test_the_models_words_are_quoted_and_code_speaks_for_itself(home: Household) -> None:
    """The reason a model wrote is its own words, never among the facts; T-56 label is shown."""
    events = await whole_walk(home)
    steps = {s.name: s for s in await drawn(home, events["done"])}
    decision = steps["decision"]
    assert decision.quote == "暗くなってから人が帰ってきたから"
    facts = dict(decision.facts)
    assert facts["Decided by"] == "the language model"
    assert facts["Whose words"] == "seen or read, nobody's order"
    assert facts["Risk"] == "asks first"
    assert facts["Model"].startswith("qwen2.5")
    assert facts["Persona"] == facts["Mood"] == MODEL.ja
    assert decision.quote not in facts.values()
    assert (
        steps["thought"].quote
        == "What it took to be so: dark\nWants: safety (High)\nIntention: light"
    )
    assert steps["options"].options == tuple((n, n == "turn_on_hall_light") for n in MENU)


async def test_asked_and_seen_stand_side_by_side(home: Household) -> None:
    """DESIGN 1.2: the result is what was observed, beside what was asked."""
    events = await whole_walk(home)
    result = {s.name: s for s in await drawn(home, events["done"])}["result"]
    facts = dict(result.facts)
    assert facts["Before"] == "off"
    assert facts["Asked for"] == "on"
    assert facts["Seen"] == "on"
    assert result.line is not None
    assert result.line.mark is not None
    assert result.line.mark.tone == "done"
    assert result.line.undo


async def test_a_chain_without_a_decision_is_still_drawn(home: Household) -> None:
    """An observation nobody acted on opens, too."""
    seen = await home.see("kitchen", Change.APPEARED)
    (step,) = await drawn(home, seen)
    assert step.name == "other"
    assert step.here
