"""Tones: chimes may be made quieter (issue 13, point 5)."""

import array

from hardware.speaker.playback.tones import TONES, chime


def _peak(pcm: bytes) -> int:
    return max(map(abs, array.array("h", pcm)))


def test_volume_is_a_share_of_each_chimes_own_loudness() -> None:
    for name in TONES:
        whole, half = chime(f"chime:{name}"), chime(f"chime:{name}", 0.5)
        assert abs(_peak(half.pcm) * 2 - _peak(whole.pcm)) <= 2
        assert half.length_s == whole.length_s
