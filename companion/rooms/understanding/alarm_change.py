"""An alarm change 目覚ましの変更 reads `move my alarm from seven to eight`.

The new time is set in place of the alarm that was there, which is looked up by the hour that was
said, or is the only one.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from companion.rooms.understanding.times import When
from companion.words.language import Bilingual, Language
from companion.words.timing import Once, Recurring
from companion.words.timing_form import to_plain
from companion.words.understood import SentenceKind, Understood, UnderstoodWish

_HOUR_JA = r"(?:朝の?|夜の?|午前|午後|明日の?)*\d{1,2}(?:時(?:半|\d{1,2}分)?|:\d\d)"
_ALARM_JA = "(?:あらーむ|目覚まし(?:時計)?)"
_MADE_JA = (
    "(?:に|へ)(?:ずらし|変え|変更し|直し|遅らせ|早め|し|設定し直し|して)(?:と?い?て|て|で|といて)?"
    "(?:ください|くれる?|ね|よ|な|ほしい|や|もらえる|お願い|、|。)*$"
)
_LATER = re.compile("^(?:来週|再来週|来月|週明け|[月火水木金土日]曜日?|明後日|あさって)から")
_FORMS = {
    Language.JA: (
        re.compile(
            f"^(?P<was>{_HOUR_JA})(?:に(?:かけた|せっとした|設定した))?の?(?:{_ALARM_JA}|やつ)(?:を|は|、)*(?P<to>{_HOUR_JA}){_MADE_JA}"
        ),
        re.compile(
            f"^{_ALARM_JA}(?:を|は|、)*(?P<was>{_HOUR_JA})(?:から|じゃなくて|を)(?P<to>{_HOUR_JA}){_MADE_JA}"
        ),
        re.compile(
            f"^(?P<was>{_HOUR_JA})(?:から|を)(?P<to>{_HOUR_JA})に{_ALARM_JA}を?(?:ずらし|変え|変更し)て"
        ),
        re.compile(
            f"^{_ALARM_JA}(?:を|は|、)*(?P<to>{_HOUR_JA})(?:に|へ)(?:ずらし|変え|変更し|遅らせ|早め)(?:と?い?て|て)(?:ください|くれる?|ね|よ|な|お願い|、|。)*$"
        ),
    ),
    Language.EN: (
        re.compile(
            r"^(?:(?:please|can you|could you|would you|just|,) )*(?:move|change|shift|push|put|bring|switch|reset) "
            r"(?:the |my |that |our )?(?:(?P<at>\d[a-z0-9: ]*?|noon) )?alarm(?: clock)?(?: (?:back|forward|on|out|up))*"
            r"(?: (?:from|for|at) (?P<was>.+?))? (?:to|until|till|instead to) (?P<to>[a-z0-9: ]+?)(?: (?:please|instead|for me|will you|would you))*$"
        ),
    ),
}
_EXTRA = re.compile(r"\b(?:and|then|turn|lock|every|each|but|snooze|off|%)\b")
_FROM_LATER = Bilingual(
    "先の日からの変更はまだできません。その日になったら言ってください。",
    "I cannot yet change an alarm from a later day on. Please tell me when it is that day.",
)


def alarm_changed(
    text: str, language: Language, whens_of: Callable[[str], Sequence[When]]
) -> Understood | None:
    """The order to set an alarm in place of another, in a folded sentence; None for any other."""
    if language is Language.JA and (later := _LATER.match(text)) is not None:
        rest = text[later.end() :].lstrip("はの、")
        changed = alarm_changed(rest, language, whens_of)
        return changed and Understood(kind=SentenceKind.COMMAND, refused=_FROM_LATER)
    found = next((m for form in _FORMS[language] if (m := form.match(text)) is not None), None)
    if found is None or _EXTRA.search(found["to"]):
        return None
    told = found.groupdict()
    was = told.get("was") or told.get("at")
    new = _time(found["to"], language, whens_of)
    old = _time(was, language, whens_of) if was else None
    if new is None or (was and old is None):
        return None
    which: Mapping[str, object] = {} if old is None or old.timing is None else to_plain(old.timing)
    wish = UnderstoodWish(
        intent="CompanionSetAlarm",
        operation="schedule.alarm_set",
        parameters={"instead_of": dict(which)},
        when=new.timing,
    )
    return Understood(kind=SentenceKind.COMMAND, wishes=(wish,))


def _time(said: str, language: Language, whens_of: Callable[[str], Sequence[When]]) -> When | None:
    """The one moment of the words, as an alarm for it has it."""
    whole = f"{said}に起こして" if language is Language.JA else f"wake me at {said}"
    found = [w for w in whens_of(whole) if w.has_clock]
    one = len(found) == 1 and isinstance(found[0].timing, Once | Recurring)
    return found[0] if one else None
