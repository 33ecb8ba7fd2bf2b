"""Signs: turn text that a camera reads into observations of the subject `text`.

The words are somebody else's. They are told as seen, in quotation marks; no state of the world
follows from them, and what they suggest can at most be asked.
"""

from collections.abc import Iterable
from datetime import datetime

from companion.words.frame import Written
from companion.words.observation import TEXT, Certainty, Change, Observation

SURE = 0.9
"""Mean character score from which a sign's words are a fact; a QR code carries a checksum."""
ALIKE = 0.8
"""Two readings this alike (share of matching characters) are the same sign read twice."""
TEXT_CHARS = 200


class Signs:
    """Memory of what one camera read last, so that the same sign is told in the same words."""

    def __init__(self, source: str, place: str) -> None:
        self._source, self._place = source, place
        self._last: tuple[Written, ...] = ()

    def saw(self, written: Iterable[Written], at: datetime) -> tuple[Observation, ...]:
        """One observation for each code, and one for all the lines of signs together."""
        found = tuple(written)
        lines = [w for w in found if w.how != "qr"]
        texts = [w for w in found if w.how == "qr"] + ([_joined(lines)] if lines else [])
        kept = tuple(self._as_before(text) for text in texts)
        self._last = kept
        return tuple(self._observation(text, at) for text in kept)

    def _as_before(self, text: Written) -> Written:
        from difflib import SequenceMatcher  # hardly any home reads

        for last in self._last:
            same = last.how == text.how
            if same and SequenceMatcher(None, last.text, text.text).ratio() >= ALIKE:
                return last
        return text

    def _observation(self, text: Written, at: datetime) -> Observation:
        return Observation(
            subject=TEXT,
            place=self._place,
            change=Change.SEEN,
            certainty=Certainty.FACT if text.score >= SURE else Certainty.ESTIMATE,
            confidence=round(text.score, 3),
            at=at,
            source=self._source,
            value=text.text,
            box=text.box,
        )


def _joined(lines: list[Written]) -> Written:
    """All lines as one sign, as a person reads it; the least sure line says how sure."""
    text = " ".join(line.text for line in lines)[:TEXT_CHARS]
    left, top = min(w.box[0] for w in lines), min(w.box[1] for w in lines)
    right = max(w.box[0] + w.box[2] for w in lines)
    bottom = max(w.box[1] + w.box[3] for w in lines)
    box = (left, top, right - left, bottom - top)
    return Written(text, min(w.score for w in lines), box, "sign")
