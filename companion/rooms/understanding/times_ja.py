"""Times in Japanese 日本語の時: the marks of when, found in a folded sentence."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, time, timedelta

from companion.phrases.calendar import WEEKDAYS_JA
from companion.rooms.understanding.times import (
    WEEKDAYS,
    WEEKEND,
    Mark,
    When,
    days_of,
    given,
    month_day,
    next_weekday,
    put_together,
)
from companion.words.timing import EVERYBODY, Days, Movement, SunEvent

_DAYS_AHEAD = {"今日": 0, "きょう": 0, "本日": 0, "明日": 1, "あした": 1, "あす": 1, "明後日": 2,
               "あさって": 2, "しあさって": 3, "翌日": 1}  # fmt: skip
_PARTS = {"朝": "morning", "午前": "morning", "午前中": "morning", "早朝": "dawn", "お昼": "noon",
          "昼": "noon", "午後": "afternoon", "夕方": "evening", "夜": "night", "晩": "night",
          "よる": "night", "あさ": "morning", "深夜": "midnight", "夜中": "midnight",
          "朝一": "morning", "朝いち": "morning",
          "あさいち": "morning", "朝一番": "morning", "昼過ぎ": "afternoon", "お昼過ぎ": "afternoon",
          "昼すぎ": "afternoon", "お昼すぎ": "afternoon", "ひるすぎ": "afternoon", "ゆうがた": "evening",
          "夜遅く": "night", "晩方": "evening", "ばん": "night", "おひる": "noon",
          "真夜中": "midnight", "明け方": "dawn", "ごご": "afternoon", "ごぜん": "morning"}  # fmt: skip
_TODAY_PART = {
    "今夜": "night",
    "今晩": "night",
    "今夕": "evening",
    "今朝": "morning",
    "こんや": "night",
    "こんばん": "night",
}
_EVERY_PART = {"毎朝": "morning", "毎晩": "night", "毎夕": "evening", "毎夜": "night"}
_SUN = {
    "日没": SunEvent.SUNSET, "日の入り": SunEvent.SUNSET, "日が沈んだ": SunEvent.SUNSET,
    "日が沈む": SunEvent.SUNSET, "日が暮れた": SunEvent.SUNSET, "日が暮れる": SunEvent.SUNSET,
    "夕暮れ": SunEvent.DUSK, "日暮れ": SunEvent.SUNSET, "暗くなった": SunEvent.DUSK,
    "日の出": SunEvent.SUNRISE, "日が昇った": SunEvent.SUNRISE, "夜明け": SunEvent.DAWN,
    "日が昇る": SunEvent.SUNRISE, "夜が明けた": SunEvent.DAWN, "日が落ちた": SunEvent.SUNSET,
    "暗くなる": SunEvent.DUSK, "日が出た": SunEvent.SUNRISE, "陽が沈んだ": SunEvent.SUNSET,
    "明るくなった": SunEvent.DAWN, "空が明るくなった": SunEvent.DAWN, "外が暗くなった": SunEvent.DUSK, "外が明るくなった": SunEvent.DAWN,
}  # fmt: skip
_UNIT_S = {"秒": 1, "びょう": 1, "分": 60, "ふん": 60, "ぷん": 60, "時間": 3600, "じかん": 3600,
           "日": 86400, "週間": 604800}  # fmt: skip
_ROUGH = "(?:ちょうど|きっかり|ぴったり|頃|ごろ|くらい|ぐらい)?"
_LENGTH = (
    r"(?:(?P<h>\d+(?:\.\d+)?)(?:時間|じかん)(?P<hh>半)?)?"
    r"(?:と|、)?(?:(?P<m>\d+(?:\.\d+)?)(?:分|ふん|ぷん)(?!の)(?P<mh>半)?)?"
    r"(?:と|、)?(?:(?P<s>\d+)(?:秒|びょう))?"
)
_SPAN = re.compile(
    r"(?P<half>半時間)|(?:(?P<h>\d+(?:\.\d+)?)(?:時間|じかん)(?P<hh>半)?)?"
    r"(?:(?P<m>\d+(?:\.\d+)?)(?:分|ふん|ぷん)(?P<mh>半)?)?(?:(?P<s>\d+)(?:秒|びょう)(?P<sh>半)?)?"
)
_LATER = re.compile(
    rf"(?:間)?{_ROUGH}(?:後|あと|ご(?!と))(?:に|で|くらいに|ぐらいに|ごろ|ごろに|には)?"
    r"|(?:間)?(?:が)?(?:経っ|たっ|し|すぎ|過ぎ)たら|(?:間)?(?:が)?(?:経過し)たら"
)
_NAME = r"(?P<who>[^、。?をにでへとはが ]{1,12}?)"
_MOVES: tuple[tuple[str, Movement], ...] = (
    (
        r"帰ってき(?:たら|た時(?:に)?|たとき(?:に)?)|帰ったら|帰宅したら|帰宅する(?:と|時に)|戻ったら|戻ってきたら"
        r"|(?:うち|家)に(?:着い|つい|帰っ)たら|着いたら|来たら|到着したら|帰って来たら|帰るとき(?:に)?|帰った(?:時|とき)に?"
        r"|(?:帰宅し|帰ってき|帰っ|戻っ|到着し)[ただ](?:たいみんぐ|時点|瞬間)(?:で|に)"
        r"|帰り次第|帰ってくる(?:と|とき|時)に?",
        Movement.ARRIVES,
    ),
    (
        r"出て(?:い|行)?ったら|(?:家|うち)(?:を|から)?出(?:たら|て(?:い|行)?ったら|るとき(?:に)?|る時(?:に)?|た時(?:に)?)|留守に(?:したら|なったら)"
        r"|出かけ(?:たら|た時(?:に)?|るとき(?:に)?|る時(?:に)?)|出掛け(?:たら|るとき(?:に)?|る時(?:に)?)|家を出たら|外出したら|家を出(?:る|た)(?:時|とき)に?"
        r"|うちを出たら|いなくなったら|出発したら|外出する(?:とき|時)に?",
        Movement.LEAVES,
    ),
)
_MOVED = re.compile(
    rf"(?:{_NAME}(?:が|は))?(?:(?P<place>家|うち|おうち|会社|職場|学校)(?:に|から|へ)?)?"
    rf"(?:(?P<arrives>{_MOVES[0][0]})|(?P<leaves>{_MOVES[1][0]}))"
)
_SELF = (
    "私",
    "わたし",
    "僕",
    "ぼく",
    "俺",
    "おれ",
    "わし",
    "あたし",
    "わい",
    "おいら",
    "自分",
    "うち",
    "",
)
_EVERYBODY = (
    "みんな",
    "全員",
    "家族",
    "家族全員",
    "誰も",
    "だれも",
    "皆",
    "みな",
    "一同",
    "家族みんな",
)
_ANYBODY = ("誰か", "だれか")
_SEVERAL = ("お客", "客", "お客さん", "友達",
            "地震", "台風", "雨", "嵐", "雪", "夜", "朝", "春", "夏", "秋", "冬", "電話", "めーる", "通知", "荷物", "宅配", "宅配便", "郵便",
            "ぴざ", "出前", "ばす", "電車", "たくしー", "停電", "虫", "風", "番", "順番", "時間", "時", "眠気", "業者", "配達")  # fmt: skip
"""Of these no one movement tells that they have come or gone."""
_NO_NAME = (
    "家|うち|今日|明日|今夜|今度|今晩|仕事|学校|会社|職場|無事|夕方|夜|朝|昼|外|次回|出先|旅行|出張|買い物|散歩|もし|もう|あと|すぐ|やっと|いえ|おうち|また"
    "|ちゃんと|はやく|早く|じゃあ|ほな|そして|それで|いつも|みち|ねえ|なあ|あした|きょう|こんど|おい|よし|ほんで"
)
_NAMED_NEAR = re.compile(
    f"(?:^|[、。 ])((?!(?:{_NO_NAME})$)(?:[ぁ-んー]{{2,6}}|[一-龯]{{2,4}}|[一-龯ぁ-んー]{{1,6}}(?:さん|ちゃん|くん|君|様)))も?$"
)
"""ミカ帰ってきたら, みんな出かけたら: who, without a particle."""
_UNTIL_EVENT = re.compile(
    r"それまで(?:は|に|の間は)?|[^、。?をにはが ]{1,10}(?:が|は)?(?:終わったら(?!し)|終わった後(?:に|で)?|終わる頃に?|終わり次第|始まったら|始まる前に|終わってから|始まるまでに"
    r"|おわったら|済んだら|終わるまで(?:に)?|終わったあと(?:に|で)?|終わる前に|届いたら|止んだら|やんだら)"
    r"|(?:会議|ミーティング|授業|仕事|映画|食事|ご飯|ごはん|夕食|夕飯|晩ご飯|朝食|昼食|打ち合わせ|打合せ|番組|ドラマ|電話|お風呂|飲み会|宿題)"
    r"(?:の)?(?:後|あと|前|最中|途中|まえ)(?:に|で)?"
    r"|[^、。?をには ]{1,10}(?<!\d時間経っ)(?<!\d分経っ)[たる](?:後|あと|前|まえ)(?:に|で)"
)


def when_ja(text: str, now: datetime) -> list[When]:
    """Everything said of when."""
    woken = any(
        word in text
        for word in ("起こ", "寝かせ", "起き", "目覚", "アラーム", "あらーむ", "おこし")
    )
    found = put_together(_marks(text, now), text, _between, now, woken=woken)
    return [_bounded(when, text) for when in found]


def _bounded(when: When, text: str) -> When:
    """9時まで says when it is over, 7時から when it begins; 9時までに is a time like any other."""
    after = text[when.end :]
    if when.timing is None or not after.startswith(("まで", "から")):
        return when
    until = after.startswith("まで") and not after.startswith("までに")
    if after.startswith("まで") and not until:
        return when
    return replace(when, end=when.end + 2, until=until)


def _between(gap: str) -> bool:
    return gap in ("", "の", "、", "に", "は", " ", "の、", "だけ", "だけは", "は、", "に、")


def _marks(text: str, now: datetime) -> Iterator[Mark]:
    yield from given(text)
    yield from _moves(text)
    for found in _UNTIL_EVENT.finditer(text):
        yield Mark(start=found.start(), end=found.end(), impossible=True)
    yield from _rarely(text, now)
    yield from _days(text, now)
    yield from _clock(text)
    yield from _lengths(text)
    yield from _sun(text)


_RARE_DAYS = rf"[{WEEKDAYS_JA}]曜?(?:[・と、][{WEEKDAYS_JA}]曜?)*曜?日?(?!\d)"


def _rarely(text: str, now: datetime) -> Iterator[Mark]:
    """隔週の木曜, 第2・第4火曜, 毎月25日."""
    every = "(?:隔週の?|(?P<n>[1-8])週間?(?P<w>おき|に1回|ごと)(?:に|の|、)*)"
    for found in re.finditer(rf"{every}(?P<days>{_RARE_DAYS})", text):
        days = _listed(found["days"])
        first = min(next_weekday(now.date(), day) for day in days)
        weeks = 2 if found["n"] is None else int(found["n"]) + (found["w"] == "おき")
        rule = Days(days, weeks=weeks, since=first)
        yield Mark(start=found.start(), end=found.end(), days=rule)
    which = "(?:毎月の?)?(?P<nth>第[1-5一二三四五](?:[・と、]?第?[1-5一二三四五])*)|毎月の?(?P<last>最終|最後の)"
    for found in re.finditer(rf"(?:{which})(?P<days>{_RARE_DAYS})", text):
        nth = {
            _NUMERALS.get(c) or int(c) for c in re.findall("[1-5一二三四五]", found["nth"] or "")
        }
        rule = Days(_listed(found["days"]), nth=frozenset(nth or {-1}))
        yield Mark(start=found.start(), end=found.end(), days=rule)
    for found in re.finditer(r"毎月の?(?:(?P<d>\d{1,2})日|(?P<end>末日?|最後の日))", text):
        day = int(found["d"] or 31)
        if 1 <= day <= 31:
            yield Mark(start=found.start(), end=found.end(), days=Days(dates=frozenset((day,))))


_NUMERALS = {c: n for n, c in enumerate("一二三四五", start=1)}


def _listed(said: str) -> frozenset[int]:
    letters = re.sub("曜日", "曜", said)
    return frozenset(WEEKDAYS_JA.index(c) for c in letters if c in WEEKDAYS_JA)


def _moves(text: str) -> Iterator[Mark]:
    for found in _MOVED.finditer(text):
        which = Movement.ARRIVES if found["arrives"] else Movement.LEAVES
        start, called = found.start(), found["who"] or ""
        if not called and (near := _NAMED_NEAR.search(text[:start])) is not None:
            called, start = near[1], near.start(1)
        for whole in (*_EVERYBODY, *_ANYBODY):
            if not called and text[:start].endswith(whole):
                called, start = whole, start - len(whole)
        who = _plain_name(called)
        if (some := _household(who.removeprefix("もし"), which)) is not None:
            yield Mark(start=start, end=found.end(), movement=(which, some))
            continue
        if who.removeprefix("もし") in _SEVERAL or "たら" in who:
            yield Mark(start=start, end=found.end(), impossible=True)
            continue
        if found["place"] in ("会社", "職場", "学校") and which is Movement.ARRIVES and not who:
            yield Mark(start=start, end=found.end(), movement=(which, ""))
            continue
        yield Mark(start=start, end=found.end(), movement=(which, "" if who in _SELF else who))


def _household(who: str, which: Movement) -> str | None:
    """Everybody, or anybody of them; None for one person."""
    if who in _EVERYBODY:
        return "" if who == "家族" and which is Movement.ARRIVES else EVERYBODY
    return "" if who in _ANYBODY else None


_THEN = "の?(?:朝|昼|夜|晩|夕|午前|午後|\\d{1,2}(?:時|:))"
_FARTHEST_DAYS = 3660
_HONORIFIC = re.compile(r"(?<=.)(?:ちゃん|さん|くん|君|さま|様)$")


def _plain_name(who: str) -> str:
    """みかちゃん is みか; お父さん stays."""
    return who if who.startswith("お") else _HONORIFIC.sub("", who)


def _days(text: str, now: datetime) -> Iterator[Mark]:
    today = now.date()
    for word, ahead in _DAYS_AHEAD.items():
        for at in _all(text, word):
            yield Mark(start=at, end=at + len(word), day=today + timedelta(days=ahead))
    for word, part in _TODAY_PART.items():
        for at in _all(text, word):
            yield Mark(start=at, end=at + len(word), day=today, part=part)
    for found in re.finditer("明朝|翌朝", text):
        tomorrow = today + timedelta(days=1)
        yield Mark(start=found.start(), end=found.end(), day=tomorrow, part="morning")
    for found in re.finditer(r"(?:(\d+)月)?(\d+)日(?!間|後|以)", text):
        month = int(found[1]) if found[1] else None
        day = month_day(today, month, int(found[2]))
        if day is not None:
            yield Mark(start=found.start(), end=found.end(), day=day)
    yield from _days_on(text, now)
    yield from _recurring(text)
    yield from _some_days(text)
    yield from _weekdays(text, now)


def _days_on(text: str, now: datetime) -> Iterator[Mark]:
    """3日後の朝7時: a day, where an hour follows."""
    for found in re.finditer(rf"(\d+)(日|週間)後(?={_THEN})", text):
        ahead = int(found[1]) * (7 if found[2] == "週間" else 1)
        if ahead <= _FARTHEST_DAYS:
            day = now.date() + timedelta(days=ahead)
            yield Mark(start=found.start(), end=found.end(), day=day)


def _weekdays(text: str, now: datetime) -> Iterator[Mark]:
    today = now.date()
    pattern = rf"(再来週|来週|今週|今度|次)?の?([{WEEKDAYS_JA}])曜日?"
    for found in re.finditer(pattern, text):
        weekday = WEEKDAYS_JA.index(found[2])
        weeks = {"来週": 1, "再来週": 2}.get(found[1] or "", 0)
        day = next_weekday(today, weekday, weeks=weeks)
        yield Mark(start=found.start(), end=found.end(), day=day)
    for found in re.finditer(r"(来週|今度)?の?週末", text):
        yield Mark(start=found.start(), end=found.end(), day=next_weekday(today, 5))


_ONE_OF = f"[{WEEKDAYS_JA}](?:曜(?:日(?!曜))?)?"
"""月, 月曜, 月曜日; of 土曜日曜 the first alone."""


def _recurring(text: str) -> Iterator[Mark]:
    listed = rf"(?:毎週の?|毎(?=[{WEEKDAYS_JA}]曜))({_ONE_OF}(?:[と、・]?{_ONE_OF})*)"
    for found in re.finditer(
        rf"{listed}(?!日)|([{WEEKDAYS_JA}](?:[{WEEKDAYS_JA}・と、])+)曜?(?!\d)", text
    ):
        # 曜日 ends in the letter of Sunday.
        named = re.sub("曜日(?!曜)", "曜", found[1] or found[2])
        letters = [c for c in named if c in WEEKDAYS_JA]
        if found[2] and len(set(letters)) < 2:
            continue
        own = days_of(WEEKDAYS_JA.index(c) for c in letters)
        yield Mark(start=found.start(), end=found.end(), days=own)
    plural = rf"([{WEEKDAYS_JA}])曜(?:日)?(?:ごと|はいつも|は毎週)"
    for found in re.finditer(plural, text):
        days = days_of([WEEKDAYS_JA.index(found[1])])
        yield Mark(start=found.start(), end=found.end(), days=days)
    for pattern, weekdays, off in _EVERY:
        for found in re.finditer(pattern, text):
            part = _EVERY_PART.get(found.group(), "")
            days = days_of(weekdays, holidays_off=off)
            yield Mark(start=found.start(), end=found.end(), days=days, part=part)


def _some_days(text: str) -> Iterator[Mark]:
    """火曜と金曜, 月曜から金曜まで, 日曜以外: days that are counted out."""
    for found in re.finditer(
        rf"(?<!毎週)([{WEEKDAYS_JA}])曜日?(?:と|、|・)([{WEEKDAYS_JA}])曜日?(?:(?:と|、|・)([{WEEKDAYS_JA}])曜日?)?",
        text,
    ):
        own = days_of(WEEKDAYS_JA.index(c) for c in found.groups() if c)
        yield Mark(start=found.start(), end=found.end(), days=own)
    for found in re.finditer(
        rf"(?<![今明翌毎0-9])([{WEEKDAYS_JA}])曜?日?から([{WEEKDAYS_JA}])(?:曜日?(?:まで)?|まで)"
        r"(?:は|の)?(?:毎日|毎朝|毎晩)?",
        text,
    ):
        first, last = (WEEKDAYS_JA.index(c) for c in found.groups())
        days = days_of((first + n) % 7 for n in range((last - first) % 7 + 1))
        yield Mark(start=found.start(), end=found.end(), days=days)
    for found in re.finditer(rf"([{WEEKDAYS_JA}])曜日?以外は?の?(?:毎日|毎朝|毎晩)?", text):
        kept = set(range(7)) - {WEEKDAYS_JA.index(found[1])}
        yield Mark(start=found.start(), end=found.end(), days=days_of(kept))
    for found in re.finditer("祝日以外は?の?(?:毎日|毎朝|毎晩)?(?!平日)", text):
        days = days_of((), holidays_off=True)
        yield Mark(start=found.start(), end=found.end(), days=days)
    for found in re.finditer("(?:来週|来月|再来週|明後日|あさって)から(?=毎|ずっと)", text):
        yield Mark(start=found.start(), end=found.end(), impossible=True)


_EVERY: tuple[tuple[str, frozenset[int], bool], ...] = (
    ("毎日|毎朝|毎晩|毎夕|毎夜|まいにち", frozenset(), False),
    ("平日(?:は|に|の)?(?:毎日|毎朝)?|ウィークデー", WEEKDAYS, False),
    ("(?:週末|土日)以外は?の?(?:毎日|毎朝|毎晩)?", WEEKDAYS, False),
    ("祝日以外の平日|平日で祝日以外", WEEKDAYS, True),
    ("毎週末|週末は(?:毎週)?|土日(?:は|の|に)?|週末の(?=.{2,24}よう(?:に|お願い))", WEEKEND, False),
)


_COMES = re.compile("になったら|になると|が来たら|がきたら")
"""夜になったら: the part of the day, with that it has come."""


_NO_PART = re.compile(
    "ごはん|ご飯|食(?!べ)|飯|練|礼|市|顔|酌|勤|更かし|寝(?=[、。しすをのがはで]|$)|休み|どら|刊|風呂|型|焼け|露|霧|景|空|道|桜|風|活|日(?=[がをはのもで浴差照、。]|$)|ね(?=[しすだやちぶ])"
)
"""朝ごはん, 昼寝: what is called after a part of the day says no time."""


def _clock(text: str) -> Iterator[Mark]:
    for word, part in _PARTS.items():
        for at in _all(text, word):
            if _NO_PART.match(text, at + len(word)):
                continue
            comes = _COMES.match(text, at + len(word))
            yield Mark(start=at, end=comes.end() if comes else at + len(word), part=part)
    yield from _noon(text)
    pattern = (
        r"(?:(?P<part>(?<![毎今明翌])(?:午前|午後|朝|夜|夕方|深夜|お昼|昼|晩|早朝|ごご|ごぜん))の?)?"
        rf"(?P<h>\d{{1,2}})(?:時|じ)(?!間|かん)(?:(?P<m>\d{{1,2}})(?:分|ふん|ぷん)(?P<to>前)?|(?P<half>半))?(?P<before>ちょっと前|前)?{_ROUGH}"
        r"(?:になったら|になると|を?過ぎたら|を?すぎたら|過ぎ|すぎ|がきたら|が来たら|になり次第|までに|の時点で|をもちまして|をもって|を目安に|を目処に)?"
    )
    for found in re.finditer(pattern, text):
        if (mark := _hour(found)) is not None:
            yield mark
    for found in re.finditer(r"(?P<h>[01]?\d|2[0-3]):(?P<m>[0-5]\d)", text):
        told = time(int(found["h"]), int(found["m"]))
        exact = told.hour > 11 or found["h"].startswith("0")
        yield Mark(start=found.start(), end=found.end(), at=told, exact=exact)


def _noon(text: str) -> Iterator[Mark]:
    for word, hour in (("正午", 12), ("零時", 0)):
        for start in _all(text, word):
            yield Mark(start=start, end=start + len(word), at=time(hour), exact=True)


def _hour(found: re.Match[str]) -> Mark | None:
    hour, minute = int(found["h"]), 30 if found["half"] else int(found["m"] or 0)
    if hour > 24 or minute > 59:
        return None
    at = time(hour % 24, minute)
    if found["to"]:
        whole = datetime(2000, 1, 2, hour % 24) - timedelta(minutes=minute)
        at = whole.time()
    part = _PARTS.get(found["part"] or "", "")
    exact = hour > 12 or found["h"].startswith("0") or found["part"] in ("午前", "ごぜん")
    return Mark(start=found.start(), end=found.end(), at=at, part=part, exact=exact)


def _seconds(found: re.Match[str]) -> float:
    """The length in seconds; 0 where nothing was said."""
    if found["half"]:
        return 1800.0
    total = 0.0
    for unit, half, size in (("h", "hh", 3600), ("m", "mh", 60), ("s", "sh", 1)):
        if found[unit]:
            total += (float(found[unit]) + (0.5 if found[half] else 0.0)) * size
    return total


_GRADUALLY = re.compile(
    r"\d+(?:分|秒|時間)半?(?:ほど|くらい|ぐらい)?かけて(?=[^、。]{0,12}(?:[暗明小大低高弱強]|落と|下げ|上げ|消|つけ|開|閉))"
)
"""30分かけて暗くして: nothing here changes by and by."""


def _lengths(text: str) -> Iterator[Mark]:
    at = 0
    while at < len(text):
        found = _SPAN.match(text, at)
        if found is None or not found.group() or not (seconds := _seconds(found)):
            at += 1
            continue
        yield from _length(text, found, seconds)
        at = found.end()
    for found in re.finditer(rf"(\d+)(日|週間)後(?!{_THEN})", text):
        yield Mark(
            start=found.start(), end=found.end(), after_s=float(found[1]) * _UNIT_S[found[2]]
        )


def _length(text: str, found: re.Match[str], seconds: float) -> Iterator[Mark]:
    if "たいまー" not in text and (slowly := _GRADUALLY.match(text, found.start())) is not None:
        yield Mark(start=found.start(), end=slowly.end(), impossible=True)
        return
    later = _LATER.match(text, found.end())
    lead = "あと" if text[: found.start()].endswith("あと") else ""
    start = found.start() - len(lead)
    if later is not None:
        yield Mark(start=start, end=later.end(), after_s=seconds)
    elif lead and re.match("で|したら", text[found.end() :]):
        yield Mark(start=start, end=found.end(), after_s=seconds)
    elif not re.match("以内", text[found.end() :]):
        more = re.match("間(?!接)", text[found.end() :])
        yield Mark(start=start, end=found.end() + (1 if more else 0), span_s=seconds)


def _sun(text: str) -> Iterator[Mark]:
    words = "|".join(sorted(_SUN, key=len, reverse=True))
    pattern = (
        rf"({words})(?!(?<=[たる])(?:から|ので|んで|けど|し|もん))(?:ら|と|時(?:に)?|とき(?:に)?|頃に?|ころに?|になったら|と同時に|の時間に|の時刻に)?"
        r"(?:の?(?P<length>(?:\d+時間)?(?:\d+分)?|半時間|少し|ちょっと)(?P<way>前|後|まえ|あと))?"
    )
    for found in re.finditer(pattern, text):
        offset = 0.0
        if found["way"]:
            length = _SPAN.match(found["length"])
            offset = _seconds(length) if length is not None else 0.0
            offset = offset or 900.0
            offset *= -1 if found["way"] in ("前", "まえ") else 1
        yield Mark(start=found.start(), end=found.end(), sun=_SUN[found[1]], offset_s=offset)


def _all(text: str, word: str) -> Iterator[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + 1)


Reader = Callable[[str, datetime], list[When]]
