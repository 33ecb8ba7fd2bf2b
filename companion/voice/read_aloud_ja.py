"""Read aloud in Japanese: units, times, dates, and common names in Latin letters.

Kanji and plain numbers stay: the voice reads them by its own dictionary. Other words in Latin
letters stay too: the voice has a model that turns them into kana."""

import re
import unicodedata
from collections.abc import Mapping

from companion.phrases.calendar import WEEKDAYS_JA
from companion.words.table import table

_TABLE: Mapping[str, Mapping[str, str]] = table("companion.voice", "read_aloud_ja.toml")
UNITS, BEFORE, WORDS = _TABLE["units"], _TABLE["before"], _TABLE["words"]
LETTERS, SYMBOLS, MONEY = _TABLE["letters"], _TABLE["symbols"], _TABLE["money"]
KELVIN_FROM = 1000
"""A light has thousands of kelvin; 4K is a screen."""

_NUMBER = r"\d+(?:,\d{3})*(?:\.\d+)?"
_ISO = re.compile(r"(?<!\d)(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)(?:T(?=\d))?")
_MONTH_DAY = re.compile(r"(?<![\d/.])(1[0-2]|0?[1-9])/(3[01]|[12]\d|0?[1-9])(?![\d/])")
_DAY = re.compile(rf"(?<=日)\s?\(([{WEEKDAYS_JA}])\)")
_FRACTION = re.compile(r"(?<![\d/.])(1|2|3)/(2|3|4)(?![\d/])")
_CLOCK = re.compile(
    r"(?<![\d:.])(?:([AP])M\s*)?([01]?\d|2[0-4]):([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?(?![\d:])"
    r"(?:\s*([APap])\.?[Mm]\.?(?![A-Za-z]))?"
)
_LENGTH = re.compile(
    r"(?<![\d:.])(?P<before>残り(?:時間)?[はが]?|あと)\s?(?:(\d{1,2}):)?([0-5]?\d):([0-5]\d)(?![\d:])"
    r"|(?<![\d:.])(?:(\d{1,2}):)?([0-5]?\d):([0-5]\d)(?=(?:が|も)?残)"
)
"""A clock's figures that tell how long, not when: minutes and seconds, or hours before them."""
_WEEKDAY = re.compile(rf"(?<![一-龠])([{WEEKDAYS_JA}])(?=\s+\d{{1,2}}[:時])")
_RANGE = re.compile(
    r"(?<=[\d時分秒半日月度階%C])\s*[~〜]\s*(?=(?:午[前後])?[\d−-])"
    r"|(?<=[時分半])\s*[-–—]\s*(?=(?:午[前後])?\d)"
    r"|(?<=\d)\s*[-–—]\s*(?=\d+\s*(?:°|%|時|分|秒|度|日|人))"
)
_PRICE = re.compile(rf"([$€£¥])\s?({_NUMBER})")
_MINUS = re.compile(r"(?<![\w\d.,)])[-−](?=\d)")
_UNIT = "|".join(sorted(map(re.escape, UNITS), key=len, reverse=True))
_MEASURE = re.compile(rf"(?<![A-Za-z\d])({_NUMBER})\s?({_UNIT})(?![A-Za-z\d/°])")
_ABOUT = re.compile(r"(?<![\d時分秒半日月度階%C])[~〜]\s*(?=\d)")
_HOURS_MINUTES = re.compile(r"(?<![A-Za-z\d])(\d+)\s?h\s?(\d+)\s?m(?:in)?(?![A-Za-z])")
_VERSION = re.compile(r"(?<![A-Za-z])(?:[Vv]er(?:sion)?\.?|[Vv](?=\d+\.))\s?(?=\d)")
_DOTTED = re.compile(r"(?<![\d.])\d+(?:\.\d+){2,}(?!\.?\d)")
_ADDRESS = re.compile(r"(?<=[A-Za-z\d])\.(?=(?:com|jp|net|org|co|local)(?![A-Za-z]))")
_LOT = re.compile(r"(?<=丁目)(\d+)-(\d+)")
_HYPHEN = re.compile(r"(?<=[A-Za-z])-(?=[A-Za-z\d])(?!Fi)")
_ACCENTED = re.compile(r"[À-ɏ]")
_SPEED = re.compile(rf"(?:時速)?({_NUMBER})\s?km/h")
_WIND = re.compile(rf"(?<=風速)({_NUMBER})\s?m/s")
_CARBON_DIOXIDE = re.compile(r"(?<![A-Za-z])CO[2₂](?![A-Za-z\d])")
_BASEMENT = re.compile(r"(?<![A-Za-z])B(\d)(?:F|階)")
_NUMBERED = re.compile(r"(?<![A-Za-z])[Nn]o\.\s?(?=\d)")
_JOINED = re.compile(r"(?<=[A-Za-z])[._](?=[A-Za-z])")
_OR = re.compile(r"(?<=[^\d\s])/(?=[^\d\s])")
_WORD = re.compile(r"[A-Za-z]+(?:-Fi)?")
_SPACE = re.compile(r"(?<=[^\x00-\x7f])\s+|\s+(?=[^\x00-\x7f])")
_BY_FOLDED: Mapping[str, str] = {word.casefold(): kana for word, kana in WORDS.items()}


def in_japanese(text: str) -> str:
    """Written out."""
    said = unicodedata.normalize("NFKC", text.replace("～", "〜"))
    said = _ACCENTED.sub(lambda m: unicodedata.normalize("NFD", m[0])[0], said)
    said = _DOTTED.sub(lambda m: m[0].replace(".", "てん"), _VERSION.sub("バージョン", said))
    said = _ADDRESS.sub("ドット", _LOT.sub(r"\1の\2", said))
    said = _HOURS_MINUTES.sub(r"\1時間\2分", said).replace("A/C", "エアコン")
    said = _ISO.sub(lambda m: f"{m[1]}年{int(m[2])}月{int(m[3])}日", said)
    said = _FRACTION.sub(lambda m: f"{m[2]}分の{m[1]}", said)
    said = _MONTH_DAY.sub(lambda m: f"{int(m[1])}月{int(m[2])}日", said)
    said = _DAY.sub(r"\1曜日", said)
    said = _CLOCK.sub(_time, _WEEKDAY.sub(r"\1曜", _LENGTH.sub(_length, said)))
    said = _WIND.sub(r"\1メートル", _SPEED.sub(r"時速\1キロ", said))
    said = _CARBON_DIOXIDE.sub("シーオーツー", said)
    said = _BASEMENT.sub(r"地下\1階", said)
    said = _ABOUT.sub("約", _RANGE.sub("から", said))
    said = _PRICE.sub(lambda m: f"{m[2]}{MONEY[m[1]]}", said)
    said = _MINUS.sub("マイナス", said)
    said = _MEASURE.sub(_measure, said)
    said = _NUMBERED.sub("ナンバー", said)
    said = _OR.sub("、", _JOINED.sub(" ", _HYPHEN.sub(" ", said)))
    for symbol, word in SYMBOLS.items():
        said = said.replace(symbol, word)
    said = _WORD.sub(_word, said)
    return re.sub(r"\s+", " ", _SPACE.sub("", said)).strip()


def _measure(found: re.Match[str]) -> str:
    """A number with its unit; the words of some units stand before it."""
    number, unit = found[1], found[2]
    if unit == "K" and float(number.replace(",", "")) < KELVIN_FROM:
        return found[0]
    return f"{BEFORE.get(unit, '')}{number}{UNITS[unit]}"


def _length(found: re.Match[str]) -> str:
    """1時間2分3秒; what is none is left out."""
    numbers = found.groups()[1:4] if found["before"] else found.groups()[4:7]
    parts = zip(numbers, ("時間", "分", "秒"), strict=True)
    told = "".join(f"{int(number)}{unit}" for number, unit in parts if int(number or 0))
    return f"{found['before'] or ''}{told or '0秒'}"


def _time(found: re.Match[str]) -> str:
    """18時5分; a half hour as people say it."""
    half = (found[1] or found[4] or "").upper()
    hour, minute = int(found[2]), int(found[3])
    said = {"A": "午前", "P": "午後", "": ""}[half] + f"{hour}時"
    if minute == 30:
        return f"{said}半"
    return f"{said}{minute}分" if minute else said


def _word(found: re.Match[str]) -> str:
    """In kana where it is known or said letter by letter."""
    word = found[0]
    if (kana := _BY_FOLDED.get(word.casefold())) is not None:
        return kana
    by_letter = len(word) == 1 or (word.isupper() and len(word) <= 5)
    return "".join(LETTERS[letter] for letter in word.upper()) if by_letter else word
