"""Media player プレーヤー: televisions, speakers and radios."""

from companion.home.device_kind import DeviceKind, DeviceOperation, Number
from companion.home.hub_wire import Attributes, on_off
from companion.home.wire_values import mark_of
from companion.words.device import Domain
from companion.words.language import Bilingual
from companion.words.verb import Verb

_TRACK = ("media_content_id", "media_title", "media_artist", "media_track", "media_episode")


def _playing(attributes: Attributes, state: object) -> dict[str, str | None]:
    """What is played, as a mark that changes with it: its words are somebody else's."""
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
            verb=Verb(ja="{}を一時停止する", en="pause {}", past="paused {}"),
        ),
        DeviceOperation(
            does="stop",
            value="idle",
            as_good=frozenset({"off", "standby"}),
            inverse="play",
            verb=Verb(ja="{}を止める", en="stop {}", past="stopped {}"),
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
