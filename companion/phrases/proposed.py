"""Proposed 確かめ: the one short question whether a command was meant."""

from collections.abc import Mapping, Sequence
from datetime import tzinfo
from typing import Any

from companion.phrases.conjugation import polite_question
from companion.phrases.routine_name import labels_joined
from companion.phrases.times import length_said, said
from companion.words.language import Bilingual, Language
from companion.words.text import quoted
from companion.words.timing import After
from companion.words.timing_form import from_plain
from companion.words.trigger import RequestedAction

_ANSWERS = Bilingual("（はい／いいえ）", " (yes / no)")
_SETS: Mapping[str, Bilingual] = {
    "schedule_alarm.set_alarm": Bilingual("目覚ましを入れる", "set an alarm"),
    "schedule_alarm.set_timer": Bilingual("タイマーを入れる", "set a timer"),
    "schedule_alarm.set_reminder": Bilingual("知らせる", "remind you"),
}
_OTHERS: Mapping[str, Bilingual] = {
    "schedule_alarm.snooze": Bilingual("あとでもう一度鳴らす", "snooze it"),
    "schedule_alarm.stop_ringing": Bilingual("鳴っているものを止める", "stop the ringing"),
}
_ROUTINE = "schedule_alarm.set_routine"


def question_of(requests: Sequence[RequestedAction], zone: tzinfo | None) -> Bilingual | None:
    """`キッチンの明かりをつけますか？` / `Shall I turn on the kitchen light?`; None where the words
    do not say exactly what would be done."""
    deeds = [_deed(request, zone) for request in requests]
    told = [deed for deed in deeds if deed is not None]
    if not told or len(told) < len(deeds):
        return None
    whole = labels_joined(told)
    return Bilingual(
        f"{polite_question(whole.ja)}？{_ANSWERS.ja}", f"Shall I {whole.en}?{_ANSWERS.en}"
    )


def _deed(request: RequestedAction, zone: tzinfo | None) -> Bilingual | None:
    payload = request.payload
    if request.action_type == _ROUTINE:
        return _later(payload, zone)
    if (sets := _SETS.get(request.action_type)) is not None:
        return _set(sets, payload, zone)
    return _OTHERS.get(request.action_type) or request.label


def _set(sets: Bilingual, payload: Mapping[str, Any], zone: tzinfo | None) -> Bilingual:
    timing = from_plain(payload["timing"])
    length = length_said(timing.after_s) if isinstance(timing, After) else None
    when = said(timing, zone)
    label = str(payload.get("label") or "")
    ja, en = f"{when.ja}に", when.en
    if length is not None and sets is _SETS["schedule_alarm.set_timer"]:
        ja, en = f"{length.ja}の", f"for {length.en}"
    if label:
        ja += quoted(label, Language.JA) + ("と" if sets.ja.startswith("知") else "の")
        en = f"{quoted(label, Language.EN)} {en}"
    return Bilingual(f"{ja}{sets.ja}", f"{sets.en} {en}")


def _later(payload: Mapping[str, Any], zone: tzinfo | None) -> Bilingual | None:
    """A routine: its moment and its acts."""
    when = said(from_plain(payload["timing"]), zone)
    labels = [action.get("label") for action in payload["actions"]]
    if any(label is None for label in labels):
        return None
    acts = labels_joined([Bilingual(label["ja"], label["en"]) for label in labels])
    return Bilingual(f"{when.ja}に{acts.ja}", f"{acts.en} {when.en}")
