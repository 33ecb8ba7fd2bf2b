"""Told 結果の返事: words the observed results of an understood wish as one answer."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from companion.desk.commands.done import done_words
from companion.home.request import DEVICES, SCHEDULE
from companion.phrases.manner import Manner
from companion.phrases.times import said as timing_said
from companion.rooms.expression.claims import Names, claim_of_result
from companion.rooms.expression.outcome import definite
from companion.rooms.expression.travel import is_travel
from companion.words.approval import ApprovalStatus
from companion.words.event import Event, EventSource
from companion.words.facts import Ruled, acted_of, fact_of
from companion.words.language import Bilingual, Language
from companion.words.persona import Saying
from companion.words.result import ActionResult, ResultStatus
from companion.words.text import quoted
from companion.words.timing_form import from_plain

NOT_NOW = Bilingual("それはできませんでした。", "I could not do that.")
NEEDS_A_YES = Bilingual(
    "先に承認が必要です。画面で答えてください。",
    "I need your approval first; please answer on the page.",
)
_COULD_NOT = Bilingual("できませんでした（{}）。", "I could not: {}.")
_FORBIDDEN = Bilingual("それはしてはいけないことになっています。", "I am not allowed to do that.")
_HERE = Bilingual("もう{}にいます", "I am in {} already")
_DONE = Bilingual("できました", "done")
_YES = Bilingual("はい、{}", "Done: {}")
_SCHEDULED: dict[str, Bilingual] = {
    "set_alarm": Bilingual("目覚ましをかけました（{}）", "The alarm is set ({})"),
    "set_timer": Bilingual("タイマーをかけました（{}）", "The timer is set ({})"),
    "set_reminder": Bilingual("リマインダーを入れました（{}）", "I will remind you ({})"),
    "set_routine": Bilingual("はい、決まりごとに入れました（{}）", "All right, saved ({})"),
    "change_alarm": Bilingual("予定を変えました（{}）", "Changed ({})"),
    "skip_alarm": Bilingual("1回飛ばします", "I skip it once"),
    "snooze": Bilingual("あとでもう一度鳴らします", "Snoozing"),
    "stop_ringing": Bilingual("止めました", "Stopped"),
}
_SET_ALREADY = Bilingual("もう入っています（{}）", "It is set already ({})")
_NOTHING_RINGS = Bilingual("今は何も鳴っていません", "Nothing is ringing")
_NEVER = Bilingual("その時刻はもう来ません", "That moment never comes")


def why_not(events: Iterable[Event]) -> Bilingual:
    """Tell why nothing was done, in the words of the GM or of the rules of approval."""
    for event in events:
        ruled = fact_of(event, Ruled)
        if ruled is not None and ruled.reason_code == "already_so":
            return _was_so(ruled.reason)
        if ruled is not None and not ruled.allowed:
            reason = ruled.reason
            return _COULD_NOT.filled(reason)
        if event.source is EventSource.APPROVAL_ANSWER and event.kind == ApprovalStatus.FORBIDDEN:
            return _FORBIDDEN
    return NOT_NOW


def _was_so(reason: Bilingual) -> Bilingual:
    """The GM's reason as an answer: `リビングの明かりはもうついています。`"""
    en = reason.en if reason.en.startswith("all ") else definite(reason.en)
    return Bilingual(f"{reason.ja.removesuffix('る')}ます。", f"{en[:1].upper()}{en[1:]}.")


def told(results: Sequence[ActionResult], names: Names, now: datetime, manner: Manner) -> Bilingual:
    """Tell the outcome of each act, one sentence each, in the order of the wishes: in the words of
    a message about it, and no more than was observed (ADR 0014). `manner`: the words around it,
    which are said once."""
    first, bare = results[:1], manner.without_forms()
    said = [
        *(_one(result, names, now, manner) for result in first),
        *(_one(result, names, now, bare) for result in results[1:]),
    ]
    return Bilingual(
        "".join(f"{s.ja.removesuffix('。')}。" for s in said),
        " ".join(f"{s.en[:1].upper()}{s.en[1:].removesuffix('.')}." for s in said),
    )


def _one(result: ActionResult, names: Names, now: datetime, manner: Manner) -> Bilingual:
    if result.capability == SCHEDULE:
        return _scheduled(result, names, now)
    acted = acted_of(result)
    if is_travel(result) and result.was_so:
        room = names.place(acted.room)
        if room is not None:
            return Bilingual(_HERE.ja.format(room.ja), _HERE.en.format(definite(room.en)))
    corrects = acted.corrects is not None
    if result.capability == DEVICES and not corrects:
        short = done_words(result, names, manner)
        if short is not None:
            return short
    claim = claim_of_result(result, result.decision_event_id, names)
    if claim is None:
        return NOT_NOW if result.status is not ResultStatus.SUCCESS else _DONE
    words = claim.slots["outcome"]
    if result.status is not ResultStatus.SUCCESS or corrects:
        return manner.around(Saying.NOT_DONE, words) if not corrects else words
    return manner.around(Saying.DONE, words)


def _scheduled(result: ActionResult, names: Names, now: datetime) -> Bilingual:
    if result.failure_class == "never_comes":
        return _NEVER
    if result.status is ResultStatus.NO_EFFECT and result.operation in ("snooze", "stop_ringing"):
        return _NOTHING_RINGS
    if result.status is not ResultStatus.SUCCESS and not result.was_so:
        return NOT_NOW
    if result.operation == "cancel_alarm":
        removed = claim_of_result(result, result.decision_event_id, names)
        return removed.slots["outcome"] if removed is not None else _DONE
    acted = acted_of(result)
    words = _SET_ALREADY if result.was_so else _SCHEDULED.get(result.operation, _DONE)
    when = _by_rule(acted.rule, _when(acted.due, now))
    name = acted.label if result.operation == "set_routine" else ""
    if name:  # it says what is done with what, and when
        when = Bilingual(name, name)
    elif acted.label and not acted.due:  # nobody knows when: it says what of
        ja, en = quoted(acted.label, Language.JA), quoted(acted.label, Language.EN)
        when = Bilingual(f"{ja}、{when.ja}", f"{en}, {when.en}")
    return words.filled(when)


def _by_rule(rule: Mapping[str, Any] | None, first: Bilingual) -> Bilingual:
    """Of what recurs the rule and its next moment: every other Thu at 07:00, next 3 December."""
    if rule is None:
        return first
    told = timing_said(from_plain(rule))
    return Bilingual(f"{told.ja}、次は{first.ja}", f"{told.en}, next {first.en}")


def _when(due: str, now: datetime) -> Bilingual:
    """The next moment; nothing where it waits for somebody."""
    if not due:
        return Bilingual("そのときが来たら", "when it comes to that")
    at = datetime.fromisoformat(due).astimezone(now.tzinfo)
    days = (at.date() - now.date()).days
    if days in (0, 1):
        ja, en = ("今日", "today") if days == 0 else ("明日", "tomorrow")
        return Bilingual(f"{ja}{at:%H:%M}", f"{en} {at:%H:%M}")
    return Bilingual(f"{at.month}月{at.day}日{at:%H:%M}", f"{at:%-d %B %H:%M}")
