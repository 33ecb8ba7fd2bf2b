"""One measured figure beside the limit it must hold, taken in the same run."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from typing import Any


class Effort(StrEnum):
    """How long a benchmark may take."""

    SHORT = "short"
    """Seconds: the form the suite and `companion bench` run."""
    LONG = "long"
    """Minutes: the form of `make proof`."""


class Sense(StrEnum):
    """Which side of the limit is the good one."""

    AT_LEAST = ">="
    AT_MOST = "<="


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A figure and its limit. `against` says what it is a ratio of or to."""

    id: str
    """The goal's id, which `companion bench` takes as a name."""
    what: str
    value: float
    limit: float
    sense: Sense
    unit: str = "x"
    """`x` is a ratio against `against`, measured in the same run."""
    against: str = ""
    detail: Mapping[str, Any] = field(default_factory=dict)

    @property
    def held(self) -> bool:
        """Whether the limit was held."""
        if self.sense is Sense.AT_LEAST:
            return self.value >= self.limit
        return self.value <= self.limit

    def as_json(self) -> dict[str, Any]:
        """As one JSON object, `held` included."""
        # `asdict` would build a counter of the detail anew, and count its pairs.
        plain = asdict(replace(self, detail={}))
        return {**plain, "detail": {**self.detail}, "held": self.held}


@dataclass(frozen=True, kw_only=True)
class NotMeasured:
    """A benchmark whose part is not here, and why; never silently left out."""

    id: str
    why: str

    def as_json(self) -> dict[str, Any]:
        """As one JSON object."""
        return asdict(self)
