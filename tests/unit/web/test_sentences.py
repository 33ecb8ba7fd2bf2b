"""One plain sentence per event, from facts, in both languages (T-47, PAGE.md)."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.home.device_group import together
from companion.web.quotation import without_marks
from companion.web.reader import Reader, reader_for
from companion.words.approval import Approval, ApprovalStatus
from companion.words.capability import ActionCall
from companion.words.decision import DecisionOutcome
from companion.words.event import Event, EventDraft, EventSource
from companion.words.facts import PartIll, PartWell, fact_kinds
from companion.words.ids import DeviceId, EventId
from companion.words.language import Bilingual, Language
from companion.words.observation import Certainty, Change
from companion.words.result import ActionResult, ResultStatus
from companion.words.said import Said
from companion.words.trust import TrustLabel
from tests.twins.memory_house import Behaviour
from tests.unit.store.samples import trigger
from tests.unit.web.twins import Household, decision_of

ROOT = Path(__file__).parents[3]
"""What the parts of the house call to have a line written."""


async def said(home: Household, event: Event) -> tuple[str, str]:
    both = []
    for language in (Language.JA, Language.EN):
        reader: Reader = reader_for(home.parts(), language)
        both.append(without_marks(reader.sentences.of(await reader.log.told(event))))
    return both[0], both[1]


async def acted(home: Household, action: str, device: str, **more: object) -> Event:
    seen = await home.see("hall", Change.APPEARED)
    decision = decision_of(action, {"device_id": device, **more}, seen.id)
    decided = await home.decide(seen, decision)
    return await home.act(decision, decided)


@pytest.mark.parametrize(
    ("change", "certainty", "ja", "en"),
    [
        (Change.APPEARED, Certainty.FACT, "玄関に人が来ました", "Someone came to the hall"),
        (
            Change.APPEARED,
            Certainty.ESTIMATE,
            "玄関に人が来たようです",
            "Someone seems to have come to the hall",
        ),
        (
            Change.UNKNOWN,
            Certainty.UNKNOWN,
            "玄関に人がいるか不明になりました",
            "It became unknown whether someone is in the hall",
        ),
        (
            Change.GONE,
            Certainty.FACT,
            "玄関から人がいなくなりました",
            "Nobody is in the hall any more",
        ),
    ],
)
async def test_an_observation_says_how_sure_it_is(
    home: Household, change: Change, certainty: Certainty, ja: str, en: str
) -> None:
    """B-046..B-048: fact, estimate and unknown never read alike."""
    assert await said(home, await home.see("hall", change, certainty=certainty)) == (ja, en)


async def test_a_result_names_its_cause(home: Household) -> None:
    """PAGE.md: the heart of the page, in the words of its own example."""
    done = await acted(home, "device_control.light_turn_on", "light.hall")
    assert await said(home, done) == (
        "玄関に人が来たので、玄関の明かりをつけました",
        "Someone came to the hall, so I turned on the hall light",
    )


@pytest.mark.parametrize(
    ("behaviour", "ja", "en"),
    [
        (Behaviour.HALF, "が、途中まででした", ", but it got only part of the way"),
        (
            Behaviour.IGNORES,
            "が、変化は見られませんでした",
            ", but I saw no change",
        ),
        (
            Behaviour.VANISHES,
            "が、どうなったか確かめられませんでした",
            ", but I could not see what came of it",
        ),
        (Behaviour.OFFLINE, "が、できませんでした", ", but it did not work"),
    ],
)
async def test_what_did_not_happen_is_not_dressed_as_success(
    home: Household, behaviour: Behaviour, ja: str, en: str
) -> None:
    """B-055, B-056: partial, no_effect and failed say so."""
    home.house.behave(DeviceId("cover.living"), behaviour)
    done = await acted(home, "device_control.cover_set_position", "cover.living", position=0)
    in_ja, in_en = await said(home, done)
    assert in_ja == f"玄関に人が来たので、リビングのカーテンを閉めようとしました{ja}"
    assert in_en.endswith(f"so I tried to close the living room curtain{en}")


@pytest.mark.parametrize(
    ("after", "ja", "en"),
    [
        (
            "hall",
            "玄関へ行こうとしましたが、できませんでした（今は玄関）",
            "tried to go to the hall, but it did not work (in the hall now)",
        ),
        (
            "",
            "玄関へ行こうとしましたが、どうなったか確かめられませんでした",
            "tried to go to the hall, but I could not see what came of it",
        ),
    ],
)
async def test_a_drive_that_was_stopped_is_unknown_only_where_nobody_saw_its_end(
    home: Household, after: str, ja: str, en: str
) -> None:
    """B-048, B-055: where the base was seen to stand, its not arriving is known."""
    seen = await home.see("hall", Change.APPEARED)
    decision = decision_of("mobility_move.go_to_room", {"room": "hall"}, seen.id)
    decided = await home.decide(seen, decision)
    stopped = ActionResult(
        capability="mobility_move",
        operation="go_to_room",
        status=ResultStatus.FAILED,
        summary_text="stopped",
        observed_at=seen.at,
        result_payload={"room": "hall", "before": after, "after": after, "took_s": 4.2},
        failure_class="stopped",
        decision_event_id=decided.id,
    )
    in_ja, in_en = await said(
        home, await home.remember(await home.journal.acted(stopped, decision))
    )
    assert in_ja.endswith(ja)
    assert in_en.endswith(en)


async def test_decisions_rulings_and_questions(home: Household) -> None:
    """B-030, E-042: skip, a refusal with its reason, and the question asked."""
    heard = await home.journal.heard(Said("寒い", "web"), TrustLabel.OWNER)
    skip = decision_of(
        "",
        {},
        heard.id,
        outcome=DecisionOutcome.SKIP,
        summary=Bilingual("何もしない", "Do nothing"),
    )
    decided = await home.decide(heard, skip)
    refused = await home.rule(decided, allowed=False, reason="not_in_scene")
    question = await home.store.approvals.ask(decided.id, skip.summary, skip.impact, 2)
    asked = await home.journal.asked(question)
    assert await said(home, heard) == ("「寒い」", "“寒い”")
    assert await said(home, decided) == ("何もしない", "Do nothing")
    assert await said(home, refused) == (
        "できません: 物が見あたりません",
        "Not possible: it is not here",
    )
    assert await said(home, asked) == (
        "してもよいか聞きました: 何もしない",
        "Asked first: Do nothing",
    )


async def test_a_device_that_went_silent_is_not_off(home: Household) -> None:
    """F16: no answer and unknown are said, never `off`."""
    state = home.house.state(DeviceId("fan.bedroom"))
    assert state is not None
    silent = await home.journal.device_changed(state)
    assert await said(home, silent) == (
        "寝室の扇風機から応答がありません",
        "Bedroom fan stopped responding",
    )


async def test_a_device_name_with_braces_is_only_a_name(home: Household) -> None:
    """T10: names come over the wire; no formatting is applied to them."""
    found = home.house._devices[DeviceId("light.hall")]
    nasty = "{0.__class__} {} {v}"
    object.__setattr__(found.device, "name", Bilingual(nasty, nasty))
    done = await acted(home, "device_control.light_turn_on", "light.hall")
    assert nasty in (await said(home, done))[1]


async def test_a_press_is_not_quoted_as_speech(home: Household) -> None:
    """A button press is asked for, not said; its result names it so."""
    await home.operate(DeviceId("light.hall"), "turn_on", {}, "web")
    done, *_, asked = await home.store.record.recent()
    assert await said(home, asked) == (
        "頼まれました: turn on hall light",
        "Asked for: turn on hall light",
    )
    assert await said(home, done) == (
        "頼まれたので、玄関の明かりをつけました",
        "It was asked for, so I turned on the hall light",
    )


async def test_what_the_journal_notes_is_told_in_both_languages(home: Household) -> None:
    """Every kind without words of its own has a sentence; Stop is not `shut down`."""
    heard = await home.journal.heard(Said("寒い", "web"), TrustLabel.OWNER)
    noted = {
        "停止が押されました": await home.journal.interrupted("stop pressed", "web"),
        "返事を作れませんでした": await home.journal.unanswered(heard, "no model"),
        "言葉にできませんでした": await home.journal.unsaid(heard),
    }
    for ja, event in noted.items():
        told = await said(home, event)
        assert told[0] == ja
        assert told[1].isascii()
        assert "_" not in told[1]


def noted_kinds() -> set[str]:
    """Every kind that the product writes a line of, and those the record writes of itself."""
    own = [one for one in fact_kinds() if one.cls.__module__.startswith("companion.")]
    return {kind for one in own if one.source is EventSource.SYSTEM for kind in one.kinds}


FACTS: dict[str, dict[str, object]] = {
    "danger": {"about": "煙"},
    "alarm_rung": {"rung": "speaker"},
    "erased": {"events": 2},
    "part_ill": {"part": "broker", "ja": "切れました", "en": "Lost"},
    "part_well": {"part": "broker", "ja": "元通り", "en": "Fine"},
}
"""Where the line is made of the facts themselves."""


async def test_no_kind_stands_on_the_page_as_its_code(home: Household) -> None:
    """T-47: after a kill or a rescue the log once said `act dropped` and `record rescued`, in both
    languages."""
    kinds = noted_kinds()
    assert kinds > {"act_dropped", "wish_dropped", "cut_off", "walk_failed", "clock_set"}
    assert kinds > {"erased", "record_rescued", "preset_changed", "thinned"}
    for kind in kinds:
        event = await home.store.events.append(
            EventDraft(
                source=EventSource.SYSTEM,
                kind=kind,
                at=home.clock.now(),
                trust=TrustLabel.SELF,
                payload=FACTS.get(kind, {}),
            )
        )
        ja, en = await said(home, event)
        assert kind.replace("_", " ") not in (ja, en)
        assert not ja.isascii(), kind


async def test_why_nothing_came_of_thinking_is_told_in_the_readers_language(
    home: Household,
) -> None:
    """T-48: a code of the log is no sentence."""
    dropped = await home.journal.dropped("model_timed_out", trigger())
    reader = reader_for(home.parts(), Language.JA)
    assert reader.sentences.why(await reader.log.told(dropped)) == "モデルが時間切れでした"
    assert (await said(home, dropped))[0] == "考えはまとまりませんでした"


@pytest.mark.parametrize(
    ("kind", "ja", "en"),
    [
        (
            "part_ill",
            "家の機器との接続の調子が悪くなりました: 切れました",
            "Link to the devices: Lost",
        ),
        ("part_well", "家の機器との接続が元に戻りました", "Link to the devices: works again"),
    ],
)
async def test_what_fell_ill_and_came_back_is_a_line(
    home: Household, kind: str, ja: str, en: str
) -> None:
    """Issue 3: the log says what was wrong and when it came back."""
    changed = {"part_ill": PartIll, "part_well": PartWell}[kind]
    event = await home.journal.noted(changed(part="broker", ja="切れました", en="Lost"))
    assert await said(home, event) == (ja, en)


@pytest.mark.parametrize(
    ("status", "rule", "ja", "en"),
    [
        (
            ApprovalStatus.FORBIDDEN,
            "public_authority",
            "しませんでした: 来客は機器を動かせない",
            "Not done: guests cannot use devices",
        ),
        (
            ApprovalStatus.PUT_OFF,
            "asked_often_enough",
            "しませんでした: 何度も確認したので、今回は聞かない",
            "Not done: asked often enough already",
        ),
    ],
)
async def test_a_refused_attempt_says_why(
    home: Household, status: ApprovalStatus, rule: str, ja: str, en: str
) -> None:
    """T-56, T-07: the log tells what was tried, and why nothing came of it."""
    seen = await home.see("hall", Change.APPEARED)
    decision = decision_of("device_control.light_turn_on", {"device_id": "light.hall"}, seen.id)
    prompted = replace(decision, prompted_by="Something in Hall reads “turn on the light”.")
    decided = await home.decide(seen, prompted)
    assert "“turn on the light”" in (await said(home, decided))[1]
    judged = await home.journal.judged(Approval(status=status, rule=rule), decided)
    assert await said(home, judged) == (ja, en)


async def test_an_occasion_says_what_was_reported_and_when_it_is_over(home: Household) -> None:
    """By the room and the device of the report; the end is told as an end."""
    seen = await home.see("hall", Change.APPEARED)
    smoke = {"subject": "smoke", "source": "light.hall", "value": "present", "change": "appeared"}
    ja, en = await said(home, replace(seen, payload={**seen.payload, **smoke}))
    assert (ja, en) == ("玄関で煙が検知された", "Smoke is reported in the hall")
    over = {**smoke, "change": "gone", "value": "absent"}
    ja, en = await said(home, replace(seen, payload={**seen.payload, **over}))
    assert (ja, en) == ("玄関の煙の検知が止んだ", "Smoke is no longer reported in the hall")


async def test_an_act_on_several_says_which_did_and_which_did_not(home: Household) -> None:
    """B-055: device by device, in one line."""
    first = await acted(home, "device_control.light_turn_on", "light.hall")
    whole = await home.store.record.result(first.id)
    assert whole is not None
    failed = replace(
        whole,
        status=ResultStatus.NO_EFFECT,
        result_payload={**whole.result_payload, "device_id": "cover.living_curtain"},
    )
    call = ActionCall(operation="light_turn_on", payload={}, decision_event_id=EventId(1))
    both = together(call, [whole, failed], whole.observed_at)
    reader: Reader = reader_for(home.parts(), Language.EN)
    said_of = reader.sentences.result_alone(both, {})
    assert said_of.en.startswith("turned on the ")
    assert ", tried to turn on the " in said_of.en
    assert "変化は見られませんでした" in said_of.ja
