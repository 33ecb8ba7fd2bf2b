"""Camera post: holds everything known about one camera, and judges one look through it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from companion.ports.camera import Camera
from companion.ports.eyes import Box
from companion.ports.senses import Gate, Likeness, Motion
from companion.rooms.perception.presence import Presence, PresenceRules
from companion.rooms.perception.regions import same_one
from companion.rooms.perception.signs import Signs
from companion.words.frame import PICTURE, Detection, Frame
from companion.words.language import Bilingual
from companion.words.observation import Certainty, Change, Observation

PETS = ("cat", "dog")
PET_RULES = PresenceRules(certain=0.75, likely=0.6)
"""Surer than of people: a bag on the floor is a cat at 0.6."""
SOMEBODY = frozenset({"person", *PETS})
"""Labels that may be a person: in the dark a person may look like a cat at first."""
EXPLAINING = frozenset({*PETS, PICTURE, "tv", "laptop"})
EXPLAINS = 0.35
"""Score from which one of these explains what moves there."""


@dataclass(slots=True)
class CameraPost:
    """One camera and all that is kept about it; frames stay in memory only."""

    camera: Camera
    gate: Gate
    presence: Presence
    pets: tuple[Presence, ...]
    signs: Signs
    likeness: Likeness | None = None
    pictures: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    is_open: bool = False
    newest: Frame | None = None
    detections: tuple[Detection, ...] = ()
    looked_at: datetime | None = None
    blind: str = ""
    stirred: bool = False
    unlooked: int = 0
    """Frames since the last look; a source that gives few frames is not stale by that."""
    gone: Bilingual | None = None
    looks: int = 0


def gated(post: CameraPost, frame: Frame) -> Motion:
    """A screen that stands still, or is dark, is as it should be."""
    return Motion(frame, moving=True) if post.camera.is_screen else post.gate.check(frame)


def explained(motion: Motion, found: Sequence[Detection]) -> bool:
    """Whether all that moves lies at most a step beside a pet, a picture or a screen."""
    known = [d for d in found if d.label in EXPLAINING and d.score >= EXPLAINS]
    return bool(motion.boxes) and all(any(_near(b, d.box) for d in known) for b in motion.boxes)


def doubted(post: CameraPost, found: Sequence[Detection]) -> Detection | None:
    """The surest of those who may be somebody, unless this look settles it. A box that was a
    picture at the last look is nobody."""
    pictures = [d for d in post.detections if d.label == PICTURE]
    people = [d for d in found if d.label == "person"]
    unknown = [d for d in people if not any(same_one(p.box, d.box) for p in pictures)]
    if any(post.presence.settles(d) for d in unknown):
        return None
    pets = (d for d in found if d.label in PETS and d.score < PET_RULES.certain)
    return max((*unknown, *pets), key=lambda d: d.score, default=None)


def again(found: Detection, held: Sequence[Box]) -> bool:
    """Whether it is one of those held, where they were."""
    return found.label == "person" and any(same_one(found.box, box) for box in held)


def _near(box: Box, known: Box) -> bool:
    """Whether the middle of a box lies in a known one, made half as large again."""
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    left, top, width, height = known
    return (
        left - width / 4 <= x <= left + width * 5 / 4
        and top - height / 4 <= y <= top + height * 5 / 4
    )


def pictures(post: CameraPost, frame: Frame, found: Sequence[Detection]) -> tuple[Observation, ...]:
    """That pictures of people hang there or run on a screen, when their number changes: an
    estimate for good, since nobody asked them."""
    seen = [d for d in found if d.label == PICTURE]
    if len(seen) == post.pictures:
        return ()
    post.pictures = len(seen)
    best = max(seen, key=lambda d: d.score, default=None)
    return (
        Observation(
            subject=PICTURE,
            place=post.camera.place,
            change=Change.STATE,
            certainty=Certainty.ESTIMATE,
            confidence=round(best.score, 3) if best else 0.5,
            at=frame.at,
            source=post.camera.name,
            value="present" if seen else "absent",
            count=len(seen),
            box=best.box if best else None,
        ),
    )


def size_of(frame: Frame) -> tuple[int, int]:
    """Width and height in pixels."""
    return frame.width, frame.height


def jpeg(frame: Frame) -> bytes:
    """The frame as a JPEG picture; blocks for some milliseconds."""
    import cv2
    import numpy as np

    picture = np.frombuffer(frame.bgr, np.uint8).reshape(frame.height, frame.width, 3)
    ok, encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 80])
    return encoded.tobytes() if ok else b""
