"""Happened 出来事の言い方: words that tell a change of a thing, when it was and who made it."""

from collections.abc import Iterator
from datetime import date, datetime

from companion.home.kinds import kind_of
from companion.phrases.calendar import day_said
from companion.phrases.states import state_said
from companion.words.device import Device
from companion.words.language import Bilingual

_WENT = {
    "on": Bilingual("つきました", "went on"),
    "off": Bilingual("消えました", "went off"),
    "open": Bilingual("開きました", "was opened"),
    "closed": Bilingual("閉まりました", "was closed"),
    "locked": Bilingual("施錠されました", "was locked"),
    "unlocked": Bilingual("解錠されました", "was unlocked"),
    "playing": Bilingual("再生を始めました", "began to play"),
    "cleaning": Bilingual("掃除を始めました", "began to clean"),
}
_OPENING = {"on": "open", "off": "closed"}
"""Values of a contact sensor, as a door is spoken of."""
CHANGED = Bilingual("変わりました", "changed")
_OTHERWISE = Bilingual("「{}」になりました", "changed to {}")
_SET = Bilingual("{0}が{1}になりました", "{0} was set to {1}")
BY_OTHERS = Bilingual(
    "私がしたことではありません。手で動かされたか、ほかの機器によるもので、誰かは分かりません。",
    "It was not me: a hand or another device did it, and I cannot tell whose.",
)
NOT_MINE = Bilingual("私がしたことではありません。", "It was not me.")
RANG = Bilingual(
    "呼び鈴は{}に鳴りました。誰だったかは分かりません。",
    "The doorbell rang {}. I do not know who it was.",
)
NO_RING = Bilingual(
    "最近の記録に、呼び鈴が鳴ったことはありません。誰か来たとしても、私には分かりません。",
    "My recent record holds no ring at the door. If somebody came, I do not know who.",
)
NOT_RECORDED = Bilingual(
    "{}については、最近の記録に見つかりません。誰がいつしたのか、分かりません。",
    "I find nothing of that about {} in my recent record, so I do not know who or when.",
)
NOTHING_RECORDED = Bilingual(
    "そのようなことは、最近の記録に見つかりません。誰がいつしたのか、分かりません。",
    "I find nothing like that in my recent record, so I do not know who or when.",
)
IS_NOW = Bilingual("今、{0}は{1}。", "Right now {0} {1}.")


def moment_said(at: datetime, today: date) -> Bilingual:
    """`18:03`, of another day with the day; `at` in the zone of the home."""
    clock = f"{at:%H:%M}"
    if at.date() == today:
        return Bilingual(clock, f"at {clock}")
    day = day_said(at.date(), today)
    return Bilingual(f"{day.ja}の{clock}", f"{day.en} at {clock}")


def went_said(device: Device, value: str) -> Bilingual:
    """`つきました` / `went on`, after the thing's name."""
    if kind_of(device).detects:
        value = _OPENING.get(value, value)
    if (plain := _WENT.get(value)) is not None:
        return plain
    said = state_said(device, value)
    return _OTHERWISE.filled(said)


def numbers_said(device: Device, numbers: dict[str, float]) -> Iterator[Bilingual]:
    """`温度が24℃になりました` / `temperature was set to 24 °C`."""
    for number in kind_of(device).numbers:
        if number.name in numbers:
            shown = number.shown(numbers[number.name])
            label = number.label
            yield _SET.filled(label, shown)
