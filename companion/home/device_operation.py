"""Device operation 機器の操作: what a kind of device can be asked, with risk and inverse.

One row per operation and kind, so that risk tiers are set here, in code, per operation,
and never by a model. `device_control` offers exactly these.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.words.capability import RiskTier
from companion.words.device import Device, Domain
from companion.words.language import Bilingual

GARAGE = "garage"
"""Kind of a cover that lets people in; its operations are tier 3."""
_HEARD: Mapping[str, frozenset[str]] = {
    Domain.MEDIA_PLAYER: frozenset(
        {"turn_on", "play", "next_track", "previous_track", "volume_up", "set_volume", "unmute"}
    ),
    Domain.VACUUM: frozenset({"start", "return_to_dock"}),
    Domain.SCENE: frozenset({"turn_on"}),
    Domain.SCRIPT: frozenset({"turn_on"}),
}
"""Operations that are heard in the next room; a lamp, a lock and a curtain are not among them."""
GUARDED_CLASSES = ("garage", "gate", "door")
"""Cover device classes that let people in (Home Assistant treats them as secure too)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceOperation:
    """機器の操作: one row of the table below."""

    kind: str
    does: str
    """The device's own operation."""
    verb: Bilingual
    """`{}` is the device's name."""
    affordance: Bilingual
    risk: RiskTier = RiskTier.REVERSIBLE
    value: str | None = None
    """The value it should end with; None: any."""
    number: str = ""
    """The parameter and attribute it should reach."""
    low: float = 0
    high: float = 100
    word: str = ""
    """The parameter that is a word: a `mode`, a `color`."""
    holds: tuple[str, str] | None = None
    """An attribute and the word it should end with."""
    moves: str = ""
    """The attribute that must be seen to differ from before, where its end is not known."""
    way: int = 0
    """Which way it must move: 1 up, -1 down, 0 any."""
    inverse: str | None = None
    """`does` of the operation that takes it back."""

    @property
    def lets_in(self) -> bool:
        """True if people can come in after it: closing again does not take that back."""
        return self.risk >= RiskTier.NEVER_BY_ITSELF and self.does != "close"

    @property
    def sounds(self) -> bool:
        """True if the device is heard after it, or is louder; also for a scene or a script, which
        may do so."""
        return self.does in _HEARD.get(self.kind, ())

    @property
    def parameter(self) -> str:
        """The parameter beside the device, "" for none."""
        return self.number or self.word

    @property
    def name(self) -> str:
        """As in `action_type`."""
        return f"{self.kind}_{self.does}"

    def parameters(self) -> dict[str, Any]:
        """JSON schema properties of the payload."""
        schema: dict[str, Any] = {"device_id": {"type": "string"}}
        if self.number:
            kind = "number" if self.number == "temperature" else "integer"
            schema[self.number] = {"type": kind, "minimum": self.low, "maximum": self.high}
        if self.word:
            schema[self.word] = {"type": "string"}
        return schema


def _on_off(kind: str) -> tuple[DeviceOperation, DeviceOperation]:
    return (
        DeviceOperation(
            kind=kind, does="turn_on", value="on", inverse="turn_off",
            verb=Bilingual("{}をつける", "turn on {}"), affordance=Bilingual("つける", "turn on"),
        ),
        DeviceOperation(
            kind=kind, does="turn_off", value="off", inverse="turn_on",
            verb=Bilingual("{}を消す", "turn off {}"), affordance=Bilingual("消す", "turn off"),
        ),
    )  # fmt: skip


def _cover(kind: str, risk: RiskTier) -> tuple[DeviceOperation, ...]:
    return (
        DeviceOperation(
            kind=kind, does="open", value="open", inverse="close", risk=risk,
            verb=Bilingual("{}を開ける", "open {}"), affordance=Bilingual("開ける", "open"),
        ),
        DeviceOperation(
            kind=kind, does="close", value="closed", inverse="open", risk=risk,
            verb=Bilingual("{}を閉める", "close {}"), affordance=Bilingual("閉める", "close"),
        ),
        DeviceOperation(
            kind=kind, does="stop",
            verb=Bilingual("{}を止める", "stop {}"), affordance=Bilingual("止める", "stop"),
        ),
        DeviceOperation(
            kind=kind, does="set_position", number="position", inverse="set_position", risk=risk,
            verb=Bilingual("{}の開き具合を変える", "set how far {} is open"),
            affordance=Bilingual("開き具合を変える", "set position"),
        ),
    )  # fmt: skip


def _playing() -> tuple[DeviceOperation, ...]:
    """Operations of a player: they show as a change against before, or as a state of their own."""
    return (
        DeviceOperation(
            kind=Domain.MEDIA_PLAYER, does="next_track", moves="track", inverse="previous_track",
            verb=Bilingual("{}で次の曲へ進む", "skip to the next track on {}"),
            affordance=Bilingual("次の曲へ進む", "next track"),
        ),
        DeviceOperation(
            kind=Domain.MEDIA_PLAYER, does="previous_track", moves="track", inverse="next_track",
            verb=Bilingual("{}で前の曲へ戻る", "go back to the previous track on {}"),
            affordance=Bilingual("前の曲へ戻る", "previous track"),
        ),
        DeviceOperation(
            kind=Domain.MEDIA_PLAYER, does="volume_up", moves="volume", way=1,
            inverse="volume_down",
            verb=Bilingual("{}の音量を上げる", "turn up {}"),
            affordance=Bilingual("音量を上げる", "volume up"),
        ),
        DeviceOperation(
            kind=Domain.MEDIA_PLAYER, does="volume_down", moves="volume", way=-1,
            inverse="volume_up",
            verb=Bilingual("{}の音量を下げる", "turn down {}"),
            affordance=Bilingual("音量を下げる", "volume down"),
        ),
        DeviceOperation(
            kind=Domain.MEDIA_PLAYER, does="mute", holds=("muted", "on"), inverse="unmute",
            verb=Bilingual("{}の音を消す", "mute {}"), affordance=Bilingual("音を消す", "mute"),
        ),
        DeviceOperation(
            kind=Domain.MEDIA_PLAYER, does="unmute", holds=("muted", "off"), inverse="mute",
            verb=Bilingual("{}の音を戻す", "unmute {}"),
            affordance=Bilingual("音を戻す", "unmute"),
        ),
    )  # fmt: skip


def _cleaning() -> tuple[DeviceOperation, ...]:
    return (
        DeviceOperation(
            kind=Domain.VACUUM, does="start", value="cleaning", inverse="return_to_dock",
            verb=Bilingual("{}に掃除させる", "have {} clean"),
            affordance=Bilingual("掃除させる", "clean"),
        ),
        DeviceOperation(
            kind=Domain.VACUUM, does="pause", value="paused", inverse="start",
            verb=Bilingual("{}を一時停止する", "pause {}"),
            affordance=Bilingual("一時停止する", "pause"),
        ),
        DeviceOperation(
            kind=Domain.VACUUM, does="stop", value="idle", inverse="start",
            verb=Bilingual("{}を止める", "stop {}"), affordance=Bilingual("止める", "stop"),
        ),
        DeviceOperation(
            kind=Domain.VACUUM, does="return_to_dock", value="docked", inverse="start",
            verb=Bilingual("{}を充電台に戻す", "send {} back to its dock"),
            affordance=Bilingual("充電台に戻す", "return to dock"),
        ),
    )  # fmt: skip


DEVICE_OPERATIONS: tuple[DeviceOperation, ...] = (
    *_on_off(Domain.LIGHT),
    DeviceOperation(
        kind=Domain.LIGHT, does="set_brightness", value="on", number="brightness", low=1, high=255,
        inverse="set_brightness",
        verb=Bilingual("{}の明るさを変える", "set the brightness of {}"),
        affordance=Bilingual("明るさを変える", "set brightness"),
    ),
    DeviceOperation(
        kind=Domain.LIGHT, does="set_color", value="on", word="color", inverse="set_color",
        verb=Bilingual("{}の色を変える", "set the colour of {}"),
        affordance=Bilingual("色を変える", "set colour"),
    ),
    DeviceOperation(
        kind=Domain.LIGHT, does="set_color_temperature", value="on", number="color_temperature_k",
        low=1500, high=9000, inverse="set_color_temperature",
        verb=Bilingual("{}の色合いを変える", "set how warm the white of {} is"),
        affordance=Bilingual("色合いを変える", "set colour temperature"),
    ),
    *_on_off(Domain.SWITCH),
    *_cover(Domain.COVER, RiskTier.REVERSIBLE),
    DeviceOperation(
        kind=Domain.COVER, does="set_tilt", number="tilt", inverse="set_tilt",
        verb=Bilingual("{}の羽根の角度を変える", "tilt the slats of {}"),
        affordance=Bilingual("羽根の角度を変える", "set tilt"),
    ),
    *_cover(GARAGE, RiskTier.NEVER_BY_ITSELF),
    DeviceOperation(
        kind=Domain.CLIMATE, does="set_temperature", number="temperature", low=5, high=35,
        inverse="set_temperature", risk=RiskTier.ASK,
        verb=Bilingual("{}の設定温度を変える", "set the temperature of {}"),
        affordance=Bilingual("温度を変える", "set temperature"),
    ),
    DeviceOperation(
        kind=Domain.CLIMATE, does="set_mode", word="mode", inverse="set_mode", risk=RiskTier.ASK,
        verb=Bilingual("{}の運転を切り替える", "set the mode of {}"),
        affordance=Bilingual("運転を切り替える", "set mode"),
    ),
    DeviceOperation(
        kind=Domain.LOCK, does="lock", value="locked", inverse="unlock", risk=RiskTier.ASK,
        verb=Bilingual("{}の鍵をかける", "lock {}"), affordance=Bilingual("鍵をかける", "lock"),
    ),
    DeviceOperation(
        kind=Domain.LOCK, does="unlock", value="unlocked", inverse="lock",
        risk=RiskTier.NEVER_BY_ITSELF,
        verb=Bilingual("{}の鍵を開ける", "unlock {}"),
        affordance=Bilingual("鍵を開ける", "unlock"),
    ),
    *_on_off(Domain.FAN),
    DeviceOperation(
        kind=Domain.FAN, does="set_percentage", value="on", number="percentage", low=1,
        inverse="set_percentage",
        verb=Bilingual("{}の風量を変える", "set the speed of {}"),
        affordance=Bilingual("風量を変える", "set speed"),
    ),
    *(
        DeviceOperation(
            kind=Domain.FAN, does=f"oscillate_{word}", holds=("oscillating", word),
            inverse=f"oscillate_{back}", verb=verb, affordance=affordance,
        )
        for word, back, verb, affordance in (
            ("on", "off", Bilingual("{}の首を振らせる", "make {} swing"),
             Bilingual("首を振らせる", "swing")),
            ("off", "on", Bilingual("{}の首振りを止める", "stop {} swinging"),
             Bilingual("首振りを止める", "stop swinging")),
        )
    ),
    DeviceOperation(
        kind=Domain.MEDIA_PLAYER, does="play", value="playing", inverse="pause",
        verb=Bilingual("{}を再生する", "play {}"), affordance=Bilingual("再生する", "play"),
    ),
    DeviceOperation(
        kind=Domain.MEDIA_PLAYER, does="pause", value="paused", inverse="play",
        verb=Bilingual("{}を一時停止する", "pause {}"),
        affordance=Bilingual("一時停止する", "pause"),
    ),
    DeviceOperation(
        kind=Domain.MEDIA_PLAYER, does="stop", value="idle", inverse="play",
        verb=Bilingual("{}を止める", "stop {}"), affordance=Bilingual("止める", "stop"),
    ),
    DeviceOperation(
        kind=Domain.MEDIA_PLAYER, does="set_volume", number="volume", inverse="set_volume",
        verb=Bilingual("{}の音量を変える", "set the volume of {}"),
        affordance=Bilingual("音量を変える", "set volume"),
    ),
    *_playing(),
    *_cleaning(),
    *(
        DeviceOperation(
            kind=kind, does="turn_on", moves="started", risk=RiskTier.ASK,
            verb=Bilingual("{}を始める", "start {}"), affordance=Bilingual("始める", "start"),
        )
        for kind in (Domain.SCENE, Domain.SCRIPT)
    ),
    DeviceOperation(
        kind=Domain.SCRIPT, does="turn_off", value="off",
        verb=Bilingual("{}を止める", "stop {}"), affordance=Bilingual("止める", "stop"),
    ),
)  # fmt: skip
"""A scene or script can do anything: tier 2, and nothing is known that would take it back."""
OPERATION_BY_NAME: Mapping[str, DeviceOperation] = {o.name: o for o in DEVICE_OPERATIONS}

BY_OWN_ID = frozenset({Domain.SCENE.value, Domain.SCRIPT.value})
"""Kinds that may act unasked only where the owner named each by its own id: they do anything."""


def kind_of(device: Device) -> str:
    """The domain, or `garage` for a cover that lets people in."""
    if device.domain is Domain.COVER and device.attributes.get("device_class") in GUARDED_CLASSES:
        return GARAGE
    return device.domain.value


def operations_of(device: Device) -> tuple[DeviceOperation, ...]:
    """The rows of the table that this very device takes."""
    kind = kind_of(device)
    return tuple(o for o in DEVICE_OPERATIONS if o.kind == kind and o.does in device.operations)


def operation_of(device: Device, does: str) -> DeviceOperation | None:
    """The row for a device's own operation (`turn_on`), or None; its `name` is the action."""
    return next((o for o in operations_of(device) if o.does == does), None)


ALL_ON, ALL_OFF = "all_turn_on", "all_turn_off"
"""For several devices of several kinds at once: each kind's own `turn_on` and `turn_off`."""
TOGETHER: Mapping[str, str] = {ALL_ON: "turn_on", ALL_OFF: "turn_off"}


def row_for(operation: str, device: Device) -> DeviceOperation | None:
    """Row of an action's operation for this device; None where the device does not take it."""
    if operation in TOGETHER:
        row = operation_of(device, TOGETHER[operation])
        # What must be asked for is never hidden among what need not be.
        return row if row is not None and row.risk <= RiskTier.REVERSIBLE else None
    row = OPERATION_BY_NAME.get(operation)
    return row if row is not None and row in operations_of(device) else None
