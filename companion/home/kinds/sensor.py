"""Sensor センサー: a number or word that is measured."""

from companion.home.device_kind import DeviceKind
from companion.words.device import Domain
from companion.words.language import Bilingual

KIND = DeviceKind(
    domain=Domain.SENSOR,
    senses=True,
    measures=True,
    order=120,
    called=Bilingual("センサー", "sensor"),
    icon='<path d="M 4 18a 8 8 0 1 1 16 0"/><path d="m 12 18 4-6"/>',
    words=("気温", "温度", "明るさ", "temperature", "warm", "cold"),
    conditions=(),
    ability=False,
)
