"""Cancelled 取りやめ: finds a wish that speaks against what a routine or a report would have done.

"No radio today", いらないよ, "leave it open": said within the last days, or kept as
a preference, it speaks against the act. Only words of the household and of the owner are read.
"""

import re
from collections.abc import Iterable
from datetime import datetime, timedelta

from companion.rooms.context.collect import Collected
from companion.words.areas import PreferenceValue, value_in
from companion.words.event import EventSource
from companion.words.trust import UNTRUSTED, TrustLabel

_AGAINST = re.compile(
    r"\bno \w+(?: \w+)? (?:today|tonight|this|for|tomorrow|until)\b|\bnot (?:today|tonight|this"
    r"|now|needed"
    r"|until|tomorrow)\b|\bdon'?t\b|\bdo not\b|\bleave (?:it|them|the|everything|that)\b"
    r"|\bno need\b"
    r"|\bhush\b|\bsilence\b|\bquiet\b|\bnobody (?:touch|spoil)\b|\bstays? (?:on|off|open|closed"
    r"|shut)\b"
    r"|\bignore\b|\bbroken?\b|\bcancel\w*|\bskip\b|\bwithout\b.*\btoday\b|\basleep\b"
    r"|\bsleep(?:ing)? in\b"
    r"|\bback (?:tomorrow|next|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)|\baway (?:until"
    r"|till)\b"
    r"|\b(?:flat|house|home)(?:'s| is) empty\b"
    r"|\bneeded\b.*\bno\b|\bno\b[^.,]*\bneeded\b|\b(?:rather|let it be) late\b"
    r"|\bnext week\b|\bmigraine\b|\bwants? nothing\b|\bjust want\b"
    r"|\bno \w+, no\b|\bnobody (?:wake|needs)\b|\bwake me\b"
    r"|\bnot a sound\b|\bbefore (?:noon|ten|eleven)\b|\bstays? (?:down|up|drawn)\b"
    r"|\btill I get up\b|\bno (?:\w+ )?(?:lamps?|lights?|coffee|music|radio|telly|blind)\b|んといて"
    r"|(?:いら|要ら)(?:ない|ん|ぬ|ねえ|へん)|いいよ|なくていい|ないで|絶やさ|起こさない|そのまま|ままで|静かに|喪中"
    r"|しずかに|はいいや|入院|誰も家にいま"
    r"|無視|やめ|なしで|休み|寝てる|寝ている|寝かせ"
    r"|\b(?:never|must(?:n'?t| not)|should(?:n'?t| not)|shan'?t|does ?n[o']t|not to be) (?:be )?"
    r"(?:turn|switch|put|touch|open|close|shut|start|stop|play|wake|lock|dim|go|disturb)\w*\b"
    r"|\bkeeps?\b[^.]* (?:on|off|open|closed|shut|drawn|lit|running|quiet|dark)\b"
    r"|(?:消さ|つけ|点け|止め|切ら|切れ|開け|閉め|鳴らさ|動かさ|触ら|かけ|流さ|起こさ|下げ|上げ)"
    r"(?:ない|ず|ぬ|ねえ|へん|ん(?=[。、！!よねでと]|$))(?!と|で済)"
    r"|遅くて|あとでいい|泊まって|旅行|明日の夜|遅くまで寝|壊れ|切れた|すぐ戻|故障",
    re.IGNORECASE,
)


def spoken_against(collected: Collected) -> tuple[str, ...]:
    """Sentences of the last days, and kept wishes, that want something left undone."""
    return tuple(text for text in told_by_household(collected) if speaks_against(text))


def speaks_against(text: str) -> bool:
    """Whether a sentence wants something left undone."""
    return _AGAINST.search(text) is not None


_AS_IT_IS = re.compile(
    r"\bleave (?:it|them|that|everything|all|the \w+)\b|\bas it is\b|\bas they are\b"
    r"|\bback in a\b"
    r"|\bbe right back\b|\bonly (?:a |one )?(?:minute|moment|sec)|\bnobody (?:touch|spoil)\b"
    r"|\bperfect\b"
    r"|\blamps? off\b|\blike it (?:dark|dim|this way)\b|そのまま|ままで|すぐ戻|触らないで"
    r"|このままが",
    re.IGNORECASE,
)
HELD_FOR = timedelta(minutes=60)
"""So long "leave it as it is" speaks against ideas of the companion's own."""


def left_as_it_is(collected: Collected, now: datetime) -> bool:
    """Whether somebody said a moment ago that all is to stay as it is; a guest may too, for it only
    adds care."""
    return _said_lately(_AS_IT_IS, collected, now, HELD_FOR)


_GOES_ON = re.compile(
    r"\b(?:one|a little|a bit|five minutes|ten minutes) (?:more|longer)\b"
    r"|\bnot (?:yet|done|finished)\b"
    r"|\banother (?:one|song|tune|story|round|game|page|chapter|minute|few)\b|\bencore\b"
    r"|\bstill (?:\w+ing|going|at it|up)\b|\bhalf ?way\b|\bdon'?t stop\b|\bin the middle of\b"
    r"|もう(?:一|１|1|ひと|ちょっと|少し|すこし|あと)|あと(?:一|１|1|少し|ちょっと)|まだ(?!か|です)"
    r"|途中|アンコール|続き|いいところ",
    re.IGNORECASE,
)
GOES_ON_FOR = timedelta(minutes=15)
"""So long what people are in the middle of is not ended by a routine."""


def is_going_on(collected: Collected, now: datetime) -> bool:
    """Whether somebody said a moment ago that it goes on; a guest may too, for it adds care."""
    return _said_lately(_GOES_ON, collected, now, GOES_ON_FOR)


def _said_lately(
    words: re.Pattern[str], collected: Collected, now: datetime, within: timedelta
) -> bool:
    return any(
        event.source is EventSource.USER_INPUT
        and event.trust is not TrustLabel.OBSERVED
        and now - event.at <= within
        and words.search(event.user_text)
        for event in collected.events
    )


def told_by_household(collected: Collected) -> Iterable[str]:
    """Sentences of the last days and kept wishes, without words of guests and of others."""
    for event in collected.events:
        if event.source is EventSource.USER_INPUT and event.trust not in UNTRUSTED:
            yield event.user_text
    for row in collected.preferences:
        value = value_in(row, PreferenceValue)
        if value is not None:
            yield value.text
