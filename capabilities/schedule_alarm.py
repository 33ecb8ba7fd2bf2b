"""Schedule 予定: sets, changes and rings alarms, timers, reminders and routines.

Operations and arguments (FORM: `words/schedule_form.py`; only `timing` must be there):

- `set_alarm`, `set_timer`, `set_reminder`, `set_routine` FORM: save a new one. `set_alarm` takes
  `kind` too, for undo. Inverse: `cancel_alarm`.
- `change_alarm` `{"alarm_id": int}` + FORM: what is given replaces what was. Inverse: itself.
- `cancel_alarm` `{"alarm_id": int}`: take one out. Inverse: `set_alarm`.
- `skip_alarm` `{"alarm_id": int, "skipping": bool, "after": ISO 8601}`: pass over its next moment,
  or the one within a day after that. Inverse: itself.
- `snooze` `{"alarm_id": int, "snooze_s": number}`, `stop_ringing` `{"alarm_id": int}`: without a
  number everything that rings. Irreversible.
- `ring` `{"alarm_id": int}`: sound one that is due; on the whitelist. The ladder goes on
  until it is stopped. Only the clock asks for it.
- `remind` `{"alarm_id": int}`: tell a reminder that is due; a chime, and the words of the message.

Return value: `success` when it stands in the schedule as the schedule itself tells it afterwards,
and for `ring` when a rung was seen or heard to work; `no_effect` when nothing rang, or nothing
could be heard. `result_payload`: `alarm_id`, `kind`, `label`, `due` (ISO 8601, the next moment),
`rule` (of what recurs: when).

Failure classes: `bad_arguments`, `no_such_alarm`, `never_comes` (the moment is past), `not_due`,
`not_saved` (the disk takes nothing: it is not set), `unknown_operation`.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.body import Speaker
from companion.ports.clock import Clock
from companion.ports.schedule import EntryUnknown, NothingRings, Schedule, TimingNeverComes
from companion.words.capability import (
    ActionCall,
    ActionOption,
    Availability,
    CapabilitySpec,
    OperationSpec,
    RiskTier,
)
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.result import ActionResult, ResultStatus
from companion.words.schedule import Entry, EntryId, EntryKind, EntryState, Upcoming
from companion.words.schedule_form import FormWrong, entry_from_form, form_of
from companion.words.timing import After, Recurring
from companion.words.timing_form import to_plain
from companion.words.trust import TrustLabel

_ID: Mapping[str, Any] = {"alarm_id": {"type": "integer", "minimum": 1}}
_FORM: Mapping[str, Any] = {
    "timing": {"type": "object"},
    "zone": {"type": "string"},
    "label": {"type": "string"},
    "enabled": {"type": "boolean"},
    "missed": {"enum": ["", "if_fresh", "run", "skip"]},
    "place": {"type": "string"},
    "actions": {"type": "array"},
    "condition": {"type": ["object", "null"]},
    "manners": {"type": "array"},
}
_SETS = {
    "set_alarm": (EntryKind.ALARM, "目覚ましをかける", "set an alarm"),
    "set_timer": (EntryKind.TIMER, "タイマーをかける", "set a timer"),
    "set_reminder": (EntryKind.REMINDER, "リマインダーを入れる", "set a reminder"),
    "set_routine": (EntryKind.ROUTINE, "決まりごとを入れる", "save a routine"),
}


def _operation(
    name: str,
    ja: str,
    en: str,
    parameters: Mapping[str, Any],
    inverse: str | None = None,
    risk: RiskTier = RiskTier.REVERSIBLE,
    *,
    sounds: bool = False,
) -> OperationSpec:
    return OperationSpec(
        name=name,
        label=Bilingual(ja, en),
        risk=risk,
        parameters=parameters,
        inverse=inverse,
        sounds=sounds,
    )


SPEC = CapabilitySpec(
    name="schedule_alarm",
    label=Bilingual("目覚まし・タイマー", "Alarms and timers"),
    operations=(
        *(
            _operation(name, ja, en, {**_FORM, "kind": {"type": "string"}}, "cancel_alarm")
            for name, (_, ja, en) in _SETS.items()
        ),
        _operation(
            "change_alarm", "予定を変える", "change an entry", {**_ID, **_FORM}, "change_alarm"
        ),
        _operation("cancel_alarm", "予定を取り消す", "cancel an entry", _ID, "set_alarm"),
        _operation(
            "skip_alarm",
            "1回飛ばす",
            "skip it once",
            {**_ID, "skipping": {"type": "boolean"}, "after": {"type": "string"}},
            "skip_alarm",
        ),
        _operation(
            "snooze",
            "あとでもう一度鳴らす",
            "snooze",
            {**_ID, "snooze_s": {"type": "number", "minimum": 1}},
            risk=RiskTier.TALK,
        ),
        _operation("stop_ringing", "鳴り止ませる", "stop ringing", _ID, risk=RiskTier.TALK),
        _operation("ring", "鳴らす", "ring", _ID, risk=RiskTier.TALK, sounds=True),
        _operation("remind", "知らせる", "remind", _ID, risk=RiskTier.TALK, sounds=True),
    ),
)


class Settings(BaseModel):
    """Settings of alarms."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    snooze_s: float = Field(540.0, gt=0, description="length of a snooze, seconds")


class _NotSo(Exception):
    """Error: the operation is refused with a documented failure class."""

    def __init__(self, failure: str, why: str) -> None:
        self.failure = failure
        super().__init__(why)


class ScheduleAlarm:
    """Capability that saves, changes and rings through the port `Schedule`."""

    SPEC = SPEC

    def __init__(
        self, settings: Settings, schedule: Schedule, speaker: Speaker, clock: Clock
    ) -> None:
        self._settings = settings
        self._schedule = schedule
        self._speaker = speaker
        self._clock = clock

    def availability(self) -> Availability:
        """A clock is always there."""
        return Availability(available=True)

    def options(self) -> tuple[ActionOption, ...]:
        """No options for the menu: only people make, change or remove an entry."""
        return ()

    async def perform(self, call: ActionCall) -> ActionResult:
        """Do it, and tell what the schedule says afterwards."""
        spec = SPEC.operation(call.operation)
        if spec is None:
            return self._failed(call, "unknown_operation", "no such operation")
        try:
            if set(call.payload) - set(spec.parameters):
                raise _NotSo("bad_arguments", f"takes {', '.join(spec.parameters)}")
            return await self._do(call)
        except _NotSo as error:
            return self._failed(call, error.failure, str(error))
        except FormWrong as error:
            return self._failed(call, "bad_arguments", str(error))
        except EntryUnknown as error:
            return self._failed(call, "no_such_alarm", str(error))
        except TimingNeverComes as error:
            return self._failed(call, "never_comes", str(error))
        except OSError as error:
            return self._failed(call, "not_saved", str(error))

    async def _do(self, call: ActionCall) -> ActionResult:
        if call.operation in _SETS:
            return await self._set(call)
        if call.operation in ("snooze", "stop_ringing"):
            return await self._hush(call)
        entry_id = _id_of(call.payload)
        if call.operation == "change_alarm":
            return await self._change(call, entry_id)
        if call.operation == "cancel_alarm":
            return await self._cancel(call, entry_id)
        if call.operation == "skip_alarm":
            skipping = bool(call.payload.get("skipping", True))
            kept = await self._schedule.skip(entry_id, skipping, _moment(call.payload))
            back = self._call(call, "skip_alarm", alarm_id=entry_id, skipping=not skipping)
            return self._done(call, kept, back)
        return await self._sound(call, self._schedule.get(entry_id))

    async def _set(self, call: ActionCall) -> ActionResult:
        form = {k: v for k, v in call.payload.items() if k != "kind"}
        kind = EntryKind(call.payload.get("kind") or _SETS[call.operation][0])
        entry = entry_from_form(form, kind, self._clock.now())
        if (same := self._same(entry)) is not None:
            facts = _facts(same) | {"reason": "already_so"}
            told = f"{facts['kind']} {facts['alarm_id']} was set already"
            return self._result(call, ResultStatus.NO_EFFECT, told, **facts)
        kept = await self._schedule.add(replace(entry, event_id=call.decision_event_id))
        return self._done(call, kept, self._call(call, "cancel_alarm", alarm_id=kept.entry.id))

    def _same(self, entry: Entry) -> Upcoming | None:
        """A saved entry that would do exactly this; a timer is always another one."""
        if entry.kind is EntryKind.TIMER or isinstance(entry.timing, After):
            return None
        known = (coming for coming in self._schedule.entries((entry.kind,)) if coming.due)
        return next((coming for coming in known if _does(coming.entry) == _does(entry)), None)

    async def _change(self, call: ActionCall, entry_id: EntryId) -> ActionResult:
        before = self._schedule.get(entry_id).entry
        form = {k: v for k, v in call.payload.items() if k != "alarm_id"}
        entry = entry_from_form(form, before.kind, self._clock.now(), before)
        kept = await self._schedule.change(replace(entry, event_id=call.decision_event_id))
        back = self._call(call, "change_alarm", alarm_id=entry_id, **form_of(before))
        return self._done(call, kept, back)

    async def _cancel(self, call: ActionCall, entry_id: EntryId) -> ActionResult:
        gone = await self._schedule.remove(entry_id)
        back = self._call(call, "set_alarm", kind=gone.kind.value, **form_of(gone))
        return self._done(call, Upcoming(gone, None), back)

    async def _hush(self, call: ActionCall) -> ActionResult:
        entry_id = _id_of(call.payload) if "alarm_id" in call.payload else None
        try:
            if call.operation == "snooze":
                snooze_s = float(call.payload.get("snooze_s", self._settings.snooze_s))
                which = await self._schedule.snooze(entry_id, snooze_s)
            else:
                which = await self._schedule.stop(entry_id)
        except NothingRings:
            return self._result(call, ResultStatus.NO_EFFECT, "nothing rings")
        facts = {"alarm_id": which[0], "alarm_ids": list(which)}
        return self._result(call, ResultStatus.SUCCESS, call.operation, **facts)

    async def _sound(self, call: ActionCall, coming: Upcoming) -> ActionResult:
        entry = coming.entry
        if coming.firing is None:
            raise _NotSo("not_due", f"{entry.kind.value} {entry.id} is not due")
        if call.operation == "ring":
            try:
                heard = await self._schedule.sound(entry.id)
            except NothingRings as error:
                raise _NotSo("not_due", str(error)) from error
        else:
            heard = await self._chime()
        status = ResultStatus.SUCCESS if heard else ResultStatus.NO_EFFECT
        told = "heard" if heard else "nothing could be heard"
        facts = _facts(Upcoming(entry, coming.firing.due))
        if call.operation == "remind":
            facts["reminder"] = entry.label
        return self._result(call, status, told, **facts)

    async def _chime(self) -> bool:
        try:
            return await self._speaker.play("chime:attention") > 0
        except (OSError, LookupError):
            return False

    def _done(self, call: ActionCall, kept: Upcoming, back: ActionCall) -> ActionResult:
        facts = _facts(kept)
        told = f"{facts['kind']} {facts['alarm_id']}, next {facts['due'] or 'never'}"
        return replace(self._result(call, ResultStatus.SUCCESS, told, **facts), inverse=back)

    def _call(self, call: ActionCall, operation: str, **payload: Any) -> ActionCall:
        return ActionCall(
            operation=operation, payload=payload, decision_event_id=call.decision_event_id
        )

    def _failed(self, call: ActionCall, failure: str, why: str) -> ActionResult:
        result = self._result(call, ResultStatus.FAILED, f"{failure}: {why}", why=why)
        return replace(result, failure_class=failure)

    def _result(
        self, call: ActionCall, status: ResultStatus, told: str, **facts: Any
    ) -> ActionResult:
        return ActionResult(
            capability=SPEC.name,
            operation=call.operation,
            status=status,
            summary_text=f"{call.operation}: {status.value} ({told})",
            observed_at=self._clock.now(),
            result_payload=facts,
            failure_class="",
            decision_event_id=call.decision_event_id,
        )


def _does(entry: Entry) -> Entry:
    """The entry without who saved it when, and what became of it since."""
    return replace(
        entry,
        id=EntryId(0),
        created_at=datetime.min.replace(tzinfo=UTC),
        missed=entry.missed_policy,
        actions=tuple(replace(action, label=None) for action in entry.actions),
        trust=TrustLabel.OWNER,
        channel="",
        event_id=EventId(0),
        state=EntryState.WAITING,
        settled_until=None,
    )


def _moment(payload: Mapping[str, Any]) -> datetime | None:
    after = payload.get("after")
    try:
        return None if after is None else datetime.fromisoformat(after)
    except (TypeError, ValueError) as error:
        raise _NotSo("bad_arguments", f"after: {error}") from error


def _id_of(payload: Mapping[str, Any]) -> EntryId:
    number = payload.get("alarm_id")
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        raise _NotSo("bad_arguments", "alarm_id is a number from 1 on")
    return EntryId(number)


def _facts(coming: Upcoming) -> dict[str, Any]:
    entry: Entry = coming.entry
    return {
        "alarm_id": entry.id,
        "kind": entry.kind.value,
        "label": entry.label,
        "due": coming.due.isoformat() if coming.due else "",
        "rule": to_plain(entry.timing) if isinstance(entry.timing, Recurring) else None,
    }


def build(
    settings: Settings, *, schedule: Schedule, speaker: Speaker, clock: Clock
) -> ScheduleAlarm:
    """Build the capability."""
    return ScheduleAlarm(settings, schedule, speaker, clock)
