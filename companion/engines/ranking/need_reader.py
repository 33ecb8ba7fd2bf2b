"""Need reader 困りごとの読み手: tells from a sentence and its vector which need it may speak of.

Two linear models, one over the embedder's vector and one over words (English) and letters
(Japanese), are multiplied. It reads what the closed lists of forms do not, in both languages, and
has a class for sentences that speak of none. Trained by `tests.proof.evaluation.training.needs`.
"""

import hashlib
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from companion.engines.ranking.head import WeightsWrong
from companion.engines.ranking.lines import Floats

NONE = "none"
"""The class of sentences that speak of no need."""
_FLOOR = 1e-4
"""So little is a class held likely by the words alone, however strange they are."""
_WORD = re.compile(r"[a-z']+")
_LEFT_OUT = re.compile(r"[\s。、！？!?…「」ー]")


def pieces(text: str) -> set[str]:
    """Words, pairs of them and four letters of English; one to three letters of Japanese."""
    lower = text.lower()
    if not lower.isascii():
        plain = _LEFT_OUT.sub("", lower)
        return {plain[i : i + n] for n in (1, 2, 3) for i in range(len(plain) - n + 1)}
    words = _WORD.findall(lower)
    found = {f"w:{word}" for word in words} | {f"b:{a} {b}" for a, b in pairwise(words)}
    for word in words:
        edged = f"<{word}>"
        found |= {edged[i : i + 4] for i in range(len(edged) - 3)}
    return found


def counted(texts: Sequence[str], known: Mapping[str, int]) -> Floats:
    """A row of length 1 for each text: which of the known pieces stand in it."""
    rows = np.zeros((len(texts), len(known)), np.float32)
    for row, text in zip(rows, texts, strict=True):
        row[[known[piece] for piece in sorted(pieces(text)) if piece in known]] = 1
        row /= np.linalg.norm(row) or 1
    return rows


def softmax(x: Floats) -> Floats:
    """Probabilities, one row per row of `x`."""
    raised = np.exp(x - x.max(axis=1, keepdims=True))
    out: Floats = raised / raised.sum(axis=1, keepdims=True)
    return out


@dataclass(frozen=True, slots=True)
class NeedReader:
    """The trained weights; `names` are the classes."""

    names: tuple[str, ...]
    known: Mapping[str, int]
    mean: Floats
    scale: Floats
    by_vector: tuple[Floats, Floats]
    by_pieces: tuple[Floats, Floats]

    def __call__(self, text: str, vector: Sequence[float] | Floats) -> Mapping[str, float]:
        """How likely each need is; `none` is left out."""
        seen = (np.asarray(vector, np.float32) - self.mean) * self.scale
        meant = (seen[None] @ self.by_vector[0] + self.by_vector[1]).astype(np.float32)
        worded = counted([text], self.known) @ self.by_pieces[0] + self.by_pieces[1]
        both = np.sqrt(softmax(meant) * (softmax(worded) + _FLOOR))[0]
        sure = both / both.sum()
        return {n: float(p) for n, p in zip(self.names, sure, strict=True) if n != NONE}


def load_need_reader(path: Path, sha256: str) -> NeedReader:
    """Read the weights. Raises `WeightsWrong`, `FileNotFoundError`."""
    content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != sha256:
        raise WeightsWrong(f"{path.name} is damaged (sha256 differs); restore it")
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        own = {key: arrays[key] for key in arrays.files}
    numbers = {key: own[key].astype(np.float32) for key in own if key not in ("names", "known")}
    return NeedReader(
        names=tuple(str(name) for name in own["names"]),
        known={str(piece): at for at, piece in enumerate(own["known"])},
        mean=numbers["mean"],
        scale=numbers["scale"],
        by_vector=(numbers["vector.w"], numbers["vector.b"]),
        by_pieces=(numbers["pieces.w"], numbers["pieces.b"]),
    )
