"""Fold 正規化 gives one spelling to what is said the same way."""

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from companion.words.kana import hiragana
from companion.words.language import Language
from companion.words.number import KANJI_DIGITS, kanji_number

_DASHES = str.maketrans({"‐": "ー", "–": "ー", "—": "ー", "〜": "ー", "~": "ー"})
_COUNTED = (
    "(?=度|%|ぱーせんと|ぱー|分|時|秒|割|階|月|日|週|番|つめ|つ(?:上|下|だけ)|目盛|本|回|台|個|段|曜|倍"
    "|かい|ぷん|ふん|じ|びょう)"
)
_NUMERAL = re.compile(
    rf"(?!一時[停的])[〇零一二三四五六七八九十百千]+{_COUNTED}"
    "|[二三四五六七八九]十[一二三四五六七八九]?|十[一二三四五六七八九](?!六夜)|[一二三四五六七八九]?百[一二三四五六七八九]?十"
    "|(?<=[量さをむ度や、])[一二三四五六七八九十百]+(?=に(?:し|さ|戻|下|上|設|お|せ|、|。|$)|で(?:お|い|、|。|$)|まで|、|$)"
)
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
    r"(?P<counter>ぷん|ふん|じかん|じ(?=[にはごまから、ちで ]|$)|びょう|ど(?=[にあさで]|$)|ぱーせんと|ぱー|わり)"
)
"""Written in kana at the start of a stretch of kana only: くじ and ごど are within other words."""
_WORDS = (
    ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    ("ten", "eleven", "twelve", "thirteen", "fourteen"),
    ("fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
EN_NUMBERS = {w: n for n, w in enumerate(w for row in _WORDS for w in row)}
_TENS_WORDS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
EN_TENS = {word: 10 * number for number, word in enumerate(_TENS_WORDS, start=2)}
_EN_NUMERAL = re.compile(
    rf"\b(?:({'|'.join(EN_TENS)})(?:[ -]?({'|'.join(list(EN_NUMBERS)[1:10])}))?"
    rf"|({'|'.join(EN_NUMBERS)})|(?:a |one )hundred)\b"
)
_FULL_STOP = re.compile(r"(?<!\.)(?<!\.\w)[.。]\s*$")
"""At the end, and not of `...` or `7 p.m.`."""
_STANDS_FOR = re.compile(
    r"\b(?:the|this|that|my|[a-z]+'s)(?: (?!(?:to|at|by|on|of|for|up|down|in)\b)[a-z']+){1,2} one$"
)
_TURNED_ROUND = re.compile(
    "((?:教え|言っ|起こし|知らせ|鳴らし|つけ|消し)て)"
    "(?=(?:明日|あした|明後日|あさって|今夜|今晩|今日)(?:の(?:朝|昼|夜|晩)|[0-9]))"
)
"""起こして明日の朝: the verb first, and speech to text writes no pause behind it."""
_UNIT = re.compile(
    r" ?(?:%|percent|per cent|degree|minute|min\b|hour|second|sec\b|notch|day|week|oclock|am\b|pm\b|more)"
)
"""`the bedroom one` is no number, `the alarm one minute` has one."""
_NOT_A_NUMBER = re.compile(r"(?:\b(?:no|the other|this|that|which|the first|every|any|last) one)$")


@lru_cache(maxsize=1024)  # a sentence is read in several ways, each from its folded form
def fold(text: str, language: Language) -> str:
    """Width, case and marks made one; Japanese: katakana as hiragana, numerals as digits."""
    pause = "、" if language is Language.JA else " , "
    text = re.sub(r"…+", pause, text.strip("… "))
    text = unicodedata.normalize("NFKC", text).casefold().strip()
    folded = _japanese(text) if language is Language.JA else _english(text)
    return _ENDLESS.sub("#", folded)


def without_full_stop(text: str) -> str:
    """The text as a person types it: speech to text ends every sentence with a full stop."""
    return _FULL_STOP.sub("", text)


def own_words(text: str, part: str, language: Language) -> str:
    """The stretch of a sentence that a part of its folded form was; the part where none is found."""
    starts = [at for at in range(len(text)) if fold(text[at:], language).startswith(part)]
    if not starts or not part:
        return part
    start = starts[-1]
    ends = (at for at in range(start + 1, len(text) + 1) if fold(text[start:at], language) == part)
    return text[start : next(ends, start)].strip() or part


def in_own_words(words: str, text: str, language: Language) -> str:
    """Words that are made from a folded sentence, each stretch of it as its owner wrote it; the
    words as they are where they would no longer be read as the same."""
    joint = " " if language is Language.EN else ""
    if joint and text[1:2].islower():
        text = text[0].lower() + text[1:]  # the capital is of the sentence, and no name's
    pieces = words.split() if joint else list(words)
    around = f"{joint}{fold(text, language)}{joint}"
    said: list[str] = []
    while pieces:
        lengths = range(len(pieces), 0, -1)
        found = (n for n in lengths if f"{joint}{joint.join(pieces[:n])}{joint}" in around)
        most = next(found, 1)
        stretch = joint.join(pieces[:most])
        # One letter of Japanese is of any word: テ of テレビ is not that of 上げて.
        own = own_words(text, stretch, language) if joint or most > 1 else stretch
        said.append(own)
        pieces = pieces[most:]
    whole = joint.join(said)
    return whole if fold(whole, language) == fold(words, language) else words


@lru_cache(maxsize=4096)
def fold_name(text: str) -> str:
    """A name as it would be found in a folded sentence of either language."""
    japanese = any(ord(c) > 0x2FFF for c in text)
    return fold(text, Language.JA if japanese else Language.EN)


def _japanese(text: str) -> str:
    text = hiragana(text.translate(_DASHES))
    text = re.sub(r"[,，､]", "、", text)
    text = re.sub(r"[!.．｡]+(?!\d)", "。", text)
    text = re.sub(r"[…「」『』()\"']+", " ", text)
    text = re.sub(r"(?<=[^a-z0-9 ])\s+|\s+(?=[^a-z0-9 ])", " ", text)
    text = _SPACED.sub("", text)
    # A space after what may end a sentence is a pause, as speech to text writes it.
    text = re.sub(r"(?<=[てでたるいうくねよなわやだれろすらえ]) (?=[^a-z0-9 、。?])", "、", text)
    text = re.sub("((?:へ|ね|ませ|らえ|くれ)ん) (?=[^a-z0-9 、。?])", r"\1、", text)
    text = re.sub(r"(?<=[分秒度%時]) (?=[^a-z0-9 、。?])", "、", text)
    text = re.sub(
        "(?<=たいまー|あらーむ) (?=[^a-z0-9 、。?])|(?<=[てでたくねよなわや]) (?=[0-9])", "、", text
    )
    text = re.sub("(?<=[ぁ-んー一-龯]) (?=[0-9])", "", text)
    text = re.sub(r"(?<=[てでねよなわろ]ー) (?=[^a-z0-9 、。?])", "、", text)
    text = re.sub("(?<=[きりいしちにみ]ま)ー(?=す(?:[、。 ]|$))", "", text)
    text = re.sub("(?<=[すねよてでわ])[ぁぃぅぇぉ]+(?=[、。?]|$)", "", text)
    text = re.sub("(?:やさしく|優しく|そっと)(?=[^、。]{0,8}(?:起こ|おこ)し)", "", text)
    text = re.sub(r"(?<=\d)時半", "時30分", text)
    text = re.sub(r"(?:明日|あした|今日|きょう)から(?=毎)", "", text)
    text = re.sub("(^|、)(?:[ぁ-ん一-龯]{1,5}ない|今の|いまの)うちに、?", r"\1", text)
    text = re.sub("(?<=[けげせてめれえ])で(?=け[ろれさ]|くん(?:ない|ろ))", "て", text)
    for pattern, plainly in _OF_THE_WEST:
        text = pattern.sub(plainly, text)
    text = _WEEKLY.sub(r"毎週\1の", text)
    text = re.sub("(?:みたい|っぽい)(?=(?:だ|や)(?:から|し)|な(?:ので|んで))", "", text)
    text = re.sub(r"今から(?=\d+(?:分|時間|秒))", "", text)
    # Words that sound alike, as speech to text writes them.
    text = re.sub("((?<![にへ])忘れ(?:ない|ん)ように?)行って(?=[。 ]*$)", r"\1言って", text)
    text = re.sub(r"(?:^|(?<=、)|(?<=あらーむ|たいまー))後(?=\d+(?:分|時間|秒))", "あと", text)
    text = re.sub(
        "(?<=[^、。 ])意外(?=(?:全部|ぜんぶ|全て|すべて|[のはを消閉開止]|つけ|付け))", "以外", text
    )
    text = _TURNED_ROUND.sub(r"\1、", text)
    text = re.sub("を願い(?:し?ます)?(?=$|[、。])", "お願いします", text)
    text = re.sub("全(?:部)?(?:消し|けし)(?=$|[、。]|で|お願い)", "全部消して", text)
    text = re.sub(r"(?<=[量度さ])[+](\d+)%?(?=$|[、。])", r"\1上げて", text)
    text = re.sub(r"(?<=[量度さ])-(\d+)%?(?=$|[、。])", r"\1下げて", text)
    text = _OF_KYUSHU.sub("を", text)
    # 強いのにして asks for the strongest; のに is no regret there.
    text = re.sub(
        "(?<=[強弱高低早速遅明暗]い)(?:の|やつ|ほう|方)に(?=し[てとろ]|変え|かえ|替え)", "に", text
    )
    text = _POLITE_IF.sub(lambda m: _PLAIN_IF[m[1]], text)
    text = re.sub("ぜろ(?=に|%|ぱー|度|で|まで)", "0", text)
    text = _KANA_NUMERAL.sub(_kana_number, text)
    text = _NUMERAL.sub(lambda m: str(kanji_number(m.group())), text)
    text = _FRACTION.sub(_percent, text)
    text = _TENTHS.sub(lambda m: f"{int(m[1]) * 10 + int(m[2])}%", text)
    return re.sub(r"(\d)度半", r"\1.5度", text)


_SPACED = re.compile(
    " (?=(?:ください|下さい|ちょうだい|くれ[るなま]|もらえ|もらって|いただけ|ほしい|欲しい|おいて|お願い)|[をがにはでのともへ](?: |$))"
)
"""電気 を つけて ください: as speech to text sets words apart."""
_DEED = "開け|あけ|空け|閉め|しめ|締め|つけ|付け|点け|止め|とめ|停め|かけ|掛け|入れ|いれ|上げ|あげ|下げ|さげ|弱め|強め|変え|かえ|替え|始め|(?<![離放話])せ|(?<=[にもくを])し|(?<=[一-龯])[からところ]?[かがさたなばまらわ]"
_OF_THE_WEST = (
    (re.compile("どっか(?![りんに])"), "どこか"),
    (re.compile("(?<=[るいただ])や?さかい(?:に)?(?=、|$|[一-龯ぁ-ん])"), "から"),
    (
        re.compile(
            "(?<=[てでろれせけえ])って(?:言|い)って(?:い?る|ん)(?:だろう?|でしょう?|だよ|じゃん)(?=[、。]*$)"
        ),
        "",
    ),
    (re.compile("(?<=[いきしちにみりぎじび])ひん(?=[、。? かのやでね]|$)"), "ない"),
    (re.compile(r"(\d+(?:%|度|ぱーせんと))(?:くらい|ぐらい|ほど|程度)(?=で|に|、|$)"), r"\1"),
    (
        re.compile(
            r"([\d一二三四五六七八九十](?:%|割|度|ぱーせんと))(?:くらい|ぐらい|ほど|程度)の(?=明る|音|温|大き|強)"
        ),
        r"\1の",
    ),
    (re.compile("(?<=[分間]前)になったら|(?<=[分間]後)になったら"), "に"),
    (re.compile(r"(?<=\d)((?:%|度|ぱーせんと|分)で)ええ(?=[わよでねな、。]|$)"), r"\1いい"),
    (re.compile("(?<=[けしれめげ])っぱ(?=やん|じゃん|や|だ|、|にな)"), "っぱなし"),
    (re.compile("(?:や|だ)と思うから"), "だから"),
    (re.compile("(?<=[てで])おくれ(?:やす|よ|な|ね)?(?=[、。 ]|$)"), "くれ"),
    (re.compile("(?<=[にもくを])せん(?=[でとど])"), "しん"),
    (re.compile("忘れん(?=よう|で)"), "忘れない"),
    (
        re.compile(
            f"({_DEED})ん(?=で(?:[、。? ]|$|[ねなよもええい]|おい|くれ|くださ|下さ|ほし|欲し|頼|大丈夫|結構))"
        ),
        r"\1ない",
    ),
    (
        re.compile(
            f"({_DEED})ん[とど](?:いて|って|き|け)(?=[、。? やなねよわ]|$|くれ|くださ|ほし)"
        ),
        r"\1ないで",
    ),
    (re.compile(f"({_DEED})んな(?=[、。よ]|$)"), r"\1るな"),
    (
        re.compile(
            "(?<=[るすくぐむぶつう])の(?:は|を|、)?(?:やっぱり?|もう)?(?:なし|無し)(?=[、。でにねなやよ]|$)"
        ),
        "のやめ",
    ),
)
"""開けんで, 開けんといて forbid, in the words of the east; 開けるのなし takes back."""
_DAYS = "[月火水木金土日]曜日?"
_WEEKLY = re.compile(
    f"(?<!週)(?<!週の)(土日|{_DAYS}(?:(?:と|、|や|・){_DAYS})*)(?:は|の|に|、)*毎週(?!末|の?{_DAYS})の?"
)
"""土曜日と日曜日は毎週8時に: that it comes every week is said before the days."""
_OF_KYUSHU = re.compile(
    "(?<![えけげせぜてでねべめれば、。 ])(?<!るん)ば(?=(?:つけ|付け|点け|消|け[しせ]|開け|閉め|しめ|止め|切っ|入れ|回し|下げ|上げ|かけ|流し)(?:[てとせろ]|して))"
)
"""電気ばつけて: を of the far west; つければ keeps its ば."""
_FRACTION = re.compile(r"(\d{1,2})分の(\d{1,2}|[一二三四五六七八九])(?!\d|時|分|秒|月|日)")
_TENTHS = re.compile(r"(\d)割(\d)分")


def _percent(found: re.Match[str]) -> str:
    """4分の1 -> 25%."""
    whole, part = int(found[1]), KANJI_DIGITS.get(found[2]) or int(found[2])
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


_FOR_WATCHING = re.compile(
    r"(\bto \d+(?: %)?) for (?:the|our|a) (?:tv|telly|film|movie|show|game|match|news)\b"
)
"""The lamp down to 15 percent for the TV: what it is for, and no volume of 15."""


def _english(text: str) -> str:
    text = text.replace("’", "'").replace("…", " , ").replace("—", " , ").replace(";", " , ")
    text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)
    text = re.sub(r"([fls])\1{2,}\b", r"\1\1", text)
    text = re.sub(r"([a-hj-vyz])\1{2,}", r"\1", text)  # pleeease
    text = re.sub(r"\bo'clock\b", "oclock", text)
    text = re.sub(r"\b([ap])\.\s?m\b\.?", r"\1m", text)
    text = re.sub(r"[\"()!*_]+", " ", text)
    text = re.sub(r"(?<=[a-z])-(?=[a-z0-9])", " ", text)
    for pattern, plainly in _OF_A_REGION:
        text = pattern.sub(plainly, text)
    text = re.sub(r"\b([ap]) m\b", r"\1m", text)  # as speech to text spells them
    text = re.sub(r"\b(a c|t v)\b", lambda m: m[0].replace(" ", ""), text)
    text = re.sub(r"\bfor for (?=minutes|hours|seconds)", "for 4 ", text)
    text = re.sub(r"(?<!\d)\.|\.(?!\d)", " . ", text)
    text = re.sub(r",", " , ", text)
    text = re.sub(r"\?", " ? ", text)
    text = re.sub(r"(?<=[a-z]):(?= )", " , ", text)
    text = re.sub(r"(\d)\s*(?:%|percent\b|per cent\b)", r"\1 %", text)
    text = re.sub(r"(\d)(min|mins|sec|secs|h|hr|hrs|s|m)\b", r"\1 \2", text)
    text = re.sub(r"\ba couple (?:of )?(?=degrees|notches|percent)", "2 ", text)
    text = re.sub(r"\b(?:on )?school nights (?=(?:on )?(?:monday|sunday|tuesday))", "", text)
    text = _EN_NUMERAL.sub(_digits, text)
    text = re.sub(r" , +please +, +(?=(?:an? |in )?(?:\d|half|quarter)|in )", " ", text)
    text = re.sub(r"(\d)\s*(?:percent\b|per cent\b)", r"\1 %", text)
    for pattern, plainly in _NUMBERS:
        text = pattern.sub(plainly, text)
    text = _FOR_WATCHING.sub(r"\1", text)
    text = _FAHRENHEIT.sub(_celsius, text)
    text = re.sub(r"(?<!to )\bheat(?= (?:on|off)\b)", "heating", text)
    text = re.sub(
        r"\b(wake (?:me|us)(?: up)?) (?:gently|softly|nicely|quietly|kindly)\b", r"\1", text
    )
    text = re.sub(r"\b(?:for |in )?an hour's time\b", "in 1 hour", text)
    text = _ENDEARED.sub(r"\1", text)
    text = re.sub(r" on the dot\b| bang on(?= (?:\d|tomorrow))|(?<= at) bang on\b", "", text)
    text = re.sub(r"\block (?:the )?(back|front) up\b", r"lock the \1 door", text)
    text = re.sub(
        r"\bi (?:want|need|'d like|would like) (?:telling|reminding|to be told|to be reminded|a reminder)"
        r" (?=to |about |that )",
        "remind me ",
        text,
    )
    text = re.sub(r"\b(?<=off )(?:down|up|in|round|over) (?=here\b)", "", text)
    text = re.sub(r"\ban hour and 3 quarters\b", "105 minutes", text)
    text = re.sub(r"\b(?:an? )?quarter of an hour\b", "15 minutes", text)
    text = re.sub(r"\b3 quarters of an hour\b", "45 minutes", text)
    text = re.sub(r"\s+", " ", text).strip()
    text = _NEVER_MIND.sub("actually ", text)
    if text.count(" ") >= _SENTENCE_SPACES:  # a word of a table is folded too
        text = _without_courtesy(text)
    text = _IS_SO.sub(r"\1 is", text)
    for pattern, way in (*_AS_SPOKEN, *_APART):
        text = pattern.sub(way, text)
    text = _TAKEN_BACK.sub(r"\g<new>\g<unit>", text)
    return re.sub(r"\s+", " ", text).strip()


_SPELLED = {
    "gie": "give", "doon": "down", "oan": "on", "aff": "off", "oot": "out", "hoose": "house",
    "tae": "to", "yer": "your", "ower": "over", "dinnae": "don't", "dinna": "don't",
    "cannae": "can't", "canna": "can't", "willnae": "won't", "didnae": "didn't",
    "isnae": "isn't", "wasnae": "wasn't", "wisnae": "wasn't", "gonnae": "gonna", "gonny": "gonna",
    "da": "the", "ye": "you", "an'": "and", "o'": "of",
}  # fmt: skip
_OF_A_REGION = (
    (
        re.compile(
            r"\bradio (?:one|two|three|four|five|six|[1-6])(?: extra| live| music)?\b(?! ?%)"
        ),
        "radio",
    ),
    (re.compile(r"\bwhatever(?:'s| is| thats| that's| that is) (?:playing|on)\b"), "the music"),
    (
        re.compile(
            r"\b((?:all|every|everything|everywhere)\b[a-z' ]*?) (?:but|bar|save)(?: for)? "
            r"(?=(?:the|my|our|those) (?:(?!(?:is|are|was|were|has|have)\b)[a-z]+ ){0,2}"
            r"(?!(?:is|are|was|were|has|have)\b)[a-z]+(?: ones?)?(?: (?:off|on|please))*$)"
        ),
        r"\1 except ",
    ),
    (
        re.compile(r"^((?:(?:hey|oi|aye|haw|here|right|pal|so|,) )*)(?:gonnae|gonny) (?:no|nae) "),
        r"\1don't ",
    ),
    (
        re.compile(r"^((?:(?:hey|oi|aye|haw|here|right|pal|so|,) )*)(?:gonnae|gonny) "),
        r"\1will you ",
    ),
    (
        re.compile(
            r"\b(?:the |our )?(?:kid|kiddie|child|children)'?s?'? "
            r"(?=(?:lights?|lamps?|curtains?|blinds?|fan|heating|heater|ac|window)\b)"
        ),
        "the kids room ",
    ),
    (
        re.compile(
            r"^(off|on) (?=(?:the|that|my|all) )(?!the (?:\d|first|second|third|fourth|last)\b.* month\b)"
        ),
        r"turn \1 ",
    ),
    (
        re.compile(r"^(turn (?:off|on) .+ and )(off|on) ((?:the|that|my|all) .+?)(?: only)?$"),
        r"\1turn \2 \3",
    ),
    (re.compile(r"(?<=[a-z]) not (?:on|off|up|down)(?: ,)? (?:just|only) (?:on|off|up|down)$"), ""),
    (
        re.compile(
            r"^(?:(?:please|just|can you|could you) )*(?:stick|put|pop|whack|bung|set|do|gimme|give me) "
            r"((?:(?:[0-9.]+|an?|half|quarter|and|of|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety)[ -]){1,6}?(?:minutes?|mins?|seconds?|secs?|hours?))(?: on)? for (the|my|some) (?=[a-z' ]+$)"
        ),
        r"set a timer for \1 for \2 ",
    ),
    (
        re.compile(
            r"\b(weekdays|workdays|work days)(?: only)?(?: ,)?(?: but)? not (?:on )?(?:the )?"
            r"(?:bank |public |national )?holidays?(?: obviously| mind| though)?\b"
        ),
        r"\1 except holidays",
    ),
    (re.compile(r"\bon (weekdays|weekends|sundays|saturdays) only\b"), r"on \1"),
    (
        re.compile(
            r"^(?:some |my )?coffee (?:at|by|for) "
            r"(?=(?:about )?(?:\d|half|quarter|noon|[a-z]+ (?:to|past) |(?:six|seven|eight|nine|ten|eleven|five)\b))"
        ),
        "turn on the coffee maker at ",
    ),
    (
        re.compile(
            r"^(?:the )?([a-z ]+?) (?:mustn't|must not|shouldn't|should not|isn't to|is not to|needn't) "
            r"(?:go off|go on|come on|run|start|go) (today|tomorrow|tonight)\b.*$"
        ),
        r"no \1 \2",
    ),
    (
        re.compile(
            r"^((?:please )?no (?!one\b|idea\b)[a-z ]+? (?:today|tomorrow|tonight)) (?:please )?"
            r"(?:we've|we're|we are|we have|i'm|i've|they're|he's|she's|it's|the [a-z]+(?:'s| is| are)) .+$"
        ),
        r"\1",
    ),
    (re.compile(r"(?<=[a-z0-9]) (?:and )?(?:don't let me forget|remember) (?:that|it)$"), ""),
    (
        re.compile(r"^lock up(?: for (?:us|me|the night))?(?: please)? (?=front and back|both)"),
        "lock ",
    ),
    (
        re.compile(
            r"^(?:just |give me )?(\d{1,2} minutes?|(?:five|ten|fifteen|twenty|thirty) minutes?)"
            r"(?: more)?(?: (?:lying|sitting|resting|in bed|of peace|peace|to myself)[a-z ]*?)? (?:and )?then (?=[a-z])(.+)$"
        ),
        r"\2 in \1",
    ),
    (re.compile(r"\b(every light|all the lights) (?:you've got|we've got|there is)\b"), r"\1"),
    (re.compile(r"\bthe noo\b"), "now"),
    (re.compile(r"\bt'(?=[a-z])"), "the "),
    (re.compile(r"\b([a-z]{3,})in'(?= |$)"), r"\1ing"),
    (re.compile(rf"(?<![a-z'])({'|'.join(_SPELLED)})(?![a-z'])"), lambda m: _SPELLED[m[1]]),
)
"""Words as a region spells them: `gonnae turn it doon`, `put t'kettle on`."""
_HESITATES = re.compile(
    r"(?<=[a-z0-9%])(?:(?: ,)? (?:um+|uh+m*|erm*|ehm|umm+))+(?: ,)? (?=[a-z0-9])"
)
"""turn the um bedside lamp off: a sound between two words."""
_LIKE = re.compile(
    r"(\b(?:can|could|will) you| (?:to|at|by|down|up|open|shut|closed)) like(?= (?:turn|switch|put|set|open|close|shut|dim|make|start|stop|play|pause|halfway|half|a (?:bit|little|third|quarter|touch)|all the way|full|\d)\b)"
)
"""to like halfway: a word that only fills."""
_NUMBERS = (
    (re.compile(r"\b(my|the|that) ([1-9]|1[0-2]) (?=alarm\b)"), r"\1 \2 oclock "),
    (re.compile(r"\b(am|pm|oclock|\d:\d\d) (?=(?:weekdays|weekends|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b)"), r"\1 on "),
    (re.compile(r"\b(?:oh |o |zero |0 )?(\d{1,2}) hundred(?: hours)?\b"), r"\1:00"),
    (re.compile(r"\b(\d{1,2}) (?:oh|o) (\d)\b"), r"\1:0\2"),
    (re.compile(r"\b(to|at|on) ([1-9]) (\d)(?= ?(?:%|degrees|please|thanks|$))"), r"\1 \2\3"),
    (re.compile(r"^(.*\b(?:alarm|wake|remind|get up|be up|oclock)\b.*)\b(\d{1,2}) and (?:a )?half(?! ?(?:an? )?(?:hour|minute|day))\b"), r"\1\2:30"),
    (re.compile(r"\b(\d+) and a half(?! ?(?:an? )?(?:hours?|minutes?|mins?|seconds?|days?|weeks?|hrs?))\b"),
     r"\1.5"),
    (re.compile(r"(?<!an )(?<!the )(?<!\d )(?<!one )(?<!a )(?<!every )\b(hour|minute) and (?=a (?:half|quarter)|\d)"),
     r"1 \1 and "),
    (re.compile(r"(?<!to )\b(set|make|angle|tilt|(?<!\bi )(?<!\bwe )have|put|want|like|take|bring|keep|hold)((?: (?!on\b(?! the)|off\b|up\b|down\b|back\b|open\b|alarm|timer|reminder|clock)[a-z']+)+)"
                r" at (\d{1,3}(?:\.5)?)(?= please| thanks| for me|$)"), r"\1\2 to \3"),
    (re.compile(r"\b(hours?) and (\d{1,2})(?= (?:,|for|please|timer|on|thanks)|$)"), r"\1 and \2 minutes"),
    (re.compile(r"\b(hours?) (\d{1,2})(?= (?:timer|for the|please|on the)|$)"), r"\1 \2 minutes"),
)  # fmt: skip
"""`eighteen hundred`, `twenty oh five`, `three five`, `23 and a half`, `hour and 15 minute`."""
_IS_SO = re.compile(
    r"\b(?!(?:it|that|there|what|who|how|where|when|why|he|she|let|here|one|whole|day|night|time)'s)([a-z]+)'s"
    r"(?= (?:(?:now|still|already|all|really|so|too|very|way|far|always|only|just|almost|nearly|also|both) )*"
    r"(?:open|opened|closed|shut|locked|unlocked|on|off|up|down|out|ajar|playing|running|going|stuck|broken|gone|asleep"
    r"|about to|going to|gonna|(?!(?:reading|sitting|dining|living|ceiling|evening|morning|drawing|heating|lighting)\b)[a-z]{2,}ing|having|turned|switched|bright|dark|dim|loud|quiet|hot|warm|cold|cool|annoying"
    r"|blinding|freezing|boiling)\b)"
)
"""`the garage door's closed` tells how it stands; `mika's light` is hers."""
_ANY_THING = "lights?|lamps?|curtains?|blinds?|doors?|fans?|tv|telly|television|speakers?|drapes|windows?|downlights|shutters?"
_AS_SPOKEN = (
    (re.compile(rf"\b(?:the |my )?({_ANY_THING})\b((?: (?:on|off|up|down|open|shut))?(?: please)?) ,(?: (?:um|uh|erm|well|sorry|i mean|,))*"
                r" the ((?:(?!the\b|other\b|same\b|last\b|first\b|next\b|wrong\b)[a-z']+ ){1,3}?)ones?(?: (?:i mean|please))*$"), r"the \3\1\2"),
    (re.compile(rf"\b(?:the |my )?({_ANY_THING})\b((?: (?:on|off|up|down|open|shut))?(?: please)?) ,(?: (?:um|uh|erm|well|sorry|i mean|,))*"
                r" the (?:1|ones?) ((?:in|by|at|on|upstairs|downstairs|outside)\b[a-z' ]*)$"), r"the \1 \3\2"),
    (re.compile(r"^((?:hey |ok |okay |right |so |please )*)(?:please )?(?:do the needful and|(?:i )?tell (?:you|ya) what(?: ,)?) "), r"\1"),
    (re.compile(r"\bgo and (?=(?:hoover|vacuum|clean)\b)"), ""),
    (re.compile(r"^(?:how about|what if) you (?=(?:turn|switch|put|open|close|shut|dim|lock|start|stop|play|pause|mute)\b)"), "could you "),
    (re.compile(r"\b((?:mute|pause|quieten|silence) [a-z' ]+?) (?:for )?(?:a|1) (?:sec|second|mo|moment|minute|min|bit|while)\b"), r"\1"),
    (re.compile(r"^(?!.*\b(?:timer|alarm|countdown|snooze)\b)(.*\b(?:on|off|up|down|open|shut)\b.*?) for (?:just )?(?:a|1) (?:sec|second|mo|moment|tick|bit)\b"), r"\1"),
    (re.compile(r"^(?:is|would) it (?:be )?(?:ok|okay|alright|all right|possible|cool|fine) (?:if you(?: could| can)?|for you to) (?=[a-z])"), "could you "),
    (re.compile(r"(?<=\bto|\bat|\bin|\bby) (?:like|maybe|about|around|roughly|say|something like|oh let's say|let's say)"
                r"(?: (?:about|around|maybe|like))*(?= \d)"), ""),
    (re.compile(r"^((?:please |ok |so |right |hey )*)(?=(?:need|want) (?:the|a|an|some|more|my|it|all|light|lights|heat)\b)"),
                r"\1i "),
    (re.compile(r"\bhalf (?=[0-9]+ (?:alarm|reminder|one)s?\b)"), "half past "),
    (re.compile(r"([0-9%]|\b(?:minute|hour|second|degree|percent)s?) or (?:something|so|thereabouts)(?: like that)?\b"),
                r"\1"),
    (re.compile(r"(?<=\bfor) (?:like|maybe|roughly|oh let's say|let's say)(?: about| around| like)*(?= \d)"), ""),
    (re.compile(r"(?<=[a-z]) '?em\b"), " them"),
    (re.compile(rf"\bthem (?={_ANY_THING}\b)"), "the "),
    (re.compile(r"\b(?:start|fire|boot|power|get|kick) (?P<np>(?:the |my |that )?(?!(?:a|an|up)\b)[a-z']+(?: [a-z]+)??) (?:back )?up(?: again)?(?= on\b| in\b| please|$| ,)"), r"start \g<np>"),
    (re.compile(r"\bstart (?:back )?up (?=the |my |some )"), "start "),
    (re.compile(r"\b(song|track|tune|one) (?:before|prior to) (?:this|that)(?: 1| one| song| track)?\b|\b(song|track|tune) (?:we|that|i)(?: just)? (?:had|played|heard) before\b"), "previous song"),
    (re.compile(r"\bgo back to the previous song\b"), "previous song"),
    (re.compile(r"\b(?P<v>put|set) (?P<np>(?:the |my )?(?:tv|telly|television|volume|sound|temperature|ac|air con|heating|brightness)) in (?P<n>\d+)(?! ?(?:minutes?|mins?|seconds?|secs?|hours?|hrs?))\b"), r"\g<v> \g<np> to \g<n>"),
    (re.compile(r"\bput (?P<np>(?:the |my |that )?[a-z' ]+?) (?:more low|more lower)\b"), r"make \g<np> lower"),
)  # fmt: skip
"""Ways of a region, of a family, or of another first language, in the words the tables have."""
_SENTENCE_SPACES = 1


def _without_courtesy(text: str) -> str:
    """An English sentence without its sounds, and with one way to ask politely."""
    text = _ONLY_NOW.sub("", _CALLED.sub("", _HESITATES.sub(" ", text)))
    text = _LIKE.sub(r"\1", text)
    text = _WHEN_FIRST.sub(r"could you \g<when> \g<rest>\g<more>", _SOUNDS.sub("", text))
    text = _INTENDS.sub(r"\1 going to", text)
    return _MAY_I_ASK.sub("tell me ", _POLITELY.sub("could you ", text))


_SOUNDS = re.compile(
    r"^(?:(?:wh?oah?|ugh|oi|argh+|aargh|phew|yikes|oops|nah|lol|haha|gosh|blimey|crikey|dang|geez|jeez|omg|eek|eww?|brr+|yay|oo+h|ahem|sheesh"
    r"|bruh|bro|ayo|ay|aight|low ?key|dude|mister robot|mr robot|mm+|hmm+|erm?|um+|uh+|ah+|oh|aw+|eh|psst|tada|excuse me|pardon me|good evening|good morning|good afternoon|goodness|good lord|good grief|bother|blast it|drat"
    r"|listen(?: up| here)?(?! to\b)|look(?: here)?(?! (?:whether|if|for|after|at|like|out)\b)|go on(?: then)?(?! with\b)|come on(?: then)?|right then|well then|now then|okay then|ok then|so listen|right so|quick 1|quick thing|quick favou?r|quick request"
    r"|first things first|first off|first of all|here's the thing|(?:i'm )?sorry to (?:be a (?:pain|bother|nuisance)|bother you|trouble you|disturb you|ask|interrupt)(?: but)?|sorry but|just (?:a )?quick(?:ly)?|hello there|hi there|hey there|1 thing|1 more thing|last thing|just 1 thing|real quick|yo yo|hiya|howdy|greetings|top of the morning"
    r"|(?:when|whenever|once) you(?:'ve| have)? (?:get|got|have) (?:a|1) (?:free )?(?:sec|second|minute|moment|chance|tick|mo)|for (?:the love of (?:god|all that's holy|pete|mike)|goodness sake|heaven's sake|pete's sake|crying out loud|fuck's sake|god's sake))(?: ,| \.| :)? )+(?=[a-z0-9])"
    r"|(?: ,)? (?:lol|haha|ha ha|hehe|omg|tbh|fam|m8|xd|innit|yeah|yea|(?<!would )(?<!could )(?<!can )(?<!will )(?<!see )(?<!love )(?<!won't )ya|bro|bruh|rn|fr|no cap|pronto|y'all|okay\?|alright\?|hmm?|(?:there's|that's) an? (?:(?:good|dear|clever|nice|lovely) )?[a-z]+|cheers big ears"
    r"|you (?:absolute |little |lovely |total |complete |utter )?(?:legend|star|beauty|angel|gem|hero|diamond|champ|champion|beast|genius|rock|treasure|saint|darling|peach|lifesaver)"
    r"|(?:and )?(?:make it (?:snappy|quick|fast|sharpish)|be quick(?: about it)?|chop chop|on the double|look sharp|step on it|hurry up|hurry|get a move on|quick smart|double quick|quick sharp|lickety split)"
    r"|(?:when|whenever)(?:ever)? (?:suits|you like|you want|you're free|convenient|it suits)|if (?:it's|it is|that's) (?:no|not a|not too much) (?:bother|trouble|problem|hassle)|sorry to (?:be a (?:pain|bother|nuisance)|bother you|trouble you)|thank(?:s| you) (?:kindly|ever so|so much|very much)(?: sir| mate| love| dear| darling| robot)?|ta (?:very much|muchly|ever so)(?: darling| love| mate)?|(?:would|will|is) that(?: be)? (?:alright|all right|ok|okay|possible|a problem|too much)(?: with you| for you)?(?: \?)?|if you (?:wouldn't|would not|don't) mind(?: awfully| terribly| too much| ever so much)?"
    r"|(?:when|whenever|once) you(?:'ve| have)? (?:get|got|have) (?:a|1) (?:free )?(?:sec|second|minute|moment|chance|tick|mo)|for (?:the love of (?:god|all that's holy|pete|mike)|goodness sake|heaven's sake|pete's sake|crying out loud|god's sake)|(?:mum|mom|dad|doctor|boss)'s orders)(?= ?$)"
)
"""Sounds before and after a sentence, which say nothing of what is wished."""
_CALLED = re.compile(
    r"^(?:(?:hey|ok|okay|hi|hello|yo|oi|dear|so|good (?:morning|evening|afternoon)|there) )*(?:house|home|smart home|robot|companion|computer) , "
)
"""`house, lights off`: it is called, and all of it is not meant."""
_ONLY_NOW = re.compile(
    r"(?:(?: ,)? (?:just|only)(?: for)? (?:tonight|today|this evening|this once|this time|the once|once)|(?<!alarm)(?<!reminder)(?<!timer) for (?:tonight|today|this evening))(?= ?$| please$)"
)
"""For tonight only: for how long, and no hour to do it at."""
_ORDER_WORD = (
    r"turn|turning|switch|switching|put|putting|pop|popping|stick|open|opening|close|closing|shut|shutting|draw|drawing|set|setting|dim|dimming"
    r"|lower|lowering|raise|raising|lock|locking|unlock|unlocking|start|starting|stop|stopping|play|playing|pause|pausing|mute|muting|unmute"
    r"|skip|skipping|run|running|send|sending|make|making|bring|bringing|give|get|getting|have|vacuum|vacuuming|hoover|hoovering|clean|wake"
    r"|waking|remind|reminding|cancel|cancelling|snooze|brighten|brightening|warm|warming|cool|cooling|boil|boiling|light|kill|flick|flip"
    r"|turn|take|add|extend|tilt|angle|change|changing|adjust|adjusting|increase|reduce|activate|start|clear|delete|scratch|drop|time|count|bolt|secure|heat|press|hit|pull|slide|knock|crank|bump|pull|roll|let|resume|quieten|silence|leave|tell|check"
)
_INTENDS = re.compile(
    rf"\b((?:i'm|i am|we're|we are|you're|he's|she's|they're)) gonna(?= (?:{_ORDER_WORD})\b)"
)
"""I'm gonna turn it off: what somebody will do, and no order."""
_POLITELY = re.compile(
    r"^(?:(?:hello|hi|hey|ok|okay|so|right|well|sorry to bother you(?: but)?|sorry|please|dear companion|if it's not too much (?:trouble|bother)|if it isn't too much (?:trouble|bother)|if it's no (?:trouble|bother)|if you don't mind"
    r"|if you wouldn't mind|if possible|if i may|(?:when|whenever|once) you(?:'ve| have)? (?:get|got)? ?a (?:moment|minute|sec|second|chance|tick)|now|then|,) )*"
    r"(?:i(?:'m| am| was|'ve been|'d been| just)? (?:wonder|wondering|hoping|hope|wanted to ask|want to ask)(?: if| whether| that)? you(?:'d| would| could| might| can)"
    r"|i(?:'d| would) (?:like|want) to ask (?:if you could|you to)|i (?:should|would) like you to"
    r"|(?:is|are|was) there (?:any|a) (?:way|chance|possibility)(?: that)? you (?:could|can|might)|do you (?:think|reckon|suppose)(?: that)? you (?:could|can|might)"
    r"|would it be (?:possible|alright|all right|ok|okay|too much trouble|too much to ask|a bother|awfully rude|rude)(?: for you)? to"
    r"|i(?:'d| would| should) (?:be (?:so |very |ever so |most |really |terribly |much )?(?:grateful|obliged|thankful|pleased|happy)|(?:really )?appreciate it|(?:really )?(?:like|love) it) if you(?: could| would| might|'d)"
    r"|it(?:'d| would) be (?:[a-z]+ ){1,3}if you (?:could|would)|it(?:'d| would) help(?: me)?(?: a lot| no end)? if you (?:could|would)"
    r"|(?:could|might|may|can) i (?:please |just |possibly )?(?:ask|trouble|bother|get|persuade|request)(?: you)? to|might i (?:ask|trouble) you for a moment to"
    r"|i don't suppose you (?:could|would|can)|perhaps you (?:could|would)|would you mind|do you mind|would you care to|will you not|won't you|(?:can|could|would|will|might) (?:you|u|ya)"
    r"|be an? (?:dear|love|star|angel|pal|sport|mate|legend|darling|sweetheart|doll|peach|champ|gem|treasure|hero|saint|good [a-z]+) and|you (?:may|could|can)(?: now)?|do (?:me|us) (?:a|the) (?:favou?r|solid|kindness)(?: of| and| ,)?|would it kill you to|could you do (?:me|us) (?:a|the) (?:favou?r|solid)(?: and| ,)?|(?:is there )?any (?:chance|way)(?: that)? you (?:could|can|might|would)|help me out and|please do|do(?: please| just| kindly)?)"
    r"(?: (?:be|to be) (?:so kind as to|kind enough to|so good as to|good enough to|able to|a dear and|a love and|an angel and|a star and))?"
    rf"(?: (?:please|just|kindly|possibly|maybe|perhaps|now|quickly|go ahead and|awfully|terribly|ever so kindly|at all|very kindly|,))* (?=(?:{_ORDER_WORD})\b)"
)
"""Every way to begin a polite wish, as `could you`."""
_WHEN_FIRST = re.compile(
    r"^(?P<when>(?:when|once|as soon as|at|after|in|tomorrow|tonight|every|on|this|next|by|around) [a-z0-9:' ]*?)(?: ,)?"
    r" (?:would you mind|do you mind|(?:could|can|would|will) you)(?: please| just| kindly)*"
    rf" (?P<rest>(?:{_ORDER_WORD})\b[^,.]*?)(?P<more>(?: [,.] .*)?)$"
)
"""`at eight would you mind putting it on`: what is asked for first, then when."""
_MAY_I_ASK = re.compile(
    r"^(?:(?:might|may|could|can) i (?:please |just |possibly )?(?:ask|enquire|inquire|know|check)(?: you)?|i(?:'d| would) (?:like|love) to (?:ask|know|check)|i(?:'m| am) (?:curious|wondering)(?: about)?)"
    r" (?=how|what|when|where|which|who)"
)
_COOLER = "ac|air con|aircon|air conditioner|air conditioning"
_HOT = "(?:hot|boiling|roasting|melting|sweating|sweltering|baking|stuffy|warm|cooking)"
"""Turn up the air conditioning, it's hot: more of what it does, and no more degrees."""
_MACHINES = (
    r"(?:the |my |our |that |this )?(?:[a-z']+ )??(?:everything|lights?|lamps?|tv|telly|television|fans?|ac|air con|aircon|air conditioner|air conditioning"
    r"|heating|heater|humidifier|kettle|coffee (?:maker|machine|pot)|speakers?|music|vacuum|hoover|machine|thing|hood|extractor|radio|stereo|computer|it all|all of it)"
)
_SOUNDING = r"(?:the |my |that |this )?(?:[a-z]+ )??(?:tv|telly|television|speaker|speakers|radio|music|stereo|sound|thing)"
_SOME_OF = r"(?:(?:some|the|a bit of|a little|in some|in the|more|a bit more) )?(?:of the |bit of )?(?:lovely |nice |bright |morning )?"
_DAY = "light|day ?light|sun ?light|sun ?shine|sun|morning light|morning sun|natural light|light of day"
_AIR = r"ac|air con|aircon|air conditioner|air conditioning|heating|thermostat|(?:cool|heat|dry|fan)(?: mode)?"


def _curtains(verb: str) -> Callable[[re.Match[str]], str]:
    """Daylight that is let in or kept out: it is the curtains that do so."""

    def plainly(found: re.Match[str]) -> str:
        where = found.groupdict().get("where")
        return f"{verb} the curtains" + (f" in {where}" if where else "")

    return plainly


_NEVER_MIND = re.compile(r"^(?:actually |oh |no |ah )*never ?mind (?:, )?(?=[a-z])")
_APART = (
    (re.compile(r"\b(?:way|far|much|a bit|a little|a tad|just|really|rather|bloody) too (?=[a-z])"), "too "),
    (re.compile(r"\b(weekend|weekday) alarm (?:for|at|to) (?=\d|half|quarter|noon)"), r"alarm on \1s at "),
    (re.compile(r"\b(?:pull|draw)((?: [a-z']+){1,4}? (?:curtains?|drapes)) back\b"), r"open\1"),
    (re.compile(r"\b(?:pull|draw)((?: [a-z']+){1,4}? (?:curtains?|drapes)) (?:to|across)\b"),
     r"close\1"),
    (re.compile(r"\bgive((?: [a-z']+){1,4}?) a (?:quick |good )?"
                r"(?:hoover|vacuum|clean|sweep|once over|going over)\b"), r"vacuum\1"),
    (re.compile(r"\b(?:everything|anything|whatever) (?:that's|that is|which is|that are) an? (light|lamp|fan|curtain|speaker)\b"),
     r"all the \1s"),
    (re.compile(r"\b((?:un)?lock|bolt|secure) the (back|front|side)(?= (?:and|then|please|too|now|for|,)|$)"), r"\1 the \2 door"),
    (re.compile(r"\b((?:lights?|lamps?|fans?)) (?:that's|that is|that are|which are|which is) (?:still |currently |left )?(?:on|lit|burning|running)\b"),
     r"\1"),
    (re.compile(r"\b(?:that|this) (tv|telly|television|light|lamp|fan|door|curtain|speaker|radio|thing|blind|heater|ac)\b"),
     r"the \1"),
    (re.compile(r"\bsend ((?:the |our |my )?[a-z]+(?: [a-z]+){0,2}) out(?=$| please| now| again)"), r"start \1"),
    (re.compile(r"\b(?:send|get|have) ((?:the )?[a-z]+(?: [a-z]+)??)(?: off| out| round| back)? to (?:go )?(?:vacuum|clean|hoover|sweep|mop)(?: up)?$"), r"start \1"),
    (re.compile(r"\b(?:let's have|bring|turn|put|switch|get|have) (?:the )?(?:sound|audio|volume) back(?: on)? (?:on|for|to) (?=the |my |our )"), "unmute "),
    (re.compile(r"\b(timers?|alarm|reminder) , (?=(?:an? |\d|for |at |half |quarter |in ))"), r"\1 "),
    (re.compile(r"^(?:(?:and|just|ok|give me|put|i need) )*(?:another )?(\d+|an?) (?:more |extra |additional )(minutes?|mins?|seconds?|secs?|hours?) (?:on|onto|to|for) (?:the |my )?((?:[a-z]+ )?timer)\b"),
     r"add \1 \2 to the \3"),
    (re.compile(r"^(?:(?:and|just|ok|put|pop|stick) )*another (\d+|an?) (minutes?|mins?|seconds?|secs?|hours?) (?:on|onto|to) (?:the |my )?((?:[a-z]+ )?timer)\b"),
     r"add \1 \2 to the \3"),
    (re.compile(r"\b(ac|air con|aircon|air conditioner|air conditioning|heating|thermostat) (to|on|into) (cool|heat|dry|auto|fan)(?:ing)?(?= |$)(?! mode| to| the)"),
     r"\1 \2 \3 mode"),
    (re.compile(r"^(?:(?:please|the) )*garage (?=(?:up|down|open|shut|closed)\b)"), "garage door "),
    (re.compile(r"\b(stop|pause|start|send|bring|dock|call|get|put|turn|let|tell|have|leave|resume) (?:her|him)(?= (?:back|home|off|on|out|to|please|now|up|down|again|round|loose|go|stop|for)\b|$)"), r"\1 it"),
    (re.compile(r"\bat the (?=\d{1,2}(?: |$|:))(?!\d{1,2}(?:st|nd|rd|th))"), "at "),
    (re.compile(r"(?<=\d) of the (?=morning|evening|afternoon)"), " in the "),
    (re.compile(r"\b(door|doors) of (?:the )?(front|back)\b"), r"\2 \1"),
    (re.compile(rf"\b(?:(?:turn|bump|whack|put) up|(?:crank|ramp|pump|blast)(?: up)?) ((?:the |my )?(?:[a-z]+ (?:room )?)?(?:{_COOLER}))(?: up)?(?= .*\b{_HOT}\b)"), r"make \1 cooler"),
    (re.compile(rf"^(?P<why>.*\b{_HOT}\b.*?)\b(?:(?:turn|bump|whack|put) up|(?:crank|ramp|pump|blast)(?: up)?) (?P<ac>(?:the |my )?(?:[a-z]+ (?:room )?)?(?:{_COOLER}))(?: up)?(?= ?$| please| a bit| a little)"), r"\g<why>make \g<ac> cooler"),
    (re.compile(r"\bits (?=(?:so|too|really|very|well|dead|proper|bloody|freezing|boiling|roasting|baltic|hot|cold|dark|bright|loud|stuffy|getting|a bit|nearly|almost|time|bed ?time|late|raining|like)\b)"), "it's "),
    (re.compile(r"^(?:the )?same (?:again |thing )?(?:in|for|with|to|goes for) (?=[a-z])"), "and "),
    (re.compile(r"\b(how (?:hot|cold|warm|chilly|cool)(?: is it| it is)) out(?: there)?(?= |$)(?! of)"), r"\1 outside"),
    (re.compile(r"\b(lamp|light) (?:by|next to|beside|near) (?:the |my )?bed(?: ?side)?\b"), r"bedside \1"),
    (re.compile(r"\b(lamp|light) (?:by|next to|beside|near|on|over|above|at) (?:the |my )?(desk|counter|sink|worktop|table|stove|hob|mirror|sofa|wall)\b"), r"\2 \1"),
    (re.compile(rf"\bshut ({_MACHINES}) (?:down|off)\b"), r"turn off \1"),
    (re.compile(rf"\bshut (it|{_SOUNDING}) up\b"), r"mute \1"),
    (re.compile(rf"\bshut up(?= (?:{_SOUNDING})|$| ,)"), "mute"),
    (re.compile(rf"\blet {_SOME_OF}(?:{_DAY})(?: (?:in|into|inside))(?: here| (?:to )?(?P<where>(?:the |my |our )?[a-z']+(?: room)?))?(?= ,|$| please| and| now)"),
     _curtains("open")),
    (re.compile(rf"\b(?:keep|shut|block)(?: out)? (?:the |this |that )?(?:{_DAY})(?: out)?(?: of (?P<where>(?:the |my |our )?[a-z']+(?: room)?))?(?= ,|$| please| and| now)"),
     _curtains("close")),
    (re.compile(rf"\b({_AIR})((?: (?!at\b)[a-z']+)*?) at (1[6-9]|2\d|30)(?! ?(?:am|pm|:|oclock|%|\d))\b"),
     r"\1\2 to \3 degrees"),
    (re.compile(r"(?<=[a-z0-9]) (no|sorry|no sorry|sorry no|oops) (?=(?:the|my|not|make|turn|put|set|i mean|i meant|wait|sorry|actually)\b(?! one| need| more))"), r" , \1 "),
    (re.compile(r"(?<=[a-z0-9]) (i mean|i meant|or rather) (?=(?:the|my|not|make)\b)"), r" , \1 "),
    (re.compile(r"\bwake up (me|us)\b"), r"wake \1 up"),
    (re.compile(r"^snooze (?:for )?(?:another )?(\d{1,2})(?: more)?(?=$| please)"), r"snooze for \1 minutes"),
    (re.compile(r"^(?:just |only )?(\d+|a few|a couple of) more (minutes?|mins?)(?=$| please)"), r"give me \1 more \2"),
    (re.compile(r"\b(alarm|timer|reminder)\b([^,]*?)(?: ,)? and (?:set|start|make|put|create)(?: up| on)? (?:an?other|a new|an?)? ?(?:1|one|new 1) (?=(?:for|at|to|in|on|of)\b)"),
     r"\1\2 and set a \1 "),
    (re.compile(r"^(?:please )?(?:crank|pump) (it|that)(?: up)?$"), r"turn \1 up"),
    (re.compile(r"\bremember me (?=to\b|at\b|in\b|that\b|about\b)"), "remind me "),
    (re.compile(r"^i should (?:very much |rather |really )?(?:like|love)\b"), "i'd like"),
    (re.compile(r"\b(?:,? ?)say (?=\d)"), " "),
    (re.compile(r"\brather (?=(?:louder|quieter|brighter|darker|dimmer|warmer|cooler|lower|higher|softer))"), "a bit "),
    (re.compile(r"\bthose (lights|lamps|fans|curtains|blinds|speakers|doors)\b"), r"the \1"),
)  # fmt: skip
"""Phrases in two pieces around their thing, put into one."""
_TAKEN_BACK = re.compile(
    r"\b(?:(?:a )?(?:quarter|half|\d+) (?:(?:to|past) )?)?\d+(?:\.\d+|:\d\d| [0-5]\d)?(?P<unit> (?:minutes?|mins?|hours?|seconds?|degrees?|%|am|pm))? ,? ?(?:to )?(?:well |um |uh |oh |er |erm |hm+ )*(?:no wait|no|sorry|wait|i mean"
    r"|actually|make that|make it|or rather|i meant|scratch that|not that|nope|oops|rather|or actually|hang on|hold on)(?: ,)?(?: (?:no|wait|sorry|i mean|actually) ,?)* (?:make (?:it|that) |to |say )?(?P<new>(?:(?:quarter|half|\d+) (?:(?:to|past) )?)?\d+(?::\d\d| [0-5]\d)?)\b(?(unit)(?: (?:minutes?|hours?|seconds?|degrees?|%|am|pm))?)"
)
"""`5 minutes, no wait, 7`: a number that is taken back leaves its unit to the next."""


_ENDEARED = re.compile(
    r"\b(for me|please|off|on|now|down|up|would you|will you|in here)(?: +,)? +"
    r"(?:pet|duck|hen|petal|hun|babe|lovey|lad|lass)$"
)
"""Lock up for me, pet: said to whom one likes."""
_FAHRENHEIT = re.compile(
    r"\b(?P<of>(?:thermostat|heating|heat|temperature|temp|ac|air con(?:ditioning|ditioner)?)"
    r"(?: (?:down|up|back))? (?:to|at|on) )(?P<n>4[5-9]|[5-8]\d|9[0-5])\b(?! ?(?:%|minutes|percent))(?: degrees)?(?: fahrenheit| f\b)?"
)
"""Degrees that a room has in Fahrenheit and never in Celsius: 7 to 35 °C."""


def _celsius(found: re.Match[str]) -> str:
    """Set the thermostat to 68: the same in Celsius, in halves of a degree."""
    return f"{found['of']}{round((int(found['n']) - 32) / 0.9) / 2:g}"


def _digits(found: re.Match[str]) -> str:
    tens, unit, single = found.groups()
    if _NOT_A_NUMBER.search(found.string[: found.end()]):
        return found.group()
    stands_for = single == "one" and _STANDS_FOR.search(found.string[: found.end()])
    if stands_for and not _UNIT.match(found.string[found.end() :]):
        return found.group()
    if tens is not None:
        return str(EN_TENS[tens] + (EN_NUMBERS[unit] if unit else 0))
    return str(EN_NUMBERS[single]) if single is not None else "100"
