"""Request 頼み: builds an exact wish (`RequestedAction`) and its trigger, for every asker.

A button of the page, an understood sentence, a routine that is due and the danger bell all ask by
these functions, so that one act carries the same words and the same payload for every asker.
Whether it may be done is judged where every wish is: by the referee and the rules of approval.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any

from companion.home.device_group import group_deed, group_touches
from companion.words.capability import ActionCall
from companion.words.device import Device
from companion.words.event import Event
from companion.words.ids import EventId, TriggerId
from companion.words.language import Bilingual, Language
from companion.words.result import LOOKING
from companion.words.schedule import Entry, Firing, SavedAction
from companion.words.telling import ASK_OWN, PASS_NOTICE_ON, TELL_OWN, TELL_WITH_CHIME
from companion.words.text import LabelledText
from companion.words.timing import Timing
from companion.words.timing_form import to_plain
from companion.words.travel import GO_TO_ROOM, STOP_MOVING, go_label
from companion.words.trigger import (
    Deadline,
    Priority,
    RequestedAction,
    Trigger,
    TriggerKind,
)
from companion.words.trust import UNTRUSTED, TrustLabel

DEVICES, SCHEDULE = "device_control", "schedule_alarm"
"""The capabilities that operate devices, and alarms, timers, reminders and routines."""
RESEARCH = "web_access"
"""The capability that looks things up beyond the home."""
REQUEST_STALE_AFTER = timedelta(seconds=60)
"""A wish not begun within a minute is dropped, not done late."""
UNNAMED = TriggerId("")
"""The id of a trigger until it is walked."""
STOP_BASE = RequestedAction(action_type=STOP_MOVING, payload={})
SOUND_ALARM = RequestedAction(
    action_type=TELL_WITH_CHIME,
    payload={"chime": "alarm"},
    label=Bilingual("警報を鳴らす", "sound the alarm"),
    impact=Bilingual("影響: 音だけ。元に戻せません", "Only a sound; cannot be undone"),
)
_BASE = Bilingual("影響: 台車。元に戻せます", "Touches the wheeled base; can be undone")
_UNDO = Bilingual("元に戻す（{}）", "undo: {}")
_LATER = Bilingual("あとで: {}", "later: {}")
_GUEST_SPOKE = Bilingual("客が話した。", "A guest said something.")


def device_request(
    operation: str, devices: Sequence[Device], parameters: Mapping[str, Any] = MappingProxyType({})
) -> RequestedAction:
    """One operation (a row of the table of operations) on one device or on several at once."""
    ids = [str(device.id) for device in devices]
    which: dict[str, Any] = {"device_id": ids[0]} if len(ids) == 1 else {"device_ids": ids}
    return RequestedAction(
        action_type=f"{DEVICES}.{operation}",
        payload={**which, **parameters},
        label=group_deed(operation, devices, parameters),
        impact=group_touches(operation, devices),
    )


def room_request(room_id: str, room: Bilingual) -> RequestedAction:
    """That the wheeled base goes to a room."""
    return RequestedAction(
        action_type=GO_TO_ROOM, payload={"room": room_id}, label=go_label(room), impact=_BASE
    )


def schedule_request(
    operation: str, payload: Mapping[str, Any], label: Bilingual | None = None
) -> RequestedAction:
    """An operation on what is set for later: alarms, timers, reminders, routines."""
    return RequestedAction(action_type=f"{SCHEDULE}.{operation}", payload=payload, label=label)


def routine_request(
    requests: Sequence[RequestedAction], when: Timing, does: Bilingual, name: str
) -> RequestedAction:
    """That a routine of exactly these acts is saved for later. `does`: the acts in words; `name`:
    what the routine is called."""
    actions = [
        {
            "action_type": request.action_type,
            "payload": dict(request.payload),
            **({"label": _plain(request.label)} if request.label is not None else {}),
        }
        for request in requests
    ]
    label = _LATER.filled(does)
    return schedule_request(
        "set_routine", {"timing": to_plain(when), "label": name, "actions": actions}, label
    )


def notice_request(words: str) -> RequestedAction:
    """That somebody's words are passed on, as theirs."""
    return RequestedAction(action_type=PASS_NOTICE_ON, payload={"words": words})


def tell_request(words: Bilingual) -> RequestedAction:
    """That the companion's own words, made by code, are told."""
    label = Bilingual(f"「{words.ja}」と伝える", f"tell: “{words.en}”")
    return RequestedAction(action_type=TELL_OWN, payload=_plain(words), label=label)


def ask_request(words: Bilingual) -> RequestedAction:
    """That the companion's own question, made by code, is put to the people of the house."""
    label = Bilingual(f"「{words.ja}」と尋ねる", f"ask: “{words.en}”")
    return RequestedAction(action_type=ASK_OWN, payload=_plain(words), label=label)


def look_request(camera: str, label: Bilingual) -> RequestedAction:
    """One look through a camera."""
    return RequestedAction(
        action_type=f"{LOOKING}.observe_scene", payload={"camera": camera}, label=label
    )


def research_request(question: str, label: Bilingual) -> RequestedAction:
    """That something is looked up beyond the home."""
    return RequestedAction(
        action_type=f"{RESEARCH}.web_research", payload={"query": question}, label=label
    )


def plan_trigger(
    about: str, request: RequestedAction, begun: EventId, now: datetime, task: str = ""
) -> Trigger:
    """The trigger of one act of the plan; the companion itself asks, so that it has no authority of
    a person. `about`: the task in hand, in the household's language; `begun`: the event of its
    beginning, which the act cites; `task`: its id."""
    return Trigger(
        id=UNNAMED,
        kind=TriggerKind.EVENT,
        priority=Priority.PLAN,
        at=now,
        about=LabelledText(about, TrustLabel.SELF, begun),
        event_ids=(begun,),
        task=task,
        requested=request,
    )


def undo_request(
    way: ActionCall,
    action_type: str,
    result_event_id: EventId,
    does: Bilingual,
    devices: Sequence[Device],
) -> RequestedAction:
    """That an act is taken back by `way`. `does`: what that does, in words; `devices`: those it
    touches."""
    return RequestedAction(
        action_type=action_type,
        payload=way.payload,
        undo_of=result_event_id,
        label=_UNDO.filled(does),
        impact=group_touches(way.operation, devices) if devices else None,
    )


def recorded_request(
    facts: Mapping[str, Any], label: Bilingual | None, impact: Bilingual | None
) -> RequestedAction:
    """A wish as `recorded_facts` wrote it down, read again after a restart."""
    payload = dict(facts)
    action_type, undo_of = str(payload.pop("action_type", "")), payload.pop("undo_of", None)
    return RequestedAction(
        action_type=action_type,
        payload=payload,
        undo_of=None if undo_of is None else EventId(int(undo_of)),
        label=label,
        impact=impact,
    )


def recorded_facts(wish: RequestedAction) -> dict[str, Any]:
    """A wish as the record keeps it; a restart reads it again."""
    undo = {} if wish.undo_of is None else {"undo_of": wish.undo_of}
    return {"action_type": wish.action_type, **wish.payload, **undo}


def said_trigger(
    event: Event, wish: RequestedAction | None, now: datetime, language: Language, place: str = ""
) -> Trigger:
    """The trigger of what a person said or pressed. `wish`: exactly what is wanted, where that is
    known; `place`: the room it is about; `language`: the household's."""
    foreign = event.trust in UNTRUSTED and wish is None
    plain = _GUEST_SPOKE.get(language) if foreign else ""
    return Trigger(
        id=UNNAMED,
        kind=TriggerKind.EVENT,
        # Who may cause nothing never keeps the people of the house waiting.
        priority=Priority.OBSERVATION if foreign else Priority.USER,
        at=now,
        about=LabelledText(event.user_text, event.trust, event.id, foreign, plain),
        event_ids=(event.id,),
        coalesce_key=f"said|{event.channel}" if foreign else "",
        place=place,
        requested=wish,
        expires_at=now + REQUEST_STALE_AFTER,
    )


def due_trigger(
    entry: Entry,
    firing: Firing,
    now: datetime,
    about: str,
    action: SavedAction,
    deadline: Deadline,
    impact: Bilingual,
) -> Trigger:
    """The trigger of one saved act whose moment has come; time itself asks, in the household's own
    name. `about`: what has come, in one sentence."""
    return Trigger(
        id=UNNAMED,
        kind=TriggerKind.TIME,
        priority=Priority.ROUTINE,
        at=now,
        about=LabelledText(about, TrustLabel.SELF),
        event_ids=tuple(i for i in (firing.event_id, entry.event_id) if i),
        place=entry.place,
        requested=RequestedAction(
            action_type=action.action_type,
            payload=action.payload,
            label=action.label,
            impact=impact,
        ),
        deadline=deadline,
    )


def _plain(words: Bilingual) -> dict[str, str]:
    return {"ja": words.ja, "en": words.en}
