"""Lexicon 語彙: lists the only words that the model may put around a claim (ADR 0004).

A word that is not here cannot be written, in any paraphrase: no device, no room, no number, no
state (`on`, `open`, `locked`, `safe`, `bright`), no verb of doing or having done, and no sentence
that says how something is (`it is ...`): a boasting model found those (ADR 0014). The words here
greet, wish, apologise, offer an ear and show a mood; none of them can be checked against the house,
so none can be false of the house.

Greetings that say something (`welcome home`, `good evening`) are offered only when a claim
or the clock makes them true.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.words.decision import MessageKind
from companion.words.language import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """語彙: English single words; Japanese clause pieces (leads, then one ending)."""

    starts: tuple[str, ...]
    """Words that may begin a sentence (English); phrases that are sentences (Japanese)."""
    words: tuple[str, ...]
    """Words that may follow (English); leads before an ending (Japanese)."""
    ends: tuple[str, ...] = ()
    """Japanese: predicates that may close a sentence."""


def _split(words: str) -> tuple[str, ...]:
    return tuple(words.split())


_EN_WORDS = _split(
    "I you it me my your we us that this am be feel hope wish would may might could "
    "like want need think care ask tell let know call say please thank thanks so very quite "
    "just only a an the and but or if when while as for with to of at from about little bit "
    "moment word time rest anything something always quietly gently "
    "softly slowly warmly here take enjoy relax stay make yourself comfortable cosy calm "
    "peaceful gentle pleasant lovely nice kind soft easy well happy glad pleased content "
    "matter mind too much more"
)
_EN_SORRY = _split(
    "I you it me my your us that this am be feel would could may ask tell let know say please "
    "so very truly deeply just a the and but if for with to about little moment word sorry "
    "apologise regret trouble patience understanding understand forgive bear disappointed sad "
    "afraid ashamed mind need want anything"
)
_EN_STARTS: dict[MessageKind, tuple[str, ...]] = {
    MessageKind.REPORT: _split("I Please Take Enjoy Make Relax Rest Let May"),
    MessageKind.PROGRESS: _split("I Please Just So Let A Bear"),
    MessageKind.ERROR: _split("I Sorry Please Unfortunately My Forgive Let"),
}

_JA_LEADS = (
    "どうぞ",
    "ゆっくり",
    "のんびり",
    "静かに",
    "心地よく",
    "気持ちよく",
    "くつろいで",
    "少しでも",
    "よい時間を",
    "ひとときを",
    "何かあれば",
    "ご用があれば",
    "よければ",
    "いつでも",
    "気軽に",
    "そっと",
    "私も",
    "私は",
    "なんだか",
    "とても",
    "お役に立てたなら",
    "気に入っていただけたら",
    "ほっとしていただけたら",
    "ご無理なさらず",
)
_JA_ENDS = (
    "お過ごしください",
    "くつろいでください",
    "休んでください",
    "お声がけください",
    "呼んでください",
    "教えてください",
    "おっしゃってください",
    "うれしいです",
    "幸いです",
    "ほっとします",
    "そばにいます",
    "ここにいます",
    "お疲れさまです",
    "うれしく思います",
    "穏やかな気持ちです",
)
_JA_SORRY_LEADS = (
    "本当に",
    "どうか",
    "少し",
    "お手数ですが",
    "よければ",
    "何かあれば",
    "ご用があれば",
    "いつでも",
    "お待たせして",
    "お役に立てず",
    "ご期待に添えず",
    "力が及ばず",
    "ご不便をおかけして",
    "私も",
)
_JA_SORRY_ENDS = (
    "申し訳ありません",
    "すみません",
    "ごめんなさい",
    "残念です",
    "心苦しいです",
    "悔しいです",
    "困っています",
    "お声がけください",
    "教えてください",
    "お許しください",
)
_JA_STARTS: dict[MessageKind, tuple[str, ...]] = {
    MessageKind.REPORT: ("お疲れさまです", "お知らせします", "ご報告です"),
    MessageKind.PROGRESS: ("少しお待ちください", "途中のご報告です", "お待たせしています"),
    MessageKind.ERROR: ("申し訳ありません", "すみません", "ごめんなさい", "残念ながらご報告です"),
}

_PART_OF_DAY = ("morning", "day", "evening", "night")
"""English nouns of the hour; Japanese greets and does not name it."""
_GREETINGS = {
    Language.EN: ("Good morning", "Good afternoon", "Good evening", "Good evening"),
    Language.JA: ("おはようございます", "こんにちは", "こんばんは", "こんばんは"),
}
_WELCOME = {Language.EN: ("Welcome", "Welcome home"), Language.JA: ("おかえりなさい",)}


def hour_greeting(hour: int, language: Language) -> str:
    """The greeting of the hour: morning from 5, day from 11, evening from 17, night from 22."""
    return _GREETINGS[language][_part(hour)]


def hour_words(hour: int, language: Language) -> tuple[str, ...]:
    """Words that are true of the hour only."""
    return (_PART_OF_DAY[_part(hour)],) if language is Language.EN else ()


def _part(hour: int) -> int:
    return 3 if hour < 5 or hour >= 22 else 0 if hour < 11 else 1 if hour < 17 else 2


def lexicon(
    language: Language,
    kind: MessageKind,
    *,
    went_well: bool,
    label: str = "",
    own_words: Iterable[str] = (),
) -> Lexicon:
    """The words for one message. After a failure nothing that sounds like success is there.
    `label`: what the persona calls the person it speaks to; Japanese has no other word for them,
    English keeps its pronouns beside it."""
    kind = MessageKind.ERROR if not went_well and kind is MessageKind.REPORT else kind
    own = (*_called(language, label), *own_words)
    if language is Language.EN:
        words = _EN_WORDS if went_well else _EN_SORRY
        return Lexicon(starts=_EN_STARTS[kind], words=(*words, *own))
    leads = _JA_LEADS if went_well else _JA_SORRY_LEADS
    return Lexicon(
        starts=_JA_STARTS[kind],
        words=(*leads, *own),
        ends=_JA_ENDS if went_well else _JA_SORRY_ENDS,
    )


def _called(language: Language, label: str) -> tuple[str, ...]:
    label = " ".join(label.split())
    if not label or label.casefold() in _EN_WORDS:
        return ()
    return (f"{label}が", f"{label}に") if language is Language.JA else (label,)


def openings(language: Language, *, hour: int, welcomed: bool) -> tuple[str, ...]:
    """Greetings that are true now."""
    greeting = hour_greeting(hour, language)
    return (greeting, *_WELCOME[language]) if welcomed else (greeting,)
