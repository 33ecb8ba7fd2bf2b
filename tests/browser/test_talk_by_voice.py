"""A phone is its microphone: real Chromium whose microphone plays a file (issue 13, 7; P-007).

Speech to text hears what the test wrote.
"""

import math
import re
import wave
from array import array
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, async_playwright, expect

from companion.app import Companion
from companion.service.settings import Engine
from companion.service.supervision import until
from companion.voice import enrolled_voices
from companion.web.texts import TEXT
from companion.words.event import Event, EventSource
from companion.words.language import Language
from tests.browser.conftest import CHROMIUM, FLAGS, SIZES
from tests.story.whole_house import SCENARIOS, awake, settings_for

pytestmark = [
    pytest.mark.real("browser", "broker"),
    pytest.mark.timeout(180),
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"),
]
RATE_HZ, SPOKEN_S, QUIET_S = 48_000, 1.2, 3.0
BOTH = [("ja", "台所の明かりをつけて", "台所"), ("en", "turn on the kitchen light", "kitchen")]


def tone_file(folder: Path, *, spoken_s: float = SPOKEN_S, level: int = 12_000) -> Path:
    """A tone and a silence, again and again: the microphone of the browser."""
    tone = (
        round(level * math.sin(2 * math.pi * 220 * n / RATE_HZ))
        for n in range(round(spoken_s * RATE_HZ))
    )
    path = folder / "microphone.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE_HZ)
        file.writeframes(array("h", tone).tobytes() + bytes(2 * round(QUIET_S * RATE_HZ)))
    return path


@asynccontextmanager
async def phone(
    clip: Path, language: str, *, scheme: str = "light", allowed: bool = True
) -> AsyncIterator[Page]:
    """A phone whose microphone plays the clip."""
    flags = ["--use-fake-device-for-media-stream", f"--use-file-for-fake-audio-capture={clip}"]
    if allowed:
        flags.append("--use-fake-ui-for-media-stream")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=[*FLAGS, *flags, "--autoplay-policy=no-user-gesture-required"],
        )
        width, height = SIZES["phone"]
        context = await browser.new_context(
            viewport={"width": width, "height": height},
            locale={"ja": "ja-JP", "en": "en-US"}[language],
            color_scheme="dark" if scheme == "dark" else "light",
            permissions=["microphone"] if allowed else [],
            has_touch=True,
        )
        page = await context.new_page()
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        yield page
        await browser.close()
        assert complaints == []


def settings_of(folder: Path, *lines: str) -> Any:
    """The doll's house with nothing attached: no microphone, a simulated speaker."""
    settings = settings_for(str(SCENARIOS / "nobody.yaml"), folder, speed=1.0)
    tone = Engine(engine="scripted")
    return settings.model_copy(
        update={
            "wake": tone,
            "vad": tone,
            "turn": tone,
            "ears": Engine.model_validate(
                {"engine": "scripted", "settings": {"lines": list(lines)}}
            ),
            "voice": settings.voice.model_copy(
                update={"ja": tone, "en": tone, "last_resort": tone}
            ),
            "web": settings.web.model_copy(update={"port": 0}),
        }
    )


async def base_of(house: Companion) -> str:
    """The address that the page listens on."""
    return (await house.page.server.address).rstrip("/")


async def events(house: Companion, source: EventSource) -> list[Event]:
    return list(await house.storage.record.recent(limit=20, sources=(source,)))


def word(key: str, language: str) -> str:
    return TEXT[f"voice.word.{key}"].get(Language(language))


_IN_ORDER = """
window.inOrder = [];
const load = AudioWorklet.prototype.addModule, open = MediaDevices.prototype.getUserMedia;
AudioWorklet.prototype.addModule = async function (...given) {
  await load.apply(this, given);
  window.inOrder.push("loaded");
};
MediaDevices.prototype.getUserMedia = function (...given) {
  window.inOrder.push("opened");
  return open.apply(this, given);
};
"""


async def test_the_microphone_opens_when_its_sound_can_be_taken(tmp_path: Path) -> None:
    """What is said while the page still loads its recorder would be lost: of "turn on the light" a
    busy machine heard "the light"."""
    async with (
        awake(settings_of(tmp_path, BOTH[1][1])) as house,
        phone(tone_file(tmp_path), "en") as page,
    ):
        await page.add_init_script(_IN_ORDER)
        await page.goto(f"{await base_of(house)}/talk")
        await page.locator("[data-mic]").tap()
        await expect(page.locator("[data-voice]")).not_to_have_attribute("data-state", "idle")
        assert await page.evaluate("inOrder") == ["loaded", "opened"]


@pytest.mark.parametrize(("language", "text", "answer"), BOTH)
async def test_p_007_a_phone_is_microphone_and_loudspeaker(
    tmp_path: Path, language: str, text: str, answer: str
) -> None:
    """Tap, speak: the light is on, the answer is in the conversation and sounds in the browser."""
    async with (
        awake(settings_of(tmp_path, text)) as house,
        phone(tone_file(tmp_path), language) as page,
    ):
        home = house.foundations.dollhouse
        assert home is not None
        await home.clock.start()
        await page.goto(f"{await base_of(house)}/talk")
        card, button = page.locator("[data-voice]"), page.locator("[data-mic]")
        await expect(page.locator("[data-voice-state]")).to_have_text(word("idle", language))
        await button.tap()
        await until(lambda: home.device("light.kitchen").value() == "on")
        await expect(page.locator(".turns .theirs .bubble").last).to_contain_text(answer)
        await expect(card).to_have_attribute("data-state", "idle", timeout=30_000)
        sounded = float(await card.get_attribute("data-sounded") or 0)
        assert sounded > 0.3
        (said,) = await events(house, EventSource.USER_INPUT)
        (reply,) = await events(house, EventSource.CONVERSATION_REPLY)
        assert (said.channel, said.user_text, said.payload["ended_by"]) == (
            "phone",
            text,
            "meaning",
        )
        assert await card.get_attribute("data-answered") == str(reply.id)


async def test_held_corrected_and_silent(tmp_path: Path) -> None:
    """Hold and release; a misheard sentence is said anew beside it; with the sound switched off the
    answer comes as text. All by keyboard or touch, the card says its state."""
    heard = "台所の明かりをつけて"
    async with (
        awake(settings_of(tmp_path, heard)) as house,
        phone(tone_file(tmp_path), "ja", scheme="dark") as page,
    ):
        home = house.foundations.dollhouse
        assert home is not None
        await home.clock.start()
        await page.goto(f"{await base_of(house)}/talk")
        card, button = page.locator("[data-voice]"), page.locator("[data-mic]")
        await page.locator("[data-voice-sound]").tap()
        await expect(page.locator("[data-voice-sound]")).to_have_attribute("aria-checked", "false")
        box = await button.bounding_box()
        assert box is not None
        await page.mouse.move(box["x"] + 20, box["y"] + 20)
        await page.mouse.down()
        await expect(card).to_have_attribute("data-state", "hearing", timeout=30_000)
        await expect(button).to_have_attribute("aria-pressed", "true")
        await page.mouse.up()
        await until(lambda: home.device("light.kitchen").value() == "on")
        await expect(card).to_have_attribute("data-state", "idle", timeout=30_000)
        assert await card.get_attribute("data-sounded") is None
        (said,) = await events(house, EventSource.USER_INPUT)
        assert said.payload["ended_by"] == "button"
        await page.locator(".correct summary").tap()
        field = page.locator(".correct input")
        await expect(field).to_have_value(heard)
        await field.fill("台所の明かりを消して")
        await field.press("Enter")
        await until(lambda: home.device("light.kitchen").value() == "off")
        mended, first = await events(house, EventSource.USER_INPUT)
        assert (first.id, mended.evidence_event_ids) == (said.id, (said.id,))
        await expect(page.locator(f'.turns a[href="/log/{said.id}"]').last).to_be_visible()


@pytest.mark.parametrize("language", ["ja", "en"])
async def test_the_microphone_is_tested_and_nothing_is_kept(tmp_path: Path, language: str) -> None:
    """Five seconds, played back, with what was understood; by keyboard alone."""
    async with (
        awake(settings_of(tmp_path, "止まれ")) as house,
        phone(tone_file(tmp_path), language) as page,
    ):
        await page.goto(f"{await base_of(house)}/voice")
        before = await house.storage.record.recent(limit=1)
        await page.locator("[data-test]").press("Enter")
        result = page.locator("[data-test-result]")
        await expect(result).to_contain_text("止まれ", timeout=30_000)
        await expect(result).to_have_attribute("data-faults", "")
        await expect(result).to_contain_text(word("fault_none", language))
        await page.locator("[data-test-play]").press("Enter")
        sounded = float(await page.locator("[data-voice]").get_attribute("data-sounded") or 0)
        assert sounded == pytest.approx(5, abs=1.5)
        assert await events(house, EventSource.USER_INPUT) == []
        assert await events(house, EventSource.INTERRUPT) == []
        assert before


@pytest.mark.parametrize("language", ["ja", "en"])
async def test_a_voice_is_enrolled_tried_and_forgotten(
    tmp_path: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue 13, point 4: a reading at the phone, the list, the microphone test, and away again. The
    network is a twin, and less speech is enough, so that the test need not read for a minute."""
    monkeypatch.setattr(enrolled_voices, "LEAST_SPEECH_S", 2.0)
    settings = settings_of(tmp_path, "止まれ")
    twin = Engine.model_validate({"engine": "scripted", "settings": {"speech_s": 3.0}})
    async with (
        awake(settings.model_copy(update={"speaker_id": twin})) as house,
        phone(tone_file(tmp_path, spoken_s=4.0), language) as page,
    ):
        voices = house.outside.voice.hearing.who_speaks.voices
        await page.goto(f"{await base_of(house)}/voice")
        known = page.locator("[data-live='known-voices']")
        await expect(known).to_contain_text(TEXT["voice.known.none"].get(Language(language)))
        await page.locator("#enrol input").fill("ミカ")
        await page.locator("#enrol input").press("Enter")
        await expect(page.locator(".reading li").first).to_be_visible(timeout=30_000)
        bar = page.locator("[data-enrol-reads] progress")
        await expect(bar).to_have_attribute(
            "value", re.compile("^([4-9]|[1-9][0-9])"), timeout=60_000
        )
        await page.locator("[data-enrol-end]").tap()
        result = page.locator("[data-enrol-result]")
        await expect(result).to_contain_text("ミカ", timeout=30_000)
        await expect(page.locator("[data-enrol-reads]")).to_be_hidden()
        await expect(known).to_contain_text("ミカ", timeout=30_000)
        assert [one.name for one in voices.all()] == ["ミカ"]
        await page.locator("[data-test]").tap()
        tried = page.locator("[data-test-result]")
        await expect(tried).to_contain_text(f"{word('voice_known', language)} ミカ", timeout=30_000)
        await known.locator("summary").tap()
        await known.locator("button.danger").tap()
        await expect(known).not_to_contain_text("ミカ", timeout=30_000)
        assert voices.all() == ()
        assert await events(house, EventSource.USER_INPUT) == []


async def test_a_browser_that_gives_no_microphone_says_why(tmp_path: Path) -> None:
    """Refused by its owner, or withheld because the page came over plain HTTP: with the remedy."""
    async with (
        awake(settings_of(tmp_path, "")) as house,
        phone(tone_file(tmp_path), "en", allowed=False) as page,
    ):
        base = await base_of(house)
        await page.goto(f"{base}/talk")
        await page.locator("[data-mic]").tap()
        note = page.locator("[data-voice-note]")
        await expect(note).to_have_text(word("refused", "en"), timeout=30_000)
        await page.add_init_script(
            "Object.defineProperty(window, 'isSecureContext', {value: false})"
        )
        await page.goto(f"{base}/talk")
        await expect(note).to_have_text(word("insecure", "en"))
        await expect(page.locator("[data-mic]")).to_be_disabled()
