"""Voice: serves the web socket over which a browser is microphone and speaker.

Text frames are JSON, binary frames are sound: 16-bit little-endian mono, 16 kHz from the browser,
in the rate that `sound` told to it.
"""

import asyncio
import contextlib
import io
import logging
import wave
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any, Literal, Self

from pydantic import Field, TypeAdapter, ValidationError, model_validator
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from companion.ports.push_to_talk import (
    AnswerTold,
    CheckTold,
    EnrolTold,
    HeardTold,
    LeftOutTold,
    PartialTold,
    Phone,
    Press,
    PressMode,
    SilenceTold,
    StateTold,
    Told,
    TroubleTold,
    WaitTold,
)
from companion.web.asked import Body, Json, Query, body_of, query_of
from companion.web.guard import VOICE_PROTOCOL
from companion.web.site import Site, site_of
from companion.words.audio import HEARING_RATE_HZ, SAMPLE_BYTES, AudioClip
from companion.words.language import Language

log = logging.getLogger(__name__)

SOCKETS_MAX = 16
"""Browsers that may be connected at once; the page connects when its button is pressed."""
IDLE_S = 120.0
"""A browser from which nothing comes for so long is let go; it connects again by itself."""
GONE_S = 10.0
"""A press that brings no sound for so long is over: the browser hangs."""
NAME_MAX = 64
PIECE_BYTES = 32 * 1024
"""Longest piece of sound in one frame to the browser."""
POLICY, TOO_MANY, LEAVES, BAD = 1008, 1013, 1001, 1007
_KINDS: dict[type[object], str] = {
    StateTold: "state",
    PartialTold: "partial",
    HeardTold: "heard",
    LeftOutTold: "left_out",
    AnswerTold: "answer",
    WaitTold: "wait",
    SilenceTold: "silence",
    TroubleTold: "trouble",
    CheckTold: "checked",
    EnrolTold: "enrolled",
}


class Begin(Body):
    """The button is pressed."""

    do: Literal["begin"]
    mode: PressMode
    language: Language
    place: str = Field("", max_length=64)
    aloud: bool = True
    name: str = Field("", max_length=NAME_MAX)

    @model_validator(mode="after")
    def _has_a_name(self) -> Self:
        """A voice is enrolled under a name that can be read."""
        if self.mode is PressMode.ENROL and not (self.name.strip() and self.name.isprintable()):
            raise ValueError("no name for the voice")
        return self


class End(Body):
    """The button is released."""

    do: Literal["end"]
    took_s: float | None = Field(None, gt=0, le=180)


class Played(Body):
    """The answer was heard to its end."""

    do: Literal["played"]


_ASKED: TypeAdapter[Begin | End | Played] = TypeAdapter(
    Annotated[Begin | End | Played, Field(discriminator="do")]
)


class _BadFrame(ValueError):
    """The browser sent what it may not send."""


class _Connection:
    """One browser."""

    def __init__(self, socket: WebSocket, site: Site) -> None:
        self._socket, self._site = socket, site
        self._rate_hz = 0
        self._sending = asyncio.Lock()

    async def serve(self, phone: Phone) -> None:
        """Take what comes until the browser leaves. After its sound it only waits for the answer,
        which may take longer than a press without sound may."""
        while True:
            hears = phone.is_heard
            patience_s = GONE_S if hears else IDLE_S
            try:
                async with asyncio.timeout(patience_s):
                    message = await self._socket.receive()
            except TimeoutError:
                if not hears:
                    return
                if phone.is_heard:
                    phone.release()
                continue
            if message["type"] == "websocket.disconnect":
                return
            await self._take(phone, message)

    async def tell(self, told: Told) -> None:
        """To the browser; nobody learns of one that is gone but who reads from it."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            async with self._sending:
                if isinstance(told, AudioClip):
                    await self._sound(told)
                else:
                    await self._socket.send_json(self._json(told))

    async def _take(self, phone: Phone, message: Any) -> None:
        sound, text = message.get("bytes"), message.get("text")
        if sound is not None:
            if len(sound) % SAMPLE_BYTES:
                raise _BadFrame("sound of half a sample")
            phone.hear(sound)
            return
        try:
            asked = _ASKED.validate_json(text or "")
        except ValidationError as error:
            raise _BadFrame(error.errors()[0]["msg"]) from error
        match asked:
            case Begin():
                await phone.press(self._press(asked))
            case End():
                phone.release(asked.took_s)
            case Played():
                phone.played()

    def _press(self, asked: Begin) -> Press:
        rooms = {place.id for place in self._site.parts.places}
        return Press(
            mode=asked.mode,
            language=asked.language,
            # A room that the home has no more is no reason to hear nobody.
            place=asked.place if asked.place in rooms else "",
            aloud=asked.aloud,
            name=asked.name.strip(),
        )

    async def _sound(self, clip: AudioClip) -> None:
        if clip.rate_hz != self._rate_hz:
            self._rate_hz = clip.rate_hz
            await self._socket.send_json({"kind": "sound", "rate_hz": clip.rate_hz})
        for at in range(0, len(clip.pcm), PIECE_BYTES):
            await self._socket.send_bytes(clip.pcm[at : at + PIECE_BYTES])

    def _json(self, told: Told) -> dict[str, Any]:
        plain: dict[str, Any] = {"kind": _KINDS[type(told)], **asdict(told)}
        if isinstance(told, TroubleTold) and told.why is not None:
            plain["why"] = {"ja": told.why.ja, "en": told.why.en}
        return plain


async def voice(socket: WebSocket) -> None:
    """A browser that speaks and is spoken to, until it leaves."""
    site = site_of(socket)
    phones, connected = site.parts.phones, site.voices
    if phones is None or VOICE_PROTOCOL not in socket.scope.get("subprotocols", ()):
        await socket.close(POLICY)
        return
    await socket.accept(VOICE_PROTOCOL)
    if len(connected) >= SOCKETS_MAX:
        await socket.close(TOO_MANY)
        return
    connection = _Connection(socket, site)
    phone = phones.connect(connection.tell)
    connected.add(phone)
    code = LEAVES
    try:
        await connection.serve(phone)
    except _BadFrame as error:
        log.warning("a browser's voice was cut: %s", error)
        code = BAD
    finally:
        connected.discard(phone)
        await phone.close()
        if socket.application_state is WebSocketState.CONNECTED:
            with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
                await socket.close(code)


class SampleQuery(Query):
    """A voice to try."""

    language: Language
    voice: str = Field(min_length=1, max_length=64)


async def sample(request: Request) -> Response:
    """A fixed phrase in one of the voices, as a WAV file."""
    shelf, asked = site_of(request).parts.voices, query_of(request, SampleQuery)
    if shelf is None:
        raise HTTPException(404, "no voice speaks here")
    try:
        clips = [clip async for clip in shelf.sample(asked.language, asked.voice)]
    except KeyError as error:
        raise HTTPException(404, "no such voice") from error
    return Response(_wav(clips), media_type="audio/wav")


class Whose(Body):
    """A person whose voice is known."""

    name: str = Field(min_length=1, max_length=NAME_MAX)


async def forget(request: Request) -> Json:
    """Forget an enrolled voice; 404 where none of that name is known, 503 for the disk."""
    book, asked = site_of(request).parts.voice_book, await body_of(request, Whose)
    try:
        gone = book is not None and book.erase(asked.name)
    except OSError as error:
        raise HTTPException(503, str(error)) from error
    if not gone:
        raise HTTPException(404, "no such voice")
    return Json({"erased": asked.name})


def _wav(clips: Sequence[AudioClip]) -> bytes:
    with io.BytesIO() as held:
        with wave.open(held, "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(SAMPLE_BYTES)
            file.setframerate(clips[0].rate_hz if clips else HEARING_RATE_HZ)
            file.writeframes(b"".join(clip.pcm for clip in clips))
        return held.getvalue()


ROUTES = (
    Route("/api/voice/sample", sample, methods=["GET"]),
    Route("/api/voice/forget", forget, methods=["POST"]),
)
SOCKETS = (WebSocketRoute("/api/voice", voice),)
