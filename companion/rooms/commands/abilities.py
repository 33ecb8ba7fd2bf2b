"""Abilities できること: what may be asked of it in this home, told by code."""

from collections.abc import Sequence

from companion.phrases.plural import plural
from companion.words.device import DOMAIN_NAMES, Device, Domain
from companion.words.language import Bilingual

ABILITIES = "CompanionAbilities"
"""Intent of the question."""
_KINDS = (
    Domain.LIGHT,
    Domain.COVER,
    Domain.CLIMATE,
    Domain.FAN,
    Domain.MEDIA_PLAYER,
    Domain.VACUUM,
    Domain.LOCK,
)
"""In the order in which a home is spoken of."""
_CLOCK = Bilingual(
    "目覚まし、タイマー、お知らせ、決まりごとを預かります。",
    "I keep alarms, timers, reminders and routines.",
)
_TRY = Bilingual(
    "例えば「明日7時に起こして」「何がついてる？」「毎朝7時にカーテンを開けて」と言ってみてください。",
    "Try \u201cwake me at 7 tomorrow\u201d, \u201cwhat is on?\u201d or "
    "\u201copen the curtains at 7 every morning\u201d.",
)


def abilities(devices: Sequence[Device]) -> Bilingual:
    """What it can do here: the kinds of things that are there and can be acted on, and the clock;
    a lock is named with the question it brings."""
    there = {device.domain for device in devices if device.operations}
    kinds = [DOMAIN_NAMES[kind] for kind in _KINDS if kind in there]
    if not kinds:
        return Bilingual(f"{_CLOCK.ja}{_TRY.ja}", f"{_CLOCK.en} {_TRY.en}")
    asks = Bilingual("鍵は先に承認を求めます。", " I ask before I unlock.")
    first = asks if Domain.LOCK in there else Bilingual("", "")
    ja, en = "、".join(k.ja for k in kinds), ", ".join(plural(k.en) for k in kinds)
    return Bilingual(
        f"家の{ja}を動かせます。{first.ja}{_CLOCK.ja}{_TRY.ja}",
        f"I can work these: {en}.{first.en} {_CLOCK.en} {_TRY.en}",
    )
