"""Remark 言葉: finds the acts that a person's own words rule out as an answer to them.

A remark is thought over by the ranker and the model, and both may pick an act that is sensible by
itself and absurd as an answer: "it is dark in here" switched off the lamp of an empty room, and
"turn the エアコン on", which no grammar reads, switched on a lamp. Two forms are read, from closed
lists: a complaint, whose opposite is never the answer, and an order that names kinds of things, for
which no other kind stands in. It never adds an entry to the menu.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from companion.home.kinds import KINDS
from companion.home.room_effect import RoomEffect
from companion.phrases.complaints import complains_of_darkness, denies
from companion.rooms.context.collect import Offer, Seen
from companion.rooms.context.needs import Need, needs_in
from companion.words.device import Domain
from companion.words.trigger import Priority, Trigger

_DIMMED, _BRIGHT = 100, 150
"""Brightness (0..255) at or below which a lamp is dimmed, and from which it is bright."""


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _complains(pattern: str) -> Callable[[str], bool]:
    words = _words(pattern)
    return lambda text: words.search(text) is not None and not denies(text)


@dataclass(frozen=True, slots=True)
class _Complaint:
    said: Callable[[str], bool]
    worse: RoomEffect
    """It makes it worse."""


def _lacks_light(text: str) -> bool:
    """Whether light is lacking: it is not where the sun or steam keeps somebody from seeing."""
    return complains_of_darkness(text) and not needs_in(text, by_person=True) - {Need.DARK}


_COMPLAINTS = (
    _Complaint(_lacks_light, RoomEffect.DARKER),
    _Complaint(
        _complains(
            r"\b(?:too|so|very|pretty) bright\b|\bglare\b|\bdazzl|\bblinding\b|\bin my eyes\b"
            r"|\btoo (?:much )?light\b|眩し|まぶし|明るすぎ"
        ),
        RoomEffect.LIGHTER,
    ),
    _Complaint(
        _complains(r"\b(?:cold|chilly|freezing|shiver\w*)\b|寒|冷え|凍え"), RoomEffect.COOLER
    ),
    _Complaint(
        _complains(r"\b(?:hot|stuffy|sweltering|melting|sweating)\b|暑|蒸し"),
        RoomEffect.LESS_COOL,
    ),
    _Complaint(_complains(r"\b(?:noisy|noise|loud)\b|うるさ|騒がし|やかまし"), RoomEffect.LOUDER),
)
_ORDER = _words(
    r"^(?:please |can you |could you |would you |will you )*(?:turn|switch|put|open|close|shut|set"
    r"|start|stop|pause|play|dim|lower|raise|lock|make)\b"
    r"|(?:て|で)(?:くれる?|ください|下さい|ちょうだい|ほしい|よ|ね)?(?: please)?[。！!？?\s]*$"
    r"|(?:オン|オフ)(?:に)?[。！!\s]*$"
)
_KINDS = tuple(
    (kind.domain, _words(rf"\b(?:{kind.named.en})\b|{kind.named.ja}"))
    for kind in KINDS
    if kind.named is not None
)
"""Kinds by their everyday words; plugs, scenes and scripts are called by names of their own."""


def ruled_out(offer: Offer, seen: Seen, trigger: Trigger) -> str:
    """Why this is no answer to what a person just said, or ""."""
    if trigger.priority is not Priority.USER or trigger.requested is not None:
        return ""
    text = trigger.about.text
    if _makes_it_worse(offer, text):
        return "the_opposite_of_what_was_said"
    return "another_kind_was_named" if _stands_in(seen.device.domain, text) else ""


def _makes_it_worse(offer: Offer, text: str) -> bool:
    effect = _effect_of(offer)
    return any(effect is one.worse for one in _COMPLAINTS if one.said(text))


def _effect_of(offer: Offer) -> RoomEffect | None:
    brightness = offer.option.payload.get("brightness")
    if not isinstance(brightness, int | float):
        return offer.effect
    if brightness <= _DIMMED:
        return RoomEffect.DARKER
    return RoomEffect.LIGHTER if brightness >= _BRIGHT else None


def _stands_in(domain: Domain, text: str) -> bool:
    if not _ORDER.search(text.strip()):
        return False
    named = {kind for kind, words in _KINDS if words.search(text)}
    known = {kind for kind, _ in _KINDS}
    return bool(named) and domain in known and domain not in named
