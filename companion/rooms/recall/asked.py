"""Reads which kind of answer a question asks for (a time, a person ...), and where a text has it.

Closed vocabularies, read by rules: a question whose kind of answer a text does not have is not
answered by that text.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from companion.rooms.recall.words_of import names_in


class Asked(StrEnum):
    """問われたこと: the kind of answer that a question wants."""

    TIME = "time"
    PERSON = "person"
    PLACE = "place"
    NUMBER = "number"
    COLOUR = "colour"
    SIDE = "side"
    NAME = "name"
    REASON = "reason"
    OTHER = "other"
    """Any text may be the answer: what, which, how, yes or no."""


_NUM = r"(?:[0-9]+(?:[.,:][0-9]+)*|[〇零一二三四五六七八九十百千万]+(?:・[〇一二三四五六七八九]+)?)"
_NUM_EN = (
    r"(?:[0-9]+(?:[.,:][0-9]+)*|(?:(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|"
    r"seventy|eighty|ninety|hundred|thousand|half|dozen|couple|once|twice)(?:[ -](?:and )?)?)+)"
)
_HOUR = "(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
)
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_TO_29 = (
    r"(?:(?:twenty[ -])?(?:one|two|three|four|five|six|seven|eight|nine)|ten|eleven|twelve|\w+teen|"
    r"twenty)"
)
_YEAR_EN = (
    rf"(?:two thousand(?: and)? {_TO_29}|(?:nineteen|twenty) (?:oh[ -]\w+|\w+teen|(?:ten|eleven|twelve)|"
    r"\w+ty(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?))\b"
    r"(?! (?:pounds?|quid|pence|euros?|dollars?|yen|people|miles?|grams?|kilos?|times|or)\b)"
)
"""A year in words; a sum says of what it is."""
_ORDINAL = (
    r"(?:[0-9]{1,2}(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|"
    r"eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|"
    r"twentieth|twenty-(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|thirtieth|"
    r"thirty-first)"
)
_UNIT_JA = (
    r"(?:円|個|つ|人|名|回|度|枚|本|杯|匹|頭|台|冊|歳|才|番|号室?|点|分|時間|日間?|週間|か月|ヶ月|年|キロ|グラム|"
    r"センチ|ミリ|メートル|リットル|トン|画|級|段|割|％|%|箱|袋|錠|粒|階|羽|組|周|皿|口|卓|席|畳|坪|軒|棟|泊|票|件|巻|話|曲|着|足|膳|束|株|キロメートル|cm|kg|km|g|ml|l|m)"
)
_UNIT_EN = (
    r"(?:pounds?|quid|pence|p|dollars?|euros?|yen|kilos?|kg|grams?|g|litres?|ml|mil|milligrams?|mg|"
    r"miles?|km|metres?|m|cm|inch(?:es)?|feet|foot|degrees?|percent|%|minutes?|hours?|days?|weeks?|"
    r"months?|years?|times|people|pints?|cups?|bottles?|pieces?)"
)

_ASKED: tuple[tuple[Asked, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        (
            Asked.COLOUR,
            r"何色|なに色|なにいろ|どんな色|\b(?:what|which) colou?rs?\b|\bcolou?r (?:is|was|are)\b",
        ),
        (
            Asked.SIDE,
            r"右.{0,6}左|左.{0,6}右|どっちの(?:足|手|目|膝|耳|腕|手首|足首)|"
            r"\b(?:which|what) (?:side|eye|ear|leg|arm|knee|hip|hand|foot|wrist|ankle)\b|\bleft or right\b",
        ),
        (
            Asked.NUMBER,
            r"いくつ|いくら(?![のを]|は、?[だ誰])|なんぼ|何(?:ミリ|級|画|トン|個|つ|人|名|回|度|枚|本|杯|匹|頭|台|冊|歳|才|番|号|点|分|時間|日間|週間|か月|ヶ月|"
            r"卓|席|畳|坪|軒|棟|泊|票|件|巻|話|曲|羽|着|足|膳|束|株|年生|年間|キロ|グラム|センチ|ミリ|メートル|リットル|円|割|箱|袋|錠|粒|階|組)|なん(?:こ|にん|かい|さい|ばん|えん|"
            r"センチ|キロ|まい|ぼん|びき)|ど(?:の|れ)くらい|どんぐらい|どんくらい|何番|番号は|"
            r"\bwhat (?:did|does|do|will|would|has|had)\b.{1,40}\b(?:cost|go(?:ne)? for|come to|fetch|"
            r"sell for|weigh|earn|charge|pay)\b|"
            r"\bhow (?:many|much|old|long|far|tall|heavy|often|big|high|deep|fast|late|hot|cold)\b|"
            r"\b(?:what|which)(?:'s|s| is| are| was)?(?: the| your| our| my| his| her)?(?: \w+){0,2} "
            r"(?:size|number|price|age|weight|score|mark|code|pin|combi\w*)\b",
        ),
        (
            Asked.TIME,
            r"いつ|何(?:時|日|曜|月|年|週)|なん(?:じ|にち|よう|がつ)|\bwhen(?:'s|s)?\b|"
            r"\b(?:what|which) (?:time|day|date|month|year|week|weekday|evening|morning|afternoon|night|weekend)s?\b|\bhow long ago\b",
        ),
        (
            Asked.NAME,
            r"名前|なまえ|なんて(?:いう|名|人|医者|お店|店)|何て(?:いう|名)|何という|なんという|"
            r"\b(?:name|names|named|called)\b",
        ),
        (Asked.PERSON, r"誰|だれ|どなた|\bwho(?:'s|s|m|se)?\b"),
        (Asked.PLACE, r"どこ|何処|どちら(?:に|で|の|へ|から)|\bwhere(?:'s|s|abouts)?\b"),
        (Asked.REASON, r"なぜ|なんで(?!す)|何で(?!す)|どうして|\bwhy\b|\bhow come\b"),
        (Asked.OTHER, r"何|なに|なん|どんな|どれ|どっち|どちら|どう|\b(?:what|which|how)\b"),
    )
)
"""Where two begin at one place the first here counts: a colour before a name, a number before a
time. Else the word that asks first: "what did she get when she was six" asks for no time."""
_ASKED_WITHOUT_WORD = {
    Asked.NUMBER: re.compile(
        r"番号|暗証|\b(?:number|code|pin|passcode|combi\w*|phone|size|price)\b"
    ),
    Asked.TIME: re.compile(
        r"誕生日|命日|記念日|締め?切り?|日取り|\b(?:birthday|anniversary|deadline)\b"
    ),
}
"""Kinds that a thing names where no word asks: "Gareth's phone number, please"."""

_COLOURS_JA = (
    "赤|青|白|黒|緑|黄色|茶色|紫|紺|水色|ピンク|桃色|灰色|グレー|ベージュ|オレンジ|金色|銀色|シルバー|ゴールド|"
    "若草色|ワイン色|クリーム色|ネイビー|カーキ|えんじ|藍|朱"
)
_COLOURS_EN = (
    "red|blue|white|black|green|yellow|brown|purple|pink|grey|gray|orange|beige|navy|turquoise|"
    "silver|gold|golden|copper|cream|maroon|teal|violet|lilac|khaki|burgundy|ginger|blonde?"
)

_VALUES: dict[Asked, re.Pattern[str]] = {
    Asked.TIME: re.compile(
        rf"(?:{_NUM}年)?(?:の)?(?:{_NUM}月)(?:の?{_NUM}日|の?(?:上旬|中旬|下旬|末|初め|頭|終わり))?"
        rf"(?:の?[月火水木金土日]曜日?)?(?:の?(?:午前|午後|朝|夜|夕方)?{_NUM}時(?:半|{_NUM}分)?)?|"
        rf"{_NUM}日(?!間|前|分|目)(?:の?[月火水木金土日]曜日?)?|(?<![一-龥])[月火水木金土日]{{2,6}}(?![一-龥])|(?:毎週|第[一二三四1-4])?[月火水木金土日]曜日?"
        rf"(?:の?(?:午前|午後|朝|夜|夕方)?{_NUM}時(?:半|{_NUM}分)?)?|"
        rf"(?:午前|午後|朝の?|夜の?|夕方の?)?{_NUM}時(?!間)(?:半|{_NUM}分)?|{_NUM}年(?!前|間|生|ぶり)|{_NUM}(?:がつ(?:{_NUM}か)?|/[0-9]{{1,2}}\b)|"
        rf"{_NUM}(?:年|か月|ヶ月|週間|日)前|"
        r"昨日|一昨日|おととい|今日|明日|明後日|あさって|先週末?|先々週|来週|再来週|今週末?|先月|来月|今月|去年|昨年|"
        r"一昨年|おととし|来年|今年|ゆうべ|昨夜|今朝|今夜|今晩|(?:朝|昼|夕|晩)(?:ご飯|ごはん|食)の?(?:前|後)|"
        rf"\b(?:{_DAY}(?:,? (?:the )?{_ORDINAL}(?: of {_MONTH})?|,? {_MONTH} {_ORDINAL})?|"
        rf"(?:the )?{_ORDINAL}(?: of)? {_MONTH}(?:,? [0-9]{{4}})?|"
        rf"{_MONTH} (?:the )?(?:{_ORDINAL}|[0-9]{{1,2}})(?:,? [0-9]{{4}})?|[0-9]{{1,2}} {_MONTH}(?:,? [0-9]{{4}})?|"
        rf"(?:in|since|by|until|till|this|last|next|early|late|mid|end of) {_MONTH}(?: [0-9]{{4}})?|"
        rf"the {_ORDINAL}(?= |,|\.|$)|"
        r"[0-9]{1,2}[:.][0-9]{2}(?: ?[ap]m)?|[0-9]{1,2} ?[ap]\.?m\b|"
        rf"(?:half|quarter) (?:past|to) \w+|{_HOUR}[- ](?:thirty|fifteen|forty-five|twenty)|(?:at|by|from|till|until|past) (?:{_HOUR}|[0-9]{{1,2}})\b(?: o'clock)?|"
        rf"(?:19|20)[0-9]{{2}}|{_YEAR_EN}|yesterday|today|tomorrow|tonight|last (?:night|week|month|year|weekend|summer|"
        r"winter|spring|autumn|fall)|next (?:week|month|year|weekend|summer|winter|spring|autumn|fall)|"
        rf"(?:last|next|this) {_DAY}|this (?:morning|evening|afternoon|week|month|year|weekend|summer)|"
        rf"{_NUM_EN} ?(?:years?|months?|weeks?|days?|hours?) ago|christmas|easter|half term)\b"
    ),
    Asked.NUMBER: re.compile(
        rf"{_NUM}\s?{_UNIT_JA}(?:半|(?<=トン|キロ){_NUM}(?!{_UNIT_JA}))?|[0-9][0-9,.:-]*|[〇零一二三四五六七八九十百千万]{{2,}}|[一二三四五六七八九十]+・[〇一二三四五六七八九]+|"
        rf"\b{_NUM_EN}(?: {_UNIT_EN})?\b"
    ),
    Asked.COLOUR: re.compile(rf"{_COLOURS_JA}|\b(?:{_COLOURS_EN})\b"),
    Asked.SIDE: re.compile(r"[右左](?:側|手|足|目|膝|手首|足首)?|\b(?:left|right)(?:-hand)?\b"),
    Asked.PLACE: re.compile(
        r"[^\s、。!?「」]{1,10}(?:の)?(?:中|上|下|横|裏|隣|となり|奥|前|脇|棚|引き出し|箱|部屋|台所|玄関|冷蔵庫|押し入れ|"
        r"物置|駅|町|市|県|店|屋|院|学校|館|園|ホール|公園|病院|海|山|城|国|家|うち)|"
        r"\b(?:in|on|at|under|behind|inside|by|beside|next to|near|above|below|from|to) (?:the |my |our |his |"
        r"her |their |a |an )?\w[\w'-]*(?: \w[\w'-]*)?"
    ),
    Asked.REASON: re.compile(
        r"から|ので|ため|せい|って言われ|\b(?:because|'cause|cause|since|so that|so he|so she|so i|so we|"
        r"as he|as she|due to|because of)\b"
    ),
}
"""Of a text in lower case, NFKC."""
_CALLED = re.compile(r"[^\s、。]{1,8}(?:さん|ちゃん|くん|君|先生|様)")
_CAPITAL = re.compile(r"(?<![.!?…\"“] )(?<!^)\b[A-Z][\w'-]+(?: [A-Z][\w'-]+)*")
_RELATION = re.compile(
    r"\b(?:mum|mom|mother|dad|father|nan|gran\w*|grandad|aunt\w*|uncle|brother|sister|wife|husband|"
    r"son|daughter|cousin|boss|teacher|doctor|neighbou?r)\b"
    r"|母|父|兄|姉|弟|妹|祖父|祖母|ばあば|じいじ|パパ|ママ|おばあ|おじい|おじ|おば",
    re.I,
)
_PROPER_JA = re.compile(r"[「『][^」』]{1,24}[」』]|[ァ-ヴー]{2,}|[A-Za-z][\w-]{2,}")
_CORRECTED = re.compile(
    r"いや違う|いや、?違|違った|違うわ|じゃなくて|じゃなか|やなくて|ではなく|間違い|ちごた|訂正|やっぱり?|"
    r"\b(?:no,? wait|wait,? no|not \w+,|no,? hang on|hang on|i mean|what am i saying|scrap that|"
    r"sorry,|instead|rather|actually|no, )"
)
_IS_QUESTION = re.compile(
    r"[?？]\s*$|(?:ですか|ますか|でしたか|ましたか|でしょうか|っけ|かな|かね|かしら)[。.!！…〜～]*\s*$"
)


@dataclass(frozen=True, slots=True)
class Value:
    """値: one thing of the kind asked for, as it stands in the text."""

    text: str
    at: int
    """Where it begins."""


def plain(text: str) -> str:
    """As the patterns read it; the letters keep their places."""
    folded = text
    if not unicodedata.is_normalized("NFKC", text):
        each = ((one, unicodedata.normalize("NFKC", one)) for one in text)
        folded = "".join(one if len(normal) != 1 else normal for one, normal in each)
    lowered = folded.lower()
    return lowered if len(lowered) == len(text) else folded


def asked_of(question: str) -> Asked:
    """The kind of answer a question wants."""
    said = plain(question)
    places = [
        (match.start(), rank, kind)
        for rank, (kind, pattern) in enumerate(_ASKED)
        if (match := pattern.search(said))
    ]
    if places:
        return min(places)[2]
    named = (kind for kind, thing in _ASKED_WITHOUT_WORD.items() if thing.search(said))
    return next(named, Asked.OTHER)


def values_of(kind: Asked, text: str) -> tuple[Value, ...]:
    """All a text has of this kind, in order; each once."""
    found: dict[str, Value] = {}
    for value in _values(kind, text):
        found.setdefault(value.text.casefold(), value)
    return tuple(found.values())


def _values(kind: Asked, text: str) -> Iterator[Value]:
    patterns: tuple[re.Pattern[str], ...]
    if kind in (Asked.PERSON, Asked.NAME):
        patterns = (_CALLED, _CAPITAL, *((_RELATION,) if kind is Asked.PERSON else (_PROPER_JA,)))
        read = text
    elif kind in _VALUES:
        patterns, read = (_VALUES[kind],), plain(text)
    else:
        return
    for pattern in patterns:
        for match in pattern.finditer(read):
            if match[0].strip():
                yield Value(text[match.start() : match.end()].strip(" 、,."), match.start())


def has_asked(kind: Asked, text: str) -> bool | None:
    """Whether a text has a thing of this kind; None where any text may be the answer."""
    if kind is Asked.OTHER:
        return None
    return bool(values_of(kind, text))


def short_answer(kind: Asked, text: str) -> str:
    """The thing asked for, where the text has exactly one, or puts one in the place of another
    ("the ninth, no, the tenth"); else ""."""
    if kind in (Asked.OTHER, Asked.REASON, Asked.PLACE, Asked.PERSON):
        return ""
    values = values_of(kind, text)
    if len(values) > 1:
        corrections = list(_CORRECTED.finditer(plain(text)))
        after = [one for one in values if corrections and one.at >= corrections[-1].end()]
        values = tuple(after[:1])
    return values[0].text if len(values) == 1 else ""


_SELF = re.compile(
    r"\b(?:i|i'm|i've|i'll|i'd|my|mine|me)\b|[俺私僕儂]|わたし|わたくし|あたし|ぼく|おれ|わし|自分",
    re.IGNORECASE,
)


_ASKS_OF_SELF = re.compile(
    r"\b(?:my|mine)\b|\b(?:am|do|did|was|have|had) i\b|"
    r"(?:[俺私僕儂]|わたし|わたくし|あたし|ぼく|おれ|わし|自分)(?:[のはが、]|って)",
    re.IGNORECASE,
)


def is_of_oneself(text: str) -> bool:
    """Whether somebody speaks of a matter of their own: "I swim on Mondays", 私の."""
    return _SELF.search(text) is not None


def asks_of_oneself(question: str) -> bool:
    """Whether a question is of the matter of whoever asks, and names nobody else: "what time is my
    swimming", not "can I cook meat for Bex"."""
    return _ASKS_OF_SELF.search(question) is not None and not names_in(question)


def is_question(text: str) -> bool:
    """Whether a text asks something: what asks does not tell."""
    return _IS_QUESTION.search(text) is not None


_ASKING = re.compile(
    r"\b(?:(?:at )?what (?:time|day|date|colou?r|number|code)|how (?:many|much|old|long|often)"
    r"|called|named|name|again|exactly|remind me|do you (?:know|remember)|did (?:i|we) (?:say|tell you)"
    r"|please|tell me|which day)\b"
    r"|何(?:時|日|曜日?|色|歳|番)(?:から|まで|ごろ|頃)?|名前|いくつ|いくら|覚えてる|教えて|言ったっけ|だっけ|でしたっけ|もう一度",
    re.IGNORECASE,
)


def without_asking(question: str) -> str:
    """The question without the words that only ask: `what time is the dentist` is of the
    dentist."""
    return " ".join(_ASKING.sub(" ", question).split()) or question
