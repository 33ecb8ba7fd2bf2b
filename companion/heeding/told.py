"""Told 結果の返事: one answer to an understood wish, from what was observed, by code (T-57)."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from companion.ports.house import House
from companion.words.device import devices_in
from companion.words.device_group import group_deed, parts_of
from companion.words.evidence import Evidence
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.result import ActionResult, ResultStatus

NOT_NOW = Bilingual("それはできませんでした。", "I could not do that.")
NEEDS_A_YES = Bilingual(
    "先に承認が必要です。画面で答えてください。",
    "I need your approval first; please answer on the page.",
)
_DONE: dict[str, Bilingual] = {
    ResultStatus.SUCCESS: Bilingual("はい。{}、確かめました", "Done: {}, and I saw it happen"),
    ResultStatus.PARTIAL: Bilingual("{}は途中まででした", "{}: it got only part of the way"),
    ResultStatus.NO_EFFECT: Bilingual("{}: 何も変わりませんでした", "{}: nothing changed"),
    ResultStatus.FAILED: Bilingual("{}: できませんでした", "{}: it did not work"),
    "already_so": Bilingual("{}: もうその通りです", "{}: it is so already"),
    "outcome_unknown": Bilingual(
        "{}: どうなったか確かめられませんでした", "{}: I could not see what came of it"
    ),
    "contradicted": Bilingual(
        "{}: できたと報告がありましたが、そうは見えません",
        "{}: it reports that it has, but I see no sign of it",
    ),
    "own_word": Bilingual(
        "はい。{}。そうなったと報告がありました", "Done: {}; it reports that it has"
    ),
}
_SCHEDULED: dict[str, Bilingual] = {
    "set_alarm": Bilingual("目覚ましをかけました（{}）", "The alarm is set ({})"),
    "set_timer": Bilingual("タイマーをかけました（{}）", "The timer is set ({})"),
    "set_reminder": Bilingual("お知らせを入れました（{}）", "I will remind you ({})"),
    "set_routine": Bilingual("そのときにします（{}）", "I will do it then ({})"),
    "change_alarm": Bilingual("予定を変えました（{}）", "Changed ({})"),
    "cancel_alarm": Bilingual("取り消しました", "Cancelled"),
    "skip_alarm": Bilingual("次の一回を飛ばします", "I skip the next one"),
    "snooze": Bilingual("あとでもう一度鳴らします", "Snoozing"),
    "stop_ringing": Bilingual("止めました", "Stopped"),
}
_NOTHING_RINGS = Bilingual("今は何も鳴っていません", "Nothing is ringing")
_NEVER = Bilingual("その時刻はもう来ません", "That moment never comes")


def told(results: Sequence[ActionResult], house: House, now: datetime) -> Bilingual:
    """What came of each act, one sentence each, in the order of the wishes."""
    said = [_one(result, house, now) for result in results]
    return Bilingual(
        "".join(f"{s.ja.removesuffix('。')}。" for s in said),
        " ".join(f"{s.en[:1].upper()}{s.en[1:].removesuffix('.')}." for s in said),
    )


def _one(result: ActionResult, house: House, now: datetime) -> Bilingual:
    if result.capability == "schedule_alarm":
        return _scheduled(result, now)
    ids = devices_in(result.result_payload)
    devices = [d for i in ids if (d := house.device(DeviceId(i))) is not None]
    deed = group_deed(result.operation, devices) if devices else Bilingual("それ", "that")
    words = _DONE.get(_how(result)) or _DONE[result.status]
    return Bilingual(words.ja.format(deed.ja), words.en.format(deed.en))


def _how(result: ActionResult) -> str:
    if result.status is ResultStatus.SUCCESS:
        parts: Iterable[ActionResult] = parts_of(result) or (result,)
        own = any(p.result_payload.get("evidence") == Evidence.OWN_REPORT for p in parts)
        return "own_word" if own else ""
    return result.failure_class or str(result.result_payload.get("reason", ""))


def _scheduled(result: ActionResult, now: datetime) -> Bilingual:
    if result.failure_class == "never_comes":
        return _NEVER
    if result.status is ResultStatus.NO_EFFECT and result.operation in ("snooze", "stop_ringing"):
        return _NOTHING_RINGS
    if result.status is not ResultStatus.SUCCESS:
        return NOT_NOW
    words = _SCHEDULED.get(result.operation, Bilingual("できました", "Done"))
    when = _when(str(result.result_payload.get("due") or ""), now)
    return Bilingual(words.ja.format(when.ja), words.en.format(when.en))


def _when(due: str, now: datetime) -> Bilingual:
    """The next moment; nothing where it waits for somebody."""
    if not due:
        return Bilingual("そのときが来たら", "when it comes to that")
    at = datetime.fromisoformat(due).astimezone(now.tzinfo)
    if at.date() == now.date():
        return Bilingual(f"今日{at:%H:%M}", f"today {at:%H:%M}")
    return Bilingual(f"{at.month}月{at.day}日{at:%H:%M}", f"{at:%-d %B %H:%M}")
