"""Read aloud in English: numbers by num2words; Japanese names in Latin letters by jaconv."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from companion.phrases.calendar import MONTHS_EN, SHORT_CHARS, WEEKDAYS_EN
from companion.words.table import table

_TABLE = table("companion.voice", "read_aloud_en.toml")
UNITS: Mapping[str, Sequence[str]] = _TABLE["units"]
SHORT: Mapping[str, str] = _TABLE["short"]
CAPITALS: Mapping[str, str] = _TABLE["capitals"]
SYMBOLS: Mapping[str, str] = _TABLE["symbols"]
MONEY: Mapping[str, Sequence[str]] = _TABLE["money"]
"""Of units and of money: the word for one, and for more."""
CENTS: Mapping[str, str] = {"$": "cents", "€": "cents", "£": "pence", "¥": "sen"}
FRACTIONS: Mapping[str, str] = {
    "1/2": "one half",
    "1/3": "one third",
    "2/3": "two thirds",
    "1/4": "one quarter",
    "3/4": "three quarters",
    "½": "one half",
    "¼": "one quarter",
    "¾": "three quarters",
}
MANY: Mapping[str, str] = {"k": "thousand", "M": "million", "bn": "billion", "x": "times"}
"""Letters straight behind a number."""
WEEKDAYS: Mapping[str, str] = {name[:SHORT_CHARS]: name for name in WEEKDAYS_EN}
KELVIN_FROM = 1000
"""A light has thousands of them; 4K is a screen."""

_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5E)}
_MINUS = r"(?<![\w.,)])[-−]"
_NUMBER = rf"(?:{_MINUS})?\d+(?:,\d{{3}})*(?:\.\d+)?"
_TO = r"(?:-|\s*[–—~〜～]\s*)"
_HOUR = r"(?<![\d:.])(?:[01]?\d|2[0-3]):[0-5]\d(?![\d:])"
_CLOCK = re.compile(
    r"(?<![\d:.])([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?(?![\d:])"
    r"(?:\s*(?:([AaPp])\.?[Mm]\b\.?))?"
)
_LEFT = r"(?=\s+(?:left|remaining|to go|more)\b)"
_LENGTH = re.compile(
    r"(?<![\d:.])(?<!\bat )(?<!\bthe )(?:(\d{1,2}):)?([0-5]?\d):([0-5]\d)(?![\d:])" + _LEFT
)
"""A clock's figures that tell how long, not when: minutes and seconds, or hours before them."""
_PART_OF_DAY = r"\s+(?:in the (?:morning|afternoon|evening)|at night)\b"
_HOURS_ALONE = re.compile(r"(?<![\d:.])(1[0-2]|[1-9])\s*([AaPp])(?:\.[Mm]\.|[Mm]\b)")
_HALF_TOLD = re.compile(rf"(?<![\d:.])([01]?\d|2[0-3]):([0-5]\d)(?={_PART_OF_DAY})")
_CLOCK_RANGE = re.compile(rf"({_HOUR})\s*[-–—~〜～]\s*(?={_HOUR})")
_ABOUT = re.compile(r"(?<![\w\d\s])\s*[~〜～]\s?(?=\d)|(?<=\s)[~〜～]\s?(?=\d)|^[~〜～]\s?(?=\d)")
_ISO = re.compile(r"(?<!\d)(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)(T(?=\d))?")
_DAY_OF_MONTH = re.compile(
    rf"\b({'|'.join(f'{m}|{m[:SHORT_CHARS]}' for m in MONTHS_EN)})\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?"
    r"(?:,?\s+(\d{4}))?(?![\d:])"
)
_DAYS = re.compile(
    rf"\b({'|'.join(f'{m}|{m[:SHORT_CHARS]}' for m in MONTHS_EN)})\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?"
    r"(?:\s*[-–—~]\s*|\s+to\s+)(\d{1,2})(?:st|nd|rd|th)?(?![\d:\w°%])"
)
_MONTH_DAY = re.compile(r"(?<![\d/])(1[0-2]|0?[1-9])/(3[01]|[12]\d)(?![\d/])")
_MONTH = "|".join(f"{m}|{m[:SHORT_CHARS]}" for m in MONTHS_EN)
_DAY_FIRST = re.compile(
    rf"(?:\bthe )?(?<![\w./])(\d{{1,2}})(?:st|nd|rd|th)?(?: of)?\s+({_MONTH})\b\.?"
    r"(?:,?\s+(\d{4})(?![\d:]))?"
)
_DOTTED_DATE = re.compile(
    r"(?<![\d.])(3[01]|[12]?\d|0[1-9])\.(1[0-2]|0?[1-9])\.((?:19|20)\d\d)(?!\.?\d)"
)
_SLASHED_DATE = re.compile(
    r"(?<![\d/])(1[0-2]|0?[1-9])/(3[01]|[12]\d|0?[1-9])/((?:19|20)\d\d)(?![\d/])"
)
_WEEKDAY = re.compile(rf"\b({'|'.join(WEEKDAYS)})(?:\.|\b)(?=,?\s*\d)")
_WEEKDAYS = re.compile(rf"\b({'|'.join(WEEKDAYS)})\s*[-–—]\s*({'|'.join(WEEKDAYS)})\b")
_DECADE = re.compile(r"(?<!\d)((?:19|20)\d0)'?s\b")
_PAGE = re.compile(r"\bp\.\s?(?=\d)")
_YEAR = re.compile(
    r"\b(in|since|until|before|after|of|year) ((?:19|20)\d\d)(?![\d.,:%]|\s?[A-Za-z°%]{1,3}\b)"
)
_AGE = re.compile(r"(?<=\bthe )([2-9]0)'?s\b")
_MIXED = re.compile(rf"(?<![\d/.])(\d+)\s?({'|'.join(map(re.escape, FRACTIONS))})(?![\d/])")
_HALVED = re.compile(r"(?<![\d/])50/50(?![\d/])")
_INCHES = re.compile(r"(?<![\w'])(\d+(?:\.\d+)?)(?:\"|″)(?=[\s-][A-Za-z])")
_BY = re.compile(r"(?<=\d)\s[x×]\s(?=\d)")
_CALL = re.compile(r"(?i:\b(call|dial|ring|phone)) (\d{3})(?![\d:%°-]|\.\d|\s?[A-Za-z])")
_AREA_CODE = re.compile(r"\((\d{2,4})\)\s?(?=\d{2,4}-\d)")
_FRACTION = re.compile("|".join(rf"(?<![\d/]){re.escape(f)}(?![\d/])" for f in FRACTIONS))
_UNIT = "|".join(sorted(map(re.escape, UNITS), key=len, reverse=True))
_MEASURE = re.compile(rf"({_NUMBER})(?:{_TO}({_NUMBER}))?\s?({_UNIT})(?![\w°²³/])")
_SAME_UNIT = re.compile(rf"({_NUMBER})\s?({_UNIT}){_TO}(?={_NUMBER}\s?(\2)(?![\w°²³/]))")
_HOURS_MINUTES = re.compile(r"(?<![\w.])(\d+)\s?h\s?(\d+)\s?m(?!\w)")
_JOINED_UNITS = re.compile(r"(?<=\dh)\s?(?=\d+\s?min)|(?<=\dmin)\s?(?=\d+\s?s)")
_MANY = re.compile(rf"(?<![\w.$€£¥])(?:({_NUMBER}){_TO})?({_NUMBER})({'|'.join(MANY)})(?!\w)")
_FEET = re.compile(r"(?<!\w)(\d)'(\d{1,2})(?:\"|″)")
_PARTICLES = re.compile(r"(?<!\w)PM(?=2\.5|10\b)")
_BETWEEN = re.compile(r"\s/\s")
_HALVES = re.compile(r"(?<=[ap]\.m\.)\s*[-–—]\s*(?=\d)|(?<=[ap]m)\s*[-–—]\s*(?=\d)", re.I)
_RANGE = re.compile(rf"(?<![\w.-])({_NUMBER}){_TO}({_NUMBER})(?![\w-])")
_PRICE = re.compile(rf"([$€£¥])\s?({_NUMBER})")
_ORDINAL = re.compile(r"(?<!\w)(\d+)(?:st|nd|rd|th)\b")
_PHONE = re.compile(r"(?<![\w.])(?:0\d+|\d{2,4}(?:-\d{3,4})+)(?:-\d+)*(?![\w.]\d)")
_PLAIN = re.compile(rf"(?<![\w.])({_NUMBER})(?![\w]|\.\d)")
_CAPITALS = re.compile("|".join(rf"(?<![\w-]){name}(?![\w-])" for name in CAPITALS))
_CARBON_DIOXIDE = re.compile(r"(?<!\w)CO[2₂](?!\w)")
_SHORT = re.compile("|".join(rf"(?<!\w){re.escape(s)}(?!\w)" for s in SHORT))
_ENTITY = re.compile(r"\b([a-z_]+)\.([a-z0-9]+(?:_[a-z0-9]+)+)\b")
_OR = re.compile(r"(?<=[A-Za-z])/(?=[A-Za-z])")
_KANA = re.compile(r"[ぁ-ゖ]+|[ァ-ヺー]+")
_NAME = re.compile(r"[ァ-ヺ]")
_KANJI = re.compile(r"[一-鿿々]")


def in_english(text: str) -> str:
    """Written out. Names with kanji stay: only a dictionary reads them."""
    said = _HALVES.sub(" to ", text.translate(_FULL_WIDTH).replace("º", "°"))
    said = _LENGTH.sub(_length, said)
    said = _SHORT.sub(lambda m: SHORT[m[0]], _PAGE.sub("page ", said))
    said = _ENTITY.sub(lambda m: f"{m[1]} {m[2]}".replace("_", " "), said)
    said = _CLOCK_RANGE.sub(r"\1 to ", said)
    said = _ABOUT.sub(" about ", said)
    said = said.replace("24/7", "twenty-four seven")
    said = _ISO.sub(lambda m: _day_and_time(m) or m[0], said)
    said = _DOTTED_DATE.sub(lambda m: _date(int(m[2]), int(m[1]), m[3]), said)
    said = _SLASHED_DATE.sub(lambda m: _date(int(m[1]), int(m[2]), m[3]), said)
    said = _WEEKDAYS.sub(lambda m: f"{WEEKDAYS[m[1]]} to {WEEKDAYS[m[2]]}", said)
    said = _WEEKDAY.sub(lambda m: WEEKDAYS[m[1]], said)
    said = _PARTICLES.sub("P M ", said)
    said = _HALF_TOLD.sub(lambda m: _time(int(m[1]), int(m[2]), "A")[:-3], said)
    said = _CLOCK.sub(lambda m: _time(int(m[1]), int(m[2]), m[3]), said)
    said = _HOURS_ALONE.sub(lambda m: f"{_number(m[1])} {m[2].upper()}M", said)
    said = _DAYS.sub(lambda m: _days(m) or m[0], said)
    said = _DAY_FIRST.sub(lambda m: _date(_month(m[2]), int(m[1]), m[3]) or m[0], said)
    said = _DAY_OF_MONTH.sub(lambda m: _date(_month(m[1]), int(m[2]), m[3]) or m[0], said)
    said = _HALVED.sub("fifty-fifty", _MIXED.sub(_mixed, said))
    said = _FRACTION.sub(lambda m: FRACTIONS[m[0]], said)
    said = _MONTH_DAY.sub(lambda m: _date(int(m[1]), int(m[2]), None) or m[0], said)
    said = _AGE.sub(lambda m: _decade(m[1]), said)
    said = _DECADE.sub(lambda m: _decade(m[1]), said)
    said = _YEAR.sub(lambda m: f"{m[1]} {_year(m[2])}", said)
    said = _PRICE.sub(_price, said)
    said = _FEET.sub(r"\1 ft \2", said)
    said = _BY.sub(" by ", _INCHES.sub(r"\1 inch", said))
    said = _HOURS_MINUTES.sub(r"\1 h \2 min", said)
    said = _JOINED_UNITS.sub(" ", said)
    said = _SAME_UNIT.sub(r"\1–", said)
    said = _MEASURE.sub(_measure, said)
    said = _MANY.sub(_many, said)
    said = _CALL.sub(lambda m: f"{m[1]} {' '.join(_number(d) for d in m[2])}", said)
    said = _PHONE.sub(_digits, _AREA_CODE.sub(r"\1-", said))
    said = _RANGE.sub(lambda m: f"{_number(m[1])} to {_number(m[2])}", said)
    said = _ORDINAL.sub(lambda m: _words(m[1], "ordinal"), said)
    said = _PLAIN.sub(lambda m: _number(m[1]), said)
    said = _CARBON_DIOXIDE.sub("C O two", said)
    said = _CAPITALS.sub(lambda m: CAPITALS[m[0]], said)
    said = _OR.sub(" or ", _BETWEEN.sub(", ", said))
    for symbol, word in SYMBOLS.items():
        said = said.replace(symbol, word)
    said = _kana_in_letters(said)
    return re.sub(r"\s+([,.!?])", r"\1", re.sub(r"\s+", " ", said)).strip()


def _measure(found: re.Match[str]) -> str:
    first, last, unit = found[1], found[2], UNITS[found[3]]
    if (
        found[3] == "K"
        and abs(float((last or first).replace(",", "").replace("−", "-"))) < KELVIN_FROM
    ):
        return found[0]
    if last is None:
        return f"{_number(first)} {_one_or_more(first, unit)}"
    return f"{_number(first)} to {_number(last)} {unit[1]}"


def _one_or_more(number: str, names: Sequence[str]) -> str:
    return names[0] if number in ("1", "-1", "−1") else names[1]


def _many(found: re.Match[str]) -> str:
    """Ten thousand, two to three times."""
    first = f"{_number(found[1])} to " if found[1] else ""
    return f"{first}{_number(found[2])} {MANY[found[3]]}"


def _length(found: re.Match[str]) -> str:
    """One hour two minutes three seconds; what is none is left out."""
    names = (("hour", "hours"), ("minute", "minutes"), ("second", "seconds"))
    parts = [(int(n or 0), name) for n, name in zip(found.groups(), names, strict=True)]
    told = [f"{_number(str(n))} {_one_or_more(str(n), name)}" for n, name in parts if n]
    return " ".join(told) or "no time"


def _mixed(found: re.Match[str]) -> str:
    """Two and a half."""
    part = FRACTIONS[found[2]]
    return f"{_number(found[1])} and {part.replace('one ', 'a ', 1)}"


def _days(found: re.Match[str]) -> str:
    """December twenty-fourth to twenty-sixth; "" where there are no such days."""
    first, last = _date(_month(found[1]), int(found[2]), None), int(found[3])
    return f"{first} to {_words(str(last), 'ordinal')}" if first and 1 <= last <= 31 else ""


def _decade(year: str) -> str:
    """Nineteen nineties, two thousands, twenties."""
    said = _year(year)
    return f"{said[:-1]}ies" if said.endswith("y") else f"{said}s"


def _price(found: re.Match[str]) -> str:
    """Two euros fifty."""
    whole, _, cents = found[2].partition(".")
    if whole == "0" and cents.strip("0"):
        return f"{_number(cents)} {CENTS[found[1]]}"
    said = f"{_number(whole)} {_one_or_more(whole, MONEY[found[1]])}"
    return f"{said} {_number(cents)}" if cents.strip("0") else said


def _time(hour: int, minute: int, half: str | None) -> str:
    """As people say it: six oh five PM; a time without its half of the day counts 24 hours."""
    if half is None and minute == 0 and hour in (0, 12):
        return "midnight" if hour == 0 else "noon"
    spoken = half.upper() if half else "P" if hour >= 12 else "A"
    words = [_number(str(hour % 12 or 12))]
    if minute:
        words.append(f"oh {_number(str(minute))}" if minute < 10 else _number(str(minute)))
    return f"{' '.join(words)} {spoken}M"


def _date(month: int, day: int, year: str | None) -> str:
    """November twenty-third, twenty twenty-six; "" where there is no such day."""
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return ""
    said = f"{MONTHS_EN[month - 1]} {_words(str(day), 'ordinal')}"
    return f"{said}, {_year(year)}" if year else said


def _day_and_time(found: re.Match[str]) -> str:
    said = _date(int(found[2]), int(found[3]), found[1])
    return f"{said} at " if said and found[4] else said


def _month(name: str) -> int:
    return [m[:SHORT_CHARS] for m in MONTHS_EN].index(name[:SHORT_CHARS]) + 1


def _year(year: str) -> str:
    return _words(year, "year")


def _digits(found: re.Match[str]) -> str:
    """One by one, as of a telephone."""
    groups = found[0].split("-")
    return ", ".join(" ".join(_number(digit) for digit in group) for group in groups)


def _number(text: str) -> str:
    return _words(text, "cardinal")


@lru_cache(maxsize=1024)
def _words(text: str, form: str) -> str:
    from num2words import num2words  # 5 MB, which a home that speaks Japanese does not need

    plain = text.replace(",", "").replace("−", "-")
    minus, plain = ("minus " if plain.startswith("-") else ""), plain.removeprefix("-")
    said = num2words(plain if "." in plain else int(plain), lang="en", to=form)
    return minus + str(said).replace(",", "")


def _kana_in_letters(text: str) -> str:
    """Names in kana as they are pronounced; long vowels lose their mark."""
    if not _KANA.search(text):
        return text
    import jaconv  # 3 MB, which most homes that speak English do not need

    def letters(found: re.Match[str]) -> str:
        around = text[max(0, found.start() - 1) : found.end() + 1]
        if _KANJI.search(around):
            return found[0]  # a part of a name with kanji, which is read whole
        kana = jaconv.kata2hira(found[0]).replace("てぃ", "thi").replace("でぃ", "dhi")
        plain = str(jaconv.kana2alphabet(kana)).replace("-", "").replace("cch", "tch")
        plain = plain.replace("thi", "ti").replace("dhi", "di")
        return f" {plain.capitalize() if _NAME.match(found[0]) else plain} "

    return _KANA.sub(letters, text)
