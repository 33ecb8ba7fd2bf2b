"""Schedule done 予定の結果: words a change of an alarm, timer, reminder or routine."""

from collections.abc import Callable

from companion.home.request import SCHEDULE
from companion.words.facts import acted_of
from companion.words.language import Bilingual
from companion.words.result import ActionResult, ResultStatus

_DID: dict[str, Bilingual] = {
    "set": Bilingual("{}を入れました", "set the {}"),
    "change_alarm": Bilingual("{}を変えました", "changed the {}"),
    "cancel_alarm": Bilingual("{}を消しました", "removed the {}"),
    "skip_alarm": Bilingual("{}を1回飛ばすことにしました", "will skip the {} once"),
    "unskip": Bilingual("{}の次の一回を飛ばさないことにしました", "will not skip the next {}"),
    "snooze": Bilingual("{}をあとでもう一度鳴らすことにしました", "snoozed the {}"),
    "stop_ringing": Bilingual("{}を止めました", "stopped the {}"),
    "ring": Bilingual("{}を鳴らしました", "rang the {}"),
    "remind": Bilingual("{}を知らせました", "gave the {}"),
}
_COULD_NOT = Bilingual("が、できませんでした", ", but it failed")
_TRIED: dict[str, Bilingual] = {
    "set": Bilingual("{}を入れようとしました", "tried to set the {}"),
    "change_alarm": Bilingual("{}を変えようとしました", "tried to change the {}"),
    "cancel_alarm": Bilingual("{}を消そうとしました", "tried to remove the {}"),
    "skip_alarm": Bilingual("{}を飛ばそうとしました", "tried to skip the {}"),
    "snooze": Bilingual("{}をあとにしようとしました", "tried to snooze the {}"),
    "stop_ringing": Bilingual("{}を止めようとしました", "tried to stop the {}"),
    "ring": Bilingual("{}を鳴らそうとしました", "tried to ring the {}"),
    "remind": Bilingual("{}を知らせようとしました", "tried to give the {}"),
}
_ALREADY = Bilingual("{}を入れようとしましたが、もう入っていました", "found the {} set already")
_KINDS: dict[str, Bilingual] = {
    "alarm": Bilingual("目覚まし", "alarm"),
    "timer": Bilingual("タイマー", "timer"),
    "reminder": Bilingual("リマインダー", "reminder"),
    "routine": Bilingual("決まりごと", "routine"),
}
_THING = Bilingual("予定", "entry")


def schedule_done(result: ActionResult, shown: Callable[[str], Bilingual]) -> Bilingual | None:
    """`目覚まし「起きる」を入れました` / `set the alarm “Get up”`; None for other capabilities.
    `shown`: how the owner's own words are written between the quotation marks."""
    if result.capability != SCHEDULE:
        return None
    operation = "set" if result.operation.startswith("set_") else result.operation
    did = result.status is ResultStatus.SUCCESS
    if operation == "skip_alarm" and did and _goes_on(result):
        operation = "unskip"
    words = _ALREADY if result.was_so else (_DID if did else _TRIED).get(operation)
    if words is None:
        return None
    is_so = did or result.was_so
    name, tail = _name(result, shown), Bilingual("", "") if is_so else _COULD_NOT
    return Bilingual(
        words.ja.replace("{}", name.ja) + tail.ja, words.en.replace("{}", name.en) + tail.en
    )


def _goes_on(result: ActionResult) -> bool:
    """It was told not to skip: its way back is to skip."""
    return result.inverse is not None and result.inverse.payload.get("skipping") is True


def _name(result: ActionResult, shown: Callable[[str], Bilingual]) -> Bilingual:
    acted = acted_of(result)
    kind = acted.kind or result.operation.removeprefix("set_")
    what, label = _KINDS.get(kind, _THING), acted.label
    if not label:
        return what
    name = shown(label)
    return Bilingual(f"{what.ja}「{name.ja}」", f"{what.en} “{name.en}”")
