"""Ears on servers of the home: what they send, and servers that misbehave (F10, F11, F12; issue 13,
point 1)."""

import asyncio

import pytest

from companion.engines.ears import openai_http, wyoming
from companion.engines.speech_server import address
from companion.engines.speech_server.address import is_of_a_home
from companion.ports.listening import ListeningUnavailable
from companion.words.audio import AudioClip
from companion.words.language import Language
from tests.twins import speech_servers as servers

CLIP = AudioClip(b"\1\0" * 16_000)


def ears_of(twin: servers.WyomingTwin, **own: object) -> wyoming.WyomingEars:
    return wyoming.build(wyoming.Settings.model_validate({"port": twin.port, **own}))


def http_ears(twin: servers.HttpTwin, **own: object) -> openai_http.OpenAiHttpEars:
    return openai_http.build(openai_http.Settings.model_validate({"url": twin.url, **own}))


async def test_wyoming_is_sent_the_whole_clip_and_the_language() -> None:
    async with servers.wyoming(servers.WyomingTwin(["電気をつけて"])) as twin:
        heard = await ears_of(twin, model="base").recognise(CLIP, language=Language.JA)
        assert (heard.text, heard.language, heard.rejected) == ("電気をつけて", Language.JA, "")
        assert twin.heard_bytes == len(CLIP.pcm)
        assert (twin.wanted().name, twin.wanted().language) == ("base", "ja")


@pytest.mark.parametrize(
    ("line", "tag", "rejected"),
    [
        (" ", None, "no_speech"),
        ("ご視聴ありがとうございました。" * 8, None, "repeats_itself"),
        ("Guten Tag", "de", "other_language"),
        ("hello", "en-GB", ""),
    ],
)
async def test_what_wyoming_tells_is_guarded(line: str, tag: str | None, rejected: str) -> None:
    async with servers.wyoming(servers.WyomingTwin([line], language=tag)) as twin:
        assert (await ears_of(twin).recognise(CLIP, language=None)).rejected == rejected


@pytest.mark.parametrize("fault", ["silent", "garbage", "endless", "hangs_up"])
async def test_a_wyoming_server_that_misbehaves_is_an_error_of_the_port(fault: str) -> None:
    async with servers.wyoming(servers.WyomingTwin(["stop"], fault=fault)) as twin:
        ears = ears_of(twin, deadline_s=1.0 if fault == "silent" else 20.0)
        with pytest.raises(ListeningUnavailable):
            await ears.recognise(CLIP, language=None)
        assert "ears.settings" in ears.why_down()
        twin.fault = ""
        later = ears_of(twin)
        assert (await later.recognise(CLIP, language=None)).text == "stop"


async def test_a_wyoming_server_without_ears_is_told() -> None:
    async with servers.wyoming(servers.WyomingTwin(fault="deaf")) as twin:
        with pytest.raises(ListeningUnavailable, match="no speech to text"):
            await ears_of(twin).warm()


async def test_http_is_sent_a_wav_with_language_and_names() -> None:
    async with servers.http(servers.HttpTwin(["turn on the fan"])) as twin:
        ears = http_ears(twin)
        heard = await ears.recognise(CLIP, language=Language.EN, vocabulary="fan, desk lamp")
        await ears.close()
        assert (heard.text, heard.language) == ("turn on the fan", Language.EN)
        assert heard.confidence == pytest.approx(0.819)
        (form,) = twin.forms
        for part in (b"RIFF", b"verbose_json", b"fan, desk lamp", b"whisper-1", CLIP.pcm):
            assert part in form


async def test_what_http_tells_is_guarded() -> None:
    """The server's own figures tell invented text; without them the text alone is looked at."""
    async with servers.http(servers.HttpTwin(["Thank you.", "Thank you."])) as twin:
        ears = http_ears(twin)
        assert (await ears.recognise(CLIP, language=None)).rejected == "no_speech"
        twin.plain = True
        plain = await ears.recognise(CLIP, language=None)
        assert (plain.rejected, plain.confidence) == ("", None)
        await ears.close()


@pytest.mark.parametrize("fault", ["silent", "garbage", "fails", "elsewhere", "endless"])
async def test_an_http_server_that_misbehaves_is_an_error_of_the_port(fault: str) -> None:
    async with servers.http(servers.HttpTwin(["stop"], fault=fault)) as twin:
        ears = http_ears(twin, deadline_s=1.0 if fault == "silent" else 20.0)
        with pytest.raises(ListeningUnavailable):
            await ears.recognise(CLIP, language=None)
        assert ears.why_down()
        await ears.close()


async def test_what_is_heard_stays_in_the_home_unless_the_owner_says_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """P-007: no cloud; nobody is even connected to."""

    async def no_connection(*_: object) -> None:
        raise AssertionError("it connected")

    monkeypatch.setattr(asyncio, "open_connection", no_connection)
    for ears in (
        wyoming.build(wyoming.Settings(host="8.8.8.8")),
        openai_http.build(openai_http.Settings(url="https://8.8.8.8/v1")),
    ):
        with pytest.raises(ListeningUnavailable, match="beyond_home"):
            await ears.recognise(CLIP, language=None)
    allowed = address.Where(beyond_home=True)
    assert await allowed.address("8.8.8.8") == "8.8.8.8"


@pytest.mark.parametrize(
    ("one", "near"),
    [
        ("127.0.0.1", True),
        ("192.168.1.20", True),
        ("10.0.0.1", True),
        ("fe80::1%eth0", True),
        ("fd00::5", True),
        ("::ffff:8.8.8.8", False),
        ("2001:4860:4860::8888", False),
        ("100.64.0.1", False),
    ],
)
def test_addresses_of_a_home(one: str, near: bool) -> None:
    assert is_of_a_home(one) is near


async def test_a_server_that_is_away_is_told() -> None:
    async with servers.wyoming(servers.WyomingTwin()) as twin:
        ears = ears_of(twin)
    with pytest.raises(ListeningUnavailable, match=str(twin.port)):
        await ears.warm()
