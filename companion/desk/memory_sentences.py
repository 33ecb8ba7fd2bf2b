"""Reads sentences about memory itself ("no, it's 5 May", "forget that", "what do you know?").

A closed vocabulary over the whole sentence. Whether such a sentence is about memory and not about
the act before it, `unlearning` tells by what was told and answered before.
"""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum


class MemoryWish(StrEnum):
    """Kind of sentence."""

    WRONG = "wrong"
    """The last thing is wrong; `right` is the right value, where it is told."""
    FORGET = "forget"
    """The last thing, or all about `about`, shall be forgotten."""
    KNOWN = "known"
    """All that is known about a person or a thing is asked for."""
    SOURCE = "source"
    """Where the last answer comes from is asked."""
    KEEP = "keep"
    """The last thing shall be kept: a candidate is confirmed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemorySentence:
    """A sentence about memory."""

    wish: MemoryWish
    right: str = ""
    wrong: str = ""
    """The value that is denied, where it is named."""
    bare: bool = False
    """The right value stands alone after a "no": it counts only as one of the sort of the wrong."""
    about: str = ""
    """Person or thing; "" is the last thing that was told, or the speaker."""


_END_JA = (
    r"(?:な)?(?:ん)?(?:だった|でした|だ|です|や|じゃ)?(?:よ|ね|わ|って|ってば|から|の)*[。!！\s]*"
)
_NO_JA = (
    r"(?:それは|それ|その話は|今のは|さっきのは)?(?:全然|ちょっと)?(?:違う|ちがう|違います|違いました|違った|ちがった|ちがいます|違う違う|ちがうちがう|ごめん(?:なさい|ね)?|すみません|すいません|間違い|間違ってる|間違っている"
    r"|間違えた|間違えました|まちがえた|訂正|いや|いいえ|ううん|そうじゃない|そうじゃなくて|そうではなくて)(?:んだ|んです|って)?(?:よ|ね|わ|です|する|します)*"
)
_IT_IS = r"(?:it's|it is|its|that's|he's|she's|they're|i'm|we're|make (?:that|it)|should be|it should be|i meant(?: to say)?|rather)"
_NO_EN = (
    r"(?:no|nope|wrong|wait|hang on|oops|oh|sorry|that's (?:wrong|not right|incorrect|not true|not it|false)|that isn't (?:right|true)"
    r"|not quite|i (?:was wrong|misspoke|got that wrong|made a mistake)|correction|my mistake)"
)
_KINDLY = r"(?:please |never mind,? |you can |can you |could you |just |now |actually |juno,? )*"
_NOT_KEPT_JA = (
    r"(?:(?:記録|メモ|ログ|どこ)?(?:に|にも|も|は|を)?(?:残さ|書か|言わ|覚え|取ら)"
    r"(?:ないで|んで|んといて|ずに)(?:ください|ね|よ|おいて)*[。!！]*)?"
)
_NOT_KEPT_EN = r"(?:[,.;]? (?:and )?(?:please )?(?:don't|do not) (?:keep|record|save|write|remember|tell) .{1,30})?"
"""A second sentence that only asks the same again."""
_ABOUT_EN = r"(?P<about>.+?)"

_SENTENCES: tuple[tuple[str, MemoryWish], ...] = (
    # "not W but V": the wrong value is named
    (
        rf"(?:{_NO_EN}[,.:!]* )?{_IT_IS}(?: actually)? (?P<right>.+?),? (?:and )?not (?P<wrong>[^,]+)",
        MemoryWish.WRONG,
    ),
    (
        rf"(?:{_NO_EN}[,.:!]* )?(?:it's |it is |i'm |she's |he's )?not (?P<wrong>[^,]+?)[,;]? (?:but |it's |it is |{_IT_IS} )(?P<right>.+)",
        MemoryWish.WRONG,
    ),
    (
        r"(?P<lead>.+?)(?:n't| not) (?P<wrong>[^,;.]+?)(?:[,;.] (?:and |but )?| but )(?P<right>.+)",
        MemoryWish.WRONG,
    ),
    (r"(?P<lead>.+?) (?:is|are|am|'s|'m) (?P<right>[^,]+), not (?P<wrong>[^,]+)", MemoryWish.WRONG),
    (
        rf"(?:{_NO_JA}[、。,!！\s]*)?(?P<lead>.{{0,20}}?(?:は|って|の))?(?P<wrong>[^、。は]+?)(?P<mid>アレルギー|が好き|生まれ|歳|さん|くん|ちゃん)?(?:じゃなくて|ではなくて|じゃなく|ではなく|でなく|じゃない)[、。]?\s*(?P<right>.+?){_END_JA}",
        MemoryWish.WRONG,
    ),
    (
        rf"(?:(?:あ、)?{_NO_JA}[、。,!！\s]+){{1,3}}(?:正しくは|本当は|ほんとは|実は)?、?(?P<right>.+?){_END_JA}",
        MemoryWish.WRONG,
    ),
    (rf"正しくは、?(?P<right>.+?){_END_JA}", MemoryWish.WRONG),
    (rf"{_NO_JA}[。!！\s]*", MemoryWish.WRONG),
    (
        rf"(?:{_NO_EN}[,.:!-]* ){{1,3}}(?:actually )?{_IT_IS}(?: actually)? (?P<right>.+)",
        MemoryWish.WRONG,
    ),
    (r"(?:actually|sorry)[,.]? (?:it's|it is|i meant|make that) (?P<right>.+)", MemoryWish.WRONG),
    (r"i meant (?:to say )?(?P<right>.+)", MemoryWish.WRONG),
    (
        r"(?:no[,.!] )?that(?:'s| is) (?:wrong|not right|incorrect|not true|false)|that isn't (?:right|true)|you(?:'ve| have)? got (?:that|it) wrong|wrong",
        MemoryWish.WRONG,
    ),
    (
        r"(?:no|nope|wrong|correction|sorry|oops)[,.:!-]+ (?P<bare>(?!(?:the|a|an|my|our|in|not) (?!\d))[^,.:;!?]{1,40})",
        MemoryWish.WRONG,
    ),
    # forget
    (
        rf"{_KINDLY}(?:forget|delete|erase from (?:your )?memory|don't remember) (?:about )?(?:that|this|it|what i (?:just )?(?:said|told you)|the last thing(?: i (?:said|told you))?|i said that)(?: please)?",
        MemoryWish.FORGET,
    ),
    (
        rf"{_KINDLY}(?:forget|delete|don't remember) (?:everything |all |anything )?(?:what |that )?(?:i (?:just )?(?:said|told you) |you know |you remember |you(?:'ve| have)? (?:learned|learnt|noticed|picked up) )?about {_ABOUT_EN}(?: please)?{_NOT_KEPT_EN}",
        MemoryWish.FORGET,
    ),
    (
        rf"{_KINDLY}forget (?:that )(?P<about2>(?:i|my|we|our|i'm|i've|we're|we've) .+?)(?: please)?",
        MemoryWish.FORGET,
    ),
    (
        r"(?:ごめん、|ごめんね、|やっぱり|やっぱ)?(?:今の|さっきの|この|その|今言った|さっき言った|今の話|さっきの話)?(?:こと|話|やつ|それ)?(?:は|を)?、?(?:もう)?忘れて(?:ください|下さい|くれる|くれ|ほしい|ね|よ|いい|です|おいて)*[。!！]*",
        MemoryWish.FORGET,
    ),
    (
        rf"{_KINDLY}(?:don't remember|forget) (?P<about3>(?:my|our) .+?)(?: please)?",
        MemoryWish.FORGET,
    ),
    (
        r"(?:やっぱり|やっぱ)?(?:今の|さっきの|今言った|さっき言った)(?:こと|話|の)?(?:は|を)?(?:なし|無し|なかったこと|無かったこと)(?:に(?:して|してください|しといて|してほしい))?(?:ね|よ)*",
        MemoryWish.FORGET,
    ),
    (
        r"(?P<about>.+?)(?:のこと|の話|の件|について(?:言った|話した|覚えた|学んだ|習った|分かった|わかった)?(?:こと)?|で(?:覚えた|学んだ)こと|と言った(?:こと|の)|って(?:いう|言った)?(?:こと|話|の))(?:は|を)?、?(?:全部|もう)?忘れて(?:ください|下さい|くれる|くれ|ほしい|ね|よ|いい|です)*[。!！]*"
        rf"{_NOT_KEPT_JA}",
        MemoryWish.FORGET,
    ),
    # known
    (
        r"(?:so,? )?what (?:do|have) you (?:know|remember|remembered|learned|got|learnt|stored|saved) (?:about |of )(?P<about>.+)",
        MemoryWish.KNOWN,
    ),
    (
        r"(?:tell me )?(?:everything|all|what) you (?:know|remember) about (?P<about>.+)",
        MemoryWish.KNOWN,
    ),
    (
        r"(?P<about>.+?)(?:のこと|について)(?:は|を|で|って)?、?(?:何|なに|どんなこと)(?:を|か|が)?(?:覚え|知っ|おぼえ|憶え)て(?:い)?(?:る|ます)(?:の|か|んだ|んですか)*",
        MemoryWish.KNOWN,
    ),
    (
        r"(?P<about>.+?)(?:のこと|について)(?:は|を|で)?、?(?:知ってる|覚えてる|覚えている)(?:こと)(?:は|を)?(?:全部)?(?:教えて|言って|話して|何)?(?:ください|ね)?",
        MemoryWish.KNOWN,
    ),
    # source
    (
        r"(?:and )?(?:why do you (?:think|say|believe) (?:so|that)|how do you know(?: that| this)?|who (?:said|told you)(?: that| so| this)?|says who|where did you (?:hear|get) that(?: from)?)",
        MemoryWish.SOURCE,
    ),
    (
        r"(?:なんで|なぜ|どうして)(?:そう|それを?|そんなこと)?、?(?:思う|思った|言える|言う|知って(?:い)?る)(?:の|んですか|のですか|んだ)?|(?:それ|そう)?(?:は|って)?(?:誰|だれ)(?:が|に|から)(?:そう)?(?:言った|聞いた|言ってた|言っていた)(?:の|んですか|のですか)?",
        MemoryWish.SOURCE,
    ),
    # keep
    (
        r"(?:yes,? |yeah,? )?(?:please )?(?:remember (?:that|it)|keep (?:that|it) in mind|that's right,? remember (?:that|it)|make a note of (?:that|it))(?: please)?",
        MemoryWish.KEEP,
    ),
    (
        r"(?:うん、|はい、|そう、)?(?:それ|今の|これ)?(?:を|は)?、?(?:覚えて|おぼえて)(?:おいて|といて)(?:ください|ね|よ|くれる|くれ)*",
        MemoryWish.KEEP,
    ),
)
_PATTERNS = tuple((re.compile(rf"^(?:{pattern})$", re.I), wish) for pattern, wish in _SENTENCES)


def memory_sentence(text: str) -> MemorySentence | None:
    """Read a sentence about memory; None for every other one."""
    plain = unicodedata.normalize("NFKC", text).replace("’", "'")
    plain = " ".join(plain.split()).strip(" .。!！?？")
    for pattern, wish in _PATTERNS:
        found = pattern.match(plain)
        if found is not None:
            said = {name: value.strip() for name, value in found.groupdict().items() if value}
            return MemorySentence(
                wish=wish,
                right=said.get("right", said.get("bare", "")),
                bare="bare" in said,
                wrong=said.get("wrong", ""),
                about=next(
                    (said[name] for name in ("about", "about2", "about3") if name in said), ""
                ),
            )
    return None
