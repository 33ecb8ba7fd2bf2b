"""Ears on an OpenAI-compatible server of the home: `/v1/audio/transcriptions`, as whisper.cpp's
server, faster-whisper-server and LocalAI have it.

`verbose_json` is asked for, which tells how sure the server is and whether anybody spoke; a server
that answers with the text alone is guarded by the text alone.
"""

import asyncio
import io
import math
import wave
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
from pydantic import Field

from companion.engines.listening.whisper import Decoded, not_asked, why_rejected
from companion.engines.llm_runtime.chat_stream import (
    ChatServer,
    ServerAway,
    ServerBroke,
    ServerRefused,
    read_key,
)
from companion.engines.speech_server.address import Where
from companion.ports.listening import Enough, ListeningUnavailable, Transcript, never_enough
from companion.words.audio import SAMPLE_BYTES, AudioClip
from companion.words.language import Language, language_of

LONGEST_PROMPT_CHARS = 400
"""Of the vocabulary; Whisper reads at most 224 tokens of it, and the end counts most."""
NAMES = {"japanese": "ja", "english": "en"}
"""OpenAI's own server writes the language out."""


class Settings(Where):
    """Settings of the server and of how to ask it."""

    url: str = Field(
        "http://127.0.0.1:8000/v1",
        pattern=r"^https?://[^/@\s]+(/[^\s?#]*)?$",
        description="the API's address with its version; the only one ever called",
    )
    model: str = Field("whisper-1", description="name of its model")
    api_key_file: Path | None = Field(
        None, description="file of mode 0600 with the key; empty: none"
    )
    longest_s: float = Field(120.0, gt=0, description="a longer clip is not recognised")


class OpenAiHttpEars:
    """Ears that ask a server. Implements the port `Ears`."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._server: ChatServer | None = None
        self._failed = ""

    async def warm(self) -> None:
        """See that a server is there. Raises `ListeningUnavailable`."""
        try:
            await (await self._near()).models()
        except (ServerBroke, ServerRefused):
            pass  # it is there; not every one of them lists its models
        except (OSError, ValueError) as error:
            raise self._unavailable(error) from error
        self._failed = ""

    async def recognise(
        self,
        clip: AudioClip,
        *,
        language: Language | None,
        vocabulary: str = "",
        enough: Enough = never_enough,
    ) -> Transcript:
        """Recognise the words of the clip. Raises `ListeningUnavailable`, `ValueError` for another
        sample rate."""
        if (unasked := not_asked(clip, language, self._settings.longest_s)) is not None:
            return unasked
        form = {
            "model": self._settings.model,
            "response_format": "verbose_json",
            "temperature": "0",
            "prompt": vocabulary[-LONGEST_PROMPT_CHARS:],
            "language": language.value if language else "",
        }
        deadline_s = self._settings.deadline_s
        try:
            async with asyncio.timeout(deadline_s):
                told = await (await self._near()).upload(
                    "audio/transcriptions",
                    {name: value for name, value in form.items() if value},
                    ("clip.wav", _wav(clip), "audio/wav"),
                    deadline_s,
                )
            transcript = _transcript(told, language)
        except TimeoutError as error:
            raise self._unavailable(f"no answer within {deadline_s:g} s") from error
        except (OSError, ServerBroke, ValueError) as error:
            raise self._unavailable(error) from error
        self._failed = ""
        return transcript

    def why_down(self) -> str:
        """Reason of the last failed call or start; "" while it serves or was not asked yet."""
        return self._failed

    async def close(self) -> None:
        """Hang up; idempotent."""
        if self._server is not None:
            await self._server.close()
            self._server = None

    async def _near(self) -> ChatServer:
        """The server, once its address was seen to be of the home. Raises `OSError`,
        `ValueError`."""
        if self._server is None:
            url = httpx.URL(self._settings.url)
            try:
                await self._settings.address(url.host)
            except OSError as error:
                raise ServerAway(str(error)) from error
            self._server = ChatServer(
                self._settings.url,
                read_key(self._settings.api_key_file),
                connect_timeout_s=self._settings.connect_timeout_s,
                section="ears.settings",
            )
        return self._server

    def _unavailable(self, error: object) -> ListeningUnavailable:
        self._failed = f"speech to text gave no answer: {error}"
        return ListeningUnavailable(self._failed)


def _wav(clip: AudioClip) -> bytes:
    written = io.BytesIO()
    with wave.open(written, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(SAMPLE_BYTES)
        file.setframerate(clip.rate_hz)
        file.writeframes(clip.pcm)
    return written.getvalue()


def _transcript(told: Mapping[str, Any], asked: Language | None) -> Transcript:
    """The server's word for it, guarded as our own is. Raises `ValueError` where it is none."""
    text, tag = told.get("text"), told.get("language") or ""
    if not isinstance(text, str) or not isinstance(tag, str):
        raise ValueError("its transcript is no text")
    text, tag = text.strip(), NAMES.get(tag.lower(), tag.partition("-")[0].lower())
    if text and tag and tag not in tuple(Language):
        return Transcript(text="", language=None, rejected="other_language")
    score = _mean(told, "avg_logprob")
    silent = _mean(told, "no_speech_prob")
    rejected = why_rejected(Decoded(text, score=score or 0.0, no_speech=silent or 0.0))
    return Transcript(
        text=text,
        language=Language(tag) if tag else language_of(text, asked or Language.EN),
        confidence=None if score is None else round(min(1.0, math.exp(score)), 3),
        rejected=rejected,
    )


def _mean(told: Mapping[str, Any], name: str) -> float | None:
    """Mean of a figure of all segments; None where the server tells none."""
    segments = told.get("segments")
    found = [
        float(one[name])
        for one in (segments if isinstance(segments, list) else ())
        if isinstance(one, dict) and isinstance(one.get(name), int | float)
    ]
    return sum(found) / len(found) if found else None


def build(settings: Settings) -> OpenAiHttpEars:
    """Build the ears; nobody is asked yet."""
    return OpenAiHttpEars(settings)
