"""Media player プレーヤー: televisions, speakers and radios."""

from companion.home.device_kind import DeviceKind, DeviceOperation, Number
from companion.home.hub_wire import Attributes, HubWire, as_told, featured, on_off
from companion.home.room_effect import RoomEffect
from companion.home.shared_verbs import PAUSE, STOP
from companion.home.wire_values import mark_of, whole
from companion.words.device import Domain
from companion.words.language import Bilingual
from companion.words.purpose import Purpose
from companion.words.state_words import StateWords
from companion.words.verb import Verb

_TRACK = ("media_content_id", "media_title", "media_artist", "media_track", "media_episode")


def _playing(attributes: Attributes, state: object) -> dict[str, str | None]:
    """Mark of the title that is played; it changes with the title, whose words are foreign."""
    parts = [f"{attributes.get(name) or ''}" for name in _TRACK]
    track = mark_of("\n".join(parts)) if any(parts) else None
    return {"track": track, "muted": on_off(attributes.get("is_volume_muted"))}


KIND = DeviceKind(
    domain=Domain.MEDIA_PLAYER,
    lit=frozenset({"on", "playing"}),
    lived_in=frozenset({"playing"}),
    low_risk=True,
    order=50,
    called=Bilingual("プレーヤー", "player"),
    icon='<rect x="3" y="5" width="18" height="12" rx="2"/><path d="M 8 21h 8"/>',
    words=("テレビ", "音楽", "tv", "television", "music"),
    named=Bilingual(
        "テレビ|ラジオ|スピーカー|音楽", r"tv|telly|television|radio|speakers?|music|songs?"
    ),
    plays=True,
    running=("playing", "paused"),
    rests_by_stop=True,
    limit_s=5.0,
    limit_setting="media_s",
    instead={"turn_off": ("stop", {}), "turn_on": ("play", {})},
    purpose=Purpose.COMFORT,
    said={
        "playing": StateWords("再生中", "playing"),
        "paused": StateWords("一時停止中", "paused"),
        "idle": StateWords("待機中", "idle"),
        "on": StateWords("ついている", "on"),
        "off": StateWords("消えている", "off"),
    },
    conditions=("playing", "paused", "idle", "off"),
    hub=HubWire(
        offers=featured(
            {
                "play": 16384,
                "pause": 1,
                "stop": 4096,
                "set_volume": 4,
                "next_track": 32,
                "previous_track": 16,
                "mute": 8,
                "unmute": 8,
                "volume_up": 1024,
                "volume_down": 1024,
            }
        ),
        services={
            "play": "media_play",
            "pause": "media_pause",
            "stop": "media_stop",
            "next_track": "media_next_track",
            "previous_track": "media_previous_track",
            "volume_up": "volume_up",
            "volume_down": "volume_down",
            "set_volume": lambda given, facts: (
                "volume_set",
                {"volume_level": whole(given, "volume", 0, 100) / 100},
            ),
            "mute": ("volume_mute", {"is_volume_muted": True}),
            "unmute": ("volume_mute", {"is_volume_muted": False}),
        },
        told={"volume": ("volume_level", 100)},
        more=_playing,
        value=lambda state: "off" if state == "standby" else as_told(state),
    ),
    numbers=(
        Number(
            name="volume",
            label=Bilingual("音量", "Volume"),
            unit="%",
            low=0,
            high=100,
            step=5,
            tolerance=1,
        ),
    ),
    operations=(
        DeviceOperation(
            does="play",
            value="playing",
            inverse="pause",
            sounds=True,
            effect=RoomEffect.LOUDER,
            verb=Verb(
                ja="{}で再生する",
                en="start playing on {}",
                past="started playing on {}",
                short_en="start playing",
            ),
        ),
        DeviceOperation(
            does="pause",
            value="paused",
            inverse="play",
            verb=PAUSE,
        ),
        DeviceOperation(
            does="stop",
            value="idle",
            as_good=frozenset({"off", "standby"}),
            inverse="play",
            verb=STOP,
        ),
        DeviceOperation(
            does="set_volume",
            number="volume",
            inverse="set_volume",
            sounds=True,
            verb=Verb(
                ja="{}の音量を変える",
                en="set the volume of {}",
                past="set the volume of {}",
                short_en="set volume",
                to=Verb(
                    ja="{}の音量を{v}にする",
                    en="set the volume of {} to {v}",
                    past="set the volume of {} to {v}",
                    itself="go to {v}",
                ),
            ),
        ),
        DeviceOperation(
            does="next_track",
            moves="track",
            inverse="previous_track",
            sounds=True,
            verb=Verb(
                ja="{}で次の曲へ進む",
                en="skip to the next track on {}",
                past="skipped to the next track on {}",
                short_en="next track",
            ),
        ),
        DeviceOperation(
            does="previous_track",
            moves="track",
            inverse="next_track",
            sounds=True,
            verb=Verb(
                ja="{}で前の曲へ戻る",
                en="go back to the previous track on {}",
                past="went back to the previous track on {}",
                short_en="previous track",
            ),
        ),
        DeviceOperation(
            does="volume_up",
            moves="volume",
            way=1,
            inverse="volume_down",
            sounds=True,
            effect=RoomEffect.LOUDER,
            verb=Verb(ja="{}の音量を上げる", en="turn up {}", past="turned up {}"),
        ),
        DeviceOperation(
            does="volume_down",
            moves="volume",
            way=-1,
            inverse="volume_up",
            verb=Verb(ja="{}の音量を下げる", en="turn down {}", past="turned down {}"),
        ),
        DeviceOperation(
            does="mute",
            holds=("muted", "on"),
            inverse="unmute",
            verb=Verb(ja="{}の音を消す", en="mute {}", past="muted {}"),
        ),
        DeviceOperation(
            does="unmute",
            holds=("muted", "off"),
            inverse="mute",
            sounds=True,
            verb=Verb(ja="{}の音を戻す", en="unmute {}", past="unmuted {}"),
        ),
    ),
)
