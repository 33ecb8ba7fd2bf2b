"""A wish 願い is the part of a purpose that is asked for, apart from its reason and from what the
purpose rules out.

People tell a story before they ask ("Dad's hip is bad, so I don't want him stumbling in the dark"):
the words of the story are no purpose. Rules, in both languages; where nothing is marked as a wish
the whole is one.
"""

import re
from dataclasses import dataclass

_SENTENCES = re.compile(r"(?<=[.!?;。！？])\s*|\n+")
_PARTS = re.compile(
    r"、(?=あと|それと|それから|ついでに)"
    r"|(?:(?<=から)|(?<=ので)|(?<=けど)|(?<=のに)|(?<=し)|(?<=が)|(?<=て))、"
    r"|,? (?:so(?: that)?|because|since|but) |, (?:and )?"
    r"(?=(?:i|we|please|help|keep|just|don't|do not|never|no)\b)",
    re.IGNORECASE,
)
_WISH = re.compile(
    r"\b(?:want|need|wish|hope|please|would like|help|remind|make sure|look after|watch over"
    r"|find out|take care|let (?:me|us|him|her|them)|should(?:n't)?|has to|have to|must)\b|'d like"
    r"|^(?:and |then |so |just )*(?:keep|make|get|stop|prepare|set|give|check|watch|save|do|don't"
    r"|tell|try|no|never|nothing|leave|light|warm|cool)\b"
    r"|たい(?!へん|して|てい)|ほしい|欲しい|くれ|ください|下さい|ように|やりたい|頼む|お願い"
    r"|手伝って"
    r"|助けて|ないかな|だろうか|[てで](?:ね|な|や|よ)?[。！!]?$|といて|べき|方法|なきゃ|ないと",
    re.IGNORECASE,
)
_COMPLAINT = re.compile(
    r"\b(?:i|we|he|she|they|it|you) (?:always |just |still )?keeps? \w+ing\b|なくて|なって[。]?$"
    r"|らしい|しまう|ちゃう|ちゃって",
    re.IGNORECASE,
)
_SILENT = re.compile(
    r"\b(?:don't|do not|never|without|not) (?:\w+ )?(?:wak(?:e|ing)|rouse|disturb(?:ing)?)\b"
    r"|\bhates? .{0,20}(?:announcements?|beep\w*|talking|voices?)|言われたくない"
    r"|何も言わ(?:ない|ず)"
    r"|\bbeep\w*\b|\bdead (?:quiet|silent)\b"
    r"|\b(?:say|announce) nothing\b|\bsilen(?:ce|t(?:ly)?)\b"
    r"|起こさ(?:ない|ず)|誰とも話し|話しかけ(?:られ|な)|(?:しゃべ|喋)ら(?:せ)?な|声をかけな(?!い人)"
    r"|\bno (?:voices?|talking|announcements?|sounds?|noise|speech)\b"
    r"|without (?:a word|speaking|talking)"
    r"|don't (?:speak|talk|say anything|announce)|声(?:を|は)?(?:かけ|出さ)(?:ないで|ずに)"
    r"|音を(?:立て|たて|出さ)(?:ない|ず)"
    r"|(?:話しかけ|しゃべら|喋ら)(?:ないで|ずに)|黙って",
    re.IGNORECASE,
)
_UNASKED = re.compile(
    r"\b(?:no|without|not|twenty) (?:\w+ )?questions?\b|don't (?:\w+ )?(?:ask|quiz|bother|nag)"
    r"|(?:without|stop|no|less) (?:\w+ )?(?:asking|bothering|nagging|pestering)|surprise"
    r"|\bout of (?:my|our|his|her) (?:hair|way)\b|\bin peace\b|\b(?:un|not )disturbed\b"
    r"|邪魔(?:が|を|さ|し)|責めたく"
    r"|behind (?:his|her|their) back|\b(?:get|gets|got) wind of"
    r"|(?:mustn't|not|never) (?:let on|find out)"
    r"|(?:聞い|聞か|尋ね|質問し|責め)(?:たり|な|ず|ない)"
    r"|質問(?:は|なし|しない)|内緒|秘密|サプライズ",
    re.IGNORECASE,
)
_HANDS_OFF = re.compile(
    r"\b(?:don't|do not|never) (?:(?:touch|change) (?:a thing|any|it|the)"
    r"|(?:switch|move|turn) (?:a thing|anything|any of))"
    r"|(?:keep|leave) .{0,24}as (?:it|they) (?:is|are)\b|ままで(?:いい|よい|結構)"
    r"|leave (?:everything|it all|things|all) (?:\w+ )?(?:as|alone|be)|nothing (?:is )?(?:to be )?"
    r"(?:touched|changed|switched|moved|moving|going on and off)"
    r"|勝手に.{0,6}(?:ないで|ないように|な(?:い)?でほしい)|"
    r"そのまま(?:に|で)|(?:触ら|いじら|動かさ|変え)ない(?:で|ように)",
    re.IGNORECASE,
)
_FORBIDS = re.compile(
    r"^(?:please )?(?:don't|do not|never) (?:\w+ )?(?:lock|open|close|shut|switch|touch|start|move"
    r"|run)\b"
    r"|(?:かけ|掛け|閉め|開け|つけ|消し|動か|触っ|止め)(?:たり(?:し)?|さ|ら)?(?:ないで|なくて"
    r"|んといて)",
    re.IGNORECASE,
)
_NEEDLESS = re.compile(
    r"なくて(?:も)?(?:いい|よい|結構|かまわ|構わ)"
    r"|\b(?:no need|needn't|don't (?:need|have) to|not necessary)\b",
    re.IGNORECASE,
)
_LEFT_ALONE = re.compile(
    r"\bleave (?:me|us) (?:alone|be|in peace|to it)|\blet (?:me|us) be\b"
    r"|\bdo(?:n't| not) (?:do|start|try) anything|\bdo nothing\b|\bhands off\b"
    r"|\b(?:nothing|no help) (?:needed|required|from you)|\bstay out of (?:it|this|my)"
    r"|\b(?:day|evening|week) off for the (?:house|robot)\b"
    r"|休んで(?:い?て)?(?:も)?(?:いい|よい|ください)"
    r"|ほっとい|放っとい|(?:ほうって|放って)おい|構わない(?:で|でく)|かまわないで|そっとしてお"
    r"|何も(?:しなくて|せんで|しない(?:で|ほうが))|余計なこと(?:は|を)?し(?:ない|なく)"
    r"|手を出さない",
    re.IGNORECASE,
)
_TELL_IF = re.compile(
    r"\bkeep (?:an|half an|a close) eye\b|\b(?:tell|let|warn|alert|notify|ping|text) (?:me|us|\w+)"
    r" (?:know )?(?:if|when|whenever|the moment|in case)\b"
    r"|\bhear (?:about it|straight away|at once)\b"
    r"|\bnotic(?:e|es|ing)\b|\bhow (?:long|often|many (?:hours|times|minutes)|much of)\b"
    r"|\b(?:monitor|track of when|proof)\b|\b(?:be|get) told\b"
    r"|\bnote (?:it|when|if|whether|how|down)\b"
    r"|\b(?:want|like|need) to (?:know|see|hear|find out) (?:if|when|whether|how|which|who)\b"
    r"|\bfind out (?:if|when|whether|how|which|who)\b|\bwatch (?:over|out for)\b|\bwho keeps\b"
    r"|見守|見張(?!られ)|気(?:づ|付)(?:い|き|く|け)"
    r"|(?:たら|なら|だけ|とき|時|場合)(?:は|に)?、?(?:すぐ)?(?:に)?"
    r"(?:私に|僕に|みんなに)?(?:教え|知らせ|言(?:う|っ)?て|伝え|声|分か|わか)"
    r"|何(?:時間|回|度|分)(?:くらい|ぐらい)?"
    r"|どれ(?:くらい|ぐらい|だけ)|いつ.{1,12}か(?:を|が)?(?:調べ|知り|記録|見|確か)"
    r"|連絡(?:が|を|して)|か(?:どうか)?だけ"
    r"|(?:誰が|いつ).{1,12}か(?:が|、)?気になる"
    r"|(?:ない|る)か(?:どうか)?(?:を|が)?(?:見て|見とい|確かめ)"
    r"|(?:る|た)か(?:だけ|どうか).{0,4}(?:分か|わか|知)|様子を見(?:て|とい)|異変|何かあったら",
    re.IGNORECASE,
)
_TROUBLE = re.compile(
    r"\b(?:leav(?:e|es|ing)|left) (?:the |a |every )?(?:\w+ ){0,3}?(?:unlocked|open|on|running"
    r"|ajar)\b"
    r"|\bforgets? to (?:lock|close|shut|turn)"
    r"|\b(?:can't|cannot|doesn't|won't|(?:might|may) not) hear\b"
    r"|\bmiss(?:es|ing)? (?:the|a|his|her|my|our) (?:parcel|delivery|door)"
    r"|\bnever (?:be |go |goes )?off\b|\bmustn't (?:stop|go off)\b"
    r"|\b(?:pack|cut|give)s? (?:in|out|up)\b"
    r"|\bin case (?:he|she|it|they|somebody|anybody|the)\b|\bwhether (?:he|she|it|they|i|we|the)\b"
    r"|\b(?:nobody|no one|without anyone) notic"
    r"|\b(?:who|someone|somebody) (?:comes|goes|uses|has been)\b"
    r"|\bonly find out\b|\b(?:drops?|falls?|goes) below\b|下回|気(?:づ|付)かな"
    r"|(?:閉め|かけ|消し|切り|止め)忘れ|っぱなし|聞こえない"
    r"|耳が遠い"
    r"|(?:開け|つけ|出し|かけ|置き)(?:っ?放し|たまま)"
    r"|(?:消さ|閉め|切ら)(?:ずに|ない(?:で|ので|まま|から))"
    r"|閉めそこね|たら(?:困|大変|死|終わり|いけ)|(?:動い|つい|閉まっ|開い|かかっ)て(?:い)?るか",
    re.IGNORECASE,
)
_REMEMBERS = re.compile(
    r"^(?:please )?remember (?:for me|that|this)\b|\bmake a note (?:of|that)\b"
    r"|\bjust so you know\b|\bfor your information\b|知っておいて(?:ね|ほしい|くれ)|伝えておくだけ"
    r"|覚えておいて|覚えといて|記録(?:だけ)?しておいて|メモしておいて",
    re.IGNORECASE,
)
_REMIND = re.compile(
    r"\bremind\b|\b(?:nudge|prod|reminder)\b|\bgive (?:me|him|her|us) a (?:shout|heads-up|poke)"
    r"|\b(?:don't|not) let (?:me|him|her|us) forget|\btell (?:me|us) (?:the time|when to"
    r"|when (?:it's|it is) time)\b|時間を(?:知らせ|教え|伝え)|時間になったら|リマインド|声を?かけて"
    r"|\blet (?:it|that|this|me) slip\b|\bhold me to\b"
    r"|[時分前後]に(?:一言)?(?:声を?かけ|言って|教えて|知らせて)"
    r"|(?:みんな|家族|全員|私|僕|俺)に(?:も)?(?:言って|教えて|伝えて)"
    r"|忘れ(?:ない|ず|ん)(?:ように|に|と)(?:知らせ|教え|言)|思い出させ|そびれ"
    r"|\bforgot(?:ten)? (?:last|the|it|about|twice|again)\b|\b(?:we|i) (?:both |all )?forgot\b"
    r"|\b(?:always|never|keep|keeps) (?:forget\w*|remember\w*|think of)\b",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"\bevery\b|\beach\b|\bdaily\b|\balways\b|\bweekdays?\b|\bnightly\b|\bexams?\b|\bfinals\b"
    r"|(?:mornings|evenings|nights)\b|\b(?:this|next|all) (?:week|month)\b|\b\w+day to \w+day\b"
    r"|\b(?:two|three|four|five|six|\d+) (?:nights|days|weeks)\b|\bkeeps? \w+ing\b|\bhabit\b"
    r"|\bfrom now on\b|\bend of (?:the|next) (?:week|month)\b|\bthese days\b|\bcan't stop\b"
    r"|\btill (?:spring|summer|autumn|winter)\b|毎|いつも|最近|このごろ|今週|来週中|今月"
    r"|[0-9一二三四五六七]+(?:日間|連続|泊)|(?:春|夏|秋|冬)まで|のあいだ|の間は|平日|ちゃう"
    r"|しまう|がち"
    r"|ずっと|習慣|\b(?:cut(?:ting)? (?:down|back)|give up|quit)\b"
    r"|\b(?:stop \w+ing|more often|less (?:of )?\w+|more)\b"
    r"|(?:直|減ら|やめ|控え|続け|増や)(?:し)?たい|続け(?:られ|させ)|見すぎ|飲みすぎ|食べすぎ",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """願い: a purpose as it was read."""

    asked: tuple[str, ...]
    """The parts that ask for something, in their order; the whole where none is marked."""
    parts: int = 1
    """Of the whole purpose."""
    silent: bool = False
    """Words that nobody asked for are ruled out."""
    unasked: bool = False
    """Questions are ruled out."""
    hands_off: bool = False
    """Acts on devices are ruled out."""
    left_alone: bool = False
    """It wants no plan at all."""
    only_told: bool = False
    """It asks to be told when it is so, and for no more."""
    notices: bool = False
    """Something is to be watched for, or measured."""
    remembers: bool = False
    """It is a fact to be kept, which is no work."""
    reminds: bool = False
    """People are to be told of something in time."""
    goes_on: bool = False
    """It is meant for more than one day."""

    @property
    def words(self) -> str:
        """The parts that ask, in one line."""
        return " ".join(self.asked)


WHOLE = Wish(asked=())
"""Of a plan that no words bind."""


def wish_of(purpose: str) -> Wish:
    """The wish that stands in a purpose, in Japanese or English."""
    parts = [part.strip() for sentence in _SENTENCES.split(purpose) for part in _split(sentence)]
    parts = [part for part in parts if part]
    asked = [part for part in parts if _WISH.search(part) and not _COMPLAINT.search(part)]
    return Wish(
        asked=tuple(asked or parts),
        parts=len(parts),
        silent=_SILENT.search(purpose) is not None,
        unasked=_UNASKED.search(purpose) is not None,
        hands_off=_HANDS_OFF.search(purpose) is not None
        or bool(asked and all(_FORBIDS.search(part) for part in asked)),
        left_alone=_LEFT_ALONE.search(purpose) is not None or _is_needless(parts, asked),
        only_told=_TELL_IF.search(purpose) is not None,
        notices=any(sign.search(purpose) for sign in (_TELL_IF, _TROUBLE)),
        remembers=_REMEMBERS.search(purpose) is not None,
        reminds=_REMIND.search(purpose) is not None,
        goes_on=_GOES_ON.search(purpose) is not None,
    )


def _is_needless(parts: list[str], asked: list[str]) -> bool:
    """Whether it says of something that it need not be done, and asks for nothing."""
    needless = [part for part in parts if _NEEDLESS.search(part)]
    return bool(needless) and not [part for part in asked if part not in needless]


def _split(sentence: str) -> list[str]:
    return [part for part in _PARTS.split(sentence) if part]
