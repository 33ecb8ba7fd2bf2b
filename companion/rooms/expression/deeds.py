"""Deeds 動詞の表: each operation in the forms that a report of it needs, in both languages.

The model never writes these words; it writes around them (ADR 0004).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.home.device_goal import shown_of
from companion.home.device_operation import OPERATION_BY_NAME
from companion.words.language import Bilingual


@dataclass(frozen=True, slots=True)
class Verb:
    """動詞: one operation in the forms that a report needs. `{x}` is the thing."""

    ja_done: str
    ja_undone: str
    ja_tried: str
    ja_plain: str
    """`{x}をつける`, before `よう伝え`."""
    en_done: str
    en_plain: str
    en_itself: str
    """What the thing itself is asked to do: `turn on`."""
    reported: Bilingual | None = None
    """What its own report says, where that is less than that the deed is done."""

    def at(self, target: Bilingual) -> "Verb":
        """With the number or word that was aimed at in place of `{v}`."""
        ja = (self.ja_done, self.ja_undone, self.ja_tried, self.ja_plain)
        en = (self.en_done, self.en_plain, self.en_itself)
        done, undone, tried, plain = (text.replace("{v}", target.ja) for text in ja)
        en_done, en_plain, en_itself = (text.replace("{v}", target.en) for text in en)
        return Verb(done, undone, tried, plain, en_done, en_plain, en_itself)


_ON = Verb(
    "{x}をつけました",
    "{x}をつけられませんでした",
    "{x}をつけようとしました",
    "{x}をつける",
    "turned on {x}",
    "turn on {x}",
    "turn on",
)
_OFF = Verb(
    "{x}を消しました",
    "{x}を消せませんでした",
    "{x}を消そうとしました",
    "{x}を消す",
    "turned off {x}",
    "turn off {x}",
    "turn off",
)
_OPEN = Verb(
    "{x}を開けました",
    "{x}を開けられませんでした",
    "{x}を開けようとしました",
    "{x}を開ける",
    "opened {x}",
    "open {x}",
    "open",
)
_CLOSE = Verb(
    "{x}を閉めました",
    "{x}を閉められませんでした",
    "{x}を閉めようとしました",
    "{x}を閉める",
    "closed {x}",
    "close {x}",
    "close",
)
_LOCK = Verb(
    "{x}を施錠しました",
    "{x}を施錠できませんでした",
    "{x}を施錠しようとしました",
    "{x}を施錠する",
    "locked {x}",
    "lock {x}",
    "lock",
)
_UNLOCK = Verb(
    "{x}を解錠しました",
    "{x}を解錠できませんでした",
    "{x}を解錠しようとしました",
    "{x}を解錠する",
    "unlocked {x}",
    "unlock {x}",
    "unlock",
)
_SET = Verb(
    "{x}を調節しました",
    "{x}を調節できませんでした",
    "{x}を調節しようとしました",
    "{x}を調節する",
    "adjusted {x}",
    "adjust {x}",
    "change its setting",
)
_PLAY = Verb(
    "{x}で再生を始めました",
    "{x}で再生できませんでした",
    "{x}で再生しようとしました",
    "{x}で再生する",
    "started playback on {x}",
    "start playback on {x}",
    "start playing",
)
_HALT = Verb(
    "{x}を止めました",
    "{x}を止められませんでした",
    "{x}を止めようとしました",
    "{x}を止める",
    "stopped {x}",
    "stop {x}",
    "stop",
)
_GO = Verb(
    "{x}へ移動しました",
    "{x}へ移動できませんでした",
    "{x}へ移動しようとしました",
    "{x}へ移動する",
    "moved to {x}",
    "move to {x}",
    "be reached",
)
DO = Verb(
    "「{x}」を行いました",
    "「{x}」を行えませんでした",
    "「{x}」を行おうとしました",
    "「{x}」を行う",
    "carried out “{x}”",
    "carry out “{x}”",
    "be done",
)


def _to(ja_what: str, en_done: str, en_plain: str, en_itself: str) -> Verb:
    """Set to a value that is named: `{v}`."""
    return Verb(
        f"{{x}}{ja_what}を{{v}}にしました",
        f"{{x}}{ja_what}を{{v}}にできませんでした",
        f"{{x}}{ja_what}を{{v}}にしようとしました",
        f"{{x}}{ja_what}を{{v}}にする",
        en_done,
        en_plain,
        en_itself,
    )


VALUED = {
    "set_position": _to("の開き具合", "moved {x} to {v}", "move {x} to {v}", "move to {v}"),
    "set_tilt": _to("の羽根の角度", "tilted {x} to {v}", "tilt {x} to {v}", "tilt to {v}"),
    "set_brightness": _to("の明るさ", "set {x} to {v}", "set {x} to {v}", "go to {v}"),
    "set_temperature": _to("の設定温度", "set {x} to {v}", "set {x} to {v}", "go to {v}"),
    "set_percentage": _to("の風量", "set {x} to {v}", "set {x} to {v}", "go to {v}"),
    "set_volume": _to("の音量", "set {x} to {v}", "set {x} to {v}", "go to {v}"),
    "set_color": _to("の色", "made {x} {v}", "make {x} {v}", "turn {v}"),
    "set_color_temperature": _to("の色合い", "set {x} to {v}", "set {x} to {v}", "go to {v}"),
}
"""Operations whose report says to what, where that is known."""


def _verb(stem: str, undone: str, tried: str, plain: str, en: tuple[str, str, str]) -> Verb:
    ja = (f"{{x}}{stem}", f"{{x}}{undone}", f"{{x}}{tried}", f"{{x}}{plain}")
    return Verb(*ja, *en)


_START = Verb(
    "{x}を始めました",
    "{x}を始められませんでした",
    "{x}を始めようとしました",
    "{x}を始める",
    "started {x}",
    "start {x}",
    "start",
    Bilingual(
        "{x}が始まったという記録がありました（一つ一つの機器がどうなったかは見ていません）",
        "{x} was started; what each thing in it did I have not looked at",
    ),
)
_MUTE = _verb(
    "の音を消しました",
    "の音を消せませんでした",
    "の音を消そうとしました",
    "の音を消す",
    ("muted {x}", "mute {x}", "go silent"),
)
_UNMUTE = _verb(
    "の音を戻しました",
    "の音を戻せませんでした",
    "の音を戻そうとしました",
    "の音を戻す",
    ("unmuted {x}", "unmute {x}", "sound again"),
)
_SWING = _verb(
    "の首を振らせました",
    "の首を振らせられませんでした",
    "の首を振らせようとしました",
    "の首を振らせる",
    ("made {x} swing", "make {x} swing", "swing"),
)
_STILL = _verb(
    "の首振りを止めました",
    "の首振りを止められませんでした",
    "の首振りを止めようとしました",
    "の首振りを止める",
    ("stopped {x} swinging", "stop {x} swinging", "stop swinging"),
)
_NEXT = _verb(
    "で次の曲へ進みました",
    "で次の曲へ進めませんでした",
    "で次の曲へ進もうとしました",
    "で次の曲へ進む",
    ("skipped to the next track on {x}", "skip to the next track on {x}", "play the next track"),
)
_BACK = _verb(
    "で前の曲へ戻りました",
    "で前の曲へ戻れませんでした",
    "で前の曲へ戻ろうとしました",
    "で前の曲へ戻る",
    ("went back a track on {x}", "go back a track on {x}", "play the track before"),
)
_LOUDER = _verb(
    "の音量を上げました",
    "の音量を上げられませんでした",
    "の音量を上げようとしました",
    "の音量を上げる",
    ("turned up {x}", "turn up {x}", "turn up"),
)
_QUIETER = _verb(
    "の音量を下げました",
    "の音量を下げられませんでした",
    "の音量を下げようとしました",
    "の音量を下げる",
    ("turned down {x}", "turn down {x}", "turn down"),
)
_CLEAN = _verb(
    "に掃除を始めさせました",
    "に掃除を始めさせられませんでした",
    "に掃除を始めさせようとしました",
    "に掃除を始めさせる",
    ("had {x} start cleaning", "have {x} start cleaning", "start cleaning"),
)
_DOCK = _verb(
    "を充電台に戻しました",
    "を充電台に戻せませんでした",
    "を充電台に戻そうとしました",
    "を充電台に戻す",
    ("sent {x} back to its dock", "send {x} back to its dock", "go back to its dock"),
)

VERBS = {
    "scene_turn_on": _START,
    "script_turn_on": _START,
    "script_turn_off": _HALT,
    "next_track": _NEXT,
    "previous_track": _BACK,
    "volume_up": _LOUDER,
    "volume_down": _QUIETER,
    "mute": _MUTE,
    "unmute": _UNMUTE,
    "oscillate_on": _SWING,
    "oscillate_off": _STILL,
    "vacuum_start": _CLEAN,
    "return_to_dock": _DOCK,
    "set_color": _SET,
    "set_color_temperature": _SET,
    "turn_on": _ON,
    "turn_off": _OFF,
    "open": _OPEN,
    "close": _CLOSE,
    "lock": _LOCK,
    "unlock": _UNLOCK,
    "set_position": _SET,
    "set_tilt": _SET,
    "set_brightness": _SET,
    "set_temperature": _SET,
    "set_mode": _SET,
    "set_percentage": _SET,
    "set_volume": _SET,
    "play": _PLAY,
    "pause": _HALT,
    "stop": _HALT,
    "go_to": _GO,
    "go_to_room": _GO,
}
"""End of an operation's name (`light_turn_on`) -> verb. One not listed is
reported under its own label (`「…」`)."""


def verb_for(operation: str, expected: Mapping[str, Any]) -> Verb | None:
    """The verb of an operation with what it aimed at; None where it has none of its own."""
    row = OPERATION_BY_NAME.get(operation)
    if row is not None and row.does in VALUED:
        target = shown_of(row.parameter, expected.get(row.parameter))
        if target is not None:
            return VALUED[row.does].at(target)
    return verb_of(operation)


def verb_of(operation: str) -> Verb | None:
    """The verb of an operation, None where it has none of its own."""
    ends = (end for end in VERBS if operation == end or operation.endswith(f"_{end}"))
    longest = max(ends, key=len, default=None)
    return None if longest is None else VERBS[longest]
