"""Abilities できること: tell by code which requests this home can fulfil."""

from collections.abc import Sequence

from companion.home.kinds import KINDS, kind_of
from companion.phrases.plural import plural
from companion.words.device import Device
from companion.words.language import Bilingual

ABILITIES = "CompanionAbilities"
"""Intent of the question."""
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
    """Tell the companion's abilities in this home: the kinds of things that are there and can be
    operated, and the clock; a kind that it asks about first is named with that."""
    there = {kind_of(device).name for device in devices if device.operations}
    found = [kind for kind in KINDS if kind.name in there and kind.ability]
    kinds = [kind.called for kind in found]
    if not kinds:
        return Bilingual(f"{_CLOCK.ja}{_TRY.ja}", f"{_CLOCK.en} {_TRY.en}")
    asked = [kind.asks for kind in found if kind.asks is not None]
    first = Bilingual("".join(a.ja for a in asked), "".join(f" {a.en}" for a in asked))
    ja, en = "、".join(k.ja for k in kinds), ", ".join(plural(k.en) for k in kinds)
    return Bilingual(
        f"家の{ja}を動かせます。{first.ja}{_CLOCK.ja}{_TRY.ja}",
        f"I can work these: {en}.{first.en} {_CLOCK.en} {_TRY.en}",
    )
