"""Day ahead: answers "what's on tomorrow?", 明日なんかあったっけ, with what is set for that day
and what people told of it.

The sentences are a closed vocabulary that is matched whole.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import partial

from companion.phrases.calendar import WEEKDAYS_EN, WEEKDAYS_JA, day_said, sentence_start
from companion.phrases.told import turns_said
from companion.ports.answerer import Answer, Cited, HeardSentence
from companion.ports.clock import Clock
from companion.ports.record import Record
from companion.rooms.conversation.vocabulary import asks_for_a_fact, orders
from companion.rooms.recall.ahead import day_named, is_about
from companion.words.episode import episode_of
from companion.words.event import Event
from companion.words.language import Bilingual
from companion.words.question import is_question
from companion.words.schedule import Entry, EntryKind, Upcoming
from companion.words.trust import Authority, authority_of

LOOKED_THROUGH = 2000
"""Newest turns in which words about the day are looked for."""
MOST = 3
"""Entries, and sentences, that are told in one answer."""
_KINDS = {
    EntryKind.ALARM: Bilingual("目覚まし", "the alarm"),
    EntryKind.TIMER: Bilingual("タイマー", "the timer"),
    EntryKind.REMINDER: Bilingual("リマインダー", "the reminder"),
    EntryKind.ROUTINE: Bilingual("決まりごと", "the routine"),
}
_TOLD = Bilingual("聞いているのは{}です。", "I was told: {}.")
_NOTHING = Bilingual(
    "{}の予定は、入っていませんし、聞いてもいません。",
    "Nothing is set for {}, and nobody told me of anything.",
)
_LEAD_EN = r"(?:(?:so|and|ok|okay|right|well|remind me|tell me|good \w+),? )*"
_DAY_EN = (
    r"(?:today|tonight|tomorrow(?: (?:morning|afternoon|evening|night))?|the day after tomorrow"
    rf"|(?:on |this |next )?(?:{'|'.join(WEEKDAYS_EN)}))"
)
_ON = (
    r"(?: (?:on|up|coming up|happening|going on|planned|due|scheduled|to do"
    r"|in (?:the|my|our) diary))"
)
_I_HAVE = r"(?:have (?:i|we)(?: got)?|do (?:i|we) have|am i doing|are we doing)"
_ASKS = re.compile(
    rf"{_LEAD_EN}(?:what(?:'s|s| is| else is){_ON}+|what (?:else )?{_I_HAVE}{_ON}*"
    rf"|{_I_HAVE} (?:anything|something|any plans|plans)(?: else)?{_ON}*"
    rf"|(?:is (?:there )?)?(?:anything|something|any plans|plans)(?: else)?{_ON}*"
    r"|(?:what are|are there) (?:my |our |the |any )?plans)(?: for| on)? "
    rf"{_DAY_EN}(?: again| then| please)*"
    r"|(?:(?:ねえ|あの|えっと|で|そういえば)、?)*(?:今日|きょう|今夜|今晩|明日|あした|あす|明後日|あさって"
    rf"|(?:来週の?|今週の?|今度の?|次の?)?[{WEEKDAYS_JA}]曜日?)(?:の)?(?:朝|昼|午前|午後|夕方|夜)?"
    r"(?:は|って|に|には)?、?(?=.*(?:何|なに|なん|予定|用事|約束))(?:他に|ほかに)?"
    r"(?:何か|なんか|なにか|何が|なにが|何|なに|なんぞ|どんな)?(?:の)?(?:予定|用事|約束)?(?:は|が|って|とか)?、?"
    r"(?:何か|なんか|何|なに|どう)?(?:ある|あります|あったっけ|あったかな|ありましたっけ|入って(?:い)?(?:る|た|ます)"
    r"|だった|なって(?:い)?(?:る|た|ます))?(?:の|ん)?(?:だ|です|でした)?(?:っけ|か|かな|かね|かのう|の|よね)*",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True)
class DayAhead:
    """Answers people of the house."""

    entries: Callable[[], Sequence[Upcoming]]
    """Saved entries of the schedule, soonest first."""
    next_after: Callable[[Entry, datetime], datetime | None]
    """The first moment of an entry later than another, by the calendar."""
    record: Record
    clock: Clock

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """None for a sentence that asks something else."""
        said = " ".join(heard.text.split()).strip("。.!！?？、, ")
        if authority_of(heard.event.trust) is not Authority.USER or not _ASKS.fullmatch(said):
            return None
        day = day_named(said, self.clock.now())
        return None if day is None else Answer(work=partial(self._told_of, day, heard.event))

    async def _told_of(self, day: date, asked: Event) -> Cited:
        zone = self.clock.now().tzinfo
        named = day_said(day, self.clock.now().date())
        entries = self._set(day)[:MOST]
        labels = [one.entry.label.casefold() for one, _ in entries if one.entry.label]
        told = [
            event
            for event in await self._statements(day, asked)
            if not any(label in event.user_text.casefold() for label in labels)
        ]  # the order by which it was set tells no more
        parts = [_set_for(named, entries)] if entries else []
        if told:
            quoted = turns_said([(one.user_text, "", one.at) for one in told], zone)
            parts.append(_TOLD.filled(quoted))
        if not parts:
            parts = [_NOTHING.filled(named)]
        words = Bilingual("".join(p.ja for p in parts), " ".join(p.en for p in parts))
        return Cited(words, tuple(one.id for one in told))

    def _set(self, day: date) -> list[tuple[Upcoming, str]]:
        """Entries of that day with their hours; of what recurs it need not be the next time."""
        zone = self.clock.now().tzinfo
        before = datetime.combine(day, time(), zone) - timedelta(seconds=1)
        found = []
        for one in self.entries():
            if one.due is None:
                continue  # switched off, or it waits for something else than a time
            soon = one.due.astimezone(zone)
            later = self.next_after(one.entry, before) if soon.date() < day else None
            at = later.astimezone(zone) if later is not None else soon
            if at.date() == day:
                found.append((one, f"{at:%H:%M}"))
        return sorted(found, key=lambda entry: entry[1])

    async def _statements(self, day: date, asked: Event) -> list[Event]:
        found: list[Event] = []
        zone = self.clock.now().tzinfo
        for event in await self.record.recallable(limit=LOOKED_THROUGH):
            text, told = event.user_text, episode_of(event)
            if not text or told is None or zone is None or event.id == asked.id:
                continue
            if authority_of(event.trust) is not Authority.USER or not is_about(told, day, zone):
                continue
            if not (is_question(text) or asks_for_a_fact(text) or orders(text)):
                found.append(event)
            if len(found) == MOST:
                break
        return found


def _set_for(day: Bilingual, entries: Sequence[tuple[Upcoming, str]]) -> Bilingual:
    """明日は、07:00に目覚まし、09:00に「薬」があります。"""
    ja, en = [], []
    for one, at in entries:
        kind, label = _KINDS[one.entry.kind], one.entry.label
        ja.append(f"{at}に{f'「{label}」の' if label else ''}{kind.ja}")
        en.append(f"{kind.en}{f' “{label}”' if label else ''} at {at}")
    return Bilingual(
        f"{day.ja}は、{'、'.join(ja)}があります。",
        f"{sentence_start(day.en)} there is {', '.join(en)}.",
    )
