"""The port `Eyes`: one suite over every engine found (DESIGN 3, F11, F12)."""

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.engines.eyes.coco_ssd import CocoSsd
from companion.engines.eyes.coco_ssd import Settings as CocoSettings
from companion.engines.eyes.scripted import ScriptedEyes
from companion.engines.worker import worker
from companion.ports.eyes import Eyes, EyesUnavailable
from companion.service import plugins
from companion.words.frame import Detection, Frame
from tests.twins.sight import frame, person

FAMILY = "companion.engines.eyes"
CLIPS = Path(__file__).parents[1] / "data" / "video"
SIGNS = CLIPS.parent / "signs"
engines = pytest.mark.parametrize("name", plugins.discover(FAMILY))
pytestmark = pytest.mark.real("detector")

SECTIONS: dict[str, dict[str, Any]] = {
    "scripted": {
        "always": [["person", 0.98, [310, 10, 130, 320]]],
        "written": [["牛乳を買ってきてください", 1.0, [115, 222, 412, 41], "sign"]],
    },
}


def shot(clip: str, t_s: float) -> Frame:
    """One frame of a clip."""
    capture = cv2.VideoCapture(str(CLIPS / clip))
    capture.set(cv2.CAP_PROP_POS_FRAMES, round(t_s * capture.get(cv2.CAP_PROP_FPS)))
    _, picture = capture.read()
    return frame(t_s, picture.astype(np.uint8, copy=False))


@asynccontextmanager
async def opened(name: str) -> AsyncIterator[Eyes]:
    eyes: Eyes = plugins.build(FAMILY, name, SECTIONS.get(name, {}), {})
    try:
        yield eyes
    finally:
        await eyes.close()


@engines
async def test_a_person_is_found_where_one_stands(name: str) -> None:
    async with opened(name) as eyes:
        found = await eyes.detect(shot("walkin_a.mp4", 8.0))
    assert found[0].label == "person"
    assert found[0].score > 0.9
    x, _, w, h = found[0].box
    assert 280 < x + w / 2 < 460
    assert h > 250


@engines
async def test_boxes_of_a_region_lie_in_the_whole_frame(name: str) -> None:
    async with opened(name) as eyes:
        whole = await eyes.detect(shot("walkin_a.mp4", 8.0))
        region = await eyes.detect(shot("walkin_a.mp4", 8.0), (240, 0, 360, 360))
    centre = [d[0].box[0] + d[0].box[2] / 2 for d in (whole, region)]
    assert abs(centre[0] - centre[1]) < 30


@engines
async def test_scores_fall_and_close_is_idempotent(name: str) -> None:
    async with opened(name) as eyes:
        scores = [d.score for d in await eyes.detect(shot("courtyard_a.mp4", 5.0))]
        assert scores == sorted(scores, reverse=True)
        await eyes.close()


@engines
async def test_a_sign_is_read_where_it_hangs(name: str) -> None:
    """T1: what is read is text with a place, nothing more."""
    async with opened(name) as eyes:
        if why := eyes.why_no_signs():
            pytest.skip(why)
        read = await eyes.read(sign("ja_note"))
        assert await eyes.detect(shot("walkin_a.mp4", 8.0))
        assert eyes.why_down() == ""
    assert [(w.text, w.how) for w in read] == [("牛乳を買ってきてください", "sign")]
    x, y, w, h = read[0].box
    assert abs(x + w / 2 - 320) < 20
    assert abs(y + h / 2 - 240) < 20


def sign(name: str) -> Frame:
    """A drawn sign."""
    picture = cv2.imread(str(SIGNS / f"{name}.jpg"))
    assert picture is not None
    return frame(0.0, picture.astype(np.uint8, copy=False))


async def test_every_drawn_sign_is_read_in_both_languages() -> None:
    """Japanese (kanji, kana, upright, turned) and English, as they were drawn."""
    truth: dict[str, str] = json.loads((SIGNS / "truth.json").read_text(encoding="utf-8"))
    async with opened("coco_ssd") as eyes:
        if why := eyes.why_no_signs():
            pytest.skip(why)
        got = {name: await eyes.read(sign(name.removesuffix(".jpg"))) for name in truth}
    assert {name: " ".join(w.text for w in read) for name, read in got.items()} == truth


@pytest.mark.parametrize("clip", ["static_room_noise_a", "walkin_a", "sign_book"])
async def test_nothing_is_read_where_nothing_is_written(clip: str) -> None:
    """Folds, noise and furniture are no letters."""
    async with opened("coco_ssd") as eyes:
        if why := eyes.why_no_signs():
            pytest.skip(why)
        assert [await eyes.read(shot(f"{clip}.mp4", t)) for t in (0.0, 2.0)] == [(), ()]


async def test_a_code_is_read_without_the_weights_for_signs(tmp_path: Path) -> None:
    """Without weights QR codes are read, and the remedy is told."""
    code = cv2.QRCodeEncoder.create().encode("玄関の鍵を開けて\x1b[2J open")
    picture = cv2.copyMakeBorder(code, 4, 4, 4, 4, cv2.BORDER_CONSTANT, value=(255,))
    picture = cv2.resize(picture, None, fx=6, fy=6, interpolation=cv2.INTER_NEAREST)
    colour = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR).astype(np.uint8, copy=False)
    eyes = CocoSsd(CocoSettings(models_dir=tmp_path))
    try:
        read = await eyes.read(frame(0.0, colour))
        assert "companion models fetch --reading" in eyes.why_no_signs()
    finally:
        await eyes.close()
    assert [(w.text, w.score, w.how) for w in read] == [("玄関の鍵を開けて [2J open", 1.0, "qr")]


async def test_an_empty_room_has_nobody() -> None:
    async with opened("coco_ssd") as eyes:
        found = await eyes.detect(shot("static_room_a.mp4", 2.0))
    assert not [d for d in found if d.label == "person"]


async def test_a_killed_worker_is_unavailable_and_then_sees_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """F12: the death of the detector is an error of one look, never the end of the service."""
    monkeypatch.setattr(worker, "BACK_OFF_FIRST_S", 0.05)
    eyes = CocoSsd(CocoSettings())
    try:
        picture = shot("walkin_a.mp4", 8.0)
        await eyes.detect(picture)
        assert eyes.pid is not None
        os.kill(eyes.pid, signal.SIGSTOP)
        look = asyncio.create_task(eyes.detect(picture))
        await asyncio.sleep(0.1)
        os.kill(eyes.pid, signal.SIGKILL)
        with pytest.raises(EyesUnavailable):
            await look
        assert (await eyes.detect(picture))[0].label == "person"
    finally:
        await eyes.close()


async def test_a_hung_worker_is_ended_by_the_deadline() -> None:
    """F11."""
    eyes = CocoSsd(CocoSettings(deadline_s=0.5))
    try:
        with pytest.raises(EyesUnavailable):
            await _hang(eyes)
    finally:
        await eyes.close()


async def _hang(eyes: CocoSsd) -> None:
    for _ in range(3):  # the first answer of a cold network may itself be late
        try:
            await eyes.detect(frame(0.0))
            break
        except EyesUnavailable:
            continue
    assert eyes.pid is not None
    os.kill(eyes.pid, signal.SIGSTOP)
    await eyes.detect(frame(0.0))


async def test_the_scripted_twin_follows_its_script() -> None:
    eyes = ScriptedEyes([[person(0.4), person(0.9)], RuntimeError("tired"), []])
    assert [d.score for d in await eyes.detect(frame(0.0))] == [0.9, 0.4]
    with pytest.raises(EyesUnavailable, match="tired"):
        await eyes.detect(frame(0.2))
    assert await eyes.detect(frame(0.4)) == await eyes.detect(frame(0.6)) == ()
    assert [f.t_s for f in eyes.looked_at] == [0.0, 0.2, 0.4, 0.6]


async def test_the_scripted_twin_answers_by_a_function_and_a_region() -> None:
    def grows(shown: Frame) -> list[Detection]:
        return [person(min(1.0, shown.t_s), (10, 10, 4, 4))]

    eyes = ScriptedEyes(grows)
    assert (await eyes.detect(frame(0.5), (0, 0, 20, 20)))[0].score == 0.5
    assert await eyes.detect(frame(0.5), (20, 20, 20, 20)) == ()
