"""Scripted eyes: a twin that sees what its script says, for tests and quick simulations."""

from collections.abc import Callable, Iterable, Sequence

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.eyes import Box, EyesUnavailable
from companion.words.frame import Detection, Frame, Written

Answer = Sequence[Detection] | Exception
Script = Callable[[Frame], Answer]


class Settings(BaseModel):
    """Settings of what the scripted eyes see."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    always: tuple[tuple[str, float, Box], ...] = Field(
        (), description="Label, score and box seen in every frame"
    )
    written: tuple[tuple[str, float, Box, str], ...] = Field(
        (), description="Text, score, box and `qr` or `sign` read in every frame"
    )


class ScriptedEyes:
    """Eyes that answer from a list (the last entry repeats) or from a function of the frame.

    An exception in the script is raised as `EyesUnavailable`.
    """

    def __init__(self, script: Script | Iterable[Answer], written: Iterable[Written] = ()) -> None:
        self._script = script if callable(script) else _one_by_one(list(script))
        self.looked_at: list[Frame] = []
        self.written = tuple(written)
        self.read_in: list[Frame] = []
        self.down = ""

    async def detect(self, frame: Frame, region: Box | None = None) -> tuple[Detection, ...]:
        """The scripted detections whose middle lies in the region, surest first."""
        self.looked_at.append(frame)
        answer = self._script(frame)
        self.down = str(answer) if isinstance(answer, Exception) else ""
        if isinstance(answer, Exception):
            raise EyesUnavailable(self.down) from answer
        seen = (d for d in answer if region is None or _middle_in(d.box, region))
        return tuple(sorted(seen, key=lambda d: -d.score))

    async def read(self, frame: Frame) -> tuple[Written, ...]:
        """The text of the script in every frame."""
        self.read_in.append(frame)
        return self.written

    def why_down(self) -> str:
        """The exception the script last gave."""
        return self.down

    def why_no_signs(self) -> str:
        """It reads whatever it is told to."""
        return ""

    async def close(self) -> None:
        """No process to end."""


def _one_by_one(answers: list[Answer]) -> Script:
    left = iter(answers[:-1])
    last: Answer = answers[-1] if answers else ()
    return lambda _: next(left, last)


def _middle_in(box: Box, region: Box) -> bool:
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    return region[0] <= x < region[0] + region[2] and region[1] <= y < region[1] + region[3]


def build(settings: Settings) -> ScriptedEyes:
    """Build eyes that see the same in every frame."""
    seen = tuple(Detection(label, score, box) for label, score, box in settings.always)
    return ScriptedEyes([seen], (Written(*line) for line in settings.written))
