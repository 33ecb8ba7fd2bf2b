"""Search: looks for people in a frame with the detector, and closer where somebody may be."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.ports.eyes import Eyes
from companion.ports.senses import Motion
from companion.rooms.perception.camera_post import SOMEBODY, CameraPost, again, doubted, explained
from companion.rooms.perception.regions import around, far, merged, regions, same_one
from companion.words.frame import Detection, Frame
from companion.words.mask import Mask


@dataclass(slots=True)
class SightCounters:
    """Counters of the cost of seeing since the start."""

    frames: int = 0
    detector_calls: int = 0
    readings: int = 0


class Search:
    """Asks the eyes. `masks`: where the owner says that a camera sees a screen. `screen_on`: a
    television is on in a room."""

    def __init__(
        self,
        eyes: Eyes,
        counters: SightCounters,
        masks: Callable[[str], Sequence[Mask]],
        screen_on: Callable[[str], bool],
    ) -> None:
        self._eyes, self._counters = eyes, counters
        self._masks, self._screen_on = masks, screen_on

    async def run(self, post: CameraPost, frame: Frame, motion: Motion) -> tuple[Detection, ...]:
        """Everything that is found, with people told from pictures of people. Raises
        `EyesUnavailable`."""
        return self._judged(post, frame, await self._detect(post, frame, motion))

    def _judged(
        self, post: CameraPost, frame: Frame, found: tuple[Detection, ...]
    ) -> tuple[Detection, ...]:
        """With people told from pictures of people."""
        if post.likeness is None:
            return found
        width, height = frame.width, frame.height
        masks = [mask.in_pixels(width, height) for mask in self._masks(post.camera.name)]
        on = self._screen_on(post.camera.place)
        return post.likeness.judge(frame, found, masks, screen_on=on)

    async def _detect(
        self, post: CameraPost, frame: Frame, motion: Motion
    ) -> tuple[Detection, ...]:
        """The whole frame; closer at somebody found there but not surely. Where it shows nobody,
        closer where somebody could be: where the held were last, else where a far thing moves."""
        self._counters.detector_calls += 1
        found = await self._eyes.detect(frame)
        if (unsure := doubted(post, found)) is not None:
            found = await self._closer(frame, found, unsure)
        if any(d.label == "person" for d in found) or explained(motion, found):
            return found
        held = post.presence.where()
        elsewhere = regions(frame, motion.boxes, first=post.looks == 0)
        for region in (around(held[0], frame),) if held else elsewhere:
            self._counters.detector_calls += 1
            closer = await self._eyes.detect(frame, region)
            found = merged(found, (d for d in closer if far(d.box, frame) or again(d, held)))
        return found

    async def _closer(
        self, frame: Frame, found: tuple[Detection, ...], doubted: Detection
    ) -> tuple[Detection, ...]:
        """With somebody found but not surely as a look at the square around them shows them."""
        self._counters.detector_calls += 1
        closer = await self._eyes.detect(frame, around(doubted.box, frame))
        same = (d for d in closer if d.label in SOMEBODY and same_one(d.box, doubted.box))
        return merged(found, same)
