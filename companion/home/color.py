"""Color 色: names a lamp's colour, and measures how far two colours are apart.

A colour is `#rrggbb` at full brightness: hue and saturation alone, for how bright a lamp is, its
`brightness` says. On the wire it comes as hue and saturation, as red, green and blue, or as CIE xy.
Values of the named colours: CSS, as Home Assistant's sentences mean them. xy: sRGB, D65.
"""

import colorsys
import math
import re
from collections.abc import Mapping

from companion.words.language import Bilingual

COLORS: Mapping[str, tuple[str, Bilingual]] = {
    "red": ("#ff0000", Bilingual("赤", "red")),
    "orange": ("#ffa500", Bilingual("オレンジ", "orange")),
    "yellow": ("#ffff00", Bilingual("黄色", "yellow")),
    "green": ("#00ff00", Bilingual("緑", "green")),
    "turquoise": ("#49ffee", Bilingual("水色", "turquoise")),
    "blue": ("#0000ff", Bilingual("青", "blue")),
    "purple": ("#ff00ff", Bilingual("紫", "purple")),
    "pink": ("#ffc0cb", Bilingual("ピンク", "pink")),
    "white": ("#ffffff", Bilingual("白", "white")),
    "brown": ("#ff4141", Bilingual("茶色", "brown")),
}
"""Colours that a lamp can be asked for by name; black is no light."""
SAME = 15.0
"""How near counts as the same: about 9 degrees of hue on a full colour; lamps round theirs."""
_ALIKE = 30.0
"""How near a colour must be to one with a name to be called by it."""
MIRED = 1_000_000
"""A white in mired is this by its kelvin."""
WARMEST_K, COLDEST_K = 2000, 6500
"""Where a lamp does not tell its own ends: Home Assistant's defaults (500 and 153 mired)."""
_HEX = re.compile(r"#[0-9a-f]{6}")


def read_color(text: object) -> str | None:
    """`#rrggbb` of a name or of itself at full brightness; None for anything else."""
    if not isinstance(text, str):
        return None
    if text in COLORS:
        return COLORS[text][0]
    return of_hs(*to_hs(text)) if _HEX.fullmatch(text) else None


def to_hs(color: str) -> tuple[float, float]:
    """Hue 0..360 and saturation 0..100."""
    red, green, blue = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    hue, saturation, _ = colorsys.rgb_to_hsv(red, green, blue)
    return round(hue * 360, 1), round(saturation * 100, 1)


def of_hs(hue: float, saturation: float) -> str:
    """From hue 0..360 and saturation 0..100, cut to their ranges."""
    share = min(max(saturation, 0.0), 100.0) / 100
    rgb = colorsys.hsv_to_rgb((hue % 360) / 360, share, 1.0)
    return "#" + "".join(f"{round(part * 255):02x}" for part in rgb)


def to_rgb(color: str) -> tuple[int, int, int]:
    """Red, green and blue, each 0..255, the strongest 255."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def of_rgb(red: float, green: float, blue: float) -> str | None:
    """From red, green and blue of any brightness; None for none at all."""
    strongest = max(red, green, blue)
    if not all(map(math.isfinite, (red, green, blue))) or strongest <= 0:
        return None
    parts = (min(max(part / strongest, 0.0), 1.0) for part in (red, green, blue))
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)


def to_xy(color: str) -> tuple[float, float]:
    """CIE x and y."""
    red, green, blue = (_linear(part / 255) for part in to_rgb(color))
    x = red * 0.4124 + green * 0.3576 + blue * 0.1805
    y = red * 0.2126 + green * 0.7152 + blue * 0.0722
    z = red * 0.0193 + green * 0.1192 + blue * 0.9505
    return round(x / (x + y + z), 4), round(y / (x + y + z), 4)


def of_xy(x: float, y: float) -> str | None:
    """From CIE x and y; what lies outside sRGB is moved to its edge. None where y is 0."""
    if not (0 <= x <= 1 and 0 < y <= 1):
        return None
    tall, deep = x / y, (1 - x - y) / y
    red = tall * 3.2406 - 1.5372 - deep * 0.4986
    green = -tall * 0.9689 + 1.8758 + deep * 0.0415
    blue = tall * 0.0557 - 0.2040 + deep * 1.0570
    strongest = max(red, green, blue)
    if strongest <= 0:
        return None
    return of_rgb(*(_curved(max(part / strongest, 0.0)) for part in (red, green, blue)))


def apart(one: str, other: str) -> float:
    """Distance of two colours on the disc of hue and saturation: 0..200."""
    (a_hue, a_far), (b_hue, b_far) = to_hs(one), to_hs(other)
    a, b = math.radians(a_hue), math.radians(b_hue)
    return math.hypot(
        a_far * math.cos(a) - b_far * math.cos(b), a_far * math.sin(a) - b_far * math.sin(b)
    )


def called(color: str) -> Bilingual:
    """The nearest name, where one is near; else only that it is a colour."""
    near = min(COLORS.values(), key=lambda named: apart(named[0], color))
    return near[1] if apart(near[0], color) <= _ALIKE else Bilingual("その色", "that colour")


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _curved(part: float) -> float:
    return part * 12.92 if part <= 0.0031308 else 1.055 * float(part ** (1 / 2.4)) - 0.055
