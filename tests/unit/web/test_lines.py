"""Log lines: marks, undo, speaker (PAGE.md, A line of the log)."""

from companion.web.lines import FILTERS, LogLine
from companion.web.reader import reader_for
from companion.web.routes.pages import shown
from companion.words.approval import Approval, ApprovalStatus
from companion.words.decision import DeliveryKind
from companion.words.event import EventDraft, EventSource
from companion.words.facts import Danger
from companion.words.ids import DeviceId
from companion.words.language import Language
from companion.words.observation import Certainty, Change
from companion.words.trigger import Priority
from companion.words.trust import TrustLabel
from tests.unit.web.twins import Household, decision_of


async def lines(home: Household, language: Language = Language.EN) -> dict[int, LogLine]:
    reader = reader_for(home.parts(), language)
    listed = await reader.log.lines(await home.store.record.recent(limit=100), reader.now)
    return {line.id: line for line in listed}


async def test_only_the_persona_speaks_in_bubbles(home: Household) -> None:
    """D-016, T-31: the sender is the persona, in notify style too, and nobody else."""
    seen = await home.see("hall", Change.APPEARED)
    decision = decision_of("device_control.light_turn_on", {"device_id": "light.hall"}, seen.id)
    decided = await home.decide(seen, decision)
    done = await home.act(decision, decided)
    chat = await home.tell(decided, done, "つけました。")
    notice = await home.tell(decided, done, "お知らせです。", DeliveryKind.NOTIFY)
    found = await lines(home)
    assert found[chat.id].speaker == found[notice.id].speaker == "Koto"
    assert (found[chat.id].notice, found[notice.id].notice) == (False, True)
    assert found[chat.id].text == "つけました。"
    assert {x.speaker for i, x in found.items() if i not in {chat.id, notice.id}} == {""}


async def test_undo_stands_where_it_works_and_says_when_it_was_used(home: Household) -> None:
    """DESIGN 1.5: why, and undo, on the line."""
    await home.operate(DeviceId("light.hall"), "turn_on", {}, "web")
    (first,) = [e for e in await home.store.record.recent() if e.source.value == "action_result"]
    assert (await lines(home))[first.id].undo
    await home.undo(first.id, "web")
    after = (await lines(home))[first.id]
    assert (after.undo, after.undone) == (False, True)


async def test_b10_undo_is_not_offered_on_an_act_that_is_superseded(home: Household) -> None:
    """Issue 11 B10: a later act on the same thing, or a hand on its switch, comes after it."""
    hall, kitchen = DeviceId("light.hall"), DeviceId("switch.coffee_maker")
    await home.operate(hall, "turn_on", {}, "web")
    await home.operate(kitchen, "turn_on", {}, "web")
    await home.operate(hall, "turn_off", {}, "web")
    results = [e for e in await home.store.record.recent() if e.source.value == "action_result"]
    off, coffee, on = (event.id for event in results)
    offered = {i for i, line in (await lines(home)).items() if line.undo}
    assert offered == {off, coffee}
    home.house.set_state(kitchen, "off")
    assert {i for i, line in (await lines(home)).items() if line.undo} == {off}
    assert not (await lines(home))[on].undone


async def test_a_question_shows_how_it_stands_now(home: Household) -> None:
    """C-048: waiting while it waits; afterwards the answer."""
    seen = await home.see("hall", Change.APPEARED)
    decision = decision_of("device_control.lock_lock", {"device_id": "lock.front_door"}, seen.id)
    decided = await home.decide(seen, decision)
    question = await home.store.approvals.ask(decided.id, decision.summary, decision.impact, 2)
    asked = await home.journal.asked(question)
    for yes, word, tone in (
        (None, "Waiting for an answer", "waiting"),
        (False, "Declined", "failed"),
    ):
        if yes is not None:
            await home.answer(question.id, yes, "web")
        mark = (await lines(home))[asked.id].mark
        assert mark is not None
        assert (mark.word, mark.tone) == (word, tone)


async def test_estimate_and_unknown_carry_a_mark_and_fact_none(home: Household) -> None:
    """PAGE.md, Truth is visible."""
    fact = await home.see("hall", Change.APPEARED)
    maybe = await home.see("hall", Change.APPEARED, certainty=Certainty.ESTIMATE, confidence=0.6)
    lost = await home.see("hall", Change.UNKNOWN, certainty=Certainty.UNKNOWN)
    found = await lines(home, Language.JA)
    marks = [found[e.id].mark for e in (fact, maybe, lost)]
    assert [m.word if m else "" for m in marks] == ["", "推定", "不明"]


async def test_highlights_leave_out_what_nobody_had_to_answer(home: Household) -> None:
    """T-47: filters by kind; an approval that was not needed is no highlight, nor that an answer
    took time: every second line of a talk with the model was that."""
    seen = await home.see("hall", Change.APPEARED)
    decided = await home.decide(seen, decision_of("x.y", {}, seen.id))
    free = Approval(status=ApprovalStatus.NOT_NEEDED, rule="by_itself")
    await home.journal.judged(free, decided)
    thinking = await home.journal.still_thinking(seen)
    events = await home.store.record.recent()
    assert thinking.id in {e.id for e in shown("all", events)} - {
        e.id for e in shown("main", events)
    }
    assert EventSource.APPROVAL_ANSWER in {e.source for e in shown("all", events)}
    assert EventSource.APPROVAL_ANSWER not in {e.source for e in shown("main", events)}
    assert shown("garden", events) == ()
    assert {"observation", "decision", "action", "message"} <= FILTERS.keys()


async def test_an_unknown_kind_of_event_still_has_a_line(home: Household) -> None:
    """Third parties record kinds we never heard of."""
    summary = {"ja": "何か", "en": "something"}
    odd, plain = [
        await home.store.events.append(
            EventDraft(
                source=EventSource.SYSTEM,
                kind=kind,
                at=home.clock.now(),
                trust=TrustLabel.SELF,
                payload=payload,
            )
        )
        for kind, payload in (("some_new_kind", {"summary": summary}), ("another_new_kind", {}))
    ]
    found = await lines(home)
    assert found[odd.id].text == "something"
    assert found[plain.id].text == "another new kind"


async def test_danger_is_marked_in_colour_and_word(home: Household) -> None:
    """ADR 0024: a notice of the system: the detector's report as it stands, and no bubble."""
    about = "Smoke is reported in the kitchen."
    event = await home.journal.noted(Danger(about=about), durable=True)
    for language, word in ((Language.EN, "Danger"), (Language.JA, "危険")):
        line = (await lines(home, language))[event.id]
        assert line.mark is not None
        assert (line.text, line.mark.word, line.mark.tone) == (about, word, "failed")
        assert line.speaker == ""


async def test_who_asked_sees_in_the_highlights_that_it_cannot_be(home: Household) -> None:
    """T-47: a press that the referee refused is not left as `Asked for`; what the companion thought
    of by itself, and what is possible, are no highlights."""
    seen = await home.see("hall", Change.APPEARED)
    pressed = await home.decide(seen, decision_of("x.y", {}, seen.id), Priority.USER)
    refused = await home.rule(pressed, allowed=False, reason="unreachable")
    await home.rule(pressed)
    thought = await home.decide(seen, decision_of("x.y", {}, seen.id))
    await home.rule(thought, allowed=False, reason="unreachable")
    events = await home.store.record.recent()
    rulings = [e for e in shown("main", events) if e.source is EventSource.GM_JUDGEMENT]
    assert [e.id for e in rulings] == [refused.id]
    assert (await lines(home))[refused.id].text == "Not possible: it is not here"
