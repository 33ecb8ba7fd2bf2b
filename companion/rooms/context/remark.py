"""Remark 言葉: finds the acts that a person's own words rule out as an answer to them.

A remark is thought over by the ranker and the model, and both may pick an act that is sensible by
itself and absurd as an answer: "it is dark in here" switched off the lamp of an empty room, and
"turn the エアコン on", which no grammar reads, switched on a lamp. Two forms are read, from closed
lists: a complaint, whose opposite is never the answer, and an order that names kinds of things,
for which no other kind stands in. Nothing is added to the menu.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from companion.phrases.complaints import complains_of_darkness, denies
from companion.rooms.context.collect import Offer, Seen
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
    worse: frozenset[tuple[Domain, str]]
    """Kinds and the ends of their operations that make it worse."""


_COMPLAINTS = (
    _Complaint(
        complains_of_darkness,
        frozenset({(Domain.LIGHT, "turn_off"), (Domain.COVER, "close"), (Domain.LIGHT, "dimmed")}),
    ),
    _Complaint(
        _complains(
            r"\b(?:too|so|very|pretty) bright\b|\bglare\b|\bdazzl|\bblinding\b|\bin my eyes\b"
            r"|\btoo (?:much )?light\b|眩し|まぶし|明るすぎ"
        ),
        frozenset({(Domain.LIGHT, "turn_on"), (Domain.COVER, "open"), (Domain.LIGHT, "bright")}),
    ),
    _Complaint(
        _complains(r"\b(?:cold|chilly|freezing|shiver\w*)\b|寒|冷え|凍え"),
        frozenset({(Domain.FAN, "turn_on")}),
    ),
    _Complaint(
        _complains(r"\b(?:hot|stuffy|sweltering|melting|sweating)\b|暑|蒸し"),
        frozenset({(Domain.FAN, "turn_off")}),
    ),
    _Complaint(
        _complains(r"\b(?:noisy|noise|loud)\b|うるさ|騒がし|やかまし"),
        frozenset(
            {
                (Domain.MEDIA_PLAYER, "play"),
                (Domain.MEDIA_PLAYER, "turn_on"),
                (Domain.MEDIA_PLAYER, "volume_up"),
                (Domain.VACUUM, "start"),
            }
        ),
    ),
)
_ORDER = _words(
    r"^(?:please |can you |could you |would you |will you )*(?:turn|switch|put|open|close|shut|set"
    r"|start|stop|pause|play|dim|lower|raise|lock|make)\b"
    r"|(?:て|で)(?:くれる?|ください|下さい|ちょうだい|ほしい|よ|ね)?(?: please)?[。！!？?\s]*$"
    r"|(?:オン|オフ)(?:に)?[。！!\s]*$"
)
_KINDS: tuple[tuple[Domain, re.Pattern[str]], ...] = (
    (Domain.LIGHT, _words(r"\b(?:lights?|lamps?)\b|明かり|灯り|あかり|電気|照明|ライト|ランプ")),
    (
        Domain.COVER,
        _words(r"\b(?:curtains?|blinds?|shutters?|awning)\b|カーテン|ブラインド|雨戸|シャッター"),
    ),
    (
        Domain.CLIMATE,
        _words(
            r"\b(?:air ?con(?:ditioner|ditioning)?|ac|a/c|heating|thermostat)\b"
            r"|エアコン|クーラー|冷房|暖房|空調"
        ),
    ),
    (Domain.FAN, _words(r"\bfans?\b|扇風機|換気扇")),
    (
        Domain.MEDIA_PLAYER,
        _words(
            r"\b(?:tv|telly|television|radio|speakers?|music|songs?)\b"
            r"|テレビ|ラジオ|スピーカー|音楽"
        ),
    ),
    (Domain.VACUUM, _words(r"\b(?:vacuum|hoover)\b|掃除機")),
    (Domain.LOCK, _words(r"\block\b|鍵")),
)
"""Kinds by their everyday words; plugs, scenes and scripts are called by names of their own."""


def ruled_out(offer: Offer, seen: Seen, trigger: Trigger) -> str:
    """Why this is no answer to what a person just said, or ""."""
    if trigger.priority is not Priority.USER or trigger.requested is not None:
        return ""
    text = trigger.about.text
    if _makes_it_worse(offer, seen, text):
        return "the_opposite_of_what_was_said"
    return "another_kind_was_named" if _stands_in(seen.device.domain, text) else ""


def _makes_it_worse(offer: Offer, seen: Seen, text: str) -> bool:
    does = {(seen.device.domain, end) for end in _ends_of(offer)}
    return any(not does.isdisjoint(one.worse) for one in _COMPLAINTS if one.said(text))


def _ends_of(offer: Offer) -> tuple[str, ...]:
    operation = offer.spec.name.removeprefix(f"{offer.option.object_id.partition('.')[0]}_")
    brightness = offer.option.payload.get("brightness")
    if not isinstance(brightness, int | float):
        return (operation,)
    return tuple(
        name
        for name, holds in (("dimmed", brightness <= _DIMMED), ("bright", brightness >= _BRIGHT))
        if holds
    )


def _stands_in(domain: Domain, text: str) -> bool:
    if not _ORDER.search(text.strip()):
        return False
    named = {kind for kind, words in _KINDS if words.search(text)}
    known = {kind for kind, _ in _KINDS}
    return bool(named) and domain in known and domain not in named
