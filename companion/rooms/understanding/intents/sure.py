"""Sure 確か: tells which orders that the trained model read are done without a question.

A needless question annoys, a wrong act annoys more. So only such an order is done at once as can be
taken back in a moment, is almost certain by the model, and holds every thing, room, value and time
that the sentence names (ADR 0151).
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from companion.home.kinds import KINDS
from companion.rooms.understanding.cover import Token
from companion.rooms.understanding.fold import fold
from companion.words.capability import RiskTier
from companion.words.language import Language
from companion.words.understood import Understood, UnderstoodWish

SURE = 0.97
"""Likelihood of an intent; ADR 0151 has how many sentences were read otherwise from it on."""
_CHORES = frozenset(
    {
        *("alarm_set", "alarm_stop", "alarm_snooze"),
        *("timer_set", "timer_add", "timer_subtract", "timer_pause", "timer_resume"),
    }
)
"""Chores that lose nothing: what would be cancelled is asked about."""
_APART = ("switch_", "humidifier_")
_SMALL = tuple(
    prefix
    for kind in KINDS
    if (prefix := f"{kind.name}_") not in _APART
    and all(row.risk <= RiskTier.REVERSIBLE for row in kind.operations)
)
"""Kinds of which nothing needs asking for. A socket may be an iron, and air is asked about."""
SMALL_INTENTS = _CHORES | {
    *("open", "close", "stop", "set_position", "set_tilt"),
    *("brighter", "darker", "set_brightness", "set_color"),
    *("louder", "quieter", "set_volume", "mute", "unmute", "pause", "next", "previous"),
    *("faster", "slower", "set_speed", "start", "return_to_dock"),
}
"""Intents of which "which one?" may be asked at once: its answer is done, and can do no harm."""
_PLAYS = "_play"
"""Music is asked for by name: the last episode, a song."""
_ROOMS = ("area", "floor", "place")
_THINGS = ("name", "kind", "attr", "all")
_SAID = (
    *("name", "kind", "area", "floor", "place", "all"),
    *("number", "level", "span", "when", "color", "mode"),
)
_UNLIKE = ("repair", "except")
"""Words by which it is taken back, or has an exception."""


_TOLD = {
    Language.EN: re.compile(
        r"^(?:and |so |well )?(?:i|you|we|he|she|they) (?:just |already |also |never )?"
        r"(?:[a-z]+ed|set|shut|put|left|made|took|gave|ran|let|cut)\b"
        r"|^(?:stop|quit|no more) "
        r"(?:turn|switch|open|clos|shut|lock|unlock|mov|dimm|chang|sett)ing\b"
    ),
    Language.JA: re.compile(
        "(?:[たっ]た|[いしちりぎ]た|んだ|って(?:さ|よ|ね)?|るな[よね]?|のは?なし|だめ|駄目"
        "|(?:です|だ|や(?=から|けど|ねん|し)|(?<![てでれけせめべげねえろ])や)"
        "(?:から|って|けど|ねん|[ねよなわでんし])*)[。!、]*$"
    ),
}
"""Ends and beginnings by which a sentence tells or forbids, beyond the grammar's words."""


def is_sure(
    likelihood: float, heard: Understood, words: str, tokens: Sequence[Token], language: Language
) -> bool:
    """Whether this reading (`words`, which the grammar reads as `heard`) is done at once."""
    if likelihood < SURE or any(token.cls in _UNLIKE for token in tokens):
        return False
    joint = " " if language is Language.EN else ""
    if _is_of_unknown(tokens) or _TOLD[language].search(joint.join(token.text for token in tokens)):
        return False
    said = fold(words, language)
    named = [token for token in tokens if token.cls in _SAID]
    if any(token.text not in said for token in named):
        return False
    of_before = any(token.cls == "pron" for token in tokens) and not named
    unnamed = of_before or (bool(named) and all(token.cls in _ROOMS for token in named))
    return all(
        _is_small(wish) and not (of_before and wish.targets) and not (unnamed and _switches(wish))
        for wish in heard.wishes
    )


def _is_of_unknown(tokens: Sequence[Token]) -> bool:
    """ベランダのライト: words that nobody could read, right before a thing, may say which it is."""
    said = [token for token in tokens if token.cls != "fill"]
    return any(before.cls == "unread" and token.cls in _THINGS for before, token in pairwise(said))


def _switches(wish: UnderstoodWish) -> bool:
    """お風呂入れて: of a room alone, nobody could say which of its things."""
    return wish.operation.endswith(("_turn_on", "_turn_off"))


def _is_small(wish: UnderstoodWish) -> bool:
    capability, _, does = wish.operation.rpartition(".")
    if capability == "schedule":
        return does in _CHORES
    return wish.when is None and does.startswith(_SMALL) and not does.endswith(_PLAYS)
