"""Payloads of events as the journal writes them, for tests of their readers."""

from typing import Any

from companion.words.facts import Ruled, payload_of
from companion.words.language import Bilingual
from companion.words.observation import Certainty, Change, Observation
from tests.twins.clock import EVENING


def seen_facts(
    subject: str = "person",
    place: str = "hall",
    change: Change = Change.APPEARED,
    certainty: Certainty = Certainty.FACT,
    **more: Any,
) -> dict[str, Any]:
    """Somebody came into the hall, unless said otherwise."""
    more = {"confidence": 0.9, "at": EVENING, "source": "camera.hall", **more}
    return payload_of(Observation(subject, place, change, certainty, **more))


def ruled_facts(code: str = "ok", ja: str = "", en: str = "") -> dict[str, Any]:
    """What the referee says; `ok` allows it."""
    return payload_of(Ruled(allowed=code == "ok", reason_code=code, reason=Bilingual(ja, en)))
