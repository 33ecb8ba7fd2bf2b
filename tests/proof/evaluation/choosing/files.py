"""The set of cases on disk: found, read and checked, each problem with file, line and key."""

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import replace
from importlib import resources
from pathlib import Path

from pydantic import ValidationError

from companion.home.device_operation import operation_of
from companion.service.settings import describe
from companion.service.yaml_text import read
from companion.words import telling
from companion.words.decision import DecisionOutcome
from companion.words.device import Device
from companion.words.language import Language
from tests.proof.evaluation.choosing.answer import Answer
from tests.proof.evaluation.choosing.case import Half, Harm, Situation
from tests.proof.evaluation.choosing.home import devices_of

_WORDS = frozenset({"observe_scene", telling.SPEAK, telling.NOTICE})
"""Answers that no device takes: a look, and words to somebody."""


class CaseWrong(ValueError):
    """A case file that cannot be used; each problem with file, line and key."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        self.problems = problems
        super().__init__("\n".join(problems))


class Case:
    """A situation with its name, half and language, which are where its file stands."""

    def __init__(
        self,
        file: Path,
        half: Half,
        language: Language,
        situation: Situation,
        *,
        number: int = 0,
        author: str = "",
    ) -> None:
        """`number` counts the documents of a file that holds several, from 1; 0 is the only one.
        `author` names the folder of an author beside the packaged set, "" for that set."""
        self.id = f"{file.stem}-{number}" if number else file.stem
        self.half, self.language, self.author = half, language, author
        self.file, self.situation = file, situation
        self.sensible = tuple(Answer.read(text) for text in situation.sensible)
        harms = [(h, False) if isinstance(h, str) else (h.act, True) for h in situation.harmful]
        self.harmful = tuple(Answer.read(text) for text, _ in harms)
        self.kept_out = tuple(Answer.read(text) for text, refused in harms if refused)

    @property
    def name(self) -> str:
        """`tune/ja/rain_at_dusk`, `ann/tune/en/cottage-3`: unique over the whole set."""
        own = f"{self.half}/{self.language}/{self.id}"
        return f"{self.author}/{own}" if self.author else own

    def lived_with(self, persona: str) -> "Case":
        """The same case with another shipped sheet."""
        other = copy(self)
        other.situation = self.situation.model_copy(update={"persona": persona})
        return other


def packaged() -> Path:
    """The folder of the set that comes with the product."""
    return Path(str(resources.files("tests.proof.evaluation") / "cases"))


def load_cases(
    folder: Path | None = None, half: Half | None = None, language: Language | None = None
) -> tuple[Case, ...]:
    """The cases of one half and language, or of all. A folder of authors holds one folder like the
    packaged set for each. Raises `CaseWrong` with every problem."""
    root = folder or packaged()
    found: list[Case] = []
    problems: list[str] = []
    for author in ("", *_authors(root)):
        for a_half in (half,) if half else tuple(Half):
            for a_language in (language,) if language else tuple(Language):
                for file in sorted((root / author / a_half / a_language).glob("*.yaml")):
                    try:
                        found.extend(_cases_of(file, a_half, a_language, author))
                    except CaseWrong as error:
                        problems.extend(error.problems)
    if problems:
        raise CaseWrong(tuple(problems))
    if not found:
        raise CaseWrong((f"{root}: no case files (tune|dev|sealed)/(ja|en)/*.yaml",))
    return tuple(found)


def _authors(root: Path) -> tuple[str, ...]:
    """Folders that hold a set of their own, by name."""
    if not root.is_dir():
        return ()
    halves = {half.value for half in Half}
    named = (one.name for one in root.iterdir() if one.is_dir() and one.name not in halves)
    return tuple(sorted(name for name in named if any((root / name / h).is_dir() for h in halves)))


def _cases_of(file: Path, half: Half, language: Language, author: str) -> Iterator[Case]:
    situations = read_situations(file)
    several = len(situations) > 1
    for at, situation in enumerate(situations, 1):
        yield Case(file, half, language, situation, number=at if several else 0, author=author)


def read_situation(file: Path) -> Situation:
    """A file with one situation. Raises `CaseWrong`."""
    situations = read_situations(file)
    if len(situations) != 1:
        raise CaseWrong((f"{file}:1: holds {len(situations)} situations, not one",))
    return situations[0]


def read_situations(file: Path) -> tuple[Situation, ...]:
    """One file; lines of `---` stand between its situations. Raises `CaseWrong` with the problems
    of all of them."""
    try:
        parts = _documents(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CaseWrong((f"{file}:1: cannot be read: {error}",)) from error
    found: list[Situation] = []
    problems: list[str] = []
    for part in parts:
        try:
            found.append(_situation(file, part))
        except CaseWrong as error:
            problems.extend(error.problems)
    if problems:
        raise CaseWrong(tuple(problems))
    return tuple(found)


def _documents(text: str) -> list[str]:
    """Texts of the situations; each keeps the number of its lines by empty ones before it."""
    parts: list[list[str]] = [[]]
    for number, line in enumerate(text.splitlines()):
        if line.rstrip() == "---":
            parts.append([""] * (number + 1))
        else:
            parts[-1].append(line)
    held = ["\n".join(part) for part in parts if any(map(_says_something, part))]
    return held or [text]


def _says_something(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _situation(file: Path, text: str) -> Situation:
    """One document. Raises `CaseWrong`."""
    try:
        document = read(text)
    except ValueError as error:
        raise CaseWrong((f"{file}:1: cannot be read: {error}",)) from error
    if not isinstance(document.plain, Mapping):
        raise CaseWrong((f"{file}:1: the file must hold keys and values",))
    try:
        situation = Situation.model_validate(document.plain)
    except ValidationError as error:
        raise CaseWrong(describe(error, document, file)) from error
    if unknown := tuple(_impossible(situation)):
        raise CaseWrong(
            tuple(f"{file}:{document.line_of(at)}: {'.'.join(at)}: {what}" for at, what in unknown)
        )
    return situation


Problem = tuple[tuple[str, ...], str]
"""Where in the file, and what."""


def _impossible(situation: Situation) -> Iterator[Problem]:
    """Acts on things or with operations that this home does not have: an answer with a slip of
    the pen would never be met and never be counted."""
    devices = [m.device for m in devices_of(situation.home_file, situation.devices)]
    for at, text in _acts_in(situation):
        answer = Answer.read(text)
        words = answer.operation.partition(".")[0] in _WORDS
        if answer.outcome is not DecisionOutcome.DO_ACTION or words:
            continue
        if not any(_takes(device, answer) for device in devices):
            yield at, f"{text!r}: no device of this home takes that"


def _acts_in(situation: Situation) -> Iterator[Problem]:
    """Every act a file names, and where."""
    for number, text in enumerate(situation.sensible):
        yield ("sensible", f"{number}"), text
    for number, harm in enumerate(situation.harmful):
        yield ("harmful", f"{number}"), harm.act if isinstance(harm, Harm) else harm
    for number, fact in enumerate(situation.facts):
        if fact.did:
            yield ("facts", f"{number}", "did", "act"), fact.did.act


def _takes(device: Device, answer: Answer) -> bool:
    """Whether the device takes the operation, whatever the settings."""
    bare = replace(answer, settings=())
    rows = (operation_of(device, does) for does in device.operations)
    names = (f"device_control.{row.name}" for row in rows if row is not None)
    return any(bare.names(DecisionOutcome.DO_ACTION, name, device.id, {}) for name in names)
