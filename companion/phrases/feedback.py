"""Feedback 手応え: words the household's signs about an act, from the days on which it did.

The words are made from the tallies alone: "it was switched back on three evenings".
"""

from collections.abc import Mapping, Sequence

from companion.words.areas import FeedbackTally
from companion.words.feedback import DayBand, FeedbackKind, FeedbackOccasion
from companion.words.language import Bilingual

_TIMES: Mapping[DayBand, tuple[str, str, str]] = {
    DayBand.MORNING: ("の朝", "morning", "mornings"),
    DayBand.DAY: ("の昼", "day", "days"),
    DayBand.EVENING: ("の晩", "evening", "evenings"),
    DayBand.NIGHT: ("の夜", "night", "nights"),
}
_FORMS: Mapping[FeedbackKind, Bilingual] = {
    FeedbackKind.UNDONE: Bilingual("{}、取り消されたから", "it was undone {}"),
    FeedbackKind.SWITCHED_BACK: Bilingual("{}、元に戻されたから", "it was switched back {}"),
    FeedbackKind.BY_HAND: Bilingual("{}、手でしていたから", "it was done by hand {}"),
    FeedbackKind.AGREED: Bilingual("{}、いいと言われたから", "the answer was yes {}"),
    FeedbackKind.REFUSED: Bilingual("{}、断られたから", "the answer was no {}"),
    FeedbackKind.IGNORED: Bilingual("{}、聞いても返事がなかったから", "nobody answered {}"),
    FeedbackKind.THANKED: Bilingual("{}、お礼を言われたから", "there were thanks for it {}"),
    FeedbackKind.COMPLAINED: Bilingual("{}、嫌がられたから", "there was a complaint {}"),
    FeedbackKind.HELD: Bilingual("{}、そのままだったから", "it was left as done {}"),
    FeedbackKind.LEFT: Bilingual("{}、何もしなかったから", "it was left {}"),
}
_NUMBERS_EN = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_NEVER = Bilingual("もうしないでと言われたから", "never to be done again, as the owner said")
_SHOWN = 2
"""Kinds of signs that one line tells; the page has the others."""


_CAUSES: Mapping[str, Bilingual] = {
    "person_appeared": Bilingual("{}に人が来たとき", "when somebody comes into {}"),
    "person_gone": Bilingual("{}から人がいなくなったとき", "when {} is left"),
    "said": Bilingual("話しかけられたとき", "when somebody speaks"),
    "heartbeat": Bilingual("様子を見たとき", "when I look round"),
    "bedtime": Bilingual("寝床に入ったとき", "when somebody goes to bed"),
    "away": Bilingual("みんなが出かけたとき", "when everybody leaves"),
    "cold": Bilingual("{}が寒いとき", "when {} is cold"),
    "hot": Bilingual("{}が暑いとき", "when {} is hot"),
    "rain": Bilingual("雨が降ったとき", "when it rains"),
    "doorbell": Bilingual("呼び鈴が鳴ったとき", "when the doorbell rings"),
}
_OTHER_CAUSE = Bilingual("何かあったとき", "when something happens")
_AT: Mapping[DayBand, Bilingual] = {
    DayBand.MORNING: Bilingual("朝", "in the morning"),
    DayBand.DAY: Bilingual("昼", "by day"),
    DayBand.EVENING: Bilingual("夕方から晩", "in the evening"),
    DayBand.NIGHT: Bilingual("夜", "at night"),
}


def occasion_said(occasion: FeedbackOccasion, place: Bilingual) -> Bilingual:
    """`夕方から晩、玄関に人が来たとき` / `in the evening, when somebody comes into the hall`."""
    form, at = _CAUSES.get(occasion.cause, _OTHER_CAUSE), _AT[occasion.band]
    ja, en = form.ja.replace("{}", place.ja), form.en.replace("{}", place.en)
    return Bilingual(f"{at.ja}、{ja}", f"{at.en}, {en}")


def never_said() -> Bilingual:
    """That the owner forbade it."""
    return _NEVER


def signs_said(tallies: Sequence[FeedbackTally], band: DayBand) -> Bilingual:
    """The signs in one line, those of most days first."""
    days: dict[FeedbackKind, set[str]] = {}
    for one in tallies:
        days.setdefault(one.kind, set()).add(one.day)
    kinds = sorted(days, key=lambda kind: (-len(days[kind]), kind.value))[:_SHOWN]
    told = [_told(kind, len(days[kind]), band) for kind in kinds]
    ja, en = "、".join(one.ja for one in told), " and ".join(one.en for one in told)
    return Bilingual(ja, en)


def _told(kind: FeedbackKind, count: int, band: DayBand) -> Bilingual:
    ja, one, many = _TIMES[band]
    number = _NUMBERS_EN[count] if count < len(_NUMBERS_EN) else f"{count}"
    form = _FORMS[kind]
    return Bilingual(
        form.ja.replace("{}", f"{count}回{ja}に"),
        form.en.replace("{}", f"on {number} {one if count == 1 else many}"),
    )
