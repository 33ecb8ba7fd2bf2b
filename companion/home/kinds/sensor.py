"""Sensor センサー: a number or word that is measured."""

from companion.home.device_kind import DeviceKind
from companion.words.device import Domain
from companion.words.language import Bilingual

KIND = DeviceKind(
    domain=Domain.SENSOR,
    order=120,
    called=Bilingual("センサー", "sensor"),
    words=("気温", "温度", "明るさ", "temperature", "warm", "cold"),
    conditions=(),
    ability=False,
)
