"""Proposals 読みの候補: tells apart sentences that must not even be asked about.

A trained model (`intents`) reads the others. An order that is forbidden, quoted, taken back or said
to somebody dear is never proposed.
"""

import re
from collections.abc import Sequence

from companion.ports.understanding import SpokenSentence
from companion.rooms.understanding.clauses import clauses_of
from companion.rooms.understanding.cover import Token
from companion.rooms.understanding.fold import fold
from companion.rooms.understanding.home import Home
from companion.rooms.understanding.not_meant import (
    calls_by_endearment,
    never_done,
    quoted,
    withdrawn,
)
from companion.rooms.understanding.reading import tokens_of
from companion.rooms.understanding.tone import Tone, tones_of
from companion.words.language import Language

_TOLD = ("past", "neg", "state")
_FOR_SOMEBODY = re.compile("(?<=[ぁ-ん一-龯])[ただ]って(?:や|な|ね|よ|ください)*[。!]*$")
"""上げたって, as in Kansai: do it for somebody. It may be hearsay, so it is asked about only."""
_ASKED_OF_ANYBODY = re.compile(
    r"\b(?:can|could|will|would) (?:somebody|someone|anybody|one of you) please "
    r"(?!tell|say|explain|check|look|see)"
)


_REQUESTS = {
    Language.EN: re.compile(
        r"^(?:(?!\b(?:is|are|was|were|do|does|did|has|have|had|who|what|when|where|why|how|which|tell"
        r"|wonder|know|left|remaining|status|state)\b|'s\b|'re\b).)*$"
        r"|^(?:.+, |.+ so |.+ but )?(?:please )?(?:can|could|will|would) .+"
    ),
    Language.JA: re.compile(
        "(?:[てで](?:くれ|もら|いただ|頂|ください|下さい|ちょうだい|ほしい|欲しい|んか|や|よ|ね|な|、)?"
        "[^、。てで]{0,6}|でき(?:る|ます|ない|ません)(?:か|かな|かしら)?|ならない(?:か|かな|の)?"
        "|[かがさたばなまらわ]れる|[えけげせてねべめれ](?:る|ます))[?。]*$"
    ),
}
"""Questions that may ask for a deed, and orders that only look like one: could the fan blow harder,
もう少し明るくならない."""
_STATE_JA = re.compile(
    "[てで]い?(?:る|た|ます|ました|ない|ません)(?:の|か|かな|よね|っけ|ん)*[?。]*$"
)


def may_request(said: SpokenSentence) -> bool:
    """Whether a sentence that is read as a question may ask for a deed."""
    text = fold(said.text, said.language)
    if said.language is Language.JA and _STATE_JA.search(text):
        return False
    return _REQUESTS[said.language].search(text) is not None


def asks_anybody(text: str) -> bool:
    """`could somebody please put the heating up`: no question, and nobody is named."""
    return _ASKED_OF_ANYBODY.search(text) is not None


def may_hold_an_order(said: SpokenSentence) -> bool:
    """False where the sentence as a whole was never meant for the house: quoted, taken back,
    said to somebody dear."""
    text, language = fold(said.text, said.language), said.language
    return not (
        never_done(text, language)
        or calls_by_endearment(text, language)
        or quoted(said.text, text, language)
        or withdrawn(text, language)
    )


def tokens_said(said: SpokenSentence, home: Home) -> tuple[Token, ...]:
    """The words of the sentence, spaces left out."""
    text = fold(said.text, said.language)
    return tuple(t for t in tokens_of(text, said.language, home, said.at) if t.text.strip())


def forbids_or_tells(tokens: Sequence[Token], language: Language) -> bool:
    """Whether a clause forbids, or every verb of a Japanese sentence tells what was or is."""
    if (
        tokens
        and next((t for t in reversed(tokens) if t.cls != "fill"), tokens[-1]).cls == "repair"
    ):
        return True  # 廊下の電気じゃなくて: taken back, and nothing said instead
    clauses = [clause for clause in clauses_of(tokens, language) if not clause.empty]
    if Tone.FORBIDS in tones_of(clauses, language):
        return True
    if tokens and _FOR_SOMEBODY.search("".join(t.text for t in tokens)):
        return False
    forms = [token.form for token in tokens if token.cls == "verb"]
    return language is Language.JA and bool(forms) and all(form in _TOLD for form in forms)
