"""Binary sensor 検知器: doors, motion, smoke and leaks, each yes or no."""

from companion.home.device_kind import DeviceKind
from companion.words.device import Domain
from companion.words.language import Bilingual
from companion.words.state_words import StateWords

_DOOR = {"on": StateWords("開いている", "open"), "off": StateWords("閉まっている", "closed")}

KIND = DeviceKind(
    domain=Domain.BINARY_SENSOR,
    lit=frozenset({"on"}),
    senses=True,
    detects=True,
    openings=frozenset({"door", "window", "opening", "garage_door"}),
    order=130,
    called=Bilingual("検知器", "detector"),
    icon=(
        '<circle cx="12" cy="12" r="2"/><path d="M 7.5 7.5a 6.400 6.400 0 0 0 0 9M 16.5 7.5a'
        ' 6.400 6.400 0 0 1 0 14.400"/>'
    ),
    words=("扉", "ドア", "door"),
    said={"on": StateWords("反応あり", "on"), "off": StateWords("反応なし", "off")},
    said_by_class={
        "door": _DOOR,
        "window": _DOOR,
        "opening": _DOOR,
        "motion": {
            "on": StateWords(
                "動きあり", "motion", Bilingual("動きを感じています", "senses motion")
            ),
            "off": StateWords(
                "動きなし", "still", Bilingual("動きを感じていません", "senses no motion")
            ),
        },
        "occupancy": {
            "on": StateWords("人がいる", "occupied"),
            "off": StateWords("人はいない", "empty", Bilingual("人はいません", "is empty")),
        },
        "presence": {
            "on": StateWords("人がいる", "present", Bilingual("人がいます", "senses somebody")),
            "off": StateWords("人はいない", "away", Bilingual("人はいません", "senses nobody")),
        },
        "moisture": {
            "on": StateWords("水漏れ", "wet", Bilingual("水漏れを感じています", "is wet")),
            "off": StateWords("乾いている", "dry"),
        },
        "smoke": {
            "on": StateWords("煙を感知", "smoke", Bilingual("煙を感じています", "senses smoke")),
            "off": StateWords(
                "煙なし", "clear", Bilingual("煙を感じていません", "senses no smoke")
            ),
        },
    },
    conditions=("on", "off"),
    ability=False,
)
