"""Labelled text ラベル付き文: no text reaches a prompt without its trust label (T-56)."""

from dataclasses import dataclass

from companion.words.ids import EventId
from companion.words.trust import TrustLabel


@dataclass(frozen=True, slots=True)
class LabelledText:
    """ラベル付き文: a text, who stands behind it, and the event it came from."""

    text: str
    trust: TrustLabel
    event_id: EventId | None = None
