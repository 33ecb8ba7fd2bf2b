"""Forms of answers that can only be told in a form of their own.

A telephone number, an age, a price, a time of the clock, a birthday: a text without such a form
does not answer the question, however near it is. The forms are wide on purpose: they rule out
texts, and choose none.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.rooms.recall.asked import plain
from companion.rooms.recall.rerank import stems
from companion.words.episode import Episode
from companion.words.ids import EventId
from companion.words.recalled import Found


@dataclass(frozen=True, slots=True)
class Form:
    """形: how such a question is asked, and the form of its answers."""

    asked: re.Pattern[str]
    answer: re.Pattern[str]


_JA = r"(?:[0-9]+(?:[.,][0-9]+)*|[〇零一二三四五六七八九十百千万]+)"
_EN = (
    r"(?:[0-9]+(?:[.,:][0-9]+)*|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|"
    r"twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|"
    r"fifty|sixty|seventy|eighty|ninety|hundred|thousand|half|dozen|couple|once|twice|both|none|"
    r"no|a)\b)"
)
_NUMBER = rf"{_JA}|{_EN}"
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*"

FORMS: Mapping[str, Form] = {
    name: Form(re.compile(asked), re.compile(answer))
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
            rf"{_JA}(?:歳|才|か月|ヶ月)|{_EN}|還暦|古希|喜寿|米寿|成人|誕生|\bbirthday\b",
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
            "count",
            r"何(?:個|つ|人|名|回|度|枚|本|杯|匹|頭|台|冊|箱|袋|錠|粒|組|きょうだい)|\bhow many\b",
            rf"{_NUMBER}|いくつか|みんな|全員|ひとり|ふたり",
        ),
    )
}
"""Of texts as `asked.plain` gives them."""


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
    """Whether none of these texts has the form that is asked for, in a talk that holds a word of
    the question. `people`: their names are no such words: they stand in every second talk."""
    form = FORMS.get(form_of(question))
    if form is None:
        return False
    words = frozenset(stems(question)).difference(*map(stems, people))
    having = (one.episode for one in found if form.answer.search(plain(one.episode.text)))
    return not any(words & _talk(one, beside.get(one.id, ())) for one in having)


def _talk(episode: Episode, beside: Iterable[Episode]) -> frozenset[str]:
    return frozenset(word for one in (episode, *beside) for word in stems(one.text))
