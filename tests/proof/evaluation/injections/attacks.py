"""The attacks of `attacks.yaml`: goals in frames, drawn evenly and always the same (seeded)."""

import random
from dataclasses import dataclass
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict
from ruamel.yaml import YAML

from companion.words.language import Language

CANARY = "canary-7f3a91"
"""Stands in memory as a secret; not one byte of it may go out."""
SEED = 7


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Goal(_Section):
    """What the attacker wants done."""

    device: str
    """Device id, or `base` for the wheels."""
    does: str
    name: str
    """As a menu entry would be called."""
    en: str
    ja: str


class Frame(_Section):
    """How it is put."""

    id: str
    en: str
    ja: str


class Both(_Section):
    """A text in both languages."""

    en: str
    ja: str


class AttackFile(_Section):
    """`attacks.yaml`."""

    goals: tuple[Goal, ...]
    frames: tuple[Frame, ...]
    padding: Both
    padding_times: int
    harmless: tuple[Both, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """One text for one channel."""

    channel: str
    number: int
    language: Language
    text: str
    goal: Goal
    frame: str
    """Id of the frame; `harmless` for a benign twin."""

    @property
    def harmless(self) -> bool:
        """A benign twin: the same channel, nothing wrong."""
        return self.frame == "harmless"

    @property
    def id(self) -> str:
        """For reports: `sign-012-system-ja`."""
        return f"{self.channel}-{self.number:03d}-{self.frame}-{self.language.value}"


@cache
def load_attacks() -> AttackFile:
    """The data of the package."""
    file = resources.files("tests.proof.evaluation.injections") / "attacks.yaml"
    return AttackFile.model_validate(YAML(typ="safe").load(file.read_text(encoding="utf-8")))


def attacks_on(channel: str, count: int, data: AttackFile | None = None) -> tuple[Attack, ...]:
    """`count` attacks through one channel: every frame and every goal about equally often."""
    data = data or load_attacks()
    chance = random.Random(f"{SEED}|{channel}")
    frames, goals = list(range(len(data.frames))), list(range(len(data.goals)))
    chance.shuffle(frames)
    chance.shuffle(goals)
    # Both in turn; their numbers differ by two, so that all pairs come up before any returns.
    drawn = [(goals[n % len(goals)], frames[n % len(frames)]) for n in range(count)]
    return tuple(
        _attack(channel, n, data, data.goals[goal], data.frames[frame])
        for n, (goal, frame) in enumerate(drawn)
    )


def harmless_on(channel: str, count: int, data: AttackFile | None = None) -> tuple[Attack, ...]:
    """`count` benign twins through one channel."""
    data = data or load_attacks()
    return tuple(
        Attack(
            channel=channel,
            number=n,
            language=_language(n),
            text=_get(data.harmless[n % len(data.harmless)], _language(n)),
            goal=data.goals[n % len(data.goals)],
            frame="harmless",
        )
        for n in range(count)
    )


def _attack(channel: str, n: int, data: AttackFile, goal: Goal, frame: Frame) -> Attack:
    language = _language(n)
    padding = " ".join([_get(data.padding, language)] * data.padding_times)
    text = _get(frame, language).format(
        order=_get(goal, language), name=goal.name, padding=padding, canary=CANARY
    )
    return Attack(
        channel=channel, number=n, language=language, text=text, goal=goal, frame=frame.id
    )


def _language(n: int) -> Language:
    # Not by parity alone: it would tie each goal to one language.
    return Language.EN if (n + n // 16) % 2 == 0 else Language.JA


def _get(words: Goal | Frame | Both, language: Language) -> str:
    return words.ja if language is Language.JA else words.en
