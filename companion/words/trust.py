"""Trust label 信頼ラベル: names the source behind a text; authority is derived from it."""

from collections.abc import Iterable
from enum import StrEnum


class Authority(StrEnum):
    """権限: what a source may cause."""

    USER = "user"
    PUBLIC = "public"
    SYSTEM = "system"


class TrustLabel(StrEnum):
    """信頼ラベル: carried by every text from event to decision."""

    SELF = "self"
    """Written by our own code or by the owner at set-up."""
    OWNER = "owner"
    """Page login, command line on the device, or verified voice."""
    HOUSEHOLD = "household"
    """A voice in the room."""
    GUEST = "guest"
    OBSERVED = "observed"
    """Camera, OCR, MQTT / HA names and payloads, web results, media."""


_RANK = {
    TrustLabel.OBSERVED: 0,
    TrustLabel.GUEST: 1,
    TrustLabel.HOUSEHOLD: 2,
    TrustLabel.OWNER: 3,
    TrustLabel.SELF: 4,
}

_AUTHORITY = {
    TrustLabel.SELF: Authority.SYSTEM,
    TrustLabel.OWNER: Authority.USER,
    TrustLabel.HOUSEHOLD: Authority.USER,
    TrustLabel.GUEST: Authority.PUBLIC,
    TrustLabel.OBSERVED: Authority.PUBLIC,
}


UNTRUSTED = frozenset({TrustLabel.OBSERVED, TrustLabel.GUEST})
"""Texts that can inform but never authorise."""


def least_trusted(labels: Iterable[TrustLabel]) -> TrustLabel:
    """Give the lowest label of those in a prompt; an empty prompt is `self`."""
    return min(labels, key=_RANK.__getitem__, default=TrustLabel.SELF)


def authority_of(label: TrustLabel) -> Authority:
    """Derive the authority from the label; it is never supplied by a caller."""
    return _AUTHORITY[label]
