"""Reading of statements: what a person's sentence tells, clause by clause."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace

from companion.rooms.consolidation.statements import english, japanese
from companion.rooms.consolidation.statements.doubts import is_doubtful
from companion.rooms.consolidation.statements.statement import ME, NOTE, Statement
from companion.words.language import Language, has_japanese

MOST_READ = 400
"""Letters of a sentence; a longer one is a story, and is left to recall."""

_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "´": "'", "`": "'"})
_SENTENCE_END = re.compile(
    r"(?<=[.!?。！？\n])(?<!\d\.)(?<!\bDr\.)(?<!\bMr\.)(?<!\bMrs\.)(?<!\bMs\.)(?<!\bSt\.)\s*(?=\S)"
)
_ASKED_EN = re.compile(
    r"^(?:please |can you |could you |just |and |also |companion,? )*(?:remember|don't forget|do not forget|note|make a note|keep in mind|bear in mind"
    r"|take note|for the record|just so you know|fyi|you should know|(?:i want|i'd like|i would like) you to (?:remember|know))(?: for me)?(?: that|,|:)? (?!to\b|when\b|how\b|the time\b|us\b|me\b)(?P<told>.+)$",
    re.I,
)
_ASKED_BEHIND_EN = re.compile(
    r"^(?P<told>.+?)[,.;]? (?:please )?(?:remember (?:that|it|this)|keep (?:that|it) in mind|make a note(?: of (?:that|it))?|don't forget(?: that| it)?)(?: please)?[.!]*$",
    re.I,
)
_ASKED_JA = re.compile(
    r"^(?P<told>.+?)(?:(?:って|と|という)?(?:こと|の)?(?:を|は)?|、|。)(?:ちゃんと|よく)?(?:覚えて|おぼえて|憶えて|記憶して|メモして|忘れないで)(?:おいて|といて|て)?(?:ください|下さい|くれる|くれ|ほしい|ね|よ|な|です)*[。!！]*$"
)
_ASKED_FIRST_JA = re.compile(
    r"^(?:これ、?)?(?:覚えて|おぼえて|メモして)(?:おいて|といて)(?:ください|ね|よ|ほしいんだけど)*[、。:!！\s]+(?P<told>.+)$"
)
_ASKED_ALONE = re.compile(
    r"(?:please |juno,? )?remember this(?: please)?[.:!]*"
    r"|(?:ねえ、|ねぇ、|あのね、)?(?:これ)?(?:を|は)?、?(?:覚え|おぼえ)(?:ておいて|といて|てて|て)(?:ね|よ|ください)*[。!！]*",
    re.I,
)
"""Asks to remember the next sentence."""
_QUOTED_NAME = re.compile(r"[「『\"](.{1,12}?)[」』\"](?=(?:って|と)(?:呼ん|いう|いい|言))")
_OPENING_EN = re.compile(
    r"^(?:(?:oh|well|so|um|uh|er|hey|ah|right|ok|okay|yes|yeah|yep|no|actually|anyway|also|and|but|look|listen|honestly"
    r"|by the way|just so you know|fyi|for the record|you know|to be honest|the thing is|as you know"
    r"|between you and me|fun fact|did i mention|i should mention|i should say|i mean|sorry|thanks|hi|hello)\b[,.:!]? ?)+(?=\S)",
    re.I,
)
_CALLS_EN = re.compile(
    r"^(?!(?:Mum|Dad|Mom|Grandma|Grandpa|Gran|Nan)\b)[A-Z][a-z]+, (?=[a-z]+ |I\b|I')"
)
_CALLS_BEHIND_EN = re.compile(r", [A-Z][a-z]+(?=[.!]*$)")
_NO_NOTE = re.compile(
    r"^(?:to |always|never|turn|switch|open|close|lock|unlock|put|do |don't|stop|start|play|set|when|if|you )|(?:して|やって|つけて|消して|開けて|閉めて|鳴らして|起こして)[。!！]*$",
    re.I,
)
"""An order is no note: it is obeyed or refused where orders are read."""


def read(text: str) -> tuple[Statement, ...]:
    """Statements of a person's sentence; empty where no rule is sure."""
    plain = unicodedata.normalize("NFKC", text).translate(_APOSTROPHES).strip()
    if not plain or len(plain) > MOST_READ:
        return ()
    language = Language.JA if has_japanese(plain) else Language.EN
    found: list[Statement] = []
    sentences = [one for part in _SENTENCE_END.split(plain) if (one := part.strip())]
    asked = len(sentences) > 1 and _ASKED_ALONE.fullmatch(sentences[0]) is not None
    for number, one in enumerate(sentences[1:] if asked else sentences):
        sentence = _QUOTED_NAME.sub(r"\1", one)
        found += _of_sentence(sentence, language, first=number == 0, wanted=asked)
    return tuple(found)


def _of_sentence(
    sentence: str, language: Language, *, first: bool, wanted: bool
) -> list[Statement]:
    told, asked = _asked(sentence, language)
    asked = asked or wanted
    told = _clause(told, language)
    if not told or is_doubtful(told, language):
        return []
    found = [replace(one, text=told, asked=asked) for one in _statements(told, language, first)]
    if not found and asked and _is_note(told, language):
        found = [Statement(whose=ME, predicate=NOTE, value=told, text=told, asked=True)]
    return found


def _is_note(told: str, language: Language) -> bool:
    short = len(told) < 5 if language is Language.JA else len(told.split()) < 3
    return not short and not _NO_NOTE.search(told)


def _asked(sentence: str, language: Language) -> tuple[str, bool]:
    """The clause to be remembered, and whether the speaker asked for it."""
    patterns = (
        (_ASKED_FIRST_JA, _ASKED_JA) if language is Language.JA else (_ASKED_EN, _ASKED_BEHIND_EN)
    )
    plain = sentence if language is Language.JA else _opened(sentence)
    for pattern in patterns:
        if (found := pattern.match(plain)) is not None:
            return found["told"], True
    return sentence, False


def _opened(sentence: str) -> str:
    return _OPENING_EN.sub("", _CALLS_EN.sub("", _OPENING_EN.sub("", sentence)))


def _clause(told: str, language: Language) -> str:
    told = told.strip(" 、,")
    if language is Language.JA:
        return told
    told = _CALLS_BEHIND_EN.sub("", _opened(told))
    return told.rstrip(" .!")


def _statements(clause: str, language: Language, first: bool) -> Iterator[Statement]:
    if language is Language.JA:
        return japanese.statements(clause, first=first)
    return english.statements(clause)
