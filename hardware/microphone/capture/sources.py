"""Sources of sound, read in the capture process: a sound device by PortAudio, a file by FFmpeg.

Both give 16 kHz mono 16-bit blocks. Another sample rate is converted by FFmpeg's resampler; of
several channels a device's chosen one is taken, and a file's are mixed.
"""

import queue
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.words.audio import BLOCK_SAMPLES, HEARING_RATE_HZ, SAMPLE_BYTES
from companion.words.language import Bilingual
from hardware.microphone.capture.pace import Pace

BLOCK_BYTES = BLOCK_SAMPLES * SAMPLE_BYTES
BLOCK_S = BLOCK_SAMPLES / HEARING_RATE_HZ
FORMAT, LAYOUT = "s16", "mono"
BUFFER_S = 0.2
"""Of the device: six blocks, which ride out a busy moment. Sound still comes block by block. With
its own choice of block PortAudio wakes 116 times a second, which costs five times the CPU."""
QUIET_S = 1.0
"""A device whose stream is running gives sound many times a second; after so long without any it
is asked whether it still runs."""


class NoSound(OSError):
    """Error: the source cannot be read; `words` says why."""

    def __init__(self, ja: str, en: str) -> None:
        super().__init__(en)
        self.words = Bilingual(ja, en)


@dataclass
class Overflows:
    """How often the sound system told that it lost sound before anybody took it."""

    count: int = 0


def blocks_of(source: Mapping[str, Any], overflows: Overflows) -> Iterator[bytes]:
    """Block after block; a device counts its overflows. Raises `NoSound`."""
    is_file = source["kind"] == "file"
    pieces = _from_file(source) if is_file else _from_device(source, overflows)
    blocks = _whole_blocks(pieces, pad=is_file)
    return _paced(blocks) if source.get("pace") == "realtime" else blocks


def decoded(path: str) -> Iterator[bytes]:
    """The sound of a file in any format that FFmpeg reads. Raises `NoSound`."""
    import av

    try:
        yield from _decoded(av, path)
    except NoSound:
        raise
    except FileNotFoundError:
        raise NoSound(f"{path} がありません", f"there is no {path}") from None
    except (av.error.FFmpegError, OSError, ValueError) as error:
        raise NoSound(
            f"{path} は読める音声ファイルではありません（{error}）",
            f"{path} is no sound file that can be read ({error})",
        ) from error


def _decoded(av: Any, path: str) -> Iterator[bytes]:
    with av.open(path, metadata_errors="ignore") as box:
        if not box.streams.audio:
            raise NoSound(f"{path} に音声がありません", f"{path} holds no sound")
        resampler = av.AudioResampler(format=FORMAT, layout=LAYOUT, rate=HEARING_RATE_HZ)
        is_empty = True
        for frame in _frames(box):
            for piece in resampler.resample(frame):
                is_empty = False
                yield _bytes(piece)
        if is_empty:
            raise NoSound(f"{path} は空です", f"{path} is empty")


def _frames(box: Any) -> Iterator[Any]:
    """Every frame, then None, by which the resampler is emptied."""
    yield from box.decode(audio=0)
    yield None


def _from_file(source: Mapping[str, Any]) -> Iterator[bytes]:
    yield from decoded(str(source["path"]))
    while source.get("loop"):
        yield from decoded(str(source["path"]))


def _bytes(piece: Any) -> bytes:
    """Samples of a packed frame; its buffer may be longer than they are."""
    return bytes(piece.planes[0])[: piece.samples * SAMPLE_BYTES]


def _whole_blocks(pieces: Iterator[bytes], *, pad: bool) -> Iterator[bytes]:
    rest = b""
    for piece in pieces:
        rest += piece
        while len(rest) >= BLOCK_BYTES:
            yield rest[:BLOCK_BYTES]
            rest = rest[BLOCK_BYTES:]
    if rest and pad:
        yield rest.ljust(BLOCK_BYTES, b"\0")


def _paced(blocks: Iterator[bytes]) -> Iterator[bytes]:
    """At the pace of the sound itself."""
    began = time.monotonic()
    for number, block in enumerate(blocks):
        time.sleep(max(0.0, began + number * BLOCK_S - time.monotonic()))
        yield block


def _from_device(source: Mapping[str, Any], overflows: Overflows) -> Iterator[bytes]:
    try:
        import sounddevice
    except OSError as error:
        raise NoSound(
            "PortAudio がありません。`sudo apt install libportaudio2` で入ります",
            f"PortAudio is not installed ({error}): `sudo apt install libportaudio2`",
        ) from error
    device, channel = source.get("device") or None, int(source.get("channel") or 0)
    taken: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def take(data: Any, _frames: int, _time: Any, status: Any) -> None:
        overflows.count += bool(status.input_overflow)
        taken.put(bytes(data))

    named = Bilingual(f"「{device}」" if device else "", f" named {device!r}" if device else "")
    try:
        about = sounddevice.query_devices(device, "input")
    except (sounddevice.PortAudioError, ValueError):
        raise NoSound(
            f"マイク{named.ja}が見つかりません", f"no microphone{named.en} is found"
        ) from None
    try:
        rate_hz, channels = _form(sounddevice, device, about, channel)
        stream = sounddevice.RawInputStream(
            samplerate=rate_hz,
            channels=channels,
            dtype="int16",
            device=device,
            blocksize=round(rate_hz * BLOCK_S),
            latency=BUFFER_S,
            callback=take,
        )
        with stream:
            pieces = _at_its_pace(_taken(taken, stream), Pace(rate_hz), channels, overflows)
            yield from _converted(pieces, rate_hz, channels, channel)
    except (sounddevice.PortAudioError, ValueError) as error:
        raise NoSound(
            f"マイク{named.ja}を開けません（{error}）",
            f"the microphone{named.en} cannot be opened ({error})",
        ) from error


def _form(sounddevice: Any, device: Any, about: Mapping[str, Any], channel: int) -> tuple[int, int]:
    """Sample rate and channels to open the device with: ours where it takes them, else its own.
    Raises `PortAudioError`."""
    channels = min(channel + 1, int(about["max_input_channels"])) or 1
    own = (int(about["default_samplerate"]), int(about["max_input_channels"]))
    for rate_hz, count in ((HEARING_RATE_HZ, channels), (own[0], channels)):
        try:
            sounddevice.check_input_settings(
                device=device, channels=count, dtype="int16", samplerate=rate_hz
            )
        except sounddevice.PortAudioError:
            continue
        return rate_hz, count
    return own


def _taken(pieces: "queue.SimpleQueue[bytes]", stream: Any) -> Iterator[bytes]:
    while True:
        try:
            yield pieces.get(timeout=QUIET_S)
        except queue.Empty:
            if not stream.active:
                raise NoSound("マイクが止まりました", "the microphone stopped") from None


def _at_its_pace(
    pieces: Iterator[bytes], pace: Pace, channels: int, overflows: Overflows
) -> Iterator[bytes]:
    """The pieces, as long as there are as many as time passes. Raises `NoSound`."""
    for piece in pieces:
        samples = len(piece) // (SAMPLE_BYTES * channels)
        if wrong := pace.wrong(samples, time.monotonic(), overflows.count):
            told = f"{pace.rate_hz} Hz, x {wrong:.1f}"
            raise NoSound(
                f"マイクのサンプルレートが合いません（{told}）",
                f"the microphone runs at another sample rate than it tells ({told})",
            )
        yield piece


def _converted(
    pieces: Iterator[bytes], rate_hz: int, channels: int, channel: int
) -> Iterator[bytes]:
    """One channel at our rate."""
    if (rate_hz, channels) == (HEARING_RATE_HZ, 1):
        yield from pieces
        return
    import av
    import numpy as np

    resampler = av.AudioResampler(format=FORMAT, layout=LAYOUT, rate=HEARING_RATE_HZ)
    for piece in pieces:
        samples = np.frombuffer(piece, "<i2").reshape(-1, channels)
        one = np.ascontiguousarray(samples[:, min(channel, channels - 1)]).reshape(1, -1)
        frame = av.AudioFrame.from_ndarray(one, format=FORMAT, layout=LAYOUT)
        frame.sample_rate = rate_hz
        for made in resampler.resample(frame):
            yield _bytes(made)
