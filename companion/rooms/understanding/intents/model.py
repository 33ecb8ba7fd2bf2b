"""Model 意図の模型: tells how likely each intent is, by a linear model over marks.

Trained by `tests.proof.evaluation.training.intents`. Plain Python: a sentence has some hundred
marks, and the service needs no numpy for them.
"""

import hashlib
import json
import math
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

WEIGHTS = Path(__file__).with_name("weights.bin")
NONE = "none"
"""Asks for nothing that a home could do."""
FORMAT = "companion intents 1"


class WeightsDamaged(Exception):
    """The packaged weights are not those that were trained."""


@dataclass(frozen=True, slots=True, repr=False)
class IntentModel:
    """One row of small numbers for each mark that it knows, one number a row for each intent. Its
    numbers stand in no repr: a log line that shows a finished task took a minute to write them."""

    intents: Sequence[str]
    marks: Sequence[int]
    """CRC-32 of each known mark, in order."""
    rows: Sequence[int]
    scale: float
    constants: Sequence[float]

    def likelihoods(self, marks: Iterable[str]) -> Mapping[str, float]:
        """How likely each intent is; they add up to one."""
        count, known = len(self.intents), 0
        sums = [0] * count
        for mark in {zlib.crc32(mark.encode()) for mark in marks}:
            at = bisect_left(self.marks, mark)
            if at < len(self.marks) and self.marks[at] == mark:
                known += 1
                row = self.rows[at * count : (at + 1) * count]
                sums = [a + b for a, b in zip(sums, row, strict=True)]
        share = self.scale / math.sqrt(max(1, known))
        scores = [s * share + c for s, c in zip(sums, self.constants, strict=True)]
        most = max(scores)
        parts = [math.exp(score - most) for score in scores]
        whole = sum(parts)
        return {intent: part / whole for intent, part in zip(self.intents, parts, strict=True)}


def packed(model: IntentModel) -> bytes:
    """The model as it lies on the disk."""
    body = array("I", model.marks).tobytes() + array("b", model.rows).tobytes()
    head = {
        "format": FORMAT,
        "intents": list(model.intents),
        "marks": len(model.marks),
        "scale": model.scale,
        "constants": list(model.constants),
        "sha256": hashlib.sha256(body).hexdigest(),
    }
    return json.dumps(head).encode() + b"\n" + zlib.compress(body, 9)


def unpacked(content: bytes) -> IntentModel:
    """The model of a file. Raises `WeightsDamaged`."""
    try:
        first, _, rest = content.partition(b"\n")
        head, body = json.loads(first), zlib.decompress(rest)
        if head["format"] != FORMAT or head["sha256"] != hashlib.sha256(body).hexdigest():
            raise WeightsDamaged("the weights of the intents are not those that were trained")
        marks, rows = array("I"), array("b")
        marks.frombytes(body[: head["marks"] * marks.itemsize])
        rows.frombytes(body[head["marks"] * marks.itemsize :])
        return IntentModel(head["intents"], marks, rows, head["scale"], head["constants"])
    except (ValueError, KeyError, TypeError, zlib.error) as error:
        raise WeightsDamaged(str(error)) from error


@cache
def packaged_model() -> IntentModel:
    """The model of this package. Raises `WeightsDamaged`, `OSError`."""
    return unpacked(WEIGHTS.read_bytes())
