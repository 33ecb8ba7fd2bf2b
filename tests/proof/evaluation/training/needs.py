"""Train the reader of needs, tell how it generalises to an author it has not seen, write it.

    python -m tests.proof.evaluation.training.needs --out FILE.npz [--check]

`needs.toml` holds sentences made for training; `needs_told.toml` those of the open situations, by
author; `needs_of_writer_*.tsv` those of two people who wrote sentences alone (language, needs,
sentence). Each author's are read by a reader that was trained without them.
"""

import argparse
import hashlib
import io
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from companion.engines.ranker.learned import READERS
from companion.engines.ranking.lines import Floats
from companion.engines.ranking.need_reader import NONE, NeedReader, counted, pieces, softmax
from companion.ports.ranker import Question
from companion.rooms.context.needs import TOLD_FROM
from companion.words.table import table
from tests.proof.evaluation.training.speech import book
from tests.proof.evaluation.training.train import embed

Sentence = tuple[str, tuple[str, ...]]
"""A text, and the needs that it may be meant to tell; several where people would not agree."""
_STEPS, _RATE, _OFTEN = 120, 0.05, 5
"""Steps and rate of Adam; a piece counts from so many sentences on."""
_DECAY = {"vector": 1e-2, "pieces": 1e-5}
_PHRASES = {
    **{"dark": "dark", "hot": "hot", "cold": "cold", "wants_quiet": "loud"},
    **dict.fromkeys(("chat", "musing", "leave_it", "handled", "keep_off", "save"), NONE),
    **dict.fromkeys(("ask_first", "coffee", "order_seen"), NONE),
}
"""Phrases of the ranker's training that tell of a need, or of none."""


def made() -> list[Sentence]:
    """Sentences that were made for training."""
    rows = table("tests.proof.evaluation.training", "needs.toml")
    own = [(text, (need,)) for need, row in rows.items() for text in (*row["en"], *row["ja"])]
    phrases = [
        (text, (need,))
        for key, need in _PHRASES.items()
        for language in ("en", "ja")
        for text in book("phrases")[key][language]
        if "{" not in text
    ]
    return [*own, *phrases]


def told() -> dict[str, list[Sentence]]:
    """Sentences of the open situations and of those who wrote sentences alone, by author."""
    rows = table("tests.proof.evaluation.training", "needs_told.toml")
    found = {
        author: [(text, tuple(needs.split("|"))) for needs, texts in own.items() for text in texts]
        for author, own in rows.items()
    }
    for file in sorted(Path(__file__).parent.glob("needs_of_writer_*.tsv")):
        lines = (line.split("\t") for line in file.read_text(encoding="utf-8").splitlines())
        found[file.stem] = [(text, tuple(needs.split("|"))) for _, needs, text in lines]
    return found


def fitted(x: Floats, y: Floats, weight: Floats, decay: float) -> tuple[Floats, Floats]:
    """A linear layer before a softmax, fitted with Adam from zero: there is no chance in it."""
    parts = [np.zeros((x.shape[1], y.shape[1]), np.float32), np.zeros(y.shape[1], np.float32)]
    first, second = [np.zeros_like(p) for p in parts], [np.zeros_like(p) for p in parts]
    share = (weight / weight.sum())[:, None].astype(np.float32)
    for step in range(1, _STEPS + 1):
        wrong = (softmax(x @ parts[0] + parts[1]) - y) * share
        slopes = (x.T @ wrong + decay * parts[0], wrong.sum(0))
        for at, slope in enumerate(slopes):
            first[at] = 0.9 * first[at] + 0.1 * slope
            second[at] = 0.999 * second[at] + 0.001 * slope * slope
            by = np.sqrt(second[at] / (1 - 0.999**step)) + 1e-8
            parts[at] = parts[at] - _RATE * (first[at] / (1 - 0.9**step)) / by
    return parts[0].astype(np.float32), parts[1].astype(np.float32)


def trained(some: Sequence[Sentence], vectors: dict[str, Floats]) -> NeedReader:
    """The reader of these sentences; a rare need weighs more than its number."""
    names = tuple(sorted({need for _, needs in some for need in needs}))
    texts = [text for text, _ in some]
    y = np.array([[float(name in needs) / len(needs) for name in names] for _, needs in some])
    often = Counter(needs[0] for _, needs in some)
    weight = np.array([often[needs[0]] ** -0.5 for _, needs in some])
    found = Counter(piece for text in texts for piece in pieces(text))
    kept = sorted(piece for piece, count in found.items() if count >= _OFTEN)
    known = {piece: at for at, piece in enumerate(kept)}
    x = np.stack([vectors[text] for text in texts])
    mean, scale = x.mean(0), 1 / (x.std(0) + 1e-6)
    y32 = y.astype(np.float32)
    return NeedReader(
        names=names,
        known=known,
        mean=mean,
        scale=scale,
        by_vector=fitted((x - mean) * scale, y32, weight, _DECAY["vector"]),
        by_pieces=fitted(counted(texts, known), y32, weight, _DECAY["pieces"]),
    )


def as_file(reader: NeedReader) -> bytes:
    """The weights as one file, in half precision; the same bytes for the same weights."""
    out = io.BytesIO()
    half = {
        "vector.w": reader.by_vector[0],
        "vector.b": reader.by_vector[1],
        "pieces.w": reader.by_pieces[0],
        "pieces.b": reader.by_pieces[1],
    }
    np.savez_compressed(
        out,
        names=np.array(reader.names),
        known=np.array(list(reader.known)),
        mean=reader.mean,
        scale=reader.scale,
        **{key: value.astype(np.float16) for key, value in half.items()},  # type: ignore[arg-type]
    )
    return out.getvalue()


def judged(
    reader: NeedReader, some: Sequence[Sentence], vectors: dict[str, Floats]
) -> Counter[str]:
    """Sentences by what the reader would do with them."""
    found: Counter[str] = Counter()
    for text, needs in some:
        sure = reader(text, vectors[text])
        best = max(sure, key=lambda need: sure[need])
        read = best if sure[best] >= TOLD_FROM else NONE
        if needs == (NONE,):
            found["none: right" if read == NONE else "none: read as a need"] += 1
        else:
            outcome = "right" if read in needs else "unread" if read == NONE else "wrong"
            found[f"need: {outcome}"] += 1
    return found


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--check", action="store_true", help="fail where the shipped ones differ")
    parser.add_argument("--kept", type=Path, help="file to keep vectors in between runs")
    parser.add_argument("--without", default="", help="an author whose sentences are left out")
    options = parser.parse_args()
    own, authors = made(), told()
    authors.pop(options.without, None)
    everything = [*own, *(one for some in authors.values() for one in some)]
    vectors = embed([text for text, _ in everything], options.kept)
    whole: Counter[str] = Counter()
    for author, unseen in authors.items():
        seen = [one for other, some in authors.items() if other != author for one in some]
        found = judged(trained([*own, *seen], vectors), unseen, vectors)
        print(f"{author}, not seen in training: {dict(sorted(found.items()))}")
        whole += found
    print(f"all, each author held out: {dict(sorted(whole.items()))}")
    if options.out is not None:
        content = as_file(trained(everything, vectors))
        options.out.write_bytes(content)
        sha256 = hashlib.sha256(content).hexdigest()
        print(f"{options.out}: {len(content)} bytes, {sha256}")
        if options.check and sha256 != READERS[Question.NEED]:
            sys.exit(f"these are not the shipped weights ({READERS[Question.NEED]})")


if __name__ == "__main__":
    main()
