"""Vocabulary: tells speech to text this home's names beforehand, so that they are likelier."""

from collections.abc import Iterable

from companion.words.language import Language, has_japanese

_FORM = {
    Language.EN: (
        "Home commands: {}, lights, curtains, blinds, TV, heating, front door; weather, timer.",
        ", ",
    ),
    Language.JA: (
        "家の操作: {}、電気、照明、カーテン、エアコン、テレビ、鍵、天気、タイマー。",
        "、",
    ),
}
"""As a sentence that might have been said before: a bare list is taken for nothing. The things of
most homes stand last, where they weigh most. No sample commands: of noise and of "nevermind"
Whisper base then made "lock the back door" and "turn the lights on"."""
MOST_CHARS = {Language.EN: 310, Language.JA: 160}
"""Of the names. Whisper reads the last 223 tokens: Japanese has about one for each letter, and of a
longer line the first names would be lost."""


def vocabulary(names: Iterable[str], language: Language | None) -> str:
    """One line with the home's names in the language that is spoken, each once; those given first
    are kept where there are too many. "" where the language is not known: a line in one language
    makes the other unlikely."""
    if language is None:
        return ""
    japanese = language is Language.JA
    fitting = [n for n in dict.fromkeys(names) if japanese or not has_japanese(n)]
    form, comma = _FORM[language]
    chosen: list[str] = []
    for name in fitting:
        if sum(len(one) + len(comma) for one in chosen) + len(name) > MOST_CHARS[language]:
            break
        chosen.append(name)
    return form.format(comma.join(chosen)) if chosen else ""
