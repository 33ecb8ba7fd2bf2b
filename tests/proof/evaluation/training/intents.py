"""Trains the model that reads the intent of a sentence which the grammar does not read.

Run: `python -m tests.proof.evaluation.training.intents` (half a minute of CPU; the same bytes at
each run of one numpy). It learns from the open lines of the sets of other authors, from the
sentences of `intent_hands.tsv` (language, intent, sentence, number of the writer), from half of the
sentences that are made by rule for the tests, and from `intent_sentences.toml`, with remarks before
and behind. `--without author4,hand2 --to FILE` leaves authors and writers out, to measure on them.
"""

import argparse
import json
import random
import tomllib
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from companion.ports.understanding import SpokenSentence
from companion.rooms.understanding.home import Home, home_of
from companion.rooms.understanding.intents.marks import marks_of
from companion.rooms.understanding.intents.model import WEIGHTS, IntentModel, packed
from companion.rooms.understanding.proposals import tokens_said
from companion.words.language import Language
from tests.proof.evaluation.understanding.spoken import SAID_AT
from tests.unit.rooms.understanding.elsewhere import sentences as elsewhere
from tests.unit.rooms.understanding.never_act import INTENTS, SPOKEN
from tests.unit.rooms.understanding.never_act import sentences as never
from tests.unit.rooms.understanding.varied import varied

STRANGERS = Path(__file__).parents[1] / "understanding" / "strangers"
TABLE = Path(__file__).with_name("intent_sentences.toml")
HANDS = Path(__file__).with_name("intent_hands.tsv")
OPEN_STRANGERS = ("set1_en.jsonl", "set1_ja.jsonl")
NOT_LEARNED = ("author3_elsewhere",)
"""Kept to measure how many needless questions there are."""
WEIGHS = {"varied": 0.3, "never": 0.4, "elsewhere": 0.4, "taught": 0.7, "frames": 0.6}
EPOCHS, RATE, LEFT_OUT, LEAST_SEEN = 8, 1.5, 0.2, 3
FILLED, OF_A_SORT, OF_VARIED, BESIDE = 5, 350, 2500, 3000
_WAYS = {
    "set_brightness": ("brighter", "darker"),
    "set_volume": ("louder", "quieter"),
    "set_temperature": ("warmer", "cooler"),
    "set_speed": ("faster", "slower"),
}
Floats = NDArray[np.float32]
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One sentence with its intent, and where it is from."""

    text: str
    language: Language
    home: str
    room: str
    intent: str
    source: str


@cache
def home_called(name: str) -> Home:
    """A home of the sets."""
    folder = INTENTS if name.startswith("fixtures") else SPOKEN
    folder = HANDS.parent if name.startswith("home_hands") else folder
    return home_of(json.loads((folder / name).read_text("utf-8")))


def intent_of(line: Mapping[str, Any]) -> str:
    """The intent of a line of a set; "" where a question back is right, which teaches nothing."""
    expected = line.get("expect") or []
    if line.get("ask"):
        return ""
    if line["kind"] == "question":
        return "state" if expected and expected[0].get("targets") else "asked"
    if line["kind"] != "command" or not expected:
        return "none"
    intents = {_intent(wish) for wish in expected}
    return intents.pop() if len(intents) == 1 else "several"


def _intent(wish: Mapping[str, Any]) -> str:
    operation = str(wish["operation"])
    way = (wish.get("parameters") or {}).get("direction")
    if way is not None and operation in _WAYS:
        up = way == "up" or (way != "down" and float(way) > 0)
        return _WAYS[operation][not up]
    return "scene" if operation in ("activate_scene", "run_script") else operation


def of_authors(left_out: Sequence[str]) -> Iterator[Sample]:
    """The open lines of the sets."""
    files = [*sorted(SPOKEN.glob("*.jsonl")), *(STRANGERS / name for name in OPEN_STRANGERS)]
    for file in files:
        source = file.stem.removesuffix("_en").removesuffix("_ja")
        if source in (*NOT_LEARNED, *left_out):
            continue
        for line in map(json.loads, file.read_text("utf-8").splitlines()):
            intent = intent_of(line)
            if line.get("split", "open") == "open" and intent:
                yield Sample(
                    text=line["sentence"],
                    language=Language(line["language"]),
                    home=line["home"],
                    room=str(line.get("room") or ""),
                    intent=intent,
                    source=source,
                )


def of_hands(left_out: Sequence[str]) -> Iterator[Sample]:
    """Sentences that several writers, who saw neither the engine nor each other, made for it."""
    for line in HANDS.read_text("utf-8").splitlines():
        language, intent, text, writer = line.split("\t")
        source = f"hand{writer}"
        if source not in left_out:
            yield Sample(
                text=text,
                language=Language(language),
                home=f"home_hands_{language}.json",
                room="living_room",
                intent=intent,
                source=source,
            )


def of_rules() -> Iterator[Sample]:
    """Every other of the sentences that are made by rule; the others are there to measure on."""
    for language in Language:
        at_home = Sample(
            text="",
            language=language,
            home=f"home_{language.value}.json",
            room="living_room",
            intent="none",
            source="elsewhere",
        )
        for made in varied(language, OF_VARIED)[::2]:
            intent = made.operations[0] if made.operations else "asked"
            yield replace(at_home, text=made.sentence, intent=intent, source="varied")
        for text in learned(list(elsewhere(language.value))):
            yield replace(at_home, text=text)
    counted: Counter[tuple[str, str]] = Counter()
    for made_of in learned(list(never())):
        counted[made_of.language, made_of.sort] += 1
        if counted[made_of.language, made_of.sort] <= OF_A_SORT // 2:
            yield Sample(
                text=made_of.sentence,
                language=Language(made_of.language),
                home=made_of.home,
                room=made_of.room,
                intent="none",
                source="never",
            )


def learned(sentences: Sequence[T]) -> list[T]:
    """The half that is learned from; `held_out` has the other."""
    mixed = random.Random(5).sample(sentences, len(sentences))
    return mixed[::2]


def held_out(sentences: Sequence[T]) -> list[T]:
    """The half to measure on."""
    mixed = random.Random(5).sample(sentences, len(sentences))
    return mixed[1::2]


def of_frames(chance: random.Random) -> Iterator[Sample]:
    """Own sentences, with the names of the home, times and values put in."""
    table = tomllib.loads(TABLE.read_text("utf-8"))
    for language in Language:
        own, home = table[language.value], f"home_{language.value}.json"
        for intent, frames in own["intents"].items():
            kinds = table["kinds"].get(intent, ["light"])
            names = [*_names(home_called(home), kinds, language)]
            names += [name for kind in kinds for name in own["things"].get(kind, [])] * 2
            for frame in frames:
                for filled in range(FILLED):
                    words = {slot: chance.choice(ways) for slot, ways in own["values"].items()}
                    text = frame.format(t=_thing(chance, names, language), **words)
                    if language is Language.EN and chance.random() < 0.3:
                        text = text[0].upper() + text[1:]
                    if filled and chance.random() < 0.6:
                        text = with_remark(text, own["asides"], chance)
                    yield Sample(
                        text=text,
                        language=language,
                        home=home,
                        room="living_room",
                        intent=intent,
                        source="frames",
                    )


def _names(home: Home, kinds: Sequence[str], language: Language) -> Iterator[str]:
    for thing in home.things:
        if thing.kind in kinds or thing.domain in kinds:
            for name in thing.names:
                if any(letter > "\u3000" for letter in name) == (language is Language.JA):
                    yield name


def _thing(chance: random.Random, names: Sequence[str], language: Language) -> str:
    name = chance.choice(names)
    bare = language is Language.JA or "'" in name or chance.random() < 0.15
    return name if bare else f"the {name}"


def with_remark(text: str, asides: Mapping[str, Sequence[str]], chance: random.Random) -> str:
    """The sentence with something told before it, behind it, or both."""
    way = chance.random()
    before = chance.choice(asides["before"]) if way < 0.55 else ""
    after = chance.choice(asides["after"]) if way >= 0.45 else ""
    return f"{before}{text}{after}"


@cache
def other_things(language: Language) -> Sequence[str]:
    """Sentences about other things that are learned from."""
    return learned(list(elsewhere(language.value)))


def beside_other_things(one: Sample, chance: random.Random) -> str:
    """The sentence before or behind one about other things, in one breath."""
    other = chance.choice(other_things(one.language)).strip(" .。!！")
    if one.language is Language.EN:
        joint = chance.choice([" so ", ", ", ". ", " and ", " "])
    else:
        joint = chance.choice(["、", "から", "ので、", "。", " "])
    return joint.join((other, one.text) if chance.random() < 0.6 else (one.text, other))


def samples(left_out: Sequence[str] = ()) -> list[Sample]:
    """Everything that is learned from, each sentence once."""
    chance = random.Random(11)
    table = tomllib.loads(TABLE.read_text("utf-8"))
    own = list(of_authors(left_out))
    told = [
        replace(one, text=with_remark(one.text, table[one.language.value]["asides"], chance))
        for one in own
        if chance.random() < (0.25 if one.source == "taught" else 0.5)
    ]
    told += [
        replace(one, text=beside_other_things(one, chance)) for one in chance.sample(own, BESIDE)
    ]
    every = [*own, *of_hands(left_out), *of_rules(), *of_frames(chance), *told]
    return list({(one.text, one.language): one for one in reversed(every)}.values())


def marks_in(sample: Sample) -> frozenset[str]:
    """The marks of a sentence in its home."""
    home = home_called(sample.home)
    said = SpokenSentence(sample.text, sample.language, SAID_AT, sample.room)
    return marks_of(tokens_said(said, home), home, sample.language)


def trained(found: Sequence[Sample]) -> IntentModel:
    """The model of these sentences: a softmax over marks, by steps that shrink with each mark's
    own slopes; the mean of the second half of all epochs, in bytes."""
    marked = [marks_in(one) for one in found]
    seen = Counter(mark for marks in marked for mark in marks)
    known = sorted({zlib.crc32(mark.encode()) for mark, n in seen.items() if n >= LEAST_SEEN})
    number = {mark: at for at, mark in enumerate(known)}
    rows = [_numbers(marks, number) for marks in marked]
    intents = sorted({one.intent for one in found})
    right = np.array([intents.index(one.intent) for one in found])
    weighs = np.array([WEIGHS.get(one.source, 1.0) for one in found], np.float32)
    weights, constants = fitted(rows, right, weighs, (len(known), len(intents)))
    scale = float(np.abs(weights).max()) / 127
    return IntentModel(
        intents,
        known,
        np.round(weights / scale).astype(np.int8).ravel().tolist(),
        scale,
        [round(float(c), 5) for c in constants],
    )


def _numbers(marks: frozenset[str], number: Mapping[int, int]) -> NDArray[np.int64]:
    crcs = {zlib.crc32(mark.encode()) for mark in marks}
    return np.array(sorted(number[crc] for crc in crcs if crc in number), np.int64)


def fitted(
    rows: Sequence[NDArray[np.int64]],
    right: NDArray[np.int64],
    weighs: Floats,
    size: tuple[int, int],
) -> tuple[Floats, Floats]:
    """Weights and constants, one sentence after the other; some marks are left out at each step."""
    chance = np.random.default_rng(1)
    weights, constants = np.zeros(size, np.float32), np.zeros(size[1], np.float32)
    slopes = np.full(size[0], 0.1, np.float32)
    mean, mean_constants = np.zeros_like(weights), np.zeros_like(constants)
    kept = EPOCHS - EPOCHS // 2
    for epoch in range(EPOCHS):
        for at in chance.permutation(len(rows)):
            row = rows[at][chance.random(len(rows[at])) > LEFT_OUT]
            if not len(row):
                continue
            share = np.float32(1 / np.sqrt(len(row)))
            scores = weights[row].sum(0) * share + constants
            likely = np.exp(scores - scores.max())
            slope = likely / likely.sum()
            slope[right[at]] -= 1
            slope *= weighs[at]
            slopes[row] += share * share * float(slope @ slope)
            weights[row] -= (RATE * share / np.sqrt(slopes[row]))[:, None] * slope
            constants -= np.float32(0.02) * slope
        if epoch >= EPOCHS - kept:
            mean += weights / kept
            mean_constants += constants / kept
    return mean, mean_constants


def main() -> None:
    """Write the weights."""
    said = argparse.ArgumentParser(description=__doc__)
    said.add_argument("--without", default="", help="sources to leave out, with commas")
    said.add_argument("--to", type=Path, default=WEIGHTS)
    given = said.parse_args()
    found = samples([name for name in given.without.split(",") if name])
    content = packed(trained(found))
    given.to.write_bytes(content)
    print(f"{len(found)} sentences, {len(content)} bytes")


if __name__ == "__main__":
    main()
