"""Verbs 動詞: what an operation is called when done, when only tried, and when done before."""

from dataclasses import dataclass

from companion.home.device_operation import OPERATION_BY_NAME
from companion.words.language import Bilingual
from companion.words.result import ActionResult, ResultStatus


@dataclass(frozen=True, slots=True)
class Verb:
    """動詞: `{}` stands for the thing acted on, `{v}` for the number it was to reach."""

    done: Bilingual
    """`{}をつけました` / `turned on the {}`."""
    tried: Bilingual
    """`{}をつけようとしました` / `tried to turn on the {}`."""


def _verb(ja_done: str, ja_try: str, en_done: str, en_try: str) -> Verb:
    return Verb(
        Bilingual(f"{{}}{ja_done}", f"{en_done} the {{}}"),
        Bilingual(f"{{}}{ja_try}", f"tried to {en_try} the {{}}"),
    )


def _number(ja_what: str, en_done: str, en_try: str = "") -> Verb:
    return Verb(
        Bilingual(f"{{}}{ja_what}を{{v}}にしました", en_done),
        Bilingual(f"{{}}{ja_what}を{{v}}にしようとしました", f"tried to {en_try or en_done}"),
    )


_VERBS = {
    "turn_on": _verb("をつけました", "をつけようとしました", "turned on", "turn on"),
    "turn_off": _verb("を消しました", "を消そうとしました", "turned off", "turn off"),
    "open": _verb("を開けました", "を開けようとしました", "opened", "open"),
    "close": _verb("を閉めました", "を閉めようとしました", "closed", "close"),
    "stop": _verb("を止めました", "を止めようとしました", "stopped", "stop"),
    "lock": _verb("をかけました", "をかけようとしました", "locked", "lock"),
    "unlock": _verb("を外しました", "を外そうとしました", "unlocked", "unlock"),
    "play": _verb("を再生しました", "を再生しようとしました", "started", "start"),
    "pause": _verb("を一時停止しました", "を一時停止しようとしました", "paused", "pause"),
    "set_brightness": _number("の明るさ", "set the {} to {v}"),
    "set_position": _number("の開き具合", "moved the {} to {v}", "move the {} to {v}"),
    "set_tilt": _number("の羽根の角度", "tilted the {} to {v}", "tilt the {} to {v}"),
    "set_temperature": _number("の設定温度", "set the {} to {v}"),
    "set_mode": _number("の運転", "set the {} to {v}"),
    "set_volume": _number("の音量", "set the {} to {v}"),
    "set_percentage": _number("の風量", "set the {} to {v}"),
    "set_color": _number("の色", "made the {} {v}", "make the {} {v}"),
    "set_color_temperature": _number("の色合い", "set the {} to {v}"),
    "oscillate_on": _verb("の首を振らせました", "の首を振らせようとしました", "swung", "swing"),
    "oscillate_off": _verb(
        "の首振りを止めました", "の首振りを止めようとしました", "held still", "hold still"
    ),
    "next_track": _verb(
        "で次の曲へ進みました",
        "で次の曲へ進もうとしました",
        "skipped a track on",
        "skip a track on",
    ),
    "previous_track": _verb(
        "で前の曲へ戻りました",
        "で前の曲へ戻ろうとしました",
        "went back a track on",
        "go back a track on",
    ),
    "volume_up": _verb("の音量を上げました", "の音量を上げようとしました", "turned up", "turn up"),
    "volume_down": _verb(
        "の音量を下げました", "の音量を下げようとしました", "turned down", "turn down"
    ),
    "mute": _verb("の音を消しました", "の音を消そうとしました", "muted", "mute"),
    "unmute": _verb("の音を戻しました", "の音を戻そうとしました", "unmuted", "unmute"),
    "start": _verb("に掃除をさせました", "に掃除をさせようとしました", "started", "start"),
    "return_to_dock": _verb("を充電台に戻しました", "を充電台に戻そうとしました", "docked", "dock"),
}
_STARTED = _verb("を始めました", "を始めようとしました", "started", "start")
_OWN = {"scene_turn_on": _STARTED, "script_turn_on": _STARTED, "script_turn_off": _VERBS["stop"]}
"""Where a kind has a verb of its own for what others do too."""
_WHOLE: dict[str, tuple[Bilingual, Bilingual]] = {
    "speak": (
        Bilingual("声で伝えました", "said it aloud"),
        Bilingual("声で伝えようとしました", "tried to say it aloud"),
    ),
    "mobility_move.go_to_room": (
        Bilingual("{}へ移動しました", "drove to the {}"),
        Bilingual("{}へ移動しようとしました", "tried to drive to the {}"),
    ),
    "mobility_move.stop": (
        Bilingual("移動を止めました", "stopped driving"),
        Bilingual("移動を止めようとしました", "tried to stop driving"),
    ),
    "vision_perception": (
        Bilingual("{}を見ました", "looked at the {}"),
        Bilingual("{}を見ようとしました", "tried to look at the {}"),
    ),
}  # fmt: skip
END_NOT_SEEN = Bilingual(
    "が、どうなったか確かめられませんでした", ", but what came of it is not known"
)
"""Sent or begun, and nobody saw the end."""
UNANSWERED = Bilingual("が、返事がありませんでした", ", but it did not answer")
"""The device said nothing: neither done nor undone is known (ADR 0014)."""
DOUBTED = Bilingual(
    "が、その機器の報告だけで、ほかに様子がありませんでした",
    ", but nothing but its own report speaks for it",
)
LATE = Bilingual("（遅れて報告がありました）", " (reported late)")
_NOT_DONE = {
    ResultStatus.PARTIAL: Bilingual("が、一部だけでした", ", but only part of it happened"),
    ResultStatus.NO_EFFECT: Bilingual("が、変わりませんでした", ", but nothing changed"),
    ResultStatus.FAILED: Bilingual("が、できませんでした", ", but it failed"),
}


def did(
    capability: str, operation: str, thing: Bilingual, label: Bilingual, target: str = ""
) -> Bilingual:
    """The past of an operation that was seen to work; `label` serves one without a verb."""
    verb = _verb_of(capability, operation, label)
    return _fill(verb.done, thing, target)


def tried(
    capability: str,
    operation: str,
    thing: Bilingual,
    label: Bilingual,
    target: str,
    result: ActionResult,
) -> Bilingual:
    """The past of one that was not: `tried to …, but nothing changed`."""
    verb = _verb_of(capability, operation, label)
    tail = _how(result)
    said = _fill(verb.tried, thing, target)
    return Bilingual(said.ja + tail.ja, said.en + tail.en)


WAS_SO = Bilingual("が、もうその通りでした", ", but it was so already")
"""Nothing had to be done: a stop for a base that stands."""


def _how(result: ActionResult) -> Bilingual:
    """What came of it, and no more than was seen."""
    if result.was_so:
        return WAS_SO
    if result.unseen:
        return END_NOT_SEEN
    if result.failure_class == "contradicted":
        return DOUBTED
    return UNANSWERED if result.unanswered else _NOT_DONE[result.status]


def _verb_of(capability: str, operation: str, label: Bilingual) -> Verb:
    whole = _WHOLE.get(f"{capability}.{operation}") or _WHOLE.get(capability)
    if whole:
        return Verb(*whole)
    row = OPERATION_BY_NAME.get(operation)
    return (
        _OWN.get(operation)
        or _VERBS.get(row.does if row else operation)
        or Verb(
            Bilingual(f"「{label.ja}」をしました", f"did “{label.en}”"),
            Bilingual(f"「{label.ja}」をしようとしました", f"tried “{label.en}”"),
        )
    )


def _fill(text: Bilingual, thing: Bilingual, target: str) -> Bilingual:
    """Put the thing in; never `str.format`, since names come over the wire."""
    ja = text.ja.replace("{v}", target).replace("{}", thing.ja)
    en = text.en.replace("{v}", target).replace("{}", thing.en)
    return Bilingual(ja, en.replace(" the the ", " the ").replace(" the The ", " the "))
