"""Vocabulary 機器の語彙: finds the devices and rooms that a sentence names, by their own names.

It selects what is put before the model and parses no meaning: a sentence that names nothing
simply selects nothing.
"""

import re
from collections.abc import Iterable

from companion.home.kinds import kind_of
from companion.words.device import Device
from companion.words.language import has_japanese
from companion.words.place import Place

MOST = 4
"""Devices that one sentence brings into the prompt at most; the tail is kept short."""
FULL_NAME, KIND, ROOM, PART = 4, 3, 2, 1
"""Weight of a match: the whole name of a device counts most, one word of it least."""
NEAR = 0.5
"""Devices that score less than this part of the best one are not meant."""


def devices_named(
    sentence: str, devices: Iterable[Device], places: Iterable[Place]
) -> tuple[Device, ...]:
    """The devices a sentence names, best first, at most `MOST`."""
    heard = _Heard(sentence)
    rooms = {place.id: place for place in places}
    scored = [(_score(heard, d, rooms.get(d.area)), d) for d in devices]
    best = max((score for score, _ in scored), default=0)
    named = [(score, d) for score, d in scored if score > 0 and score >= best * NEAR]
    named.sort(key=lambda pair: (-pair[0], pair[1].id))
    return tuple(d for _, d in named[:MOST])


def places_named(sentence: str, places: Iterable[Place]) -> frozenset[str]:
    """Ids of the rooms a sentence names."""
    heard = _Heard(sentence)
    return frozenset(place.id for place in places if heard.any(_names(place)))


def asks(sentence: str) -> bool:
    """Whether it is written as a question. The mark alone; what is asked is the model's to see."""
    return "?" in sentence or "？" in sentence


_ORDER = re.compile(
    r"\bplease\b|^(?:can|could|would|will) you\b|\bi (?:want|need) you to\b"
    r"|^(?!(?:i|i'm|i've|i'd|my|we|we're|our|it|it's|he|she|they|the|there|that|that's|this|you|you're"
    r"|so|oh|well|what|how|why|who|when|where|which|hello|hi|hey|good|thanks?|yes|no|not|today"
    r"|yesterday|tomorrow|a|an|some|every\w*|guess|maybe|sometimes)\b)[a-z]+ (?:the|my|a|an|it|me"
    r"|us|that|this|them|up|on|off|down|all|some|our|your)\b"
    r"|(?<!しまっ)(?<!しもう)(?<!ちゃっ)(?<!くなっ)(?<!だっ)[てで](?:よ|ね|くれ|くれる|ください|下さい|ほしい|欲しい|もらえる|もらえますか|頂戴|ちょうだい)*"
    r"[。！!]*$|(?:ください|下さい|お願い|頼む|頼みます|なさい|[しせけめえべ]ろ|せよ)(?:ね|よ|します)*[。！!]*$",
    re.IGNORECASE,
)
_PREMISE = re.compile(
    r"\byou(?:'ve| have| had| also| just| once)* (?:said|told|promised|agreed|mentioned|assured"
    r"|swore)\b|\byou (?:always|often|never|keep) (?:say|saying|tell|telling)\b"
    r"|\byou were (?:going|supposed|meant) to\b|\byou must have\b"
    r"|\byour (?:report|message|note|advice|warning|reminder)\b|はずだった|報告"
    r"|\bremember\b|\byour promise\b|\bas (?:you|we) (?:said|agreed)\b"
    r"|(?:って|と)(?:いつも|よく)?(?:言|約束|話|聞い|頼)|約束(?:し|だ|どおり|は|を)|言ってた|言ったよ|言ったじゃ|覚えて"
    r"|た(?:ん(?:です|だ)|んだ)?(?:よね|っけ|でしょ|だろ|じゃん|じゃない)[。！!？?う]*$|だっけ",
    re.IGNORECASE,
)
_OPINION = re.compile(
    r"(?<!my )(?<!our )\bfavou?rite\b|\bdo you (?:like|love|enjoy|prefer|dream|believe|ever)\b"
    r"|\b(?:what|which) do you think\b|\bwould you (?:rather|like to)\b"
    r"|\bwhat .* do you like\b"
    r"|\bany (?:advice|ideas?|tips)\b|\bshould i\b|\bare you (?:alive|happy|real|human)\b"
    r"|(?<!私の)(?<!僕の)(?<!俺の)(?<!うちの)好き(?:な|です|？|\?)|と思う|どっち(?!.*[たっだ](?:の|ん)?(?:です|だ)?[かよ]?[？?]*$)|おすすめ|お勧め|したらいい|すればいい|夢を見|どう思|得意な|苦手な",
    re.IGNORECASE,
)


_CUES = {
    "hello": re.compile(
        r"\b(?:hello|hi|hiya|hey|morning|evening|afternoon|greetings|welcome|back|home)\b"
        r"|おはよ|こんにち|こんばん|やあ|ただいま|久しぶり|ひさしぶり|はじめまして|どうも",
        re.IGNORECASE,
    ),
    "goodbye": re.compile(
        r"\b(?:bye|goodbye|night|see you|leaving|off to|going|bed|sleep|later)\b"
        r"|おやすみ|お休み|さようなら|またね|じゃあね|バイバイ|[い行]って(?:きます|くる)|出かけ|寝る|寝ます",
        re.IGNORECASE,
    ),
    "thanks": re.compile(
        r"\b(?:thank\w*|cheers|appreciate|grateful|great|good|nice|clever|best|love|lovely|helpful"
        r"|sharp|brilliant|smart)\b|ありがと|感謝|助か|えらい|偉い|すごい|さすが|最高|上手|いい子|優しい|賢い",
        re.IGNORECASE,
    ),
    "care": re.compile(
        r"\b(?:tired|worn out|exhausted|sad|sorry|hurts?|hard|bad|awful|terrible|horrible|worst"
        r"|sick|ill|lonely|alone|lost"
        r"|nightmare|worr\w+|afraid|scared|angry|hate|cry\w*|died|dead|broke\w*|fail\w*|stress\w*"
        r"|difficult|tough|rough|late|never|wrong|can'?t|didn'?t|doing my head)\b"
        r"|疲|つかれ|つら|辛い|痛|しんど|悲し|困|心配|嫌|いや|だめ|ダメ|失敗|怒|眠|大変|寂し|さみし|不安|最悪"
        r"|泣|苦し|忙し|こわ|怖|残念|がっかり|なくし|落と|忘れ|負け|弱|年や|年だ",
        re.IGNORECASE,
    ),
}
"""Words that call for a greeting, a farewell, thanks or comfort, by the name of the kind."""


def cues_in(sentence: str) -> frozenset[str]:
    """The kinds of answer that only such words call for."""
    return frozenset(kind for kind, words in _CUES.items() if words.search(sentence))


_OFFERS = re.compile(
    r"お手伝い|手伝え|お役に立|何かあれば|お気軽に|\b(?:assist|help) you\b"
    r"|\bhow (?:can|may) i help\b|\blet me know if\b",
    re.IGNORECASE,
)


_CALLED_FOR = {
    "hello": re.compile(
        r"お元気です|ご機嫌いかが|こんにち[はわ]|こんばん[はわ]|おはよう|\bhow are you\b|\bhello\b"
        r"|\bgood (?:morning|evening)",
        re.IGNORECASE,
    ),
    "goodbye": re.compile(r"おやすみ|お休みな|\bgood ?(?:night|bye)\b", re.IGNORECASE),
    "thanks": re.compile(r"ありがとう|感謝|\bthank(?:s| you)\b", re.IGNORECASE),
}
"""A clause that greets, takes leave or thanks, by the words that call for it."""


_TALKS_JA = re.compile(
    r"(?:ね|よ|わ|な|なあ|ぜ|ぞ|かな|かしら|ください|くださいませ|ましょう|でしょう|(?:です|ます|でした|ました"
    r"|ません|しょう)か|(?:嬉しい|うれしい|楽しみ|なるほど|すてき|素敵|大丈夫|さま|様)(?:です|でした)?"
    r"|たいです)[。！!？?…]*$"
)
"""Endings by which a Japanese clause speaks to somebody. A bare statement
(習うのは楽しいです), or a question to oneself (いいのか), is a sentence of a text book."""


def talks(clause: str) -> bool:
    """Whether a clause of talk speaks to somebody; of English every clause does."""
    return not has_japanese(clause) or _TALKS_JA.search(clause.strip()) is not None


def fits_anything(clause: str, heard: str) -> bool:
    """Whether a clause answers nothing of what was heard: it only offers to be of use, or greets,
    takes leave or thanks where the sentence calls for none of it."""
    without = _CALLED_FOR.keys() - cues_in(heard)
    return _OFFERS.search(clause) is not None or any(
        _CALLED_FOR[kind].search(clause) for kind in without
    )


_FEELING = re.compile(
    r"\bhow (?:are|do|have|was|is|'s|are you|'re)\b.*\b(?:you|things|life|it|day)\b|\bhow's\b"
    r"|\byou(?:'re| are)?\b.*\b(?:ok|okay|alright|all right|fine|well|happy|sad|bored|tired|sleepy"
    r"|lonely|angry|mad|scared|excited|mood|feel\w*)\b|\byour mood\b"
    r"|元気|調子|気分|機嫌|どうしてる|よく(?:眠れ|寝られ|寝れ|寝)(?:た|まし)|(?:君|きみ|お前|そっち|自分).{0,8}"
    r"(?:疲れ|眠|寂し|さみし|楽し|嬉し|うれし|退屈|暇)"
    r"|(?:疲れ|眠く|寂しく|さみしく|楽し|退屈)(?:た|て|ない|い)?(?:の|です)?(?:か|？|\?)",
    re.IGNORECASE,
)


def asks_feeling(sentence: str) -> bool:
    """Whether it speaks of how the companion is or feels: only then its mood answers."""
    return _FEELING.search(sentence) is not None


def orders(sentence: str) -> bool:
    """Whether it is written as an order or a request; what it asks for is not looked at."""
    return _ORDER.search(sentence.strip()) is not None


def claims_past_words(sentence: str) -> bool:
    """Whether it says that something was said or promised, or asks to remember: only "I do not
    know" and facts answer that."""
    return _PREMISE.search(sentence.strip()) is not None


_FACT = re.compile(
    r"^(?:so|and|but|hey|oh|well|then)?,? ?(?:who(?! (?:are|made|built) you)|when|where|which"
    r"|whose|how (?:much|many|long|often)|how old(?! are you)|what(?:'s| is| was) (?:the|my|in|on)"
    r"|what (?:time|day|colou?r|name|did|are you going)|won't you|will (?:you|the|he|she|it)"
    r"|(?:did|has|have|had|is|are|was|were|does|do)"
    r" (?!you (?:like|love|feel|think|want|ever|enjoy|dream|sleep|know)|you (?:ok|okay|well)))"
    r"\b.*\?|\bwon'?t you\?|^so (?:the|my) .*\?"
    r"|(?:誰|だれ)(?!か(?![はがを])|も|から)|いつ(?!も|か|でも)|どこ(?!か|も|でも)|どの(?!くらい|ぐらい)"
    r"|どれ(?!も|でも)|どっちが|いくら(?!でも)|いくつ|何(?:時|番|曜日|色|人|日(?!も)|が入|作って)"
    r"|(?:だ|でし|た)っけ|(?:覚えて|おぼえて)(?:い)?(?:る|ます)|何を(?!考え|思)"
    r"|(?:わかる|分かる|知って(?:い)?(?:る|ます))(?:の|かな|よね|でしょう?|だろ)?[？?。]*$"
    r"|(?:何|なに)(?:かしら|だろう)|ある(?:っけ|かな)[？?。]*$|^(?:[^。、]{1,3}、)?(?:私|僕|俺|うち)の[^。、]{1,14}は[？?]$"
    r"|\b(?:he|she|they|[A-Z]\w+) must have (?:said|told|left|mentioned)\b"
    r"|\bhow (?:did|was|were|is) (?:the|my|our) \w+"
    r"|くれる(?:よね|ね|かな|[？?])|(?:さん|ちゃん|くん|たち|様|父|母|親|兄|姉|弟|妹)"
    r"[^。]{0,12}(?:た|てる|ている)(?:の|ん)?(?:だ|です)?(?:か|って)?[？?]",
    re.IGNORECASE,
)


def asks_for_a_fact(sentence: str) -> bool:
    """Whether it asks who, when, where, or whether something is so: small talk answers none of
    it, and of a question about likes and feelings it does."""
    if asks_opinion(sentence) or asks_feeling(sentence):
        return False
    return _FACT.search(sentence.strip()) is not None


def asks_opinion(sentence: str) -> bool:
    """Whether it asks for a liking, a thought or advice: no fact of the home answers that."""
    return _OPINION.search(sentence) is not None


_MARKS = "。.!！?？、, "
_OF_ONESELF = frozenset({"i", "i'm", "am", "feel", "so", "too", "very", "really", "a", "the"})


def echoes(clause: str, heard: str) -> bool:
    """Whether a clause only gives back what was heard: "I feel lonely" to who feels lonely."""
    said, told = clause.strip(_MARKS).casefold(), heard.strip(_MARKS).casefold()
    if not said.isascii():
        return said in told
    words = re.findall(r"[a-z']+", said)
    return bool(words) and set(words) <= _OF_ONESELF.union(re.findall(r"[a-z']+", told))


class _Heard:
    """A sentence to look words up in: English by whole words, Japanese anywhere."""

    def __init__(self, sentence: str) -> None:
        self._text = sentence.casefold()
        self._words = f" {' '.join(re.findall(r'[a-z0-9]+', self._text))} "

    def has(self, term: str) -> bool:
        """Whether the sentence has this word or name."""
        term = term.casefold()
        return f" {term} " in self._words if term.isascii() else term in self._text

    def any(self, terms: Iterable[str]) -> bool:
        """Whether it has one of them."""
        return any(self.has(term) for term in terms if term)


_PARTS = re.compile(r"[\sの]+|(?<=[一-龯]{2})[機器]$")
"""Between the words of a name: 洗濯 is spoken of and 洗濯機 is meant."""


def _score(heard: _Heard, device: Device, room: Place | None) -> int:
    names = (device.name.ja, device.name.en)
    rooms = () if room is None else _names(room)
    # What tells where somebody is has no name of its kind: it is meant by its own only.
    kinds = kind_of(device).words
    parts = {p for n in names for p in _PARTS.split(n) if len(p) > 1} - set(kinds)
    return (
        FULL_NAME * heard.any(names)
        + KIND * heard.any(kinds)
        + ROOM * heard.any(rooms)
        + sum(PART for part in parts if heard.has(part))
    )


def _names(place: Place) -> tuple[str, ...]:
    return (place.id, place.name.ja, place.name.en, *place.aliases)
