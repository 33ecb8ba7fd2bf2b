"""Chores 予定の頼み: timers, alarms, reminders and routines, whose words stand in a fixed order.

A row of the language's table is a pattern over the folded sentence, in which every time said is
one letter: `W` a moment, `S` a length. The first row that fits decides.
"""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from companion.rooms.understanding import endings_ja
from companion.rooms.understanding.asides import LENGTH_TOLD
from companion.rooms.understanding.chore_parts import chore_parts
from companion.rooms.understanding.fold import fold, own_words
from companion.rooms.understanding.lexicon import DATA
from companion.rooms.understanding.times import When
from companion.words.language import Language
from companion.words.timing import After, Once, OnFact, OnMovement, Recurring
from companion.words.timing_form import to_plain
from companion.words.understood import UnderstoodWish

INTENTS = {
    "timer_set": "HassStartTimer", "timer_cancel": "HassCancelTimer",
    "timer_add": "HassIncreaseTimer", "timer_subtract": "HassDecreaseTimer",
    "timer_pause": "HassPauseTimer", "timer_resume": "HassUnpauseTimer",
    "timer_status": "HassTimerStatus", "alarm_set": "CompanionSetAlarm",
    "alarm_stop": "CompanionStopAlarm", "alarm_cancel": "CompanionCancelAlarm",
    "alarm_snooze": "CompanionSnooze", "alarm_skip": "CompanionSkipAlarm",
    "alarm_status": "CompanionAlarmStatus", "reminder_set": "CompanionSetReminder",
    "reminder_cancel": "CompanionCancelReminder", "routine_off": "CompanionPauseRoutine",
    "routine_on": "CompanionResumeRoutine", "cancel_all_timers": "HassCancelAllTimers",
    "kept": "CompanionKept", "plans": "CompanionPlans", "abilities": "CompanionAbilities",
    "timer_ask": "HassStartTimer", "alarm_ask": "CompanionSetAlarm",
    "reminder_ask": "CompanionSetReminder",
}  # fmt: skip
"""Home Assistant has words for timers only; the others are ours."""
LACKING = {"timer_ask": "timer_set", "alarm_ask": "alarm_set", "reminder_ask": "reminder_set"}
"""A timer without a length, an alarm or a reminder without an hour: asked back, then set."""
ASKING = ("timer_status", "alarm_status", "kept", "plans", "abilities")
_NEEDS_MOMENT = ("alarm_set", "reminder_set")
LONGEST_SNOOZE_S = 3600.0
"""An hour; `one day` puts off no alarm."""


@dataclass(frozen=True, slots=True)
class Chore:
    """予定の頼み: which operation, its words, and when."""

    operation: str
    words: dict[str, str]
    when: When | None
    spans_s: tuple[float, ...]
    by: bool = False


def masked(text: str, whens: Sequence[When]) -> tuple[str, list[When]]:
    """The sentence with every time as one capital letter, which a folded text has not."""
    out, at, kept = "", 0, []
    for when in sorted(whens, key=lambda w: w.start):
        if when.start < at:
            continue
        out += text[at : when.start] + ("S" if when.span_s is not None else "W")
        at = when.end
        kept.append(when)
    return out + text[at:], kept


_DAY_APART = re.compile(
    r"^(?P<day>[^、。はを時]{2,10}?)の(?P<al>あらーむ|目覚まし(?:時計)?)(?:を|は)?"
    r"(?P<time>(?:朝|夜|午前|午後)?の?\d{1,2}(?:時(?:半|\d{1,2}分)?|:\d\d))(?:で|に)?"
)


_DAY_BEHIND = re.compile(
    "^(?P<rest>.*\\d.*[てで])、(?P<day>(?:明日|あした|明後日|あさって|今日|今夜|今晩|(?:来週の?|今週の?|今度の?)?[月火水木金土日]曜日?|毎日|毎朝|毎晩"
    "|平日|土日|週末)?)(?:の)?(?P<part>(?:朝|昼|夜|夕方|晩|午前|午後)?)(?:ね|な|よ|の|だよ|だけど|です|やで|に|には)*$"
)


def with_day_beside(text: str) -> str:
    """明日のアラーム7時で: the day and the hour side by side, as one time is read."""
    if (behind := _DAY_BEHIND.match(text)) is not None and (behind["day"] or behind["part"]):
        hour = re.sub(r"(?=(?<!\d)\d{1,2}(?:時(?!間)|:))", behind["part"], behind["rest"], count=1)
        text = f"{behind['day']}{hour}"  # 7時に起こして、明日の朝ね
    return _DAY_APART.sub(r"\g<day>\g<time>に\g<al>を", text)


_TAKEN_BACK = re.compile(
    "([SW])(?:に|で|の|を)?(?:、| |,|\\.|あ|っ|えっと|え|いや|やっぱり|やっぱ|じゃなくて"
    "|じゃなくって|じゃなかった|ではなく|やなくて|ちゃう|ちがう|違う|違った|間違えた|ごめん|訂正|待って"
    "|no|wait|sorry|actually|rather|make (?:it|that)|i mean|i meant|oops|hang on"
    "|scratch that|not that)+([SW])"
)
_AND_ONE = re.compile("[SW][、, ]*[SW]")


def _put_right(said: str, kept: list[When]) -> tuple[str, list[When]]:
    """5分、やっぱり7分: a time that is taken back, with the one that replaces it."""
    found = _TAKEN_BACK.search(said)
    while found is not None and found[1] == found[2] and not _AND_ONE.fullmatch(found.group()):
        gone = sum(letter in "SW" for letter in said[: found.start()])
        kept = kept[:gone] + kept[gone + 1 :]
        said = said[: found.start()] + said[found.end() - 1 :]
        found = _TAKEN_BACK.search(said)
    return said, kept


def chore_of(text: str, whens: Sequence[When], language: Language) -> Chore | None:
    """The chore a sentence asks for; None where it asks for none."""
    said, kept = _put_right(*masked(text, whens))
    if language is Language.EN:
        said = LENGTH_TOLD.sub("set a timer for S", said)
    table = _table(language)
    said = table.bare(said)
    chore = _chore_of(said, kept, table, language)
    if chore is not None and language is Language.JA and chore.operation == "timer_set":
        chore = replace(chore, words=_without_reason_for_name(chore.words, said))
    if chore is not None and any(_PLACE.search(word) for word in chore.words.values()):
        words = {k: _FOR.sub("", _PLACE.sub("", word).strip()) for k, word in chore.words.items()}
        chore = replace(chore, words=words)
    if chore is None or not _is_movement(chore.when):
        return chore
    if chore.operation != "timer_set" and (chore.operation != "reminder_set" or chore.words):
        return chore
    told = text[chore.when.start : chore.when.end] if chore.when is not None else ""
    told = _AS_SOON.sub("", told).removesuffix("ら")
    return replace(chore, operation="reminder_set", words={"message": told})


_AS_SOON = re.compile(r"^(?:when|once|whenever|as soon as|the moment|every time) ")


_PLACE = re.compile(r" ?\b[SW]\b(?: (?=,))?|(?<![A-Z])[SW](?:前|後)?に?")
"""Where a time stood that is none of the chore's: no letter of the owner's."""


def _without_reason_for_name(words: dict[str, str], said: str) -> dict[str, str]:
    """The words of a timer, whose name is a thing and not what is told beside it."""
    name = _NOT_OF_IT.sub("", _IS_IT.sub("", words.get("name", "")))
    if not name:
        return words
    told = _NO_NAME.search(name) or _GOES_ON.match(said.partition(name)[2])
    rest = {key: value for key, value in words.items() if key != "name"}
    return rest if told else {**rest, "name": name}


def _is_movement(when: When | None) -> bool:
    """パパ帰ってきたら教えて: that somebody came is what is told, and no timer can wait for it."""
    return when is not None and isinstance(when.timing, OnMovement | OnFact)


def _chore_of(said: str, kept: list[When], table: "_Table", language: Language) -> Chore | None:
    if (chore := _row_of(said, kept, table, language)) is not None or language is Language.EN:
        return chore
    plain = _PREVIOUS.sub("", _PAUSED.sub(r"\1", said))
    if (
        plain != said
        and (chore := _row_of(plain, kept, table, language, own_words=False)) is not None
    ):
        return chore
    return _without_reason(plain, kept, table)


_NOUNS = "たいまー|あらーむ|目覚まし(?:時計)?|りまいんだー?|りまいんど|るーてぃん|るーちん|自動化"
_PAUSED = re.compile(
    f"({_NOUNS})(?:は|を|の)?(?:、|やっぱり|やっぱ|とりあえず|しばらく(?:の間)?|当分|今回だけ|今回は|いったん(?=や))+"
)
"""朝のルーティン、しばらく止めて: a pause, and words that change nothing, after the thing."""
_PREVIOUS = re.compile(
    f"(?:設定し|かけ|せっとし|入れ|登録し|作っ)(?:てある|ている|てる|ておいた|といた|た)(?={_NOUNS}|W)"
    f"|(?:さっき|今|前に|先に|、)*(?:一時停止し|(?:止|と|停)め)(?:てある|ておいた|といた|てた|た)(?={_NOUNS}の?(?:を|は)?(?:続|再))"
)
"""設定してあるアラーム: nobody could mean one that is not set, nor by 止めたタイマーの続き
one that runs."""
_REASON = re.compile(
    "^(?P<why>.{2,24}?(?:から|ので|んで|なんで|けど|るし|たし|だし)|.{2,24}?(?:だ|や|です)(?:よ|ね|で|ねん|わ|から)*(?=、))、?(?P<rest>.{3,})$"
)
_NO_REASON = re.compile(
    "言|頼|怒|注意|って|らしい|そうだ|みたい|のに|かも|たら|れば|なら|とき|場合|まま|ないで|やめ|てから|てくる"
    "|(?<!や)[てで](?:、|$)|夢"
)
"""Words that could change the order or are an order of their own, so that they are no reason."""
_LENGTH_FIRST = re.compile("^[^SW]{0,8}S(?:間)?(?:だけ|ほど|くらい|ぐらい)?[^SW]{0,8}$")


def _without_reason(said: str, kept: list[When], table: "_Table") -> Chore | None:
    """20分昼寝するから20分後に起こして: the chore without why it is asked for. A length that only
    the reason tells is that of the chore: 20分だけ寝るから起こして."""
    found = _REASON.match(said)
    if found is None or _NO_REASON.search(found["why"]):
        return None
    told = sum(letter in "SW" for letter in found["why"])
    rest = table.bare(found["rest"])
    if told == len(kept) == 1 and _LENGTH_FIRST.match(found["why"]):
        asked = _row_of(rest, [], table, Language.JA)
        if asked is not None and asked.operation == "timer_ask":
            return replace(
                asked, operation="timer_set", spans_s=(kept[0].span_s or 0.0,), when=kept[0]
            )
        if asked is not None and asked.operation == "alarm_ask" and kept[0].span_s:
            when = replace(kept[0], timing=After(kept[0].span_s), span_s=None)
            return replace(asked, operation="alarm_set", when=when)
        return None
    return _row_of(rest, kept[told:], table, Language.JA)


def _row_of(
    said: str,
    kept: Sequence[When],
    table: "_Table",
    language: Language,
    *,
    own_words: bool = True,
) -> Chore | None:
    """The first row that fits, else the chore by its parts. Without `own_words` nothing that keeps
    what was said as its text."""
    for operation, pattern in table.rows:
        found = pattern.search(said) if own_words or operation != "reminder_set" else None
        if found is None or (operation not in ASKING and not table.all_of_it(said, found)):
            continue
        chore = _fitted(operation, found.groupdict(), found.group(), said, kept)
        if chore is not None:
            return chore
    parts = chore_parts(said, language)
    if parts is None or (parts.operation == "reminder_set" and not own_words):
        return None
    return _fitted(parts.operation, parts.words, said, said, kept)


def _fitted(
    operation: str,
    told: Mapping[str, str | None],
    stretch: str,
    said: str,
    kept: Sequence[When],
) -> Chore | None:
    """The chore with its times; None where they do not fit it. `stretch`: the words it is in."""
    moment = next((w for w in kept if w.span_s is None), None)
    spans = tuple(w.span_s for w in kept if w.span_s is not None)
    if operation in _NEEDS_MOMENT and (moment is None or _several(kept, said, operation)):
        return None
    if not _can_remind(operation, told, stretch, kept, moment) or _too_long(operation, spans):
        return None
    if moment is not None:
        operation = _of_the_moment(operation, moment, stretch)
    if _HANGS.search(told.get("name") or ""):
        return None  # みんなが寝たらカーテンの自動化止めて
    because = _BECAUSE if operation == "reminder_set" else _FOR
    words = {
        k.rstrip("129"): _OF.sub("", because.sub("", v.strip()))
        for k, v in told.items()
        if v and v.strip()
    }
    if operation.endswith("_cancel") and (why := _GONE.match(words.get("name", ""))):
        words["name"] = why["name"]
    if "name" in words and _THIS_ONE.fullmatch(words["name"]):
        del words["name"]
    return Chore(operation, words, moment, spans, said.endswith("by S"))


def _too_long(operation: str, spans: Sequence[float]) -> bool:
    return operation == "alarm_snooze" and max(spans, default=0.0) > LONGEST_SNOOZE_S


_HANGS = re.compile("[ただ]ら|なら(?!な)|れば")
_THIS_ONE = re.compile(
    "(?:今|いま|さっき|さき)?(?:の|かけ|動いて|動かして|鳴って|鳴らして|せっとし|入れ)?(?:てる|てた|た|る|いる)?"
)
"""今かけてるタイマー: the one that runs, and no name of it."""
_IS_IT = re.compile("(?<=[一-龯ぁ-ん]{2})(?:やるから|だから|やから|なので|だし|やし|や)$")
_NOT_OF_IT = re.compile("(?<=[一-龯ぁ-ん]{2})[がはをも]$")
"""パスタが11分: what joins a name is no part of it."""
_NO_NAME = re.compile(
    "(?:から|ので|んで|けど|けん|もん|わ|[よね]|さ|[てで]る(?:し|の|ん)?|[一-龯]しい|[一-龯]い(?:の|ん|し)?"
    "|[てでっん][ただ](?:の|ん|し|ばっかり)?|うち|せっかく|そう|ばっかり|るんだ?|たし|[一-龯]中)$"
)
"""頭痛いの, お客さん来るから: what is told beside a timer is no name of it."""
_GOES_ON = re.compile("[るうくすつぬむぶぐ](?:から|ので|んで|んだ|ん|し|の|わ)")
_NONE = re.compile("なし(?:に|で)?$")


def _of_the_moment(operation: str, moment: When, said: str) -> str:
    """The operation on the alarm that an hour names."""
    if operation == "alarm_set" and not _tells_when(moment):
        return "alarm_ask"
    if operation == "alarm_snooze" and moment.has_clock:
        return "alarm_set"  # 目覚まし8時にずらして
    if operation == "alarm_skip" and moment.has_clock and _NONE.search(said):
        once = isinstance(moment.timing, Once)
        return "alarm_cancel" if once else operation  # 6時半の目覚ましなしに
    return operation


def _can_remind(
    operation: str,
    told: Mapping[str, str | None],
    stretch: str,
    kept: Sequence[When],
    moment: When | None,
) -> bool:
    """Tell me the news for today: a day by itself is no time to be told at; nor is anybody
    reminded of whether something is so."""
    if not operation.startswith("reminder_") or "message" not in told:
        return operation != "reminder_set" or not _asks_now(stretch, moment)
    if _WHETHER.search(told["message"] or ""):
        return False
    if operation == "reminder_ask":
        return not kept
    return operation != "reminder_set" or not _asks_now(stretch, moment)


_ROUTINE_EN = re.compile(
    r"^(?:please )?(?:make|create|set up|add|i want|i'd like) (?:me )?an? (?:new )?"
    r"(?:routine|automation)"
    r"(?: that| to| which| where you)* (?P<order>.+)$"
)
_ROUTINE_JA = re.compile(
    "^(?P<order>.+?)(?P<end>する|す|(?<=[けめげれべえせ])る|る|く)(?:よう(?:に|な)|という|っていう|って)?(?:るーてぃん|るーちん|自動化|習慣|予定)"
    "(?:を|、| )*(?:新しく)?(?:作っ|作成し|追加し|登録し|せっとし|設定し)(?:て|とい?て|ておいて)$"
)
_TE = {"する": "して", "す": "して", "く": "いて"}
_FOR = re.compile(
    "(?:用に?|のため)$|(?:を?(?:茹で|ゆで|作|つく|食べ|飲|煮|焼|炊|蒸ら?)?[るくすむ]|だ|な)(?:から|ので|んで)$"
)
"""パスタ用: a timer is called by what it is for."""
_BECAUSE = re.compile("(?:なんだけど|だけど|だから|なので|なんで|から|ので|んで)、?$")
"""迎えに行くから教えて: why it is told is no part of the text, and the verb is."""
_GONE = re.compile(
    "(?P<name>.{1,12}?)(?:が|は|を|に)?(?:きゃんせる|キャンセル|中止|延期|なくな|無くな|終わ|済ん|行かな).{0,8}(?:から|ので|んで)、?$"
)
"""美容院キャンセルしたから、リマインドいらない: the name is what is off."""
_OF = re.compile("(?<=.)(?:(?:の|こと)?を?忘れない(?:よう(?:に)?)?|の)[、 ]*$")
"""燃えるごみの, before こと, 電話するの忘れないように: what leads on is no part of the text."""


def routine_order(text: str, language: Language) -> str:
    """The order inside a wish for a routine: `make a routine that turns off ...`; empty for
    none."""
    if language is Language.EN:
        found = _ROUTINE_EN.match(text)
        return "" if found is None else re.sub(r"^([a-z]+?)s\b", r"\1", found["order"])
    found = _ROUTINE_JA.match(_table(language).bare(text))
    if found is None:
        return ""
    after_e = found["end"] == "る" and found["order"][-1] in "けめげれべえせ"
    return found["order"] + _TE.get(found["end"], "て" if after_e else "って")


_CANCEL = {
    Language.JA: re.compile(
        "^(?:それ|これ|今の|さっきの|やっぱり|やっぱ|、)*(?:を|は|も)?(?:きゃんせる|取り消し|取消し?|やめ|中止|解除|削除)"
        "(?:(?:に)?し)?(?:て|で|といて|ておいて|よう|ます)?(?:ください|くれる|お願い|ね|よ|。|、)*$"
        "|^(?:あっ?|いや|やっぱりー?|やっぱ|、)*(?:それ|これ|今の|さっきの)(?:は|を|も)?、?"
        "(?:(?:もう)?(?:消し(?:て|といて|ておいて)|いらない|いらん|なし(?:で|にして)?)|もういい)(?:ください|くれる|お願い|わ|や|です|ね|よ|。)*$"
    ),
    Language.EN: re.compile(
        r"^(?:please |actually |no |wait |ok |oh |, )*(?:cancel|scrap|delete|remove|scratch)"
        r"(?: (?:it|that|this|that one|this one))?(?:[ ,]+please)?[ .,]*$"
    ),
}


def only_cancels(text: str, language: Language) -> bool:
    """Whether it says `cancel it` and no more."""
    return _CANCEL[language].match(text) is not None


def cancelled(chore: Chore, text: str, language: Language) -> Chore | None:
    """The cancelling of a chore that was set just before, where the sentence says no more."""
    if not only_cancels(text, language):
        return None
    if chore.operation == "reminder_set":
        return Chore("reminder_cancel", {"name": chore.words.get("message", "")}, None, ())
    if chore.operation == "alarm_set":
        return Chore("alarm_cancel", {}, chore.when, ())
    return Chore("timer_cancel", dict(chore.words), None, chore.spans_s)


def completed(
    operation: str,
    before: str,
    answer: str,
    language: Language,
    whens_of: Callable[[str], Sequence[When]],
) -> Chore | None:
    """A chore that lacked its time, with the answer to the question for it; None where the answer
    says anything else. A day that was said before holds."""
    japanese = language is Language.JA
    if re.fullmatch(r"\d{1,3}", answer) and operation == "timer_set":
        answer = f"{answer}分" if japanese else f"{answer} minutes"  # twenty, of a timer
    bare = _table(language).bare(f"at {answer}" if re.fullmatch(r"\d{1,2}", answer) else answer)
    said, kept = masked(bare, whens_of(bare))
    if not kept or not _ONLY_A_TIME.fullmatch(said):
        return None
    if operation == "timer_set":
        spans = tuple(w.span_s for w in kept if w.span_s is not None)
        name = _named_timer(before, language)
        return Chore(operation, name, kept[0], spans) if spans else None
    days = [w for w in whens_of(before) if w.timing is not None]
    day = before[days[0].start : days[0].end] if days else ""
    hour = f"{day} {bare}".strip()
    if operation == "alarm_set":  # an hour of a wake-up is one of the morning
        hour = f"{hour}起こして" if japanese else f"wake me {hour}"
    both = [w for w in whens_of(hour) if w.span_s is None and w.has_clock]
    if operation == "reminder_set":
        alone = chore_of(before.replace(day, "") if day else before, (), language)
        return Chore(operation, alone.words, both[0], ()) if both and alone is not None else None
    return Chore(operation, {}, both[0], ()) if both else None


_ONLY_A_TIME = re.compile(r"(?:for |at |in )?[WS](?:で|に|間|だけ|かな|です|だ)*")


def _named_timer(before: str, language: Language) -> dict[str, str]:
    for operation, pattern in _table(language).rows:
        if operation == "timer_ask" and (found := pattern.search(_table(language).bare(before))):
            return {k: v.strip() for k, v in found.groupdict().items() if v and k == "name"}
    return {}


def in_own_words(chore: Chore, text: str, language: Language) -> Chore:
    """The texts of a chore as its owner said them: with kanji, katakana and capitals."""
    told = {key: own_words(text, value, language) for key, value in chore.words.items()}
    who = _REMINDS.search(text)
    if who is not None and chore.operation.startswith("reminder_") and told.get("message"):
        told["message"] = f"{who[1][:1].upper()}{who[1][1:]}: {told['message']}"
    return replace(chore, words=told)


_REMINDS = re.compile(
    r"\bremind (?!me\b|us\b|my\b|our\b|the\b|them\b|her\b|him\b|you\b|every)([a-z]+)\b"
    r"(?= (?:to|about|of|that|at|in|when)\b)",
    re.I,
)
"""Remind Josh about his inhaler: the message says who is meant."""


def wish_of(chore: Chore, area: str) -> UnderstoodWish:
    """The chore as a wish. A timer's length is its time."""
    length, other = _lengths(chore)
    slots: dict[str, Any] = {k: v for k, v in chore.words.items() if k in ("name", "message")}
    operation = "timer_cancel" if chore.operation == "cancel_all_timers" else chore.operation
    starts, changes = chore.operation == "timer_set", chore.operation.startswith("timer_")
    if area and changes and slots.get("name", area).casefold() in area.casefold():
        slots.pop("name", None)
    if area and changes and "name" not in slots:
        slots["area"] = area
    parameters: dict[str, Any] = dict(slots)
    if changes and length:
        prefix = "" if operation in ("timer_set", "timer_add", "timer_subtract") else "start_"
        slots |= length_slots(length, prefix)
        parameters |= {"duration_s": length, **length_slots(length, prefix)}
        slots |= length_slots(other, "start_")
    if operation == "alarm_snooze" and length:
        parameters["duration_s"] = length
    when = chore.when.timing if chore.when is not None else None
    if when is not None and not chore.operation.endswith("_set"):
        parameters["which"], when = to_plain(when), None  # which one, not when to act
        if chore.when is not None and not chore.when.has_clock:
            parameters["which_day"] = True
    return UnderstoodWish(
        intent=INTENTS[chore.operation],
        slots=slots,
        operation="" if chore.operation in ASKING else f"schedule.{operation}",
        parameters=parameters,
        when=After(length) if starts and length else None if operation == "alarm_snooze" else when,
    )


def _lengths(chore: Chore) -> tuple[float, float]:
    """The length meant, and that by which a timer is called; `by` comes before the former."""
    spans = chore.spans_s or ((_length(chore.when),) if chore.when else ())
    if not spans:
        return 0.0, 0.0
    if len(spans) == 1:
        return spans[0], 0.0
    return (spans[-1], spans[0]) if chore.by else (spans[0], spans[1])


def _length(when: When | None) -> float:
    timing = when.timing if when is not None else None
    return timing.after_s if isinstance(timing, After) else 0.0


def length_slots(seconds: float, prefix: str) -> dict[str, int]:
    """Hours, minutes and seconds as Home Assistant's timers have them."""
    whole = round(seconds)
    parts = (("hours", whole // 3600), ("minutes", whole % 3600 // 60), ("seconds", whole % 60))
    return {f"{prefix}{name}": count for name, count in parts if count}


def _several(kept: Sequence[When], said: str, operation: str) -> bool:
    """Whether more than one time is said, or one that comes again in a way we do not keep."""
    moments = [w for w in kept if w.span_s is None]
    if operation == "alarm_set" and _AGAIN.search(said):
        return True
    told = {repr(w.timing) for w in moments}
    return len(told) > 1 or (len(moments) == 1 and moments[0].until)


_TOLD = re.compile(r"\b(?:tell me|let me know|shout)\b|教え|知らせ|言っ|伝え|しらせ|おしえ|声")
_WHETHER = re.compile("かどうか|[たるい]か$")
_QUOTES = re.compile("(?:って|と)(?:教え|知らせ|言っ|伝え|しらせ|おしえ)")

"""Words that also ask to be told something now; the others only ever set a reminder."""


def _asks_now(said: str, moment: When | None) -> bool:
    again = moment is not None and isinstance(moment.timing, Recurring)
    if again and _TELLS_TO.search(said):
        return False  # every Thursday night tell me to put the bins out
    return not _tells_when(moment) and bool(_TOLD.search(said)) and not _QUOTES.search(said)


_TELLS_TO = re.compile(r"\b(?:tell|shout at|poke|nudge) (?:me|us) to\b")


def _tells_when(moment: When | None) -> bool:
    """Whether it is a time at which something can be done, and not only a day."""
    return moment is not None and (moment.has_clock or isinstance(moment.timing, OnMovement))


_AGAIN = re.compile(r"ずっと|おき|ごと|隔週|隔日|以降|every other|every second|except")
_SOFTLY = re.compile(
    "(?<=[WSにでをはがのと])(?:ね|な|さ|よ)、|(?<=、)(?:うーん|えーと|ええと|えっと|んー|んーと|うーんと|あー|そうだな|そうね|そやな)、?"
)
"""6時にね、起こして."""
_BESIDES = re.compile(
    "(?<=[をはがのに、ー時計むS])(?:やっぱり|やっぱ|とりあえず|もういいから|もういいや)(?:、)?"
)
"""Said between the words of a chore, and changing nothing."""


_LONGEST_REQUEST = 20
_END = re.compile("[。、?! ]+$")


@dataclass(frozen=True, slots=True)
class _Table:
    """The rows of one language, and what may stand around a chore."""

    rows: tuple[tuple[str, re.Pattern[str]], ...]
    lead: re.Pattern[str]
    trail: re.Pattern[str]
    ends: re.Pattern[str]
    """Words that may follow a row that is open at its end."""
    before: re.Pattern[str]
    """Words that may stand before a row that is open at its beginning: a reason."""

    requests: frozenset[str]
    """Endings that make a te-form a request."""

    def all_of_it(self, said: str, found: re.Match[str]) -> bool:
        """Whether it is the whole sentence: 止めたのに tells, テレビを消して、起こして is half."""
        after, before = said[found.end() :], said[: found.start()]
        return bool(self.ends.fullmatch(after) and self.before.fullmatch(before))

    def bare(self, said: str) -> str:
        """Without fillers and politeness."""
        said = _SOFTLY.sub("", said)
        return _BESIDES.sub("", self.trail.sub("", self._unasked(self.lead.sub("", said))))

    def _unasked(self, said: str) -> str:
        """起こしてもらえると助かるんですが: without all that follows the te-form."""
        said = _END.sub("", said)
        for at in range(max(1, len(said) - _LONGEST_REQUEST), len(said)):
            if said[at - 1] in "てで" and said[at:] in self.requests:
                return said[:at]
        return said


@cache
def _table(language: Language) -> _Table:
    text = (files(DATA) / f"chores_{language.value}.toml").read_text("utf-8")
    data = tomllib.loads(text)

    def filled(pattern: str) -> str:
        for name, words in reversed(data["words"].items()):
            pattern = pattern.replace(f"<{name}>", words)
        return pattern

    rows = tuple((op, re.compile(filled(pattern))) for op, pattern in data["table"]["rows"])
    around = data["around"]
    lead, trail, ends, before = (
        re.compile(around[name]) for name in ("lead", "trail", "ends", "before")
    )
    asked = language is Language.JA
    said = (*endings_ja.requests(), *endings_ja.granted()) if asked else ()
    requests = frozenset(fold(request, language) for request in said)
    return _Table(rows, lead, trail, ends, before, requests)
