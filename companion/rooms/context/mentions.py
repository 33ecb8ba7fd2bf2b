"""Mentions 名指し: finds the things that a text names, and the act that it wants or asks to end.

A report ("the cooker is on and nobody is in the kitchen") and a routine that is due ("close the
blind at dusk") name a thing of the home and say what is wrong with it, or what is to be done. Names
are compared whole, then by their last words where these fit one thing alone; prose is read for
closed lists of words only.
"""

import re
from collections.abc import Iterable, Mapping

from companion.home.kinds import KINDS
from companion.rooms.context.collect import Offer, Seen
from companion.words.ids import DeviceId
from companion.words.kana import hiragana
from companion.words.purpose import Purpose

_PARTS = re.compile(r"[のと・\s（）()]+")
_SHORTEST_JA = 2


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_STARTED = frozenset({"turn_on", "play", "set_mode"})
_SCREENS = r"(?:blinds?|shades?|curtains?|shutters?|drapes|screens?)"
_WANTS: tuple[tuple[re.Pattern[str], frozenset[str]], ...] = (
    (_words(rf"\bopen\b|\b{_SCREENS} up\b|開け|上げ"), frozenset({"open"})),
    (
        _words(rf"\b(?:close|shut)\b|\b{_SCREENS} (?:down|drawn|closed)\b|閉め|下ろ|下げ"),
        frozenset({"close"}),
    ),
    (_words(r"\block\b|施錠|鍵をかけ"), frozenset({"lock"})),
    (
        _words(r"\b(?:turn|switch|put)?\w* ?off\b|\bstop\b|\bkill\b|消|止め|切る|切って"),
        frozenset({"turn_off", "stop", "pause"}),
    ),
    (
        _words(
            r"\bplay\b|\bon\b|\brun\b|\bstart\b|\bheat\b|\bwarm\b|\bcharge\b|\bboil\b|\bvacuum\b|\bclean\b|\bmake\b|\bbrew\b|\bwater\b|\bwake\b|つけ|点け|入れ|流|かけ|やる|回"
            r"|暖め|温め|動か|始め|炊|沸か|充電|起動|運転|掃除す|掃除を|洗う|洗い"
        ),
        _STARTED,
    ),
)
"""Acts that a due routine names; the first that fits counts."""
_IS_ON = _words(
    r"\b(?:is|are|has been|have been|still|was|were|left) (?:\w+ )?(?:on|running|lit|playing"
    r"|burning)\b|\bplays\b|\bhas run\b|\bhave run\b|\bburning\b|\bleft the\b|\bset to\b"
    r"|ついて|つけっぱなし|つけたまま|つきっぱなし|ついたまま|動いて|鳴って|回って|回りっぱなし"
    r"|流れて"
)
_IS_OPEN = _words(
    r"\b(?:is|are|has been|have been|still|was|were|left) (?:\w+ )?(?:open|unlocked)\b"
    r"|開いて|開けっ|あいたまま|開いたまま|開けたまま"
)
_IS_OFF = _words(
    r"\b(?:is|are|has been|have been) (?:\w+ )?(?:off|stopped|unplugged)\b|\bhas stopped\b"
    r"|\bwent off\b"
    r"|切れて|止まって|消えて|(?:切った|切れた|止まった|落ちた)まま|抜けて"
)
_OFF = frozenset({"turn_off", "stop", "pause"})
SHUT = frozenset({"close", "lock"})
QUIETER = _OFF | SHUT
"""Operations that end something."""
_ON = frozenset({"turn_on", "play"})
_OFF_MODE = "off"


def named_in(text: str, devices: Iterable[Seen], place: str) -> frozenset[DeviceId]:
    """The things that a text names, the longest names first."""
    said, known = hiragana(text.casefold()), [s for s in devices if s.device.operations]
    whole = {s.device.id for s in known if _whole(said, s)}
    if whole:
        return frozenset(whole)
    found: dict[str, list[Seen]] = {}
    for seen in known:
        for part in _last_parts(seen):
            if _stands(said, part):
                found.setdefault(part, []).append(seen)
    if not found:
        return frozenset()
    part = max(found, key=len)
    named = found[part]
    here = [seen for seen in named if seen.device.area == place]
    chosen = here or named
    return frozenset(seen.device.id for seen in chosen) if len(chosen) == 1 else frozenset()


def meant_by_work(text: str, devices: Iterable[Seen], place: str) -> frozenset[DeviceId]:
    """The one machine that does the work a routine names without naming it: the charger for
    `charge the car`; of several, the one of the room."""
    known = [s for s in devices if s.device.operations]
    for work, machine in _WORK:
        if not work.search(text):
            continue
        able = [s for s in known if machine.search(f"{s.device.name.en} {s.device.name.ja}")]
        here = [s for s in able if s.device.area == place] or able
        if len(here) == 1:
            return frozenset({here[0].device.id})
    return frozenset()


_WORK = tuple(
    (_words(work), _words(machine))
    for work, machine in (
        (r"\bcharg(?:e|ing)\b|充電", r"charg|充電"),
        (r"\bwater\b|水をや|水やり|水を撒|散水", r"water(?:ing|er)|sprinkl|irrigat|水やり|散水"),
        (r"\bvacuum\b|\bclean\b|掃除", r"vacuum|robot|掃除"),
        (r"\bwash\b|洗濯", r"wash|洗濯"),
        (r"\bcoffee\b|コーヒー", r"coffee|espresso|コーヒー|エスプレッソ"),
        (r"\bfeed\b|餌をや|餌やり|ごはんをや", r"feeder|給餌|餌やり"),
        (r"\bwarm (?!up)|温め", r"warmer|ウォーマー|保温"),
    )
)


def _whole(said: str, seen: Seen) -> bool:
    name = seen.device.name
    return any(bool(one) and _stands(said, one.casefold()) for one in (name.ja, name.en))


def _last_parts(seen: Seen) -> set[str]:
    """Ends of a name by which people call the thing: its last word, its last two."""
    name = seen.device.name
    english = name.en.casefold().split()
    parts = {" ".join(english[-2:]), english[-1]} if english and name.en.isascii() else set()
    japanese = [one for one in _PARTS.split(name.ja) if len(one) >= _SHORTEST_JA]
    return {one for one in (*parts, *japanese[-1:]) if one not in _COMMON}


_COMMON = frozenset(
    {word.casefold() for kind in KINDS if kind.purpose is Purpose.LAMP for word in kind.words}
    | {"lamp", "plug", "socket", "明かり", "照明", "電気", "ライト"}
)
"""Words that most homes have several things for."""


def _stands(said: str, name: str) -> bool:
    if name.isascii():
        return re.search(rf"\b{re.escape(name)}s?\b", said) is not None
    return hiragana(name) in said


def kinds_in(text: str) -> frozenset[str]:
    """The kinds of things that a text names by their everyday words."""
    return frozenset(name for name, form in _KINDS.items() if form.search(text))


_KINDS = {
    kind.domain: re.compile(rf"\b(?:{kind.named.en})\b|{kind.named.ja}", re.IGNORECASE)
    for kind in KINDS
    if kind.named is not None
}


def is_head_of(text: str, seen: Seen) -> bool:
    """Whether a text calls the thing by the last noun of its Japanese name, as people do: 毛布 for
    電気毛布, 釜 for 炊き釜."""
    tail = _LAST_NOUN.search(seen.device.name.ja)
    if tail is None:
        return False
    heads = (tail[0][at:] for at in range(len(tail[0])))
    return any(re.search(rf"(?<![一-龥]){re.escape(h)}[はをにがも]", text) for h in heads)


_LAST_NOUN = re.compile(r"[一-龥]+$")


def deeds_wanted(text: str) -> frozenset[str]:
    """The device's own operations that a due routine names; a thing and an hour alone mean that it
    goes on."""
    deeds = next((deeds for form, deeds in _WANTS if form.search(text)), None)
    return _STARTED if deeds is None and _AN_HOUR.fullmatch(text) else deeds or frozenset()


_AN_HOUR = _words(
    r"(?:the |our )?[a-z' ]+? (?:at|from) (?:half past |(?:a )?quarter (?:past|to) )?[\w:.]+"
    r"(?: o'clock| in the (?:morning|afternoon|evening)| at night)?\.?"
)


def deeds_against(text: str) -> frozenset[str]:
    """The operations that end the state which a report complains of."""
    if _IS_OFF.search(text):
        return _ON
    if _IS_OPEN.search(text):
        return SHUT
    return _OFF if _IS_ON.search(text) else frozenset()


def does_one_of(offer: Offer, deeds: frozenset[str], text: str) -> bool:
    """Whether a use is one of these operations; a thermostat goes to the mode that is meant."""
    row = offer.row
    if row is None:
        return False
    if row.as_state:
        mode = str(offer.option.payload.get("mode", ""))
        meant = _mode_meant(text)
        return (mode == meant and "set_mode" in deeds) or (
            mode == _OFF_MODE and "turn_off" in deeds
        )
    return row.does in deeds


def _mode_meant(text: str) -> str:
    return next((mode for form, mode in _MODES.items() if re.search(form, text, re.I)), "heat")


_MODES: Mapping[str, str] = {r"\bcool|air.?con|冷房": "cool", r"\bheat|warm|暖房|暖め": "heat"}
