"""Phrases 言い回し: list the sentences that a reply may use beside facts, in both languages.

Where a model may use its own words (ADR 0098) these are its examples, and they are said where none
of its own may be. Each phrase was chosen so that in answer to *any* sentence it neither affirms
nor denies: there is no yes and no no, nothing is said to be on, open, safe or done, nobody is said
to be there, and no outcome is promised. A model may choose the wrong one and be out of place; it
cannot be false of the home: "yes, always" after "is the door locked?" is a lie of harmless words.
"""

from dataclasses import dataclass

from companion.phrases.wordings import usual
from companion.words.language import Bilingual
from companion.words.persona import Saying

_B = Bilingual


@dataclass(frozen=True, slots=True)
class Kind:
    """話の種類: one way to answer. `about` tells the model when; then a first sentence and
    perhaps one more."""

    name: Bilingual
    about: Bilingual
    first: tuple[Bilingual, ...]
    more: tuple[Bilingual, ...] = ()
    own_words: bool = False
    """Whether the model may use its own words; never where a word could answer or promise."""
    saying: Saying | None = None
    """Where the character sheet has words for it."""


KINDS = (
    Kind(
        _B("頼み", "heard"),
        _B("頼みごとや命令を聞いたとき", "they ask or order you to do something"),
        (
            _B("それができるかどうか、私には分かりません。", "I am not sure I can do that."),
            _B("お話はうかがいました。", "I hear what you ask."),
        ),
        (
            _B(
                "確かめられるまで、できたとは言いません。",
                "I will not call it done before I have seen it.",
            ),
            _B("少し考えさせてください。", "Let me think about it."),
        ),
        saying=Saying.HEARD,
    ),
    Kind(
        _B("挨拶", "hello"),
        _B("挨拶", "a greeting"),
        (_B("{greeting}。", "{greeting}."), _B("{welcome}。", "{welcome}.")),
        (
            _B("お話しできてうれしいです。", "It is good to hear from you."),
            _B("調子はいかがですか。", "How are you?"),
        ),
        saying=Saying.HELLO,
        own_words=True,
    ),
    Kind(
        _B("別れ", "goodbye"),
        _B("別れや就寝の挨拶", "goodbye or good night"),
        (
            _B("おやすみなさい。", "Good night."),
            _B("いってらっしゃい。", "Take care out there."),
            _B("また、いつでも声をかけてください。", "Talk to me any time."),
        ),
        (_B("よく休んでください。", "Rest well."), _B("お気をつけて。", "Look after yourself.")),
        saying=Saying.NIGHT,
        own_words=True,
    ),
    Kind(
        _B("お礼", "thanks"),
        _B("お礼やほめ言葉", "thanks or praise"),
        (
            _B("うれしいお言葉です。", "Your words make me glad."),
            _B("そう言っていただけると励みになります。", "That is kind of you to say."),
        ),
        saying=Saying.PRAISE,
        own_words=True,
    ),
    Kind(
        _B("名前", "name"),
        _B("自分の名前や正体", "who you are"),
        (_B("私は{name}です。", "I am {name}."),),
        (_B("この家の相棒です。", "I am the companion of this home."),),
    ),
    Kind(
        _B("気分", "mood"),
        _B("自分の調子や気分", "how you are or feel"),
        (_B("今の気分は、{mood}といったところです。", "I feel {mood} just now."),),
        (
            _B("{asked}いかがですか。", "How about you{called}?"),
            _B("聞いてくださって、うれしいです。", "Thank you for asking."),
        ),
        saying=Saying.MOOD,
        own_words=True,
    ),
    Kind(
        _B("ねぎらい", "care"),
        _B("疲れや悩みの話", "they are tired, sad or worried"),
        (
            _B("おつかれさまです。", "You have had a lot to carry."),
            _B("それは大変でしたね。", "That sounds hard."),
        ),
        (
            _B("ゆっくり休んでください。", "Please take a good rest."),
            _B("よければ、話を聞かせてください。", "Tell me about it if you like."),
        ),
        saying=Saying.CARE,
        own_words=True,
    ),
    Kind(
        _B("雑談", "chat"),
        _B("よい知らせや、ほかの話", "good news, or talk of other things"),
        (
            _B("面白そうなお話ですね。", "That sounds interesting."),
            _B("うれしくなるお話ですね。", "That is a cheering thing to hear."),
            _B("そのことを、少し考えてみたいです。", "I would like to think about that a little."),
        ),
        (
            _B("もう少し聞かせてください。", "Tell me a little more."),
            _B("どう思われますか。", "What do you think?"),
        ),
        saying=Saying.CHAT,
        own_words=True,
    ),
    Kind(
        _B("不明", "unknown"),
        _B("上の事実では答えられない問い", "a question that no fact above answers"),
        (usual("not_known"),),
        (
            _B(
                "確かめていないことは、言わないでおきます。", "What I have not seen I leave unsaid."
            ),
            _B("別のことを聞いてください。", "Ask me something else."),
        ),
        saying=Saying.UNKNOWN,
    ),
)

HEARD, NAME, MOOD, UNKNOWN = KINDS[0], KINDS[4], KINDS[5], KINDS[-1]

CHAT, BY_CUE = KINDS[7], (*KINDS[1:4], KINDS[6])
"""Kinds that answer only who greets, leaves, thanks or carries a burden."""
_HELLO = _B("お声がけ、うれしいです", "Hello")
_WELCOME = _B("おかえりなさい", "Welcome back")
_GREETINGS = (
    (5, _B("こんばんは", "Good evening")),
    (11, _B("おはようございます", "Good morning")),
    (17, _B("こんにちは", "Good afternoon")),
    (24, _B("こんばんは", "Good evening")),
)
"""Until this hour."""


def greeting(hour: int) -> Bilingual:
    """The greeting that is true at this hour."""
    return next(words for until, words in _GREETINGS if hour < until)


def welcome(seen: bool) -> Bilingual:
    """`Welcome back` only where somebody was seen; else the greeting that says nothing."""
    return _WELCOME if seen else _HELLO
