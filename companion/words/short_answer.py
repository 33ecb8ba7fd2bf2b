"""Short answer 短い返事: words that mean something by themselves only in a talk; closed vocabulary.

The whole sentence must be one of these. Anything else is a sentence like any other: it leaves a
question open, and it interrupts.
"""

import re
import unicodedata
from enum import StrEnum

from companion.words.kana import hiragana


class ShortAnswer(StrEnum):
    """返事: what such a word does."""

    YES = "yes"
    NO = "no"
    LATER = "later"
    """Neither: the question waits."""
    NOD = "nod"
    """あいづち: somebody listens on, and asks for nothing."""
    BYE = "bye"
    """The talk is over."""


_POLITE_JA = "(?:です|ます|だよ|だね|よ|ね|な)?"
_NODS = re.compile(
    "(?:うん|ううん?(?=うん)|ふん|ふうん|ふーん|へえ|へー|ほう|ほー|はい|はーい|ええ|ああ|あー|なるほど|そうなんだ"
    f"|そうなの|そっか|そうか|そう|んー?|ほんと|本当){_POLITE_JA}"
    "|mm+|m+hm+|mhm|mm+ ?hm+|u+h ?hu+h|uh huh|hm+|yeah|yep|yes|ok|okay|right|i see|sure|really"
    "|oh|aha|ah|huh|wow|nice|cool|got it"
)
_ASSENT = "(?:yes|yeah|yep|yup|aye|sure|ok|okay|oh|all right|alright)"
_THANKS = "(?:then|please|thanks|thank you|ta|cheers|love)"
_YES = re.compile(
    "(?:うん|はい|はーい|ええ|そう|そうして|お願い|おねがい|お願いします|頼む|たのむ|いいよ|いいです|いいですよ|オーケー|おっけー"
    "|おーけー|やって|どうぞ|もちろん|その通り|それで)"
    "|(?:(?:うん|ああ|あー|はい|おう|ええ|じゃあ|ほな) ?)+"
    "(?:お願い(?:します|ね|するわ)?|頼む(?:わ|ね|よ)?"
    "|よろしく(?:ね|お願いします)?|やって(?:ください)?|やっといて|そうして(?:ください)?|いいよ|ええよ|どうぞ)"
    "|お願いね|頼むわ|よろしく|やっといて|ええよ|ええで"
    "|yes|yeah|yep|yup|yes please|please do|do it|go ahead|sure|ok|okay|of course|absolutely|please"
    f"|(?:{_ASSENT},? )*(?:go on(?: then)?|go ahead|do(?: it| that)?|please(?: do)?|why not"
    "|if you would|that(?:'d| would) be (?:great|lovely|nice|good|grand|perfect))"
    f"(?:,? {_THANKS})*|{_ASSENT},? {_THANKS}"
)
_NO = re.compile(
    "(?:いいえ|いや|ううん|だめ|ダメ|だめです|やめて|やめとく|やめておく|いらない|いりません|結構です|けっこうです"
    "|しなくていい|しないで)"
    "|no|nope|nah|no thanks|no thank you|don't|do not|cancel|rather not"
)
_LATER = re.compile(
    "(?:(?:今|いま)は(?:いい|やめて|やめとく|やめておく|ちょっと|無理)(?:です|よ)?"
    "|(?:後|あと)で(?:ね|いい|お願い)?|また(?:今度|後で|あとで)(?:ね)?|まだいい(?:です|よ)?|今度(?:ね)?"
    "|もう少し(?:後|あと)で|考えとく|考えておく)"
    "|(?:no |maybe )?(?:not now|not yet|not just yet|later|another time|in a (?:bit|while|minute))"
    "|ask (?:me )?(?:again )?later|let me think(?: about it)?|i'll think about it"
)
_BYE = re.compile(
    "(?:ありがとう|ありがとうございます|ありがと|どうも|おやすみ|おやすみなさい|じゃあね|またね|バイバイ|ばいばい|もう大丈夫"
    "|大丈夫|以上)"
    "|thanks|thank you|thanks a lot|bye|goodbye|bye bye|good night|that's all|that's it|that is all"
)
_TIMES = 3
"""うんうんうん is still one nod."""


def short_answers(text: str) -> frozenset[ShortAnswer]:
    """All that the whole sentence may be: うん is a nod, and a yes where something was asked."""
    plain = _folded(unicodedata.normalize("NFKC", text))
    said = " ".join(re.split(r"[-\s、。,.!?]+", plain)).strip()
    found = {
        ShortAnswer.NOD: _NODS,
        ShortAnswer.YES: _YES,
        ShortAnswer.NO: _NO,
        ShortAnswer.LATER: _LATER,
        ShortAnswer.BYE: _BYE,
    }
    return frozenset(
        answer
        for answer, words in found.items()
        if said and re.fullmatch(rf"(?:(?:{_folded(words.pattern)}) ?){{1,{_TIMES}}}", said)
    )


def _folded(text: str) -> str:
    """Without case, katakana as hiragana: speech to text writes はい as ハイ too."""
    return hiragana(text.casefold())
