"""Camera post: which look settles nothing, what explains a motion, and pictures as estimates."""

from typing import cast

import pytest

from companion.engines.vision.motion_gate import MotionGate
from companion.ports.camera import Camera
from companion.ports.senses import Motion
from companion.rooms.perception.camera_post import (
    CameraPost,
    again,
    doubted,
    explained,
    gated,
    jpeg,
    pictures,
)
from companion.rooms.perception.presence import Presence
from companion.rooms.perception.signs import Signs
from companion.words.frame import PICTURE, Detection
from companion.words.observation import Certainty
from tests.twins.sight import PreparedCamera, frame, person

BOX = (20, 10, 10, 30)


def post_of(camera: PreparedCamera | None = None) -> CameraPost:
    camera = camera or PreparedCamera([])
    return CameraPost(
        camera=cast(Camera, camera),
        gate=MotionGate(),
        presence=Presence(camera.name, camera.place),
        pets=(),
        signs=Signs(camera.name, camera.place),
    )


def thing(label: str, score: float, box: tuple[int, int, int, int] = BOX) -> Detection:
    return Detection(label, score, box)


def test_what_a_screen_shows_is_looked_at_though_nothing_moves() -> None:
    camera = PreparedCamera([])
    camera.is_screen = True
    assert gated(post_of(camera), frame(0.0)).moving


@pytest.mark.parametrize(
    ("found", "known"),
    [
        ([thing("cat", 0.4)], True),
        ([thing("cat", 0.3)], False),
        ([thing("tv", 0.9)], True),
        ([thing("person", 0.9)], False),
        ([thing("cat", 0.9, (200, 200, 10, 10))], False),
        ([], False),
    ],
)
def test_a_motion_is_explained_by_a_pet_or_a_screen_beside_it(
    found: list[Detection], known: bool
) -> None:
    motion = Motion(frame(0.0), moving=True, boxes=((24, 20, 6, 6),))
    assert explained(motion, found) is known


def test_no_motion_needs_no_explanation() -> None:
    assert not explained(Motion(frame(0.0), moving=False), [thing("cat", 0.9)])


def test_a_sure_person_leaves_no_doubt() -> None:
    post = post_of()
    assert doubted(post, [person(0.95)]) is None
    assert doubted(post, [person(0.4)]) == person(0.4)


def test_the_surest_of_those_who_may_be_somebody_is_looked_at_closer() -> None:
    dark = [person(0.4), thing("cat", 0.5, (60, 10, 10, 10)), thing("dog", 0.99, (90, 5, 9, 9))]
    found = doubted(post_of(), dark)
    assert found is not None
    assert found.label == "cat", "a pet this sure is a pet"


def test_a_known_picture_is_nobody() -> None:
    post = post_of()
    post.detections = (thing(PICTURE, 0.9),)
    assert doubted(post, [person(0.4)]) is None


def test_somebody_is_the_same_one_where_they_stood() -> None:
    assert again(person(0.4), [BOX])
    assert not again(person(0.4), [(200, 200, 10, 30)])
    assert not again(thing("cat", 0.4), [BOX])


def test_a_picture_of_people_is_told_once_and_only_as_an_estimate() -> None:
    post, shown = post_of(), [thing(PICTURE, 0.8)]
    (told,) = pictures(post, frame(0.0), shown)
    assert (told.value, told.count, told.certainty) == ("present", 1, Certainty.ESTIMATE)
    assert pictures(post, frame(1.0), shown) == ()
    (gone,) = pictures(post, frame(2.0), [])
    assert (gone.value, gone.count) == ("absent", 0)


def test_a_frame_becomes_a_jpeg_picture() -> None:
    assert jpeg(frame(0.0)).startswith(b"\xff\xd8")
