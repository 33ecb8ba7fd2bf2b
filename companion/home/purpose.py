"""Purpose 用途: finds the use of a device from its kind, its id and its names.

A plug or a script only says that it can be switched. This module reads its purpose from a closed
vocabulary in both languages; where nothing is found the purpose stays unknown, and nothing is done
with it that nobody asked for.
"""

import re

from companion.home.kinds import kind_of
from companion.words.device import Device
from companion.words.purpose import Purpose
from companion.words.table import table

_WORDS = {Purpose(name): row for name, row in table("companion.home", "purposes.toml").items()}
"""In order of caution: of two that fit the earlier is taken. A `rice cooker` is work, though, and
so its words are taken out before the rest is read."""
_ENGLISH = {
    purpose: re.compile(rf"\b(?:{'|'.join(row['en'])})\b") for purpose, row in _WORDS.items()
}
_JAPANESE = {purpose: re.compile("|".join(row["ja"])) for purpose, row in _WORDS.items()}
_NOT_WHAT_IT_SAYS = re.compile(r"\brice ?cooker\b|食器乾燥|衣類乾燥")
_BUILT_IN_HEAT = re.compile(r"\bheated floors?\b|\bfloor heating\b|\bunder ?floor\b|床暖房")
_FOR_AN_ANIMAL = re.compile(
    r"\b(?:gecko|reptile|tortoise|turtle|lizard|snake|iguana|hamster|gerbil|chick|hens?|chicken"
    r"|parrot|budgie|canary|finch|puppy|kitten|lamb|calf|piglet)s?\b"
    r"|ヤモリ|トカゲ|爬虫|カメの|亀|ヘビ|蛇|イグアナ|ハムスター|ひよこ|ヒヨコ|ニワトリ|鶏|小鳥|インコ|文鳥|仔|子牛|子豚"
)
"""Animals that live by what keeps them warm."""
_NO_WORDS = re.compile(r"[^a-z0-9]+")


def purpose_of(device: Device) -> Purpose:
    """The purpose of a device; unknown where neither kind nor id nor name tells it."""
    kind = kind_of(device)
    if not kind.switches_anything:
        return kind.purpose
    return purpose_by_words(f"{device.id.partition('.')[2]} {device.name.en}", device.name.ja)


def purpose_by_words(names: str, japanese: str) -> Purpose:
    """The purpose that the names of a switched thing tell; unknown where they tell none."""
    english = _NO_WORDS.sub(" ", f"{names} {japanese}".lower())
    if _NOT_WHAT_IT_SAYS.search(f"{english} {japanese}"):
        return Purpose.WORK
    if _BUILT_IN_HEAT.search(f"{english} {japanese}"):
        return Purpose.OTHER
    for purpose, en in _ENGLISH.items():
        if en.search(english) or _JAPANESE[purpose].search(japanese):
            warms = purpose is Purpose.DANGEROUS and _FOR_AN_ANIMAL.search(f"{english} {japanese}")
            return Purpose.VITAL if warms else purpose
    return Purpose.VITAL if _FOR_AN_ANIMAL.search(f"{english} {japanese}") else Purpose.UNKNOWN
