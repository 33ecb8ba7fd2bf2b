"""Forms of answers that can only be told in a form of their own, of the one who is asked about.

A telephone number, an age, a price, a job, a breed: a text without such a form does not answer the
question, however near it is; nor does one that tells it of somebody or something else. The forms
are wide on purpose: they rule out texts, and choose none.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.phrases.kinship import RELATIVES, relation_of
from companion.rooms.recall.asked import plain
from companion.rooms.recall.rerank import stems
from companion.rooms.recall.words_of import names_in
from companion.words.episode import Episode
from companion.words.ids import EventId
from companion.words.recalled import Found


@dataclass(frozen=True, slots=True)
class Form:
    """形: how such a question is asked, and the form of its answers."""

    asked: re.Pattern[str]
    answer: re.Pattern[str]
    of_somebody: bool = False
    """It belongs to a person, a pet or a thing, which each answer has to be of."""
    or_name: bool = False
    """A name that the question does not hold is an answer, too."""


_JA = r"(?:[0-9]+(?:[.,][0-9]+)*|[〇零一二三四五六七八九十百千万]+)"
_EN = (
    r"(?:[0-9]+(?:[.,:][0-9]+)*|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|"
    r"twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|"
    r"fifty|sixty|seventy|eighty|ninety|hundred|thousand|half|dozen|couple|once|twice|both|none|"
    r"no|a)\b)"
)
_NUMBER = rf"{_JA}|{_EN}"
_YEARS = (
    r"\b(?:[0-9]{1,3}|\w+teen|ten|eleven|twelve|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\w+)?|"
    r"one|two|three|four|five|six|seven|eight|nine|hundred)\b"
    r"(?! (?:of|o'clock|percent|pounds|euros|times))"
)
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*"

ROLE, COUNT = "somebody's somebody", "count"
_HOLDS_NAME = frozenset({"name", ROLE, "home", "author", "maker"})
_OF_SOMEBODY = {
    "name",
    ROLE,
    "home",
    "telephone number",
    "postcode",
    "blood type",
    "age",
    "birthday",
    "job",
    "breed",
    "allergy",
    "school",
    "instrument",
    "favourite",
}

FORMS: Mapping[str, Form] = {
    name: Form(re.compile(asked), re.compile(answer), name in _OF_SOMEBODY, name in _HOLDS_NAME)
    for name, asked, answer in (
        (
            "telephone number",
            r"電話番号|携帯の?番号|\b(?:phone|telephone|mobile) number\b",
            r"[0-9〇一二三四五六七八九](?:[-\s]?[0-9〇一二三四五六七八九]){5,}",
        ),
        (
            "postcode",
            r"郵便番号|\b(?:post ?code|zip)\b",
            r"[0-9]{3}-?[0-9]{4}|\b[a-z]{1,2}[0-9]{1,2} ?[0-9][a-z]{2}\b|\b[0-9]{5}\b",
        ),
        (
            "password",
            r"パスワード|暗証|合言葉|\b(?:password|passcode|pin|combi\w*|code)\b",
            r"[0-9]{3,}|[a-z]+[-_]?[0-9]+|パスワード|暗証|合言葉|\b(?:password|passcode|code)\b",
        ),
        (
            "blood type",
            r"血液型|\bblood (?:type|group)\b",
            r"[abo]型|\b(?:a|b|o|ab)(?:[+-]| (?:positive|negative))",
        ),
        (
            "age",
            r"何歳|何才|おいくつ|\bhow old\b|\bwhat age\b",
            rf"{_JA}(?:歳|才|か月|ヶ月|だ|です|に|で|。|$)|{_YEARS}|還暦|古希|喜寿|米寿|成人|誕生|\bbirthday\b",
        ),
        (
            "birthday",
            r"誕生日(?:は|って|が)?(?:いつ|何)|\b(?:when|what).{0,25}birthday\b|"
            r"birthday.{0,12}\bwhen\b|\bwhen (?:was|were) \w+(?: \w+)? born\b",
            rf"誕生日|生まれ|還暦|\b(?:birthday|born|turn(?:s|ed|ing)?)\b|{_JA}月{_JA}日|"
            rf"{_MONTH} \d|\d+(?:st|nd|rd|th)?(?: of)? {_MONTH}",
        ),
        (
            "price",
            r"いくら|何円|値段(?:は|って)|家賃|給料|"
            r"\bhow much (?:rent|money|did .{0,30}(?:cost|pay)|do(?:es)? .{0,30}(?:cost|pay|earn)|"
            r"is the rent|was)\b|\bwhat .{0,25}\b(?:earn|rent|salary|cost)\b",
            rf"{_JA}\s*(?:円|万|千|ドル)|無料|ただ|税|[£$€¥]|{_EN}.{{0,12}}(?:pound|quid|pence|"
            r"dollar|euro|yen|thousand|grand|hundred|\bp\b)|\bfree\b|[0-9]{2,}|\bcost",
        ),
        (
            "time of the clock",
            r"何時(?!間)|なんじ|\bwhat time\b",
            rf"{_JA}時|{_EN}|\bo.clock\b|\b(?:quarter|noon|midnight)\b|正午|朝|夕方|夜|昼",
        ),
        (
            "day of the week",
            r"何曜|\b(?:what|which) (?:week ?)?day of the week\b|\bwhich weekday\b",
            r"[月火水木金土日]曜|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|週末|weekend|毎日|"
            r"every ?day",
        ),
        (
            "colour",
            r"何色|なに色|なにいろ|どんな色|\b(?:what|which) colou?r",
            r"色|赤|青|白|黒|緑|紫|紺|藍|ピンク|グレー|ベージュ|オレンジ|シルバー|ゴールド|ネイビー|カーキ|"
            r"\b(?:red|blue|white|black|green|yellow|brown|purple|pink|gr[ae]y|orange|beige|navy|"
            r"turquoise|silver|gold|golden|copper|cream|maroon|teal|violet|lilac|khaki|burgundy|"
            r"ginger|blonde?|colou?r)\b",
        ),
        (
            "size",
            r"サイズ|何センチ|何キロ|身長|体重|\bsize\b|\bhow (?:tall|heavy)\b|\bweigh",
            rf"{_NUMBER}|[sml]サイズ|\b(?:small|medium|large)\b",
        ),
        (
            COUNT,
            r"何(?:個|つ|人|名|回|度|枚|本|杯|匹|頭|台|冊|箱|袋|錠|粒|組|部屋|種類|軒|"
            r"曲|着|足|きょうだい)|\bhow many\b",
            rf"{_NUMBER}|いくつか|みんな|全員|ひとり|ふたり",
        ),
        (
            "job",
            r"(?:仕事|職業|職)(?:は|って|$)|何の仕事|どんな仕事|何をして働|"
            r"\bdo(?:es)? .{1,30} do (?:for (?:a living|work|a job)|at work)\b|"
            r"\bdid .{1,30} do before|"
            r"\b(?:job|profession|occupation)\b",
            r"仕事|職|働|勤め|務め|会社|社員|店員|屋をし|(?:師|医|士|官|員|家|者|長|手|教諭|教師|先生)(?:を|と|の|に|だ|で|、|。|$)|"
            r"エンジニア|デザイナー|プログラマー|シェフ|パート|バイト|"
            r"\b(?:work\w*|job|career|profession|retire\w*|employ\w*|hired|office|shifts?|trainee|business)\b|"
            r"\b(?:an?|as|the) (?:\w+ ){0,2}(?:\w+(?:er|or|ist|ian|man|woman|ant|ent)|"
            r"nurse|vet|chef|cook|pilot|clerk|guard|temp|judge|coach|smith|nanny|maid|monk|nun|priest|vicar)\b",
        ),
        (
            "breed",
            r"品種|犬種|猫種|\b(?:what|which) (?:breed|species)\b|\bbreed\b",
            r"種|雑種|ミックス|血統|三毛|柴|秋田犬|プードル|チワワ|ダックス|テリア|シェパード|レトリ|コーギー|パグ|ビーグル|コリー|スパニエル|"
            r"ハスキー|ブルドッグ|マルチーズ|ポメラニアン|シーズー|スコティッシュ|マンチカン|アメショ|アメリカン|ペルシャ|シャム|"
            r"ラグドール|ベンガル|ロシアン|"
            r"\b(?:breed|mongrel|mix|cross|rescue|moggy|tabby|siamese|persian|ragdoll|\w*(?:doodle|poo)|"
            r"poodle|terrier|retriever|lab|labrador|spaniel|collie|beagle|dachshund|shepherd|\w*hound|"
            r"bulldog|pug|corgi|husky|whippet|setter|pointer|boxer|rottweiler|dalmatian|chihuahua|"
            r"shorthair|coon|bengal|burmese|sphynx|gecko|lop)\b",
        ),
        (
            "allergy",
            r"アレルギー|\ballerg\w+",
            r"アレルギー|かゆ|痒|じんま|蕁麻|ぶつぶつ|湿疹|くしゃみ|イガイガ|腫れ|食べられ|だめ|ダメ|"
            r"\ballerg|\brash\b|\bhives\b|\bswell|\breact|\bitch|\bsneez|"
            r"\b(?:can't|cannot) (?:have|eat|touch)\b",
        ),
        (
            "school",
            r"どこの学校|どの学校|学校(?:は|って)|(?:出身|どこの)(?:大学|高校|中学)|"
            r"\b(?:what|which) (?:school|university|uni|college)\b",
            r"小学|中学|高校|大学|学院|学園|幼稚園|保育園|[東京阪名北九早慶]大|"
            r"\b(?:school|primary|secondary|academy|college|grammar|university|uni|nursery)\b",
        ),
        (
            "place to stay",
            r"(?:どの|どこの|何の|なんの|なんていう)(?:ホテル|旅館|宿)|(?:ホテル|旅館|宿)(?:の名前)?(?:は|って)|"
            r"\b(?:what|which) (?:hotel|hostel|inn|b&b)\b",
            r"ホテル|旅館|宿|民泊|ペンション|ゲストハウス|荘|キャンプ|テント|[ァ-ヴー]{3,}(?:に|で)泊|"
            r"\b(?:hotel|inn|hostel|airbnb|resort|lodge|guest ?house|cottage|villa|apartment|"
            r"campsite|tent)\b|\bb&b|\bstay\w*|\bbook(?:ed|ing)\b",
        ),
        (
            "name",
            r"名前(?:は|って|を|$|[?？])|名字|苗字|なんて名前|何という名前|"
            r"\b(?:what|whats|what's) .{1,40}\b(?:names?|surname|called)\b",
            r"名前|という|って(?:い|言)|呼|さん|先生|\b(?:called|names?|named|mrs?|ms|miss|dr)\b",
        ),
        (
            ROLE,
            r"の[^のはが、。]{1,8}は(?:誰|だれ|どなた)(?:[?？だで]|$)|"
            r"\bwho(?:'s| is| was) (?!\w+ing\b)[\w ]{1,25}(?:'s|s') \w+(?: \w+)?[?]?$",
            r"さん|先生|\b(?:called|names?|named|mrs?|ms|miss|dr)\b",
        ),
        (
            "favourite",
            r"好きな(?![んの])|好物|お気に入り|\bfavou?rite\b",
            r"好[きみ物]|気に入|大好|目がな|はまっ|夢中|ファン|一番|最高|"
            r"\b(?:favou?rite|lov\w+|lik\w+|enjoy\w*|best|fans?|prefer\w*|ador\w+|obsessed|"
            r"mad about|fond|into|never tires|always)\b",
        ),
        (
            "author",
            r"(?:作者|著者)は|誰が書い|\bwho wrote\b|\bauthor\b",
            r"作者|著|書い|\b(?:by|wrote|written|author)\b",
        ),
        (
            "maker",
            r"どこの(?:メーカー|製品|会社の)|メーカーは|\b(?:what|which) (?:make|brand)\b",
            r"製|社の|メーカー|\b(?:made by|make|brand|model)\b",
        ),
        (
            "home",
            r"どこに(?:住|すん)|住所|\bwhere (?:does|do|is) .{1,30} liv(?:e|ing)\b|\baddress\b",
            r"住|引っ越|[市区町村県丁目]|\b(?:liv(?:e|es|ed|ing)|moved?|moving|road|street|lane|avenue)\b",
        ),
        (
            "instrument",
            r"(?:何の|どの)楽器|楽器は|\b(?:what|which) instrument",
            r"ピアノ|ギター|ベース|ドラム|太鼓|バイオリン|ヴァイオリン|チェロ|フルート|サックス|トランペット|ホルン|"
            r"クラリネット|オーボエ|ハープ|ウクレレ|尺八|三味線|琴|笛|管|弦|オルガン|ハーモニカ|"
            r"\b(?:piano|keyboard|guitar|bass|drums?|violin|viola|fiddle|cello|flute|sax\w*|trumpet|horn|"
            r"trombone|tuba|euphonium|clarinet|oboe|bassoon|harp|ukulele|recorder|banjo|organ|accordion|"
            r"harmonica|mandolin)\b",
        ),
    )
}
"""Of texts as `asked.plain` gives them."""


_OWN_WORDS = re.compile(
    r"phone|telephone|mobile|number|post|postcod\w*|zip|password|passcod\w*|pin|combi\w*|code|blood|"
    r"type|group|old|ag|age|birthday|born|birth|date|much|many|rent|money|cost\w*|pay\w*|paid|earn\w*|"
    r"salary|price|pric|expensive|time|clock|day|week\w*|colou?r\w*|size|siz|tall|heavy|weigh\w*|"
    r"job|work|living|liv|profession|occupation|breed|species|specie|allerg\w*|school|university|"
    r"uni|college|favourit\w*|favorit\w*|author|wrote|writ\w*|mak|brand|hotel|hostel|inn|instrument\w*|name|nam|names|surname|first|called|call|address|addres|liv|mov|"
    r"電話|番号|携帯|郵便|パスワード|暗証|合言葉|血液|型|血液型|歳|才|年齢|誕生|誕生日|最初|前|日|生まれる|幾ら|円|値段|"
    r"家賃|給料|掛かる|時|時間|曜|曜日|色|サイズ|センチ|キロ|身長|体重|仕事|職業|品種|犬種|猫種|種|"
    r"好き|好物|気に入り|作者|著者|書く|メーカー|製品|アレルギー|学校|大学|高校|中学|出身|ホテル|旅館|宿|泊まる|楽器|住む|住所|名字|苗字|下|今|昔|現在|名前|幾つ|つ|個|人|名|回|度|枚|本|"
    r"杯|匹|頭|台|冊|箱|袋|錠|粒|組|now|currently|last|before"
)
"""Words of a question that name the form; the others say whose or of what it is."""
_COUNTER = re.compile(
    r"何(個|つ|人|名|回|度|枚|本|杯|匹|頭|台|冊|箱|袋|錠|粒|組|部屋|種類|軒|曲|着|足)"
)
_THINGS = re.compile(r"\bhow many (?:different |kinds of )?(?!people|guests|persons|times)(\w+)")
"""Things that are counted under their own name: forty people are forty guests."""
_PRONOUN = re.compile(r"\b(?:he|she|they|him|them|her|his|their)\b|彼|あの人|その人")
"""A pronoun means somebody who is named elsewhere in the question, or nowhere."""


def form_of(question: str) -> str:
    """The form that a question asks for; "" where it asks for none of these."""
    said = plain(question)
    return next((name for name, form in FORMS.items() if form.asked.search(said)), "")


def form_is_missing(
    question: str,
    found: Sequence[Found],
    beside: Mapping[EventId, Iterable[Episode]],
    people: Iterable[str],
) -> bool:
    """Whether none of these texts has the form that is asked for, of what it is asked of."""
    form = FORMS.get(form_of(question))
    if form is None:
        return False
    who, what = subject_of(question)
    if not form.of_somebody or _PRONOUN.search(plain(question)):
        speakers = {word for one in people for word in stems(one)}
        who, what = who & speakers, (who | what) - speakers
    elif form is FORMS[ROLE]:
        who, what = who | what, frozenset()
    elif who:
        what = frozenset()
    counted = _counted(question) if form is FORMS[COUNT] else None
    having = (one.episode for one in found if _has(form, question, one.episode))
    if counted is not None:
        having = (one for one in having if counted(one, beside.get(one.id, ())))
    return not any(_is_of(one, beside.get(one.id, ()), who, what) for one in having)


def _counted(question: str) -> Callable[[Episode, Iterable[Episode]], bool]:
    """A test whether a talk counts the things that are asked for."""
    said = plain(question)
    if (ja := _COUNTER.search(said)) is not None:
        counter = "[個つ]" if ja[1] in "個つ" else ja[1]
        number = re.compile(rf"{_JA}{counter}|いくつか|みんな|全員|ひとり|ふたり")
        return lambda one, near: any(number.search(plain(t.text)) for t in (one, *near))
    en = _THINGS.search(said)
    things = frozenset(map(relation_of, stems(en[1]))) if en is not None else frozenset()
    return lambda one, near: things <= _talk(one, near)


def _has(form: Form, question: str, episode: Episode) -> bool:
    if form.answer.search(plain(episode.text)) is not None:
        return True
    return form.or_name and bool(names_in(episode.text) - names_in(question))


def subject_of(question: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words of a question that say whose the form is, and those that say of what."""
    names = {word for name in names_in(question) for word in stems(name)}
    words = frozenset(word for word in stems(question) if not _OWN_WORDS.fullmatch(word))
    who = frozenset(word for word in words if word in names or relation_of(word) in RELATIVES)
    return frozenset(map(relation_of, who)), words - who


def _is_of(
    episode: Episode, near: Iterable[Episode], who: frozenset[str], what: frozenset[str]
) -> bool:
    held = _talk(episode, near)
    # A name that is a word of the dictionary, too, is read another way in another sentence.
    who = frozenset(one for one in who if one.isascii() or one not in episode.text)
    return who <= held and (not what or bool(what & held))


def _talk(episode: Episode, beside: Iterable[Episode]) -> frozenset[str]:
    """The words of a talk, and who says the middle of it: whose the others are is not told."""
    texts = (episode.speaker, episode.text, *(one.text for one in beside))
    return frozenset(relation_of(word) for text in texts for word in stems(text))
