"""The web socket of a browser that is microphone and loudspeaker (issue 13, point 7; T8, T9)."""

import asyncio
import io
import json
import wave
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Subprotocol

from companion.ports.push_to_talk import (
    AnswerTold,
    Press,
    PressMode,
    TroubleTold,
)
from companion.web.app import MESSAGE_BYTES, serve
from companion.web.keys import Keys
from companion.web.parts import Address
from companion.web.routes import voice
from companion.words.audio import AudioClip
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.said import Said
from companion.words.trust import TrustLabel
from tests.twins.phones import PhonesTwin
from tests.unit.web.conftest import client_of
from tests.unit.web.twins import Household

BEGIN = '{"do":"begin","mode":"tap","language":"ja","place":"kitchen"}'


@dataclass
class Page:
    """The page of a household on a port of its own."""

    home: Household
    keys: Keys
    phones: PhonesTwin
    base: str = ""

    def speak(self, **changed: Any) -> connect:
        """A socket as our own page opens it; `changed` for one that it does not."""
        where = self.base.removeprefix("http://").rstrip("/")
        asked: dict[str, Any] = {
            "origin": f"http://{where}",
            "subprotocols": [
                Subprotocol("companion.voice"),
                Subprotocol(f"page.{self.keys.page_token()}"),
            ],
            "compression": None,
        }
        return connect(f"ws://{where}/api/voice", **(asked | changed))


@pytest.fixture
async def page(home: Household) -> AsyncIterator[Page]:
    phones = home.phones
    told: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(serve(home.parts(), Address(port=0), started=told.set_result))
    yield Page(home, Keys(home.state_dir), phones, await told)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not holds():
            await asyncio.sleep(0.005)


async def told(socket: ClientConnection) -> dict[str, Any]:
    async with asyncio.timeout(20):
        return dict(json.loads(await socket.recv()))


async def closed(socket: ClientConnection) -> int | None:
    """The code with which the server closes it."""
    async with asyncio.timeout(20):
        await socket.wait_closed()
    return socket.close_code


async def test_what_is_said_and_answered_goes_through(page: Page) -> None:
    """Sound in, state and answer out; the clip's rate is told before its sound."""
    async with page.speak() as socket:
        await socket.send(BEGIN)
        assert await told(socket) == {"kind": "state", "state": "listening"}
        (phone,) = page.phones.phones
        await socket.send(b"\x01\x00" * 800)
        await socket.send('{"do":"end","took_s":1.5}')
        await until(lambda: phone.released == [1.5])
        assert bytes(phone.sound) == b"\x01\x00" * 800
        assert phone.presses == [
            Press(mode=PressMode.TAP, language=Language.JA, place="kitchen", aloud=True)
        ]
        await phone.tell(AnswerTold("はい。", "コト", EventId(7)))
        assert (await told(socket))["text"] == "はい。"
        await phone.tell(AudioClip(b"\x02\x00" * 20_000, 22_050))
        assert await told(socket) == {"kind": "sound", "rate_hz": 22_050}
        pieces = [await socket.recv(), await socket.recv()]
        assert b"".join(p for p in pieces if isinstance(p, bytes)) == b"\x02\x00" * 20_000
        await phone.tell(TroubleTold("ears", Bilingual("ない", "none")))
        assert (await told(socket))["why"] == {"ja": "ない", "en": "none"}
        await socket.send('{"do":"played"}')
        await until(lambda: phone.plays == 1)
    await asyncio.wait_for(phone.closed.wait(), 20)


@pytest.mark.parametrize(
    "changed",
    [
        {"origin": "http://evil.example"},
        {"origin": None},
        {"subprotocols": [Subprotocol("companion.voice")]},
        {"subprotocols": [Subprotocol("companion.voice"), Subprotocol("page.guessed")]},
        {"additional_headers": {"Host": "evil.example"}},
    ],
)
async def test_another_page_opens_no_socket(page: Page, changed: dict[str, Any]) -> None:
    """T9: origin, page token and name of the host are those of our own page, or it stays shut."""
    with pytest.raises((InvalidStatus, ConnectionClosed)):
        async with page.speak(**changed):
            pass
    assert page.phones.phones == []


async def test_with_a_password_a_socket_needs_a_session_and_ends_with_it(page: Page) -> None:
    """T8: nobody without a login; who logs out is heard no more."""
    page.keys.set_password("correct horse")
    with pytest.raises(InvalidStatus):
        async with page.speak():
            pass
    ours = {
        "Origin": page.base.rstrip("/"),
        "X-Companion-Page": page.keys.page_token(),
    }
    async with httpx.AsyncClient(base_url=page.base, headers=ours) as client:
        reply = await client.post("/api/login", json={"password": "correct horse"})
        assert reply.status_code == 204, reply.text
        cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        async with page.speak(additional_headers={"Cookie": cookies}) as socket:
            await socket.send(BEGIN)
            await told(socket)
            reply = await client.post("/api/logout", json={})
            assert reply.status_code == 204, reply.text
            assert await closed(socket) == voice.LEAVES
    (phone,) = page.phones.phones
    await asyncio.wait_for(phone.closed.wait(), 20)


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (b"\x01", voice.BAD),
        ("no json", voice.BAD),
        ('{"do":"dance"}', voice.BAD),
        ('{"do":"begin","mode":"shout","language":"ja"}', voice.BAD),
        ('{"do":"end","took_s":1e999}', voice.BAD),
        (b"\0" * (MESSAGE_BYTES + 2), 1009),
    ],
)
async def test_a_bad_frame_ends_the_connection(page: Page, frame: bytes | str, code: int) -> None:
    """Half a sample, no JSON, an unknown verb, too long a message."""
    async with page.speak() as socket:
        await socket.send(BEGIN)
        await told(socket)
        await socket.send(frame)
        assert await closed(socket) == code
    await asyncio.wait_for(page.phones.phones[0].closed.wait(), 20)


async def test_a_browser_that_is_gone_in_the_middle_is_let_go(page: Page) -> None:
    """The line breaks while somebody speaks: the phone is closed, and its place is free."""
    socket = await page.speak()
    await socket.send(BEGIN)
    await told(socket)
    socket.transport.abort()
    await asyncio.wait_for(page.phones.phones[0].closed.wait(), 20)


async def test_a_browser_that_sends_no_sound_is_released(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It hangs with its button pressed: others are to be heard."""
    monkeypatch.setattr(voice, "GONE_S", 0.05)
    async with page.speak() as socket:
        await socket.send(BEGIN)
        await told(socket)
        await until(lambda: page.phones.phones[0].released == [None])
        monkeypatch.setattr(voice, "IDLE_S", 0.05)
        await socket.send('{"do":"played"}')
        assert await closed(socket) == voice.LEAVES


async def test_a_browser_that_waits_for_its_answer_is_not_let_go(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The press ends with the sentence; the answer, and the voice that loads for it, may take
    longer than the patience with a press that brings no sound."""
    monkeypatch.setattr(voice, "GONE_S", 0.1)
    async with page.speak() as socket:
        await socket.send(BEGIN)
        await told(socket)
        phone = page.phones.phones[0]
        phone.is_heard = False
        await asyncio.sleep(0.3)
        await phone.tell(AnswerTold("It is on.", "Koto", EventId(7)))
        assert (await told(socket))["kind"] == "answer"


async def test_so_many_browsers_and_no_more(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next one is told to try again later; one that leaves makes room."""
    monkeypatch.setattr(voice, "SOCKETS_MAX", 1)
    async with page.speak() as first:
        await first.send(BEGIN)
        await told(first)
        async with page.speak() as second:
            assert await closed(second) == voice.TOO_MANY
    await asyncio.wait_for(page.phones.phones[0].closed.wait(), 20)
    async with page.speak() as third:
        await third.send(BEGIN)
        assert (await told(third))["state"] == "listening"


async def test_a_room_that_is_gone_is_left_out(page: Page) -> None:
    """The screen was told of a room that the home has no more: the voice is heard all the same."""
    async with page.speak() as socket:
        await socket.send(BEGIN.replace("kitchen", "cellar"))
        await told(socket)
        assert page.phones.phones[0].presses[0].place == ""


async def test_the_page_goes_down_with_sockets_open(home: Household) -> None:
    """A restart does not wait for a phone."""
    phones = home.phones
    started: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(serve(home.parts(), Address(port=0), started=started.set_result))
    page = Page(home, Keys(home.state_dir), phones, await started)
    async with page.speak() as socket:
        await socket.send(BEGIN)
        await told(socket)
        task.cancel()
        async with asyncio.timeout(60):
            await asyncio.gather(task, return_exceptions=True)
        assert phones.phones[0].closed.is_set()
        assert await closed(socket) in (1001, 1012)


async def test_a_voice_can_be_tried(home: Household) -> None:
    """Issue 13, 8: a WAV file; no such voice and an engine that is down are told apart."""
    async with client_of(home) as client:
        reply = await client.get("/api/voice/sample?language=ja&voice=takumi")
        assert (reply.status_code, reply.headers["content-type"]) == (200, "audio/wav")
        with wave.open(io.BytesIO(reply.content)) as file:
            assert (file.getframerate(), file.getnframes()) == (48_000, 200)
        for asked, status in (
            ("language=ja&voice=joe", 404),
            ("language=en&voice=joe", 503),
            ("language=fr&voice=joe", 422),
            ("language=ja&voice=", 422),
        ):
            assert (await client.get(f"/api/voice/sample?{asked}")).status_code == status, asked


@pytest.mark.parametrize("language", ["ja", "en"])
async def test_voices_and_wake_words_show_the_line_to_put(home: Household, language: str) -> None:
    async with client_of(home) as client:
        page = (await client.get(f"/voice?lang={language}")).text
        assert "ja: {voice: {name: takumi}}" in page
        assert "ja: {voice: {name: mei}}" not in page
        assert "wake: {engine: pymicro_wakeword, settings: {words: [alexa]}}" in page
        assert "config/personas/koto.yaml" in page


async def test_what_was_misheard_is_said_anew_and_both_are_kept(home: Household) -> None:
    """Issue 13, 8: the correction names the sentence; nobody corrects what is none."""
    misheard = await home.journal.heard(
        Said(
            "だいどころの電気を消して",
            "phone",
            language=Language.JA,
            confidence=0.62,
            ended_by="button",
        ),
        TrustLabel.HOUSEHOLD,
    )
    async with client_of(home) as client:
        page = (await client.get("/talk?lang=en")).text
        assert "Confidence 62% · Japanese · ended by the button" in page
        assert f'data-corrects="{misheard.id}"' in page
        for wrong in (misheard.id + 50, 0, -1):
            reply = await client.post("/api/say", json={"text": "x", "corrects": wrong})
            assert reply.status_code == 422
        asked = {"text": "台所の電気をつけて", "corrects": misheard.id}
        reply = await client.post("/api/say", json=asked)
        assert reply.status_code == 202
        event = await home.store.record.event(EventId(reply.json()["event_id"]))
        assert event is not None
        assert (event.evidence_event_ids, event.channel) == ((misheard.id,), "web")
        assert (await home.store.record.event(misheard.id)) == misheard
        page = (await client.get("/talk?lang=en")).text
        assert f'<a href="/log/{misheard.id}">Says anew what was misheard</a>' in page
