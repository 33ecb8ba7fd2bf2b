"""The why-chain as steps down a line (DESIGN 1.5, PAGE.md)."""

from dataclasses import replace

from companion.desk.act_causes import ActCauses
from companion.desk.act_history import ActHistory
from companion.desk.answerers.why import Why
from companion.rooms.expression.claims import Names
from companion.web.chain import Step
from companion.web.reader import reader_for
from companion.web.texts import Words
from companion.words.capability import RiskTier
from companion.words.decision import Thought
from companion.words.event import Event
from companion.words.ids import ApprovalId
from companion.words.influence import MODEL
from companion.words.language import Bilingual, Language
from companion.words.observation import Change
from companion.words.opinion import Opinion, SecondOpinion
from companion.words.said import Said
from companion.words.score import ScoredEntry, ScoreTerm, TermName
from companion.words.trust import TrustLabel
from tests.twins.home import CatalogueTwin
from tests.unit.web.twins import Household, decision_of

MENU = ("skip", "defer", "turn_on_hall_light", "turn_on_living_light")


async def drawn(
    home: Household, event: Event, language: Language = Language.EN
) -> tuple[Step, ...]:
    reader = reader_for(home.parts(), language)
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
            "trigger",
            "options",
            "decision",
            "thought",
            "ruling",
            "approval",
            "approval",
            "result",
            "message",
        ]
        here = [s.line.id for s in steps if s.here and s.line]
        assert here == [events[name].id]
        assert all(
            s.line and s.line.time.clock for s in steps if s.name not in {"thought", "options"}
        )


async def test_the_models_words_are_quoted_and_code_speaks_for_itself(home: Household) -> None:
    """What a model wrote is a thought and no reason; T-56 label is shown."""
    events = await whole_walk(home)
    steps = {s.name: s for s in await drawn(home, events["done"])}
    decision = steps["decision"]
    assert decision.quote == ""
    assert decision.line is not None
    assert decision.line.why == "The language model chose among 4 options"
    facts = dict(decision.facts)
    assert facts["Decided by"] == "the language model"
    assert facts["Whose words"] == "seen or read, nobody's order"
    assert facts["Risk"] == "asks first"
    assert facts["Model"].startswith("qwen2.5")
    assert facts["Persona"] == facts["Mood"] == MODEL.en
    assert steps["thought"].quote == "What it took to be so: dark\nWants: safety (strong)"
    assert steps["options"].options == (
        ("Do nothing", False),
        ("Think of it later", False),
        ("turn on the hall light", True),
        ("turn on the living room light", False),
    )


async def test_b10_a_reflex_shows_no_options_and_a_second_decision_stays_the_cause(
    home: Household,
) -> None:
    """Options of another decision never stand in a chain; the decision shown is its own."""
    events = await whole_walk(home)
    first = decision_of(
        "device_control.light_turn_off",
        {"device_id": "light.hall"},
        events["done"].id,
        decided_by="reflex",
        summary=Bilingual("玄関の明かりを消す", "turn off the hall light"),
    )
    decided = await home.decide(events["done"], first)
    done = await home.act(first, decided)
    steps = await drawn(home, done)
    shown = next(s for s in steps if s.name == "decision")
    assert shown.line is not None
    assert shown.line.id == decided.id
    assert not [s for s in steps if s.name == "options"]
    assert dict(shown.facts)["Decided by"] == "a fixed rule"


async def test_b10_small_talk_is_not_the_cause_of_what_a_mind_thought_of(home: Household) -> None:
    """Issue 11 B10: 「おはよう」と言われたので... : nobody asked; the line says so."""
    heard = await home.remember(await home.journal.heard(Said("おはよう", "web"), TrustLabel.OWNER))
    decision = decision_of(
        "device_control.light_turn_on",
        {"device_id": "light.hall"},
        heard.id,
        menu=MENU,
        thought=Thought(belief="誰もいないのに明かりがついている"),
    )
    decided = await home.decide(heard, decision)
    done = await home.act(decision, decided)
    for language in Language:
        reader = reader_for(home.parts(), language)
        (line,) = await reader.log.lines((done,), reader.now)
        assert "おはよう" not in line.text
        assert "誰もいない" not in line.text + line.why
        assert "おはよう" in line.why
    assert line.why.endswith("The language model chose among 4 options")
    assert "obody asked for it" in line.why
    places = home.parts().places
    names = Names(house=home.house, catalogue=home.parts().catalogue, places={})
    told = await Why(
        history=ActHistory(record=home.store.record, catalogue=CatalogueTwin(), clock=home.clock),
        causes=ActCauses(home.store.record, names, home.clock),
        places=places,
    ).why("why did you turn on the hall light?")
    assert "nobody asked for it; “おはよう” set me thinking" in told.en
    assert "頼まれたのではなく、「おはよう」を聞いて" in told.ja


async def test_b10_the_score_and_what_was_read_are_told(home: Household) -> None:
    """The why comes from trigger, evidence and the score that decided."""
    seen = await home.see("hall", Change.APPEARED)
    opinion = SecondOpinion(
        opinions=(
            Opinion(
                name="turn_on_hall_light", sensible=0.83, harmful=0.02, because=("arrived", "dark")
            ),
        ),
        nothing=0.2,
        left_out=("defer", "turn_on_living_light", "skip"),
        because="人が来た、暗い",
    )
    plain = decision_of(
        "device_control.light_turn_on",
        {"device_id": "light.hall"},
        seen.id,
        decided_by="ranker",
        menu=MENU,
    )
    decision = replace(plain, opinion=opinion)
    decided = await home.decide(seen, decision)
    done = await home.act(decision, decided)
    reader = reader_for(home.parts(), Language.EN)
    (line,) = await reader.log.lines((done,), reader.now)
    assert line.text == "Someone came to the hall, so I turned on the hall light"
    assert line.why == (
        "I took in: somebody came, it is dark. Good 83% likely, harm 2% likely. "
        "No other option was left"
    )
    steps = {s.name: s for s in await drawn(home, done)}
    facts = dict(steps["decision"].facts)
    assert facts["What it read"] == "somebody came, it is dark"
    assert facts["Left out by the ranking"].startswith("Think of it later, turn on the")


async def test_issue_15_the_terms_of_the_sum_are_drawn_as_bars(home: Household) -> None:
    """Each term with its size, side and words; influences are worded in the reader's language."""
    seen = await home.see("hall", Change.APPEARED)
    why = Bilingual("快適を重んじる", "cares for comfort")
    against = Bilingual("動くより待ちたい", "would rather wait than act")
    lamp = ScoredEntry(
        name="turn_on_hall_light",
        label=Bilingual("玄関の明かりをつける", "turn on the hall light"),
        terms=(
            ScoreTerm(TermName.SENSIBLE, 0.5, why),
            ScoreTerm(TermName.DESIRE, 0.2, why),
            ScoreTerm(TermName.MOOD, -0.05, against),
        ),
    )
    nothing = ScoredEntry(
        name="skip",
        label=Bilingual("何もしない", "do nothing"),
        terms=(ScoreTerm(TermName.SENSIBLE, 0.55, why),),
    )
    plain = decision_of(
        "device_control.light_turn_on",
        {"device_id": "light.hall"},
        seen.id,
        decided_by="sum",
        menu=MENU,
    )
    opinion = SecondOpinion(
        opinions=(Opinion(name="turn_on_hall_light", sensible=0.5, harmful=0.0),),
        nothing=0.5,
        left_out=(),
    )
    decision = replace(plain, scores=(lamp, nothing), chosen="turn_on_hall_light", opinion=opinion)
    decided = await home.decide(seen, decision)
    done = await home.act(decision, decided)
    steps = {s.name: s for s in await drawn(home, done, Language.JA)}
    chosen, other = steps["options"].sums
    assert (chosen.label, chosen.figure, chosen.chosen) == ("玄関の明かりをつける", "+0.65", True)
    assert (other.chosen, other.figure) == (False, "+0.55")
    sense, want, mood = chosen.terms
    assert (sense.title, sense.x, sense.width) == ("見立て", 60, 30)
    assert (want.title, want.figure, want.why) == ("人柄", "+0.20", "快適を重んじる")
    assert (mood.against, mood.x, mood.width) == (True, 57, 3)
    facts = dict(steps["decision"].facts)
    assert facts["人柄の影響"] == "人柄: なければ「何もしない」を選んでいた（快適を重んじる）"
    assert facts["決めたのは"] == "理由の合計"
    reader = reader_for(home.parts(), Language.EN)
    (line,) = await reader.log.lines((done,), reader.now)
    assert "its reasons add up to +0.65, those of “do nothing” to +0.55" in (line.why or "").lower()


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


def test_every_term_of_a_sum_has_a_word() -> None:
    """The chain of a decision draws its sum: a term without a word made the page fail."""
    for name in TermName:
        for language in Language:
            assert Words(language)(f"term.{name.value}")
