"""Vacuum 掃除機: robot vacuum cleaners."""

from companion.home.device_kind import DeviceKind, DeviceOperation
from companion.words.device import Domain
from companion.words.language import Bilingual
from companion.words.verb import Verb

KIND = DeviceKind(
    domain=Domain.VACUUM,
    lit=frozenset({"cleaning", "returning"}),
    order=60,
    called=Bilingual("掃除機", "vacuum cleaner"),
    icon=('<circle cx="12" cy="12" r="8"/><circle cx="12" cy="12" r="2"/><path d="M 7 7.5h 10"/>'),
    operations=(
        DeviceOperation(
            does="start",
            value="cleaning",
            inverse="return_to_dock",
            sounds=True,
            verb=Verb(
                ja="{}に掃除させる",
                en="have {} clean",
                past="had {} clean",
                short_en="clean",
            ),
        ),
        DeviceOperation(
            does="pause",
            value="paused",
            inverse="start",
            verb=Verb(ja="{}を一時停止する", en="pause {}", past="paused {}"),
        ),
        DeviceOperation(
            does="stop",
            value="idle",
            inverse="start",
            verb=Verb(ja="{}を止める", en="stop {}", past="stopped {}"),
        ),
        DeviceOperation(
            does="return_to_dock",
            value="docked",
            as_good=frozenset({"returning"}),
            inverse="start",
            sounds=True,
            verb=Verb(
                ja="{}を充電台に戻す",
                en="send {} back to its dock",
                past="sent {} back to its dock",
                short_en="send to its dock",
            ),
        ),
    ),
)
