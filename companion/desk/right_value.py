"""Puts the right day or time 正しい値 into a sentence that was said with a wrong one.

`The dentist is on Wednesday at ten` | `no, Thursday`: the day changes, and the hour stays.
"""

import re

_WEEKDAY_EN = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_MONTH_EN = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
)
_HOURS_EN = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight"
_DAY = re.compile(
    rf"\b(?:(?:this |next )?{_WEEKDAY_EN}(?: week)?|the day after tomorrow|tomorrow|today|tonight"
    rf"|(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH_EN}"
    rf"|{_MONTH_EN} \d{{1,2}}(?:st|nd|rd|th)?"
    r"|the \d{1,2}(?:st|nd|rd|th))\b"
    r"|(?:今週の|来週の|再来週の|次の)?[月火水木金土日]曜日?|明後日|あさって|明日|あした|今日"
    r"|\d{1,2}月\d{1,2}日|(?<!\d)\d{1,2}日(?!間)",
    re.IGNORECASE,
)
_TIME = re.compile(
    rf"\b(?:half past|quarter past|quarter to) (?:\d{{1,2}}|{_HOURS_EN})\b"
    rf"|\b\d{{1,2}}(?::\d\d)? ?(?:am|pm|o'clock)\b|\b\d{{1,2}}:\d\d\b"
    rf"|(?<=\bat )(?:\d{{1,2}}|{_HOURS_EN})\b|^(?:{_HOURS_EN})$"
    r"|(?:(?:午前|午後|朝|昼|夜|夕方)の?)?\d{1,2}時(?:\d{1,2}分|半)?(?!間)",
    re.IGNORECASE,
)
_LEAD = re.compile(r"^(?:(?:on|at|by|in|from) )+", re.IGNORECASE)
_WORDS = re.compile(r"[\s、のがはにで]*")


def put_right(text: str, right: str) -> str | None:
    """The sentence with the days and times of `right` in the place of its own; None where `right`
    is anything else, or the sentence has none, or several, of them."""
    said = _LEAD.sub("", right.strip(" 、,.。!！"))
    parts = [(sort, sort.findall(said)) for sort in (_DAY, _TIME)]
    left = said
    for sort, _ in parts:
        left = sort.sub("", left)
    left = _LEAD.sub("", f"{left.strip()} ").strip()
    named = [(sort, found[0]) for sort, found in parts if len(found) == 1]
    if not named or _WORDS.fullmatch(left) is None or any(len(f) > 1 for _, f in parts):
        return None
    for sort, value in named:
        here = [*sort.finditer(text)]
        if len(here) != 1:
            return None
        text = f"{text[: here[0].start()]}{value}{text[here[0].end() :]}"
    return text


def is_name_for(right: str, value: str) -> bool:
    """Whether a bare word may be meant for a name that was told: Mina for Mia, never `thanks`."""
    words = right.split()
    return 0 < len(words) <= 3 and all(w[:1].isupper() for w in (*words, *value.split()))
