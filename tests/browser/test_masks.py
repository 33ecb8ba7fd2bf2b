"""A television or picture is drawn around on the page (issue 11, A6)."""

from collections.abc import Callable
from datetime import UTC

import pytest
from playwright.async_api import Locator, expect

from companion.engines.vision.likeness import Likeness
from companion.engines.vision.motion_gate import MotionGate
from companion.rooms.perception.sight import Sight
from companion.service.clock import SystemClock
from companion.words.observation import Certainty, Observation
from tests.browser.conftest import Screen
from tests.proof.bench.footage import FPS, shot
from tests.proof.bench.seeing import Film, NearEyes
from tests.twins.scenes import film

pytestmark = [
    pytest.mark.real("browser"),
    pytest.mark.real("clips"),
    pytest.mark.real("detector"),
    pytest.mark.timeout(120),
]

LIGHT = """(canvas, [x, y]) => {
  const at = [x * canvas.width, y * canvas.height];
  const [r, g, b] = canvas.getContext("2d").getImageData(...at, 1, 1).data;
  return r + g + b;
}"""


class Hall(Film):
    """Port `Camera`: a woman stands in the hall, seconds 7 to 22 of a clip."""

    name = place = "hall"


class Watched:
    """What the page's camera sees, looked at step by step."""

    def __init__(self, screen: Screen) -> None:
        self.told: list[Observation] = []
        woman = film("walkin_b.mp4")[35:110]
        self._sight = Sight(
            [Hall([shot(picture, i / FPS, i) for i, picture in enumerate(woman)])],
            NearEyes(),
            gate=MotionGate,
            clock=SystemClock(UTC),
            hand_over=self._take,
            likeness=Likeness,
            masks=screen.home.masks.of,
        )
        screen.home.viewfinder.view = self._sight.view  # type: ignore[method-assign]

    async def _take(self, told: tuple[Observation, ...]) -> None:
        self.told += [one for one in told if one.subject == "person"]

    async def until(self, holds: Callable[[Observation], bool]) -> Observation:
        """Look until a fact about people is so. Raises `CameraEnded` when it never is."""
        self.told.clear()
        while True:
            await self._sight.look("hall")
            facts = [one for one in self.told if one.certainty is Certainty.FACT]
            if facts and holds(facts[-1]):
                return facts[-1]


async def _drawn(canvas: Locator, box: tuple[float, float, float, float]) -> None:
    """A rectangle over the picture, in shares of it, with a turn on the way."""
    place = await canvas.bounding_box()
    assert place is not None
    x, y, w, h = box

    def at(across: float, down: float) -> tuple[float, float]:
        assert place is not None
        return place["x"] + across * place["width"], place["y"] + down * place["height"]

    mouse = canvas.page.mouse
    await mouse.move(*at(x, y))
    await mouse.down()
    await mouse.move(*at(0.02, 0.98), steps=3)
    await mouse.move(*at(x + w, y + h), steps=3)
    assert await canvas.evaluate(LIGHT, [x - 0.05, 0.5]) > 150, "left dark by the turn"
    await mouse.up()


@pytest.mark.parametrize(
    ("language", "size"), [("ja", "phone"), ("en", "desk")], indirect=True, ids=["ja", "en"]
)
async def test_whoever_is_drawn_around_is_no_person_any_more(
    screen: Screen, language: str, size: str
) -> None:
    """Drawn, kept over a reload, obeyed by what is looked at next, and taken away again."""
    watched = Watched(screen)
    seen = await watched.until(lambda fact: fact.value == "present")
    assert seen.box is not None
    await screen.open("/")
    figure = screen.page.locator("[data-camera=hall]")
    canvas = figure.locator("canvas")
    person = "人" if language == "ja" else "person"
    await expect(figure.locator(".found")).to_contain_text(f"{person} ")
    await figure.locator("[data-mask]").click()
    await expect(figure.locator("[data-mask-how]")).to_be_visible()
    await canvas.evaluate("(it) => it.scrollIntoView({ block: 'center' })")  # not under a question
    shape = await canvas.evaluate("(it) => it.clientWidth / it.clientHeight")
    assert shape == pytest.approx(640 / 360, abs=0.02), "the picture is stretched"
    x, y, w, h = seen.box
    box = (x / 640 - 0.02, 0.01, w / 640 + 0.04, min(0.98, (y + h) / 360))
    await _drawn(canvas, box)
    await expect(figure.locator("[data-unmask]")).to_be_visible()
    await screen.open("/")
    await expect(figure.locator("[data-unmask]")).to_be_visible()
    (mask,) = screen.home.masks.of("hall")
    assert (mask.x, mask.y, mask.width, mask.height) == pytest.approx(box, abs=0.02)
    gone = await watched.until(lambda fact: fact.value == "absent")
    assert gone.count == 0
    words = "写真や画面の人" if language == "ja" else "picture"
    await expect(figure.locator(".found")).to_contain_text(words)
    await figure.locator("[data-unmask]").click()
    await expect(figure.locator("[data-unmask]")).to_be_hidden()
    await watched.until(lambda fact: fact.value == "present")
