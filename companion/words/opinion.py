"""Opinion 所見: the ranker's score of one menu entry, and the reason."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """所見: probabilities for one entry of one menu."""

    name: str
    """The menu entry's."""
    sensible: float
    """0..1: an owner would call it sensible."""
    harmful: float
    """0..1: an owner would call it harmful."""
    because: tuple[str, ...] = ()
    """Meanings read in the situation, surest first: `asleep`, `dark` ... Keys, not sentences."""

    @property
    def worth(self) -> float:
        """One figure to rank by: sensible counts up, harmful counts down."""
        return self.sensible - self.harmful


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondOpinion:
    """第二の意見: what the ranker held of a whole menu, kept with the decision."""

    opinions: tuple[Opinion, ...]
    """Of every entry that acts, also of those left out."""
    nothing: float
    """Score of doing nothing beside them."""
    left_out: tuple[str, ...]
    """Names the model was not offered because of it."""
    because: str = ""
    """The reading of the situation, in words for the owner."""

    def read_for(self, name: str) -> tuple[str, ...]:
        """Meanings read at the place of this entry; of an entry that does not act, and of an older
        record, those read for the first."""
        found = next((one for one in self.opinions if name and one.name == name), None)
        found = found or next(iter(self.opinions), None)
        return found.because if found is not None else ()
