"""Endings: how often a command that is cut would be taken for whole, and a whole one for cut.

Every sentence of the spoken sets is cut at each word (Japanese: at each particle, change of script
and pause). A cut command is *acted on wrongly* where it is judged whole and the home would do
something else than for the whole sentence. Where it would do a part of it (the first of two orders,
a timer before its name), that is counted apart. *Left wrong* is what remains of the former when the
rest is heard a moment later: where the two make the whole sentence, what was done is taken back.
"""

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.ports.understanding import SpokenSentence
from companion.rooms.understanding.ending import GrammarEndings
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import Home, home_of
from companion.words.language import Language
from companion.words.turn import Ending
from companion.words.understood import Understood, UnderstoodWish
from tests.proof.evaluation.understanding.spoken import SAID_AT, TAUGHT, acted

_BEFORE_JA = re.compile(
    "ください|下さい|くれ|ほしい|欲しい|もらえ|もらって|お願い|おねがい|ちょうだい|いただけ|から|まで"
)
_PARTICLES = "をにはがでのもとへ"
_TENS = re.compile(r"\b(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)$", re.I)
_ONES = re.compile(r"\s*(?:one|two|three|four|five|six|seven|eight|nine)\b", re.I)
_FOR_GOOD = ("unlock", "scene_turn_on", "script_turn_on", "next", "previous", "cancel", "_start")
"""Operations without a way back."""
_MARKS = " 、。,.!?！？"


@dataclass(slots=True)
class EndingScore:
    """Counts over the commands of one language."""

    commands: int = 0
    whole: int = 0
    """Whole commands judged whole: acted on at once."""
    cuts: int = 0
    wrong: int = 0
    """Cut commands that would be acted on at once, otherwise than the whole one."""
    left_wrong: int = 0
    """Of these the ones where the rest does not set it right."""
    partly: int = 0
    """Cut commands of which a part would be done at once."""
    others: int = 0
    """Cuts of sentences that are no commands."""
    others_acted: int = 0
    examples: list[str] = field(default_factory=list)

    def plain(self) -> dict[str, Any]:
        """Counts and shares."""
        return {
            "commands": self.commands,
            "whole_share": round(self.whole / max(1, self.commands), 4),
            "cuts": self.cuts,
            "wrong": self.wrong,
            "wrong_share": round(self.wrong / max(1, self.cuts), 4),
            "left_wrong_share": round(self.left_wrong / max(1, self.cuts), 4),
            "partly_share": round(self.partly / max(1, self.cuts), 4),
            "others_cuts": self.others,
            "others_acted": self.others_acted,
        }


def score_endings(folder: Path, language: Language, split: str, every: int = 1) -> EndingScore:
    """Of one half of all sets; `every`: only each so many-th sentence."""
    score, homes = EndingScore(), dict[str, Home]()
    for number, line in enumerate(_lines(folder, language, split)):
        if number % every == 0:
            home = line["home"]
            if home not in homes:
                homes[home] = home_of(json.loads((folder / home).read_text("utf-8")))
            _count(score, line, homes[home], language)
    return score


def _lines(folder: Path, language: Language, split: str) -> Iterator[dict[str, Any]]:
    for file in sorted(folder.glob("*.jsonl")):
        for line in map(json.loads, file.read_text("utf-8").splitlines()):
            if file.stem != TAUGHT and line["language"] == language and line["split"] == split:
                yield line


def _count(score: EndingScore, line: Mapping[str, Any], home: Home, language: Language) -> None:
    room, text = str(line.get("room") or ""), str(line["sentence"])
    grammar = GrammarUnderstanding(lambda: home)
    if line.get("previous"):
        grammar.understand(SpokenSentence(line["previous"], language, SAID_AT, room))
    endings = GrammarEndings(grammar)
    said = SpokenSentence(text, language, SAID_AT, room)
    whole = grammar.preview(said)
    command = line["kind"] == "command" and not line.get("ask")
    if command:
        score.commands += 1
        score.whole += endings.ending(said) is Ending.WHOLE
    for cut in cuts(text, language):
        said = SpokenSentence(cut, language, SAID_AT, room)
        heard = grammar.preview(said)
        score.cuts += command
        score.others += not command
        if not acted(heard) or endings.ending(said) is not Ending.WHOLE:
            continue
        if not command:
            score.others_acted += 1
        elif not same(heard, whole):
            part = is_part(heard, whole)
            score.partly += part
            score.wrong += not part
            if not part and not set_right(endings, said, text[len(cut) :].strip(_MARKS), whole):
                score.left_wrong += 1
                score.examples.append(f"{cut} | {text[len(cut) :]}")


def set_right(endings: GrammarEndings, cut: SpokenSentence, tail: str, whole: Understood) -> bool:
    """Whether the tail makes the whole sentence of what was acted on, and it can be taken back."""
    joined = endings.joined(cut, tail)
    done = endings.grammar.preview(cut).wishes
    return (
        bool(joined)
        and not any(wish.operation.endswith(_FOR_GOOD) for wish in done)
        and same(endings.grammar.preview(replace(cut, text=joined)), whole)
    )


def cuts(text: str, language: Language) -> list[str]:
    """Beginnings of a sentence at which a speaker might pause. "Twenty five" is one word here, as
    speech to text writes it in digits."""
    ends = _cuts_ja(text) if language is Language.JA else _cuts_en(text)
    full = text.rstrip(_MARKS)
    found = dict.fromkeys(text[:end].rstrip(_MARKS) for end in sorted(ends))
    return [cut for cut in found if cut.strip(_MARKS) and len(cut) < len(full)]


def _cuts_en(text: str) -> Iterator[int]:
    for space in re.finditer(r"\s+", text):
        before, after = text[: space.start()], text[space.start() :]
        if not (_TENS.search(before) and _ONES.match(after)):
            yield space.start()


def _cuts_ja(text: str) -> Iterator[int]:
    for at in range(1, len(text)):
        before, after = _script(text[at - 1]), _script(text[at])
        particle = text[at - 1] in _PARTICLES and before == "hiragana"
        if (
            "mark" in (before, after)
            or (particle and (after != "hiragana" or text[at - 1] in "をはがの"))
            or (before == "hiragana" and after != "hiragana")
            or (after == "hiragana" and text[at] in _PARTICLES and before != "hiragana")
            or (before != after and "hiragana" not in (before, after) and before != "digit")
            or _BEFORE_JA.match(text, at)
        ):
            yield at


def _script(letter: str) -> str:
    if letter.isdigit():
        return "digit"
    name = unicodedata.name(letter, "")
    for script in ("HIRAGANA", "KATAKANA", "CJK", "LATIN"):
        if name.startswith(script):
            return script.casefold()
    return "katakana" if letter in "ー々" else "mark"


def same(one: Understood, other: Understood) -> bool:
    """Whether the home would do the same for both."""
    asked = bool(other.ask_back) or bool(other.refused)
    return not asked and sorted(map(repr, one.wishes)) == sorted(map(repr, other.wishes))


def is_part(part: Understood, whole: Understood) -> bool:
    """Whether the one does a part of what the other does."""
    return acted(whole) and all(
        any(wish == other or _adds(wish, other) for other in whole.wishes) for wish in part.wishes
    )


def _adds(short: UnderstoodWish, long: UnderstoodWish) -> bool:
    """Whether the longer one is the same wish with more told of it, such as a timer's name."""
    same = (short.operation, short.intent, short.when) == (long.operation, long.intent, long.when)
    return (
        same
        and set(short.targets) == set(long.targets)
        and all(long.parameters.get(k) == v for k, v in short.parameters.items())
        and all(long.slots.get(k) == v for k, v in short.slots.items())
    )
