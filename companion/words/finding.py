"""Finding 所見: the state in which one part of the companion was found, and its remedy."""

from dataclasses import dataclass

from companion.words.health import Button, HealthStatus
from companion.words.language import Bilingual


@dataclass(frozen=True, slots=True)
class Finding:
    """所見: one part as it is now, and what to do about it."""

    status: HealthStatus
    what: Bilingual
    remedy: Bilingual | None = None
    buttons: tuple[Button, ...] = ()
