"""Vacuum 掃除機: robot vacuum cleaners."""

from companion.home.device_kind import DeviceKind, DeviceOperation
from companion.home.hub_wire import HubWire, featured
from companion.home.room_effect import RoomEffect
from companion.home.shared_verbs import PAUSE, STOP
from companion.words.device import Domain
from companion.words.language import Bilingual
from companion.words.state_words import StateWords
from companion.words.verb import Verb

KIND = DeviceKind(
    domain=Domain.VACUUM,
    lit=frozenset({"cleaning", "returning"}),
    order=60,
    called=Bilingual("掃除機", "vacuum cleaner"),
    icon=('<circle cx="12" cy="12" r="8"/><circle cx="12" cy="12" r="2"/><path d="M 7 7.5h 10"/>'),
    words=("掃除機", "ルンバ", "vacuum"),
    named=Bilingual("掃除機", "vacuum|hoover"),
    running=("cleaning", "returning"),
    limit_s=10.0,
    limit_setting="vacuum_s",
    said={
        "cleaning": StateWords("掃除中", "cleaning"),
        "docked": StateWords("充電台", "docked", Bilingual("充電台にいます", "is at its dock")),
        "returning": StateWords("充電台へ戻る途中", "on its way to the dock"),
        "paused": StateWords("一時停止中", "paused"),
        "idle": StateWords("待機中", "idle"),
        "error": StateWords("動けなくなっている", "stuck"),
    },
    hub=HubWire(
        offers=featured({"start": 8192, "pause": 4, "stop": 8, "return_to_dock": 16}),
        services={
            "start": "start",
            "pause": "pause",
            "stop": "stop",
            "return_to_dock": "return_to_base",
        },
    ),
    operations=(
        DeviceOperation(
            does="start",
            value="cleaning",
            inverse="return_to_dock",
            sounds=True,
            effect=RoomEffect.LOUDER,
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
            verb=PAUSE,
        ),
        DeviceOperation(
            does="stop",
            value="idle",
            inverse="start",
            verb=STOP,
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
