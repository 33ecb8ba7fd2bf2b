"""Port of the senses: takes the looks that a policy may ask for (read-only operations of
`vision_perception`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.words.frame import Detection, Frame
from companion.words.observation import Observation


class NotLooking(RuntimeError):
    """Error: privacy is on, so cameras are closed and nothing is looked at."""


@dataclass(frozen=True, slots=True)
class Motion:
    """Answer of the two-stage motion gate for one frame; no detector was run."""

    frame: Frame
    moving: bool
    blind: bool = False
    """Black, frozen or blinded frame: what is there is unknown."""
    doubtful: bool = False
    """It may turn out to be blind: a look at it would be a guess and is not taken."""
    why: str = ""
    """Why it is blind or doubtful: `black`, `flat`, `dazzled`, `frozen`."""
    boxes: tuple[tuple[int, int, int, int], ...] = ()
    """Where it moves: x, y, width, height in pixels of the frame, largest first."""
    explained: bool = False
    """All of it moves where the last look found a pet or a picture."""


@dataclass(frozen=True, slots=True)
class Look:
    """Result of one look: at most one detector run on the whole frame and a few on regions of
    it."""

    frame: Frame
    detections: tuple[Detection, ...]
    concluded: tuple[Observation, ...] = ()
    """Observations of the camera's subjects after this look: facts, estimates, unknowns."""
    blind: bool = False
    """The frame shows nothing one could judge by; the detector was not run."""
    calls: int = 1
    """Detector runs it took: one for the whole frame, more for regions of it."""


@dataclass(frozen=True, slots=True)
class Standing:
    """State that perception holds for one camera, as far as it decides when to look next."""

    held: bool = False
    """True if a person is held present by the track."""
    settling: bool = True
    """Another look soon would settle something: the first looks, an unsure score, a miss."""


class Gate(Protocol):
    """Two-stage motion gate of one camera; it keeps its own background model."""

    def check(self, frame: Frame) -> Motion:
        """Judge the next frame in the camera's order."""


class Likeness(Protocol):
    """Classifier that tells people in the room from pictures of people, for one camera.

    May expect: the looks of one camera in order, frames developed.
    """

    def judge(
        self,
        frame: Frame,
        found: Sequence[Detection],
        masks: Sequence[tuple[int, int, int, int]] = (),
        *,
        screen_on: bool = False,
    ) -> tuple[Detection, ...]:
        """The detections with every person judged: real ones keep their score, doubtful ones
        stay under what is a fact, pictures are labelled `picture`, and a real one who is missed
        in a place that did not change is added. `masks`: where the owner says a screen is;
        `screen_on`: a television is known to be on in the room."""


class Senses(Protocol):
    """Cheap motion, costly looks. Raises `CameraGone`, `CameraEnded`, `EyesUnavailable`,
    `NotLooking`; the unknown that follows from them is concluded and reported by itself."""

    def cameras(self) -> tuple[str, ...]:
        """Names of the configured cameras that look at rooms."""

    def screens(self) -> tuple[str, ...]:
        """Names of the configured screens; most devices have none."""

    async def motion(self, camera: str) -> Motion:
        """Wait for the next frame and run the cheap gate on it."""

    async def look(self, camera: str, motion: Motion | None = None) -> Look:
        """Run the detector on this frame (or on the newest), follow the track, and report
        what changed to perception."""

    async def read(self, camera: str, motion: Motion | None = None) -> tuple[Observation, ...]:
        """Read what is written in this frame (or in the newest) and report it as `text` seen;
        costs as much as many looks, so only when asked or seldom."""

    def standing(self, camera: str) -> Standing:
        """State of this camera now."""

    async def report(self, camera: str, observations: tuple[Observation, ...]) -> None:
        """Hand what was concluded to perception (rate limit, dedup, record, trigger)."""

    def private(self) -> bool:
        """Privacy is on: cameras are closed and nothing is looked at."""

    def pace(self) -> float:
        """1.0, or more while the backlog is high: multiply the interval by it."""
