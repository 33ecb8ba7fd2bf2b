"""Offers 申し出: offer to skip a routine on a day for which the owner said that it is not wanted.
No routine is skipped unasked; yes skips its next moment, and no leaves it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from companion.home.request import schedule_request
from companion.words.language import Bilingual, Language
from companion.words.schedule import EntryId, EntryKind, Upcoming
from companion.words.text import quoted
from companion.words.trigger import RequestedAction
from companion.words.understood import NOT_WANTED, UnderstoodWish

STANDS = timedelta(minutes=2)
"""How long an offer waits for its answer: as long as `it` refers to what was said."""
_OFFER = Bilingual(
    "{0}に{1}の予定があります。この回は飛ばしますか？（はい／いいえ）",
    "{1} is planned for {0}. Shall I skip it this once? (yes / no)",
)
_STAYS = Bilingual("わかりました。予定のままにします。", "All right, it stays as planned.")
_YES = re.compile(
    r"^(?:はい|うん|ええ|お願い(?:します)?|そうして|飛ばして|とばして|スキップ(?:して)?|いいよ|頼む"
    r"|yes|yeah|yep|sure|ok|okay|please|please do|do|skip it|do it|go ahead)"
    r"(?:[、, ]*(?:please|お願い(?:します)?|飛ばして|skip it|thanks))?[。.!！ ]*$",
    re.I,
)
_NO = re.compile(
    r"^(?:いいえ|いや|ううん|飛ばさないで|そのままで?(?:いい)?|やめて"
    r"|no|nope|no thanks|leave it|don't|keep it)[。.!！ ]*$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Offer:
    """申し出一つ: made when, and of which routine."""

    entry: EntryId
    at: datetime


class Offers:
    """申し出の控え: the last one of each place, until it is answered or stale."""

    def __init__(self) -> None:
        self._made: dict[str, Offer] = {}

    def make(
        self, wishes: Sequence[UnderstoodWish], held: Sequence[Upcoming], now: datetime, place: str
    ) -> Bilingual | None:
        """The offer in words; None where nothing of that day is unwanted. `now` is in the
        household's zone."""
        wish = next((w for w in wishes if w.intent == NOT_WANTED), None)
        if wish is None:
            return None
        day = date.fromisoformat(str(wish.parameters["day"]))
        entry = next((e for e in held if _meant(e, day, set(wish.targets), now)), None)
        if entry is None or entry.due is None:
            return None
        self._made[place] = Offer(entry.entry.id, now)
        due = entry.due.astimezone(now.tzinfo)
        ahead = (due.date() - now.date()).days
        ja = {0: "今日", 1: "明日"}.get(ahead, f"{due.month}月{due.day}日")
        en = {0: "today", 1: "tomorrow"}.get(ahead, f"{due:%-d %B}")
        name = entry.entry.label or f"#{entry.entry.id}"
        return Bilingual(
            _OFFER.ja.format(f"{ja}{due.hour}:{due:%M}", quoted(name, Language.JA)),
            _OFFER.en.format(f"{en} at {due:%H:%M}", quoted(name, Language.EN)),
        )

    def answered(self, text: str, now: datetime, place: str) -> RequestedAction | Bilingual | None:
        """The result of a yes or no to the last offer; None where the text is no answer. Any other
        sentence lets the offer go."""
        offer = self._made.pop(place, None)
        if offer is None or now - offer.at > STANDS:
            return None
        if _YES.match(text.strip()):
            payload: Mapping[str, object] = {"alarm_id": int(offer.entry), "skipping": True}
            return schedule_request("skip_alarm", payload)
        return _STAYS if _NO.match(text.strip()) else None


def _meant(entry: Upcoming, day: date, unwanted: set[str], now: datetime) -> bool:
    if entry.entry.kind is not EntryKind.ROUTINE or not entry.entry.enabled or entry.due is None:
        return False
    if entry.due.astimezone(now.tzinfo).date() != day or entry.entry.skip is not None:
        return False
    touched = {str(i) for action in entry.entry.actions for i in _devices(action.payload)}
    return not unwanted or bool(touched & unwanted)


def _devices(payload: Mapping[str, object]) -> Sequence[object]:
    several = payload.get("device_ids")
    return several if isinstance(several, list | tuple) else (payload.get("device_id"),)
