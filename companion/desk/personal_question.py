"""Personal questions ask for what only people can tell: of a relative or a pet the name, the
birthday, an allergy, where somebody lives or works; of a thing, where it is kept.

Only a whole sentence of that form counts. Where somebody is now, what somebody does and small talk
are not of it.
"""

import re
import unicodedata

from companion.phrases.kinship import BY_WORD

_LONGEST_FIRST = sorted(BY_WORD, key=len, reverse=True)
_EN = "|".join(re.escape(word) for word in _LONGEST_FIRST if word.isascii())
_JA = "|".join(re.escape(word) for word in _LONGEST_FIRST if not word.isascii())
_OWN = r"(?:my|our)"
_FORMS_EN = (
    rf"(?:what(?:'s|s| is| was)|tell me|do you (?:know|remember)|when(?:'s|s| is)) {_OWN} ({_EN})"
    r"(?:'s|s)? (?:first name|last name|name|birthday|job|address|favourite \w+|favorite \w+)",
    rf"(?:what(?:'s|s| is)|do you (?:know|remember) what) {_OWN} ({_EN})(?: is)?"
    r" (?:called|named|allergic to)",
    rf"(?:where|do you (?:know|remember) where) does {_OWN} ({_EN}) (?:live|work)",
    rf"where do {_OWN} ({_EN}) (?:live|work)",
    rf"how old(?:'s| is| are) {_OWN} ({_EN})",
)
_OWN_JA = r"(?:(?:私|僕|俺|うち|わたし|ぼく)(?:の)?)?"
_ENDS_JA = (
    r"(?:だっけ|でしたっけ|だったっけ|だった|でしたか|ですか|なの|なんですか|か|かな|"
    r"か知ってる|知ってる)?"
)
_FORMS_JA = (
    rf"{_OWN_JA}({_JA})の(?:名前|誕生日|アレルギー|仕事|職場|住所|年齢|歳|好物)"
    rf"(?:は|って)?(?:何|なに|いつ|どこ|何歳|いくつ|何だ|なん|何日|何月何日)?{_ENDS_JA}",
    rf"{_OWN_JA}({_JA})(?:は|って)(?:何歳|何の?アレルギー|なんていう名前|何ていう名前|何という名前){_ENDS_JA}",
    rf"{_OWN_JA}({_JA})(?:は|って)どこ(?:に住んで|で働いて)(?:る|いる|ます|います)"
    r"(?:の|んだっけ|のかな|か|んですか)?",
)
_THING_EN = re.compile(
    r"(?:(?:where(?:'s|s| is| are)|do you (?:know|remember) where) (?:my|our|the)"
    r" (?P<thing>[a-z]+(?: (?!is\b|are\b|kept\b)[a-z]+)?)(?: is| are)?(?: kept)?"
    r"|(?:do you (?:know|remember) )?where (?:(?:did|do) )?(?:i|we) (?:put|leave|keep|left)"
    r" (?:my|our|the) (?P<put>[a-z]+(?: [a-z]+)?))"
)
_THING_JA = re.compile(
    rf"{_OWN_JA}(?P<thing>[^\s、][^\s、のはがをって]{{0,9}}?)(?:は|って|を|が)?(?:どこ|何処)"
    r"(?:(?:に|へ)(?:ある|あります|あった|置いた|しまった|やった|いった|片付けた)(?:の|か|っけ|かな)?"
    rf"|{_ENDS_JA})"
)
_NO_THING = frozenset(
    [
        "今",
        "君",
        "自分",
        "私",
        "僕",
        "俺",
        "皆",
        "家族",
        "誰",
        "人",
        "次",
        "出口",
        "駅",
        "robot",
        "sun",
        "moon",
        "internet",
    ]
)
"""People, and what is not kept anywhere at home: nobody puts it away."""
_IN_KANA = re.compile("[ぁ-んー]+")
"""ここ, みんな: in hiragana alone it is seldom the name of a thing."""
_FORMS = tuple(re.compile(form) for form in (*_FORMS_EN, *_FORMS_JA))


def relative_asked(text: str) -> str | None:
    """The relative or the pet (a key of `kinship.RELATIVES`) that a sentence asks such a thing
    of; None where it is another sentence."""
    plain = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    plain = " ".join(plain.strip(" ?.!。、").split())
    for form in _FORMS:
        if (found := form.fullmatch(plain)) is not None:
            return BY_WORD[found[1]]
    return None


def thing_sought(text: str) -> str | None:
    """The thing whose place a sentence asks for; None where it is another sentence, or asks for a
    relative, whom a camera may have seen."""
    plain = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    plain = " ".join(plain.strip(" ?.!。、").split())
    found = _THING_EN.fullmatch(plain) or _THING_JA.fullmatch(plain)
    if found is None:
        return None
    thing = next(word for word in found.groupdict().values() if word)
    none = thing in BY_WORD or thing in _NO_THING or _IN_KANA.fullmatch(thing)
    return None if none else thing


def names_relative(text: str, relative: str) -> bool:
    """Whether a sentence speaks of this relative or pet at all."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return any(
        re.search(rf"\b{re.escape(word)}", plain) if word.isascii() else word in plain
        for word, key in BY_WORD.items()
        if key == relative or relative in key or key in relative
    )
