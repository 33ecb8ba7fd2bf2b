"""Program that plays a WAV stream from its standard input through PortAudio.

Started only by the driver `sounddevice` as `python -m hardware.speaker.playback.portaudio DEVICE`.
It writes a line once it can take sound, plays until the stream ends, and ends with 1 and a line of
what is wrong where it cannot play.
"""

import sys
import wave
from typing import Any

from companion.words.number import whole_number

READY = b"ready\n"
BLOCK_S = 0.05
LATENCY_S = 0.1
"""Of the device's buffer: less stutters on a busy board, more is heard after a stop."""


def main(device: str) -> int:
    """Play; gives the exit code."""
    try:
        import sounddevice
    except OSError as error:  # the library of PortAudio itself is missing
        print(f"{error}; apt-get install libportaudio2", file=sys.stderr)
        return 1
    sys.stdout.buffer.write(READY)
    sys.stdout.buffer.flush()
    try:
        with wave.open(sys.stdin.buffer) as sound:
            _play(sounddevice, sound, device)
    except EOFError:
        return 0  # nothing came to be played
    except (sounddevice.PortAudioError, ValueError, wave.Error) as error:
        words = " ".join(str(error).split())
        print(f"{words}; `python -m sounddevice` lists the devices", file=sys.stderr)
        return 1
    return 0


def _play(sounddevice: Any, sound: wave.Wave_read, device: str) -> None:
    rate_hz = sound.getframerate()
    with sounddevice.RawOutputStream(
        samplerate=rate_hz,
        channels=1,
        dtype="int16",
        device=_chosen(device),
        latency=LATENCY_S,
    ) as out:
        while block := sound.readframes(round(rate_hz * BLOCK_S)):
            out.write(block)


def _chosen(device: str) -> int | str | None:
    """The device by number or name; None for the system's own choice."""
    number = whole_number(device, most=999)
    return number if number is not None else device or None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
