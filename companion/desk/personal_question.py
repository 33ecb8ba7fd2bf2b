"""Personal question: reads questions about what only people can tell of a relative or a pet: the
name, the birthday, an allergy, where somebody lives or works.

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


def names_relative(text: str, relative: str) -> bool:
    """Whether a sentence speaks of this relative or pet at all."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return any(
        re.search(rf"\b{re.escape(word)}", plain) if word.isascii() else word in plain
        for word, key in BY_WORD.items()
        if key == relative or relative in key or key in relative
    )
