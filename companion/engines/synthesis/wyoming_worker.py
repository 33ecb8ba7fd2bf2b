"""Worker of a Wyoming voice: asks a text-to-speech server of the home, for example wyoming-piper.

The protocol knows neither pace nor pitch nor loudness, so the sound is changed here: stretched by
WSOLA (pieces of 30 ms laid over each other where they fit best), which keeps the pitch, and
resampled, which changes it.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.event import Event
from wyoming.tts import Synthesize, SynthesizeVoice

from companion.engines.speech_server.wyoming_server import (
    ServerFailed,
    WyomingPlace,
    WyomingServer,
)
from companion.words.audio import SAMPLE_BYTES

PIECE_S, SHIFT_S = 0.03, 0.008
"""Length of a piece, three periods of a low voice, and how far it may be moved to fit."""
MOST_S = 120.0
"""Longest sound of one clause."""
SEMITONES = 12
FULL = 32_767


def serve(
    settings: Mapping[str, Any],
) -> Callable[[Mapping[str, Any], bytes], tuple[dict[str, Any], bytes]]:
    """Worker side: `{"text", "voice", "pace", "pitch_semitones", "volume"}` -> 16-bit samples.
    Raises `ServerFailed`."""
    import numpy as np

    server = WyomingServer(WyomingPlace.model_validate(settings["place"]))
    language = str(settings["language"])

    def answer(call: Mapping[str, Any], blob: bytes) -> tuple[dict[str, Any], bytes]:
        voice = SynthesizeVoice(name=call["voice"] or None, language=language)
        asked = Synthesize(text=str(call["text"]), voice=voice).event()
        rate_hz, pcm = asyncio.run(_sound(server, asked))
        sound = np.frombuffer(pcm, "<i2").astype("float32")
        high = 2.0 ** (float(call["pitch_semitones"]) / SEMITONES)
        sound = stretched(sound, high / float(call["pace"]), rate_hz)
        if high != 1.0:
            at = np.arange(int(len(sound) / high)) * high
            sound = np.interp(at, np.arange(len(sound)), sound)
        loud = np.clip(sound * float(call["volume"]), -FULL, FULL)
        return {"rate_hz": rate_hz}, bytes(loud.astype("<i2").tobytes())

    return answer


def stretched(sound: Any, times: float, rate_hz: int) -> Any:
    """The sound, so many times as long, at the same pitch."""
    import numpy as np

    piece, shift = int(PIECE_S * rate_hz) // 2 * 2, int(SHIFT_S * rate_hz)
    hop = piece // 2
    if times == 1.0 or len(sound) < 2 * piece + 2 * shift:
        return sound
    window = np.hanning(piece + 1)[:piece]
    made = np.zeros(int(len(sound) * times) + 2 * piece)
    before = 0
    for to in range(0, int(len(sound) * times), hop):
        wanted = int(to / times)
        if wanted + piece + shift >= len(sound):
            break
        at = wanted
        if to:
            follows = sound[before + hop : before + hop + piece]
            first = max(0, wanted - shift)
            near = sound[first : wanted + shift + len(follows)]
            at = first + int(np.argmax(np.correlate(near, follows, "valid")))
        made[to : to + piece] += sound[at : at + piece] * window
        before = at
    return made[: int(len(sound) * times)]


async def _sound(server: WyomingServer, asked: Event) -> tuple[int, bytes]:
    """Rate and samples of one clause. Raises `ServerFailed`."""
    async with server.asked(asked) as events:
        return await _collected(events)


async def _collected(events: AsyncIterator[Event]) -> tuple[int, bytes]:
    rate_hz, pcm = 0, bytearray()
    async for event in events:
        if AudioStart.is_type(event.type):
            begun = AudioStart.from_event(event)
            rate_hz = int(begun.rate)
            if (begun.width, begun.channels) != (SAMPLE_BYTES, 1) or not 8_000 <= rate_hz <= 48_000:
                raise ValueError("its sound is not of 16 bits and one channel")
        elif AudioChunk.is_type(event.type):
            pcm += AudioChunk.from_event(event).audio
            if len(pcm) > MOST_S * max(rate_hz, 1) * SAMPLE_BYTES:
                raise ValueError("its sound has no end")
        elif AudioStop.is_type(event.type):
            return rate_hz, bytes(pcm)
        elif event.type == "error":
            raise ServerFailed(str(event.data.get("text", "the server failed"))[:200])
    raise ServerFailed("its sound has no end")
