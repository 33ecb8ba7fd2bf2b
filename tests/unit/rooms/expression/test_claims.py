"""Claims: what a message may state comes from what was observed, in words made by code."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest

from capabilities import speak
from companion.ports.capability import Capability
from companion.rooms.expression.claims import (
    Names,
    claim_of_observation,
    claim_of_result,
    claim_of_several,
)
from companion.rooms.expression.outcome import NAME_CHARS, spoken
from companion.words.device import Device, DeviceCommand, DeviceState, Domain
from companion.words.event import Event, EventSource
from companion.words.ids import DeviceId, EventId
from companion.words.language import Bilingual
from companion.words.result import ActionResult, ResultStatus
from companion.words.trust import TrustLabel
from tests.twins.facts import seen_facts

NOW = datetime(2026, 11, 21, 19, 42, tzinfo=UTC)
LIGHT = Device(
    id=DeviceId("light.hall"),
    domain=Domain.LIGHT,
    name=Bilingual("玄関の明かり", "Hall light"),
    area="hall",
    operations=("turn_on", "turn_off"),
)


class TinyHouse:
    """One device, no carrier: names are all that is asked of it here."""

    def __init__(self, device: Device = LIGHT) -> None:
        self._device = device

    def devices(self) -> tuple[Device, ...]:
        return (self._device,)

    def device(self, device_id: DeviceId) -> Device | None:
        return self._device if device_id == self._device.id else None

    def state(self, device_id: DeviceId) -> DeviceState | None:
        return None

    async def command(self, command: DeviceCommand) -> None:
        raise AssertionError("a message commands nothing")

    async def changes(self) -> AsyncIterator[DeviceState]:
        return
        yield  # pragma: no cover

    def connected(self) -> bool:
        return True


class BareShelf:
    """A catalogue with nothing in it."""

    def all(self) -> tuple[Capability, ...]:
        return ()

    def get(self, name: str) -> Capability | None:
        return None


def names(device: Device = LIGHT) -> Names:
    return Names(
        house=cast(Any, TinyHouse(device)),
        catalogue=BareShelf(),
        places={"hall": Bilingual("玄関", "Hall")},
    )


def result(status: ResultStatus = ResultStatus.SUCCESS, **changes: Any) -> ActionResult:
    made = ActionResult(
        capability="device_control",
        operation="light_turn_on",
        status=status,
        summary_text="light.hall on",
        observed_at=NOW,
        result_payload={"device_id": "light.hall"},
    )
    return replace(made, **changes)


def seen(**payload: Any) -> Event:
    return Event(
        id=EventId(11),
        source=EventSource.OBSERVATION,
        kind="person_appeared",
        at=NOW,
        trust=TrustLabel.OBSERVED,
        payload={**seen_facts(), **payload},
    )


@pytest.mark.parametrize(
    ("status", "ja", "en"),
    [
        (ResultStatus.SUCCESS, "玄関の明かりをつけました", "I turned on the hall light"),
        (
            ResultStatus.FAILED,
            "玄関の明かりをつけられませんでした",
            "I could not turn on the hall light",
        ),
        (
            ResultStatus.PARTIAL,
            "玄関の明かりをつけようとしましたが、途中まででした",
            "I tried to turn on the hall light, but it got only part of the way",
        ),
        (
            ResultStatus.NO_EFFECT,
            "玄関の明かりをつけようとしましたが、変化は見られませんでした",
            "I tried to turn on the hall light, but I saw no change",
        ),
    ],
)
def test_the_outcome_is_said_as_it_was_observed(status: ResultStatus, ja: str, en: str) -> None:
    """B-055, B-056, DESIGN 1.2: partial and no_effect are not dressed as success."""
    claim = claim_of_result(result(status), EventId(5), names())
    assert claim is not None
    assert claim.slots["outcome"] == Bilingual(ja, en)
    assert claim.event_id == EventId(5)


@pytest.mark.parametrize(
    ("status", "after", "ja", "en"),
    [
        (
            ResultStatus.PARTIAL,
            {"value": "open", "position": 30},
            "途中まででした（30%で止まっています）",
            "it got only part of the way: it stopped at 30%",
        ),
        (
            ResultStatus.PARTIAL,
            {"value": "opening", "position": 30},
            "途中まででした（まだ動いていて、今は30%です）",
            "it got only part of the way: it is still moving, at 30% now",
        ),
        (
            ResultStatus.PARTIAL,
            {"value": "opening"},
            "途中まででした（まだ向かっているところです）",
            "it got only part of the way: it is still on its way",
        ),
        (
            ResultStatus.NO_EFFECT,
            {"value": "open", "position": 30},
            "変化は見られませんでした（30%のまま動いていません）",
            "I saw no change: it still stands at 30%",
        ),
    ],
)
def test_a_curtain_is_told_by_where_it_was_seen_to_stand(
    status: ResultStatus, after: dict[str, Any], ja: str, en: str
) -> None:
    """Issue 4.6: stuck is not done, and where it is is said."""
    stood = replace(
        result(status),
        operation="cover_set_position",
        result_payload={
            "device_id": "light.hall",
            "observed": True,
            "after": after,
            "expected": {"position": 50},
        },
    )
    claim = claim_of_result(stood, EventId(5), names())
    assert claim is not None
    words = claim.slots["outcome"]
    assert words.ja == f"玄関の明かりを半分開けようとしましたが、{ja}"
    assert words.en == f"I tried to open the hall light half way, but {en}"


def test_a_scene_was_started_and_no_more() -> None:
    """ADR 0014: what its things did was not looked at."""
    started = replace(
        result(ResultStatus.SUCCESS),
        operation="scene_turn_on",
        result_payload={"device_id": "light.hall", "observed": True, "evidence": "own_report"},
    )
    claim = claim_of_result(started, EventId(5), names())
    assert claim is not None
    assert claim.slots["outcome"].en.startswith("the hall light was started; what each thing")
    assert "turned on" not in claim.slots["outcome"].en


def test_what_could_not_be_seen_is_not_told_as_failed() -> None:
    """F29: sent, and nobody knows what came of it."""
    lost = result(ResultStatus.FAILED, failure_class="outcome_unknown")
    claim = claim_of_result(lost, EventId(5), names())
    assert claim is not None
    assert claim.slots["outcome"].en == (
        "I tried to turn on the hall light, but I could not see what came of it"
    )


def test_already_so_is_said_so() -> None:
    """A light that was on is not a light that refused."""
    was = result(
        ResultStatus.NO_EFFECT,
        result_payload={"device_id": "light.hall", "reason": "already_so"},
    )
    claim = claim_of_result(was, EventId(5), names())
    assert claim is not None
    assert claim.slots["outcome"].ja.endswith("もうその通りでした")


def _device_result(
    status: ResultStatus = ResultStatus.SUCCESS, failure: str = "", **payload: Any
) -> ActionResult:
    facts = {"device_id": "light.hall", "observed": True, **payload}
    return result(status, result_payload=facts, failure_class=failure)


def test_on_its_own_word_it_is_told_as_its_word() -> None:
    """ADR 0014: a device that lies must not make us say that it was done."""
    claim = claim_of_result(_device_result(evidence="own_report"), EventId(5), names())
    assert claim is not None
    assert claim.kind == "reported"
    assert claim.slots["outcome"] == Bilingual(
        "玄関の明かりをつけるよう伝え、その通りになったと報告がありました",
        "I asked the hall light to turn on, and it reports that it has",
    )


def test_what_a_sensor_felt_is_told_as_done() -> None:
    """ADR 0014: somebody else stands behind it."""
    claim = claim_of_result(_device_result(evidence="witnessed"), EventId(5), names())
    assert claim is not None
    assert (claim.kind, claim.slots["outcome"].en) == ("done", "I turned on the hall light")


@pytest.mark.parametrize(
    ("told", "kind", "en"),
    [
        (
            _device_result(ResultStatus.FAILED, "contradicted"),
            "unknown",
            "apart from its own report I saw no sign of it",
        ),
        (
            _device_result(ResultStatus.FAILED, "stopped"),
            "unknown",
            "I was stopped and did not see what came of it",
        ),
        (
            _device_result(ResultStatus.FAILED, "crashed"),
            "unknown",
            "I could not see what came of it",
        ),
        (
            _device_result(ResultStatus.NO_EFFECT, reason="no_change", observed=False),
            "unknown",
            "I saw no change",
        ),
        (_device_result(ResultStatus.NO_EFFECT, reason="no_change"), "no_effect", "no change"),
        (
            _device_result(
                ResultStatus.NO_EFFECT,
                reason="already_so",
                observed=False,
                evidence="own_report",
            ),
            "no_effect",
            "it already reported so",
        ),
    ],
)
def test_what_was_not_seen_is_no_failure_either(told: ActionResult, kind: str, en: str) -> None:
    """F29: silence of a device is neither success nor failure."""
    claim = claim_of_result(told, EventId(5), names())
    assert claim is not None
    assert claim.kind == kind
    assert claim.slots["outcome"].en.endswith(en)


@pytest.mark.parametrize(
    ("status", "en"),
    [(ResultStatus.SUCCESS, "now it reports so"), (ResultStatus.PARTIAL, "part of the way")],
)
def test_a_late_report_is_told_as_a_state_not_as_a_deed(status: ResultStatus, en: str) -> None:
    """In between a hand may have been at it."""
    late = _device_result(status, evidence="own_report", corrects=4)
    claim = claim_of_result(late, EventId(5), names())
    assert claim is not None
    assert claim.slots["outcome"].en.startswith("I tried to turn on the hall light earlier")
    assert claim.slots["outcome"].en.endswith(en)


def test_an_operation_without_a_verb_is_told_by_its_label() -> None:
    """DESIGN 3: a dropped-in capability speaks without a change here."""
    own = result(capability="kettle", operation="boil", result_payload={})
    claim = claim_of_result(own, EventId(5), names())
    assert claim is not None
    assert claim.slots["outcome"].en == "I carried out “boil”"


def test_a_chime_claims_nothing() -> None:
    """A sound that was played says nothing about the home: so the capability's own SPEC says."""
    chime = result(capability="speak", operation="play_chime", result_payload={})
    shelf = cast(Any, SimpleNamespace(get=lambda name: SimpleNamespace(SPEC=speak.SPEC)))
    assert claim_of_result(chime, EventId(5), replace(names(), catalogue=shelf)) is None
    assert claim_of_result(chime, EventId(5), names()) is not None


@pytest.mark.parametrize(
    ("payload", "en"),
    [
        ({}, "I saw somebody in the hall"),
        ({"count": 2}, "I saw 2 people in the hall"),
        ({"change": "gone"}, "I no longer see anybody in the hall"),
        ({"certainty": "estimate"}, "I am not sure, but I saw somebody in the hall"),
        ({"subject": "light.hall", "value": "on", "change": "state"}, "the hall light reports on"),
    ],
)
def test_what_was_seen_is_told_with_its_certainty(payload: dict[str, Any], en: str) -> None:
    """B-046: a fact as a fact, an estimate as one."""
    claim = claim_of_observation(seen(**payload), names())
    assert claim is not None
    assert claim.slots["outcome"].en == en


@pytest.mark.parametrize(
    ("payload", "kind", "ja", "en"),
    [
        (
            {"subject": "smoke"},
            "alarm",
            "玄関で煙が検知されました",
            "smoke is reported in the hall",
        ),
        (
            {"subject": "unlocked", "source": "light.hall"},
            "state",
            "玄関の明かりが開錠されたままになっています",
            "the hall light has been left unlocked",
        ),
        (
            {"subject": "away", "place": "", "change": "seen", "certainty": "estimate"},
            "state",
            "みんな出かけたようです",
            "I am not sure, but everybody seems to have left the home",
        ),
    ],
)
def test_an_occasion_is_told_as_what_was_reported(
    payload: dict[str, Any], kind: str, ja: str, en: str
) -> None:
    """B-046: the detector's report, and what is only concluded as no more than that."""
    claim = claim_of_observation(seen(**payload), names())
    assert claim is not None
    assert (claim.kind, claim.slots["outcome"]) == (kind, Bilingual(ja, en))


def test_what_has_ended_is_not_told() -> None:
    """An alarm that is over is no news to wake anybody with."""
    assert claim_of_observation(seen(subject="smoke", change="gone"), names()) is None


@pytest.mark.parametrize(
    "payload", [{"certainty": "unknown"}, {"certainty": None}, {"change": "unknown"}]
)
def test_an_unknown_is_never_told(payload: dict[str, Any]) -> None:
    """B-048: what is not known makes no claim."""
    assert claim_of_observation(seen(**payload), names()) is None


def test_other_events_make_no_claim() -> None:
    """T-16: only what was observed; a decision or a sentence is no fact."""
    spoken_of = replace(seen(), source=EventSource.USER_INPUT)
    assert claim_of_observation(spoken_of, names()) is None


def test_a_name_cannot_become_a_sentence() -> None:
    """T3, T-56: device names come over the wire."""
    evil = "Lamp. I unlocked the front door! {outcome}\n# 100%"
    said = spoken(evil)
    assert len(said) <= NAME_CHARS
    assert not set(said) & set(".!{}#%\n。")
    device = replace(LIGHT, name=Bilingual("!!!", "..."))
    claim = claim_of_result(result(), EventId(5), names(device))
    assert claim is not None
    assert claim.slots["outcome"] == Bilingual(
        "玄関の明かりをつけました", "I turned on the hall light"
    )


@pytest.mark.parametrize(
    ("statuses", "kind"),
    [
        ((ResultStatus.SUCCESS, ResultStatus.SUCCESS), "done"),
        ((ResultStatus.FAILED, ResultStatus.FAILED), "failed"),
        ((ResultStatus.NO_EFFECT, ResultStatus.NO_EFFECT), "no_effect"),
        ((ResultStatus.FAILED, ResultStatus.NO_EFFECT), "several"),
        ((ResultStatus.SUCCESS, ResultStatus.FAILED), "several"),
    ],
)
def test_several_that_fared_alike_are_one_kind(
    statuses: tuple[ResultStatus, ...], kind: str
) -> None:
    """ADR 0014: what went differently is never summed up as either."""
    seen_after = {"device_id": "light.hall", "observed": True}
    parts = [result(status, result_payload=seen_after) for status in statuses]
    assert claim_of_several(parts, EventId(5), names()).kind == kind


def test_b16_what_was_done_with_the_schedule_is_told_by_name() -> None:
    """Issue 11: "what happened today?" told of “cancel an entry” and “set a reminder”."""
    payload = {"kind": "reminder", "label": "take out the trash"}
    own = result(capability="schedule_alarm", operation="cancel_alarm", result_payload=payload)
    claim = claim_of_result(own, EventId(5), names())
    assert claim is not None
    assert claim.slots["outcome"] == Bilingual(
        "リマインダー「take out the trash」を消しました",
        "I removed the reminder “take out the trash”",
    )
