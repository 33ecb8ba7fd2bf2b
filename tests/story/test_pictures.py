"""Pictures are no people, people are, and darkness hides nobody (issue 11, A6)."""

import asyncio
from typing import Any

import pytest

from companion.words.frame import PICTURE
from companion.words.observation import Certainty, Observation
from tests.proof.bench import seeing
from tests.proof.bench.footage import Clip
from tests.twins import scenes
from tests.twins.scenes import film, poster, seated, standing, television, windowed

pytestmark = [pytest.mark.real("clips"), pytest.mark.real("detector"), pytest.mark.slow]

WALL = (140, 20, 260, 146)
PICTURES = {
    "framed portrait": poster("portrait_man_a.mp4", WALL),
    "poster without a frame": poster("portrait_woman_a.mp4", (170, 10, 300, 170), border=0),
    "frame seen from the side": poster("sign_book.mp4", (330, 20, 200, 150), tilt=0.25),
    "television with cuts": television(["sign_again.mp4", "sign_book.mp4"], WALL),
    "television without a border": television(
        ["sign_bird.mp4", "portrait_man_a.mp4"], WALL, border=0
    ),
    "white television on a light wall, a bottle for legs": television(
        ["portrait_woman_a.mp4"], (150, 15, 320, 180), border=7, grey=235, under=scenes.table
    ),
    "bright television in a dark room": scenes.night("sign_book.mp4", WALL, 0.08),
    "somebody walks into the television's picture": television(
        ["walkin_b.mp4"], (60, 15, 340, 191)
    ),
}


@pytest.fixture(scope="module")
def eyes() -> seeing.NearEyes:
    return seeing.NearEyes()


def watched(clip: Clip, eyes: seeing.NearEyes, monkeypatch: Any) -> list[Observation]:
    told: list[Observation] = []
    monkeypatch.setattr(seeing, "_judge", lambda score, clip, seen: told.extend(seen))
    asyncio.run(seeing.watched(clip, eyes))
    return told


def right(told: list[Observation], clip: Clip) -> float:
    """Share of steps at which what is held about people is so; edges of a second left out."""
    people = [o for o in told if o.subject == "person"]
    edges = [t for span in clip.people for t in span]
    steps = [i * seeing.STEP_S for i in range(int(clip.truth["duration_s"] / seeing.STEP_S))]
    scored = [t for t in steps if all(abs(t - e) >= seeing.EDGE_S for e in edges)]
    there = {t: any(a <= t <= b for a, b in clip.people) for t in scored}
    held = {t: seeing.held_at(people, t) for t in scored}
    return sum(held[t] == ("present" if there[t] else "absent") for t in scored) / len(scored)


@pytest.mark.parametrize("scene", PICTURES)
def test_a_picture_of_somebody_is_never_a_person_as_fact(
    scene: str, eyes: seeing.NearEyes, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = watched(scenes.clip(PICTURES[scene], 8), eyes, monkeypatch)
    facts = [o for o in told if o.certainty is Certainty.FACT and o.value == "present"]
    assert facts == []


def test_what_is_on_a_screen_is_told_as_an_estimate(
    eyes: seeing.NearEyes, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = watched(scenes.clip(PICTURES["television with cuts"], 4), eyes, monkeypatch)
    pictures = [o for o in told if o.subject == PICTURE]
    assert {o.certainty for o in pictures} == {Certainty.ESTIMATE}


@pytest.mark.parametrize(
    "scene",
    [
        seated("portrait_man_a.mp4", 100, 120),
        seated("portrait_woman_a.mp4", 30, 120),
        seated("portrait_man_a.mp4", 300, 120, television(["sign_bird.mp4"], (20, 20, 230, 130))),
        seated("portrait_man_a.mp4", 130, 122, poster("highway_a.mp4", (150, 20, 340, 230))),
    ],
    ids=["man", "woman", "man beside a television", "man before a picture"],
)
def test_somebody_seated_and_nearly_still_is_a_fact(
    scene: Any, eyes: seeing.NearEyes, monkeypatch: pytest.MonkeyPatch
) -> None:
    clip = scenes.clip(scene, 12, [(0, 12)])
    assert right(watched(clip, eyes, monkeypatch), clip) >= 0.9


@pytest.mark.parametrize("light", [0.05, 0.1, 0.2])
def test_a_dark_room_is_seen_like_a_lit_one(
    light: float, eyes: seeing.NearEyes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At a tenth of the light a person came 3-5 s late and was lost while standing."""
    walk = film("walkin_b.mp4")
    clip = scenes.clip(
        lambda i: walk[min(i, len(walk) - 1)], 25, [(3.2, 22.9)], light=light, noise=1.0
    )
    assert right(watched(clip, eyes, monkeypatch), clip) >= 0.95


WOMAN = standing("walkin_b.mp4", (35, 95), 440)
IN_THE_DARK = {
    "a woman who stands there": (WOMAN, 0.05, 2.0),
    "people beside a big window": (
        windowed(lambda i: scenes.at("store_aisle_a.mp4", i), 0.06, (20, 20, 200, 220)),
        1.0,
        1.2,
    ),
}


@pytest.mark.parametrize("scene", IN_THE_DARK)
def test_who_is_there_in_the_dark_from_the_first_picture_is_a_fact_at_once(
    scene: str, eyes: seeing.NearEyes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were an estimate for 6 s, and beside a bright window nobody was there."""
    draw, light, noise = IN_THE_DARK[scene]
    clip = scenes.clip(draw, 7, [(0, 7)], light=light, noise=noise)
    assert right(watched(clip, eyes, monkeypatch), clip) >= 0.95
