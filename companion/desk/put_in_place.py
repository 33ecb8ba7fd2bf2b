"""Puts the right value of a denial into the statement that it takes back.

`The key is in the drawer` | `it's in the tin, not the drawer`: what else was told stays.
"""

import re

from companion.desk.denials import Denial, bare_value
from companion.rooms.recall.asked import Asked, Value, plain, values_of
from companion.rooms.recall.versions import is_part
from companion.rooms.recall.words_of import LITTLE_WORDS
from companion.words.language import has_japanese
from companion.words.number import with_digits

COMPARED = (Asked.COLOUR, Asked.SIDE, Asked.TIME, Asked.NUMBER)
"""Kinds of values that are told from each other without a dictionary."""
LONGEST, LONGEST_JA = 5, 14
"""Words, or letters, of a value at most; a longer text is a sentence."""
NAMED_LEAST = 3
"""Letters of a value that is known again by itself."""
_WORD = re.compile(r"[\w'’:.-]*\w")
_NUMERAL = re.compile(
    r"[0-9〇零一二三四五六七八九十百千万.,・:]+|hundred|thousand|half", re.IGNORECASE
)
_CLOCK = re.compile(r"時|[0-9][:.][0-9]|[0-9] ?[ap]\.?m|o'clock|^(?:half|quarter|past|at)\b")
_BEFORE_TIME = re.compile(r"^(?:at|by|from|till|until|in|since|on) ", re.IGNORECASE)
_SENTENCE = re.compile(r"[^.!?。！？]+(?:[.!?。！？]+(?!\d)|$)\s*")
_BEFORE_WRONG = frozenset({"the", "a", "an", "on", "in", "at", "to", "by", "for", "from", "until"})


def stands_in(wrong: str, text: str) -> str:
    """The longest part of a denied value, from its beginning (in Japanese: its end), that a text
    holds; "" where it holds none."""
    held = plain(text)
    if has_japanese(wrong):
        parts = (wrong[start:] for start in range(max(1, len(wrong) - 1)))
        return next((part for part in parts if plain(part) in held), "")
    words = wrong.split()
    while words and words[0].casefold() in _BEFORE_WRONG:
        words.pop(0)
    for length in range(len(words), 0, -1):
        part = " ".join(words[:length]).strip(" ,.'")
        if re.search(rf"(?<!\w){re.escape(plain(part))}(?!\w)", held):
            return part if part.casefold() not in LITTLE_WORDS else ""
    return ""


def put_in_place(text: str, denial: Denial) -> str | None:
    """The statement with the right value in it; None where it cannot be told which words are to
    go, or what takes their place."""
    words = denial.right or denial.said
    for kind in COMPARED:
        swapped = _swapped(kind, text, words, denial.wrong)
        if swapped is not None:
            return swapped
    wrong = stands_in(denial.wrong, text) if denial.wrong else ""
    if not wrong or plain(text).count(plain(wrong)) != 1:
        return None
    at = plain(text).index(plain(wrong))
    before, behind = text[:at], text[at + len(wrong) :]
    right = _right_ja(words, behind) if has_japanese(text) else _right_en(words, text)
    return f"{before}{right}{behind}" if right else None


def differs(kind: Asked, text: str, words: str) -> bool:
    """Whether a text has values of a kind, and these words give none of them but others."""
    own, others = _plain_values(kind, text), _plain_values(kind, words)
    same = any(is_part(a, b) or is_part(b, a) for a in own for b in others)
    return bool(own and others) and not same


def puts_another(kind: Asked, text: str, words: str) -> bool:
    """Whether these words give a value of a kind beside the one of the text, which they name."""
    own, others = _plain_values(kind, text), _plain_values(kind, words)
    named = (one for one in own & others if len(one) >= NAMED_LEAST)
    return any(named) and bool(others - own)


def without_sentence(text: str, matter: frozenset[str]) -> str:
    """The sentences of a text but the one that holds most of these words."""
    sentences = _SENTENCE.findall(text)
    if len(sentences) < 2:
        return ""
    gone = max(sentences, key=lambda one: sum(word in plain(one) for word in matter))
    return "".join(one for one in sentences if one is not gone).strip()


def _swapped(kind: Asked, text: str, words: str, wrong: str) -> str | None:
    """One value of the kind for another. `wrong`: which one goes; "" is the only one."""
    right = [one for one in values_of(kind, words) if _plain(one.text) not in _plain(text)]
    denied = {_plain(one.text) for one in values_of(kind, wrong)}
    right = [one for one in right if _plain(one.text) not in denied]
    if len(right) != 1 or (wrong and not denied):
        return None
    comes = right[0]
    old = [one for one in values_of(kind, text) if _is_clock(one.text) is _is_clock(comes.text)]
    old = [one for one in old if not wrong or _same(one, denied)]
    if len(old) != 1:
        return None
    gone = old[0]
    behind = text[gone.at + len(gone.text) :]
    lead = _BEFORE_TIME.match(gone.text)
    before = lead[0] if lead and not _BEFORE_TIME.match(comes.text) else ""
    unit = _unit(gone.text, comes.text)
    return f"{text[: gone.at]}{before}{comes.text}{unit}{behind}"


def _is_clock(value: str) -> bool:
    """Whether a time is one of the day, and not a day."""
    return _CLOCK.search(plain(value)) is not None


def _same(value: Value, denied: set[str]) -> bool:
    own = _plain(value.text)
    return any(own == one or own.startswith(one) or one.startswith(own) for one in denied)


def _unit(old: str, new: str) -> str:
    """The unit of an old figure, where the new one has none."""
    if has_japanese(old):
        found = re.search(r"[^0-9〇零一二三四五六七八九十百千万.,・:半]+$", old)
        return found[0] if found and _NUMERAL.fullmatch(new) else ""
    first, _, last = old.rpartition(" ")
    alone = _is_numeral(new.split()[-1]) and not _is_numeral(last)
    return f" {last}" if first and alone and _is_numeral(first.split()[-1]) else ""


def _is_numeral(word: str) -> bool:
    return _NUMERAL.fullmatch(with_digits(word).replace("-", "")) is not None


def _right_ja(words: str, behind: str) -> str:
    """The right value as it fits before what stands behind the wrong one."""
    right = bare_value(words)
    particle = behind[:1] if behind[:1] in tuple("をがにではへと") else ""
    if particle and particle in right[1:]:
        right = right[: right.rindex(particle)]
    return right if len(right) <= LONGEST_JA else ""


def _right_en(words: str, text: str) -> str:
    """The words of a clause that the statement does not hold, where they stand together."""
    held = {word.casefold() for word in _WORD.findall(text)}
    for clause in reversed(re.split(r"[,.;]", words)):
        runs = _new_words(clause, held)
        if runs:
            run = " ".join(runs[0])
            return run if len(runs) == 1 and len(runs[0]) <= LONGEST else ""
    return ""


def _new_words(clause: str, held: set[str]) -> list[list[str]]:
    """Words one after another that the statement does not hold; little words only between."""
    runs: list[list[str]] = []
    together = False
    for word in _WORD.findall(clause):
        known = word.casefold().removesuffix("'s") in held
        little = set(word.casefold().replace("'", " ").split()) <= LITTLE_WORDS | {"ve", "ll"}
        if known or little:
            together = False
            continue
        if together:
            runs[-1].append(word)
        else:
            runs.append([word])
        together = True
    return runs


def _plain_values(kind: Asked, text: str) -> frozenset[str]:
    return frozenset(_plain(one.text) for one in values_of(kind, text))


def _plain(value: str) -> str:
    return re.sub(r"^(?:the|at|on|by|from|until|till|a) ", "", with_digits(plain(value)))
