"""Port of scenery: renders the picture of a simulated camera. The composition root joins it."""

from typing import Protocol

from companion.words.frame import Frame


class SceneryUnknown(KeyError):
    """Error: the doll's house has no camera of this name."""


class Scenery(Protocol):
    """View of each simulated camera.

    Must: give frames in order of simulated time, never the same one twice to one watcher;
    at least one every `still_s` seconds while nothing changes, and at the camera's rate
    while something does.
    """

    def cameras(self) -> tuple[str, ...]:
        """Names of the cameras there are."""

    def place(self, camera: str) -> str:
        """Room id the camera looks at. Raises `SceneryUnknown`."""

    async def next_frame(self, camera: str) -> Frame:
        """Wait for the camera's next frame. Raises `SceneryUnknown`."""
