"""Train a reader of sentences, tell how it reads what it has not seen, write it.

    python -m tests.proof.evaluation.training.sentences reports --out FILE.npz [--check]

`reports.tsv` (three hands) and `holding_back.tsv` hold sentences for training (language, answer,
text); the answer is `none` where all is as it should be, or nothing speaks against a routine. No
sentence of a situation stands among them. A fifth of them at a time is read by a reader trained
without it.
"""

import argparse
import hashlib
import sys
from collections import Counter
from pathlib import Path

from companion.engines.ranker.learned import READERS
from companion.engines.ranking.need_reader import NONE
from companion.ports.ranker import Question
from tests.proof.evaluation.training.needs import Sentence, as_file, trained
from tests.proof.evaluation.training.train import Vectors, embed

FIFTHS = 5
LIKELY = 0.5
"""From here on an answer counts as read, for telling how it generalises."""


def made(question: Question) -> list[Sentence]:
    """The sentences that were made for training."""
    file = Path(__file__).with_name(f"{question}.tsv")
    lines = (line.split("\t") for line in file.read_text(encoding="utf-8").splitlines())
    return [(text, (answer,)) for _, answer, text in lines]


def judged(some: list[Sentence], vectors: Vectors) -> Counter[str]:
    """Sentences by what unknowing readers make of them."""
    found: Counter[str] = Counter()
    for fifth in range(FIFTHS):
        reader = trained([one for at, one in enumerate(some) if at % FIFTHS != fifth], vectors)
        for text, (answer,) in some[fifth::FIFTHS]:
            sure = reader(text, vectors[text])
            best = max(sure, key=lambda one: sure[one]) if sum(sure.values()) >= LIKELY else NONE
            kind = NONE if answer == NONE else "others"
            found[f"{kind}: {_outcome(answer, best)}"] += 1
    return found


def _outcome(answer: str, read: str) -> str:
    if read == answer:
        return "right"
    return "unread" if read == NONE else "read as another"


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("question", type=Question, choices=[Question.MATTER, Question.HOLDS_BACK])
    parser.add_argument("--out", type=Path)
    parser.add_argument("--check", action="store_true", help="fail where the shipped ones differ")
    parser.add_argument("--kept", type=Path, help="file to keep vectors in between runs")
    options = parser.parse_args()
    some = made(options.question)
    vectors = embed([text for text, _ in some], options.kept)
    print(f"{len(some)} sentences: {dict(sorted(judged(some, vectors).items()))}")
    if options.out is not None:
        content = as_file(trained(some, vectors))
        options.out.write_bytes(content)
        sha256 = hashlib.sha256(content).hexdigest()
        print(f"{options.out}: {len(content)} bytes, {sha256}")
        if options.check and sha256 != READERS[options.question]:
            sys.exit(f"these are not the shipped weights ({READERS[options.question]})")


if __name__ == "__main__":
    main()
