"""Alarm triggers: build the triggers of a ring and of what moves with it; they need no thought."""

from companion.home.request import SCHEDULE, due_trigger
from companion.ports.clock import Clock
from companion.words.language import Bilingual, Language
from companion.words.schedule import Entry, EntryKind, Firing, SavedAction
from companion.words.trigger import Deadline, Trigger

_ABOUT = {
    EntryKind.ALARM: Bilingual("目覚ましの時刻になった。", "It is time for the alarm."),
    EntryKind.TIMER: Bilingual("タイマーの時間になった。", "The timer is up."),
}
_NAMED = Bilingual("「{0}」 {1}", "“{0}”: {1}")
_MOVES = Bilingual("目覚ましに合わせて動かす。", "It moves with the alarm.")
_WITH_ALARM = Bilingual("目覚ましの一部", "as part of the alarm")
_LABEL = Bilingual("鳴らす", "ring")
_TOUCHES = Bilingual("止めるまで鳴り続けます", "rings until it is stopped")


def ring_trigger(entry: Entry, firing: Firing, clock: Clock, language: Language) -> Trigger:
    """Ring now; the caller that walks it gives the id."""
    now, about = clock.now(), _ABOUT.get(entry.kind, _ABOUT[EntryKind.ALARM]).get(language)
    if entry.label:
        about = _NAMED.get(language).format(entry.label, about)
    ring = SavedAction(action_type=f"{SCHEDULE}.ring", payload={"alarm_id": entry.id}, label=_LABEL)
    return due_trigger(entry, firing, now, about, ring, Deadline(now), _TOUCHES)


def rung_trigger(
    entry: Entry, firing: Firing, action: SavedAction, clock: Clock, language: Language
) -> Trigger:
    """Move a curtain or lamp with an alarm; the caller that walks it gives the id."""
    now, about = clock.now(), _MOVES.get(language)
    if entry.label:
        about = _NAMED.get(language).format(entry.label, about)
    return due_trigger(entry, firing, now, about, action, Deadline(now), _WITH_ALARM)
