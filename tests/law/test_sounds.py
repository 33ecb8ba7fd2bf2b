"""Every producer of sound is known and asks quiet hours, or has a reason not to (S-22)."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from companion.home.device_operation import DEVICE_OPERATIONS
from tests.law.measures import ROOT, nodes_of, sources

PRODUCERS = {
    "capabilities/speak.py": "behind the act corridor, which asks; replies answer a person",
    "capabilities/schedule_alarm.py": "what the owner set for that very moment",
    "companion/rooms/scheduler/ladder.py": "an alarm wakes",
    "companion/voice/house_speaker.py": "the same sound at several speakers, for whoever asked",
    "companion/cli/doctor_sound.py": "the owner asked for a test sound",
}
"""Modules that make a speaker or buzzer sound."""
SPOKEN_BY = {
    "companion/voice/mouth.py": "asks quiet hours for each message",
}
"""Modules that speak a recorded message past the act corridor."""
SOUNDING = {
    "speak.play_utterance",
    "speak.play_chime",
    "speak.acknowledge",
    "schedule_alarm.ring",
    "schedule_alarm.remind",
    "device_control.media_player_play",
    "device_control.media_player_next_track",
    "device_control.media_player_previous_track",
    "device_control.media_player_set_volume",
    "device_control.media_player_volume_up",
    "device_control.media_player_unmute",
    "device_control.vacuum_start",
    "device_control.vacuum_return_to_dock",
    "device_control.scene_turn_on",
    "device_control.script_turn_on",
    "device_control.all_turn_on",
}
SILENT = {"pause", "stop", "volume_down", "mute", "turn_off"}
"""Operations of loud kinds that only make them quieter."""
SOUNDS = {("speaker", "play"), ("speaker", "play_clips"), ("buzzer", "on")}
"""Objects and methods by which a sound is made."""
_LOUD_KINDS = {"media_player", "vacuum", "scene", "script", "siren"}


def _sounds(path: Path) -> Iterator[int]:
    for node in nodes_of(path):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        owner = ast.unparse(node.func.value).rpartition(".")[2].strip("_")
        if (owner, node.func.attr) in SOUNDS:
            yield node.lineno


def _speaks(path: Path) -> bool:
    return any(
        isinstance(node, ast.keyword)
        and node.arg == "operation"
        and ast.unparse(node.value) in ("PLAY_UTTERANCE", "'play_utterance'")
        for node in nodes_of(path)
    )


def test_whoever_makes_a_sound_is_listed() -> None:
    """A9: `tell_them` chimed at 01:20."""
    found, spoken = set(), set()
    for path in sources():
        where = str(path.relative_to(ROOT))
        if any(_sounds(path)):
            found.add(where)
        if _speaks(path):
            spoken.add(where)
    assert found == set(PRODUCERS)
    assert spoken == set(SPOKEN_BY)


def test_every_operation_that_is_heard_says_so() -> None:
    """A9: the referee holds back what declares that it sounds; nothing loud may forget to."""
    declared = set()
    for path in sorted((ROOT / "capabilities").glob("*.py")):
        spec = getattr(import_module(f"capabilities.{path.stem}"), "SPEC", None)
        if spec is not None:
            declared |= {f"{spec.name}.{o.name}" for o in spec.operations if o.sounds}
    assert declared == SOUNDING
    loud = {o for o in DEVICE_OPERATIONS if o.kind in _LOUD_KINDS}
    assert {o.does for o in loud if not o.sounds} <= SILENT
