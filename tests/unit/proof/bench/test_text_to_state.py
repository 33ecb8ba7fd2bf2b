"""`companion bench text_to_state`: both figures, on the real hub and on a real broker."""

import pytest

from companion.links.broker import find_mosquitto
from tests.contract.real_hub import RealHub
from tests.proof.bench import text_to_state as bench
from tests.proof.bench.figure import Effort, Figure
from tests.proof.bench.witness import Lit

WITHOUT_BROKER = pytest.mark.skipif(find_mosquitto() is None, reason="mosquitto is not installed")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "REST_S", 0.05)
    monkeypatch.setattr(bench, "WARM", 1)
    monkeypatch.setattr(bench, "AGAIN", 1)


def _is_measured(figure: Figure, count: int) -> None:
    print(figure.id, figure.value, figure.detail)
    assert len(figure.detail["ours_ms"]) == len(figure.detail["theirs_ms"]) == count
    assert figure.value > 0


@pytest.mark.real("home_assistant")
@pytest.mark.timeout(480)
@WITHOUT_BROKER
async def test_a_sentence_is_measured_beside_the_hubs_own_conversation(
    real_hub: RealHub, quick: None
) -> None:
    """Issue 4: the same lights, the same sentences, a subscriber of neither side."""
    _is_measured(await bench.beside_hub(real_hub, 3), 3)


@pytest.mark.real("mosquitto")
@WITHOUT_BROKER
async def test_a_sentence_is_measured_beside_the_least_it_can_cost(
    quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue 4: two durable rows, a bare publish and a lamp that takes its time."""
    monkeypatch.setattr(bench, "DEVICE_S", 0.005)
    figure = await bench.over_mqtt(4)
    _is_measured(figure, 4)
    assert min(figure.detail["theirs_ms"]) >= 5.0


def test_no_sentence_is_said_twice_and_there_are_enough() -> None:
    """50 distinct sentences: Home Assistant remembers those it understood."""
    count = bench.SENTENCES[Effort.LONG]
    for every in (
        [*bench._switching(bench.LIGHTS), *bench._dimming(bench.DIMMABLE)],
        bench._switching(bench.LAMPS),
    ):
        warm, asked = bench._drawn(every, count)
        assert len({said.text for said in (*warm, *asked)}) == bench.WARM + count


def test_a_light_is_set_up_so_that_there_is_something_to_do() -> None:
    """What is timed is a change, never a state that stood there already."""
    for wanted in (Lit(True), Lit(False), Lit(True, 55)):
        assert not wanted.is_so(wanted.otherwise())
        assert wanted.is_so(wanted)
    assert not Lit(True).is_so(None)
