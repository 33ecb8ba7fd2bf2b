"""Fold 正規化: one spelling for what is said the same way."""

import re
import unicodedata
from functools import lru_cache

from companion.words.language import Language

_KATAKANA = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}
_DASHES = str.maketrans({"‐": "ー", "–": "ー", "—": "ー", "〜": "ー", "~": "ー"})
_DIGITS = {c: n for n, c in enumerate("〇一二三四五六七八九")} | {"零": 0, "両": 2}
_TENS = {"十": 10, "百": 100, "千": 1000}
_COUNTED = (
    "(?=度|%|ぱーせんと|ぱー|分|時|秒|割|階|月|日|週|番|つめ|つ(?:上|下|だけ)|目盛|本|回|台|個|段|曜|倍"
    "|かい|ぷん|ふん|じ|びょう)"
)
_NUMERAL = re.compile(
    rf"(?!一時[停的])[〇零一二三四五六七八九十百千]+{_COUNTED}"
    "|[二三四五六七八九]十[一二三四五六七八九]?|十[一二三四五六七八九](?!六夜)|[一二三四五六七八九]?百[一二三四五六七八九]?十"
    "|(?<=[量さをむ度や、])[一二三四五六七八九十百]+(?=に(?:し|さ|戻|下|上|設|お|せ|、|。|$)|で(?:お|い|、|。|$)|まで|、|$)"
)
_NUMERAL_CHARS, _TOO_LARGE = 12, 1_000_000_000_000
_ENDLESS = re.compile(r"\d{10,}")
"""Longer than any time or amount; the calendar's own arithmetic would fail on it."""
_KANA = {"いち": 1, "いっ": 1, "に": 2, "さん": 3, "よん": 4, "よ": 4, "し": 4, "ご": 5, "ろく": 6,
         "ろっ": 6, "なな": 7, "しち": 7, "はち": 8, "はっ": 8, "きゅう": 9, "く": 9}  # fmt: skip
_KANA_COUNTED = {"ぷん": "分", "ふん": "分", "じかん": "時間", "じ": "時", "びょう": "秒",
                 "ど": "度",
                 "ぱーせんと": "%", "ぱー": "%", "わり": "割"}  # fmt: skip
_KANA_NUMERAL = re.compile(
    r"(?:(?<![ぁ-んー0-9])|(?<=を))(?:(?P<tens>に|さん|よん|ご|ろく|なな|はち|きゅう)?(?P<ten>じゅう|じゅっ|じっ))?"
    rf"(?P<unit>{'|'.join(sorted(_KANA, key=len, reverse=True))})?"
    r"(?P<counter>ぷん|ふん|じかん|じ(?=[にはごまから、ちで]|$)|びょう|ど(?=[にあさで]|$)|ぱーせんと|ぱー|わり)"
)
"""Written in kana at the start of a stretch of kana only: くじ and ごど are within other words."""
_WORDS = (
    ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    ("ten", "eleven", "twelve", "thirteen", "fourteen"),
    ("fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_EN_NUMBERS = {w: n for n, w in enumerate(w for row in _WORDS for w in row)}
_TENS_WORDS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_EN_TENS = {word: 10 * number for number, word in enumerate(_TENS_WORDS, start=2)}
_EN_NUMERAL = re.compile(
    rf"\b(?:({'|'.join(_EN_TENS)})(?:[ -]?({'|'.join(list(_EN_NUMBERS)[1:10])}))?"
    rf"|({'|'.join(_EN_NUMBERS)})|(?:a |one )hundred)\b"
)
_STANDS_FOR = re.compile(
    r"\b(?:the|this|that|my|[a-z]+'s)(?: (?!(?:to|at|by|on|of|for|up|down|in)\b)[a-z']+){1,2} one$"
)
_UNIT = re.compile(
    r" ?(?:%|percent|per cent|degree|minute|min\b|hour|second|sec\b|notch|day|week|oclock|am\b|pm\b|more)"
)
"""`the bedroom one` is no number, `the alarm one minute` has one."""
_NOT_A_NUMBER = re.compile(r"(?:\b(?:no|the other|this|that|which|the first|every|any|last) one)$")


def fold(text: str, language: Language) -> str:
    """Width, case and marks made one; Japanese: katakana as hiragana, numerals as digits."""
    text = unicodedata.normalize("NFKC", text).casefold().strip()
    folded = _japanese(text) if language is Language.JA else _english(text)
    return _ENDLESS.sub("#", folded)


def own_words(text: str, part: str, language: Language) -> str:
    """The stretch of a sentence that a part of its folded form was; the part where none is found."""
    starts = [at for at in range(len(text)) if fold(text[at:], language).startswith(part)]
    if not starts or not part:
        return part
    start = starts[-1]
    ends = (at for at in range(start + 1, len(text) + 1) if fold(text[start:at], language) == part)
    return text[start : next(ends, start)].strip() or part


@lru_cache(maxsize=4096)
def fold_name(text: str) -> str:
    """A name as it would be found in a folded sentence of either language."""
    japanese = any(ord(c) > 0x2FFF for c in text)
    return fold(text, Language.JA if japanese else Language.EN)


def _japanese(text: str) -> str:
    text = text.translate(_DASHES).translate(_KATAKANA)
    text = re.sub(r"[,，､]", "、", text)
    text = re.sub(r"[!.．｡]+(?!\d)", "。", text)
    text = re.sub(r"[…「」『』()\"']+", " ", text)
    text = re.sub(r"(?<=[^a-z0-9 ])\s+|\s+(?=[^a-z0-9 ])", " ", text)
    # A space after what may end a sentence is a pause, as speech to text writes it.
    text = re.sub(r"(?<=[てでたるいうくねよなわだれろすらえ]) (?=[^a-z0-9 、。?])", "、", text)
    text = re.sub("(?<=[きりいしちにみ]ま)ー(?=す(?:[、。 ]|$))", "", text)
    text = re.sub("(?<=[すねよてでわ])[ぁぃぅぇぉ]+(?=[、。?]|$)", "", text)
    text = re.sub(r"(?<=\d)時半", "時30分", text)
    text = re.sub(r"(?:明日|あした|今日|きょう)から(?=毎)", "", text)
    text = _POLITE_IF.sub(lambda m: _PLAIN_IF[m[1]], text)
    text = re.sub("ぜろ(?=に|%|ぱー|度|で|まで)", "0", text)
    text = _KANA_NUMERAL.sub(_kana_number, text)
    text = _NUMERAL.sub(lambda m: str(kanji_number(m.group())), text)
    text = _FRACTION.sub(_percent, text)
    text = _TENTHS.sub(lambda m: f"{int(m[1]) * 10 + int(m[2])}%", text)
    return re.sub(r"(\d)度半", r"\1.5度", text)


_FRACTION = re.compile(r"(\d{1,2})分の(\d{1,2}|[一二三四五六七八九])(?!\d|時|分|秒|月|日)")
_TENTHS = re.compile(r"(\d)割(\d)分")


def _percent(found: re.Match[str]) -> str:
    """4分の1 -> 25%."""
    whole, part = int(found[1]), _DIGITS.get(found[2]) or int(found[2])
    return f"{round(100 * part / whole)}%" if 0 < part <= whole else found.group()


_PLAIN_IF = {
    "沈み": "沈んだら", "暮れ": "暮れたら", "なり": "なったら", "帰り": "帰ったら", "かえり": "帰ったら", "来": "来たら",
    "き": "きたら", "戻り": "戻ったら", "出かけ": "出かけたら", "出": "出たら", "着き": "着いたら", "経ち": "経ったら",
    "たち": "たったら", "し": "したら", "昇り": "昇ったら", "落ち": "落ちたら", "終わり": "終わったら", "過ぎ": "過ぎたら",
    "起き": "起きたら", "外出し": "外出したら", "帰宅し": "帰宅したら", "いたし": "したら", "まいり": "きたら",
}  # fmt: skip
_POLITE_IF = re.compile(f"({'|'.join(sorted(_PLAIN_IF, key=len, reverse=True))})ましたら")
"""日が沈みましたら: a polite `when` is the plain one."""


def _kana_number(found: re.Match[str]) -> str:
    tens, ten, unit = found["tens"], found["ten"], found["unit"]
    if not ten and not unit:
        return found.group()
    whole = (_KANA.get(tens or "", 1) * 10 if ten else 0) + _KANA.get(unit or "", 0)
    return f"{whole}{_KANA_COUNTED[found['counter']]}"


def kanji_number(numeral: str) -> int:
    """二十五 -> 25; 三〇 -> 30."""
    if len(numeral) > _NUMERAL_CHARS:
        return _TOO_LARGE  # no number anybody means; `fold` takes it away
    if not any(c in _TENS for c in numeral):
        return int("".join(str(_DIGITS[c]) for c in numeral))
    total, held = 0, 0
    for c in numeral:
        if c in _TENS:
            total, held = total + (held or 1) * _TENS[c], 0
        else:
            held = _DIGITS[c]
    return total + held


def _english(text: str) -> str:
    text = text.replace("’", "'").replace("…", " , ").replace("—", " , ").replace(";", " , ")
    text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)
    text = re.sub(r"\bo'clock\b", "oclock", text)
    text = re.sub(r"\b([ap])\.\s?m\b\.?", r"\1m", text)
    text = re.sub(r"[\"()!*_]+", " ", text)
    text = re.sub(r"(?<=[a-z])-(?=[a-z0-9])", " ", text)
    text = re.sub(r"\b([ap]) m\b", r"\1m", text)  # as speech to text spells them
    text = re.sub(r"\b(a c|t v)\b", lambda m: m[0].replace(" ", ""), text)
    text = re.sub(r"\bfor for (?=minutes|hours|seconds)", "for 4 ", text)
    text = re.sub(r"(?<!\d)\.|\.(?!\d)", " . ", text)
    text = re.sub(r",", " , ", text)
    text = re.sub(r"\?", " ? ", text)
    text = re.sub(r"(\d)\s*(?:%|percent\b|per cent\b)", r"\1 %", text)
    text = re.sub(r"(\d)(min|mins|sec|secs|h|hr|hrs|s|m)\b", r"\1 \2", text)
    text = re.sub(r"\ba couple (?:of )?(?=degrees|notches|percent)", "2 ", text)
    text = _EN_NUMERAL.sub(_digits, text)
    text = re.sub(r"(\d)\s*(?:percent\b|per cent\b)", r"\1 %", text)
    text = re.sub(r"\ban hour and 3 quarters\b", "105 minutes", text)
    text = re.sub(r"\b(?:an? )?quarter of an hour\b", "15 minutes", text)
    text = re.sub(r"\b3 quarters of an hour\b", "45 minutes", text)
    text = _NEVER_MIND.sub("actually ", text)
    for pattern, plainly in _APART:
        text = pattern.sub(plainly, text)
    text = _TAKEN_BACK.sub(r"\g<new>\g<unit>", text)
    return re.sub(r"\s+", " ", text).strip()


_NEVER_MIND = re.compile(r"^(?:actually |oh |no |ah )*never ?mind (?:, )?(?=[a-z])")
_APART = (
    (re.compile(r"\b(weekend|weekday) alarm (?:for|at|to) (.+)$"), r"alarm at \2 on \1s"),
    (re.compile(r"\b(?:pull|draw)((?: [a-z']+){1,4}? (?:curtains?|drapes)) back\b"), r"open\1"),
    (re.compile(r"\b(?:pull|draw)((?: [a-z']+){1,4}? (?:curtains?|drapes)) (?:to|across)\b"),
     r"close\1"),
    (re.compile(r"\bgive((?: [a-z']+){1,4}?) a (?:quick |good )?"
                r"(?:hoover|vacuum|clean|sweep|once over|going over)\b"), r"vacuum\1"),
)  # fmt: skip
"""What is said in two pieces around its thing, in one."""
_TAKEN_BACK = re.compile(
    r"\b\d+(?P<unit> (?:minutes?|hours?|seconds?|degrees?|%|am|pm))? ,? ?(?:no wait|no|sorry|wait|i mean"
    r"|actually)(?: ,)? (?:make (?:it|that) )?(?P<new>\d+)\b(?(unit)(?: (?:minutes?|hours?|seconds?|degrees?|%|am|pm))?)"
)
"""`5 minutes, no wait, 7`: a number that is taken back leaves its unit to the next."""


def _digits(found: re.Match[str]) -> str:
    tens, unit, single = found.groups()
    if _NOT_A_NUMBER.search(found.string[: found.end()]):
        return found.group()
    stands_for = single == "one" and _STANDS_FOR.search(found.string[: found.end()])
    if stands_for and not _UNIT.match(found.string[found.end() :]):
        return found.group()
    if tens is not None:
        return str(_EN_TENS[tens] + (_EN_NUMBERS[unit] if unit else 0))
    return str(_EN_NUMBERS[single]) if single is not None else "100"
