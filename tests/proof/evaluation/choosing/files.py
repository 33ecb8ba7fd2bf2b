"""The set of cases on disk: found, read and checked, each problem with file, line and key."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib import resources
from pathlib import Path

from pydantic import ValidationError

from companion.home.device_operation import operation_of
from companion.service.settings import describe
from companion.service.yaml_text import read
from companion.words.decision import DecisionOutcome
from companion.words.device import Device
from companion.words.language import Language
from tests.proof.evaluation.choosing.answer import Answer
from tests.proof.evaluation.choosing.case import Half, Harm, Situation
from tests.proof.evaluation.choosing.home import devices_of


class CaseWrong(ValueError):
    """A case file that cannot be used; each problem with file, line and key."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        self.problems = problems
        super().__init__("\n".join(problems))


class Case:
    """A situation with its name, half and language, which are where its file stands."""

    def __init__(self, file: Path, half: Half, language: Language, situation: Situation) -> None:
        self.id, self.half, self.language = file.stem, half, language
        self.file, self.situation = file, situation
        self.sensible = tuple(Answer.read(text) for text in situation.sensible)
        harms = [(h, False) if isinstance(h, str) else (h.act, True) for h in situation.harmful]
        self.harmful = tuple(Answer.read(text) for text, _ in harms)
        self.kept_out = tuple(Answer.read(text) for text, refused in harms if refused)

    @property
    def name(self) -> str:
        """`tune/ja/rain_at_dusk`: unique over the whole set."""
        return f"{self.half}/{self.language}/{self.id}"


def packaged() -> Path:
    """The folder of the set that comes with the product."""
    return Path(str(resources.files("tests.proof.evaluation") / "cases"))


def load_cases(
    folder: Path | None = None, half: Half | None = None, language: Language | None = None
) -> tuple[Case, ...]:
    """The cases of one half and language, or of all. Raises `CaseWrong` with every problem."""
    root = folder or packaged()
    found: list[Case] = []
    problems: list[str] = []
    for a_half in (half,) if half else tuple(Half):
        for a_language in (language,) if language else tuple(Language):
            for file in sorted((root / a_half / a_language).glob("*.yaml")):
                try:
                    found.append(Case(file, a_half, a_language, read_situation(file)))
                except CaseWrong as error:
                    problems.extend(error.problems)
    if problems:
        raise CaseWrong(tuple(problems))
    if not found:
        raise CaseWrong((f"{root}: no case files (tune|dev|sealed)/(ja|en)/*.yaml",))
    return tuple(found)


def read_situation(file: Path) -> Situation:
    """One file. Raises `CaseWrong`."""
    try:
        text = file.read_text(encoding="utf-8")
        document = read(text)
    except (OSError, ValueError) as error:
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
        if answer.outcome is not DecisionOutcome.DO_ACTION or answer.operation == "observe_scene":
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
