"""The port `TurnModel`: one suite over every engine found (P-007, F12)."""

import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from companion.engines.listening.turn_weights import SMART_TURN
from companion.engines.turn.scripted import ScriptedTurnModel
from companion.engines.turn.smart_turn import Settings, SmartTurn
from companion.engines.weights import MODELS_DIR
from companion.ports.listening import ListeningUnavailable, TurnModel
from companion.service import plugins
from companion.words.audio import AudioClip
from tests.twins.recordings import joined, silence, sound

FAMILY = "companion.engines.turn"
engines = pytest.mark.parametrize("name", plugins.discover(FAMILY))
pytestmark = pytest.mark.real("turn model")
PATIENT = {"deadline_s": 110}
SCRIPTS = {"smart_turn": PATIENT}


@pytest.fixture(scope="module", autouse=True)
def weights() -> None:
    """The suite needs the real weights: `make setup-test` brings them."""
    if not SMART_TURN.paths(MODELS_DIR):
        pytest.skip("no turn model: `companion models fetch --turn`")


@asynccontextmanager
async def opened(name: str) -> AsyncIterator[TurnModel]:
    model: TurnModel = plugins.build(FAMILY, name, SCRIPTS.get(name, {}), {})
    try:
        yield model
    finally:
        await model.close()
        await model.close()


@engines
async def test_it_gives_a_probability_for_any_length_of_sound(name: str) -> None:
    """Also for nothing, silence, and more than it can look at."""
    spoken = sound("home-turn-on-kitchen-lights.wav")
    async with opened(name) as model:
        for clip in (AudioClip(b""), silence(0.1), spoken, joined(*[spoken] * 5)):
            assert 0 <= await model.finished(clip) <= 1


@engines
async def test_a_whole_sentence_is_finished(name: str) -> None:
    async with opened(name) as model:
        for file in ("home-turn-on-kitchen-lights.wav", "quiet-set_timer.wav"):
            assert await model.finished(joined(sound(file), silence(0.2))) > 0.5


async def test_it_looks_at_the_end_of_the_sound_alone() -> None:
    spoken = sound("home-turn-on-kitchen-lights.wav")
    async with opened("smart_turn") as model:
        eight = joined(silence(8.0), spoken)
        last = AudioClip(eight.pcm[-8 * 16_000 * 2 :])
        assert await model.finished(eight) == pytest.approx(await model.finished(last))


async def test_a_worker_that_died_comes_back() -> None:
    model = SmartTurn(Settings(deadline_s=110))
    try:
        clip = sound("quiet-set_timer.wav")
        first = await model.finished(clip)
        assert model.pid is not None
        os.kill(model.pid, signal.SIGKILL)
        again = None
        while again is None:
            try:
                again = await model.finished(clip)
            except ListeningUnavailable:
                continue
        assert again == pytest.approx(first)
    finally:
        await model.close()


async def test_without_its_file_the_remedy_is_told(tmp_path: Path) -> None:
    model = SmartTurn(Settings(models_dir=tmp_path))
    with pytest.raises(ListeningUnavailable, match="companion models fetch --turn"):
        await model.finished(silence(1.0))


async def test_the_twin_answers_from_its_script() -> None:
    twin = ScriptedTurnModel([0.2, 0.9])
    assert [await twin.finished(silence(1.0)) for _ in range(3)] == [0.2, 0.9, 0.9]
    twin.gone = "away"
    with pytest.raises(ListeningUnavailable, match="away"):
        await twin.finished(silence(1.0))
