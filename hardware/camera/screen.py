"""Screen driver: reads the device's own display for `desktop_watch`; most companions have none.

X11 through ffmpeg's x11grab, Wayland through grim: both are programs of the desktop, started by
the capture process. A device without a display refuses with the remedy.
"""

import os
import shutil
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.camera import CameraGone
from companion.ports.clock import Clock
from companion.words.language import Bilingual
from companion.words.needs import Needs
from hardware.camera.capture.parent import CaptureChild


class Settings(BaseModel):
    """Settings of the display and of the pace."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    display: str = Field("", description="X11 display such as `:0`; empty: the session's own")
    place: str = Field("", description="room id the screen stands in")
    fps: float = Field(0.5, gt=0, le=5, description="pictures per second, at most")
    max_width: int = Field(1920, ge=0, description="wider screens are shrunk; 0 = never")
    stall_s: float = Field(15.0, gt=0, description="no picture for this long: it is gone")


def needs(settings: Settings) -> Needs:
    """Name the display's socket and the permission to look, which only the logged-in user can
    give."""
    return Needs(
        programs=(("ffmpeg",),),
        apt=("ffmpeg",),
        sockets=("/tmp/.X11-unix",),
        by_hand=Bilingual(
            "画面にログインしている人が `xhost +si:localuser:companion` を実行し、display に ':0' "
            "などと書いてください。Wayland の画面はサービスからは見えません"
            "（`make run` で動かしてください）",
            "Who is logged in at that screen runs `xhost +si:localuser:companion`, and `display` "
            "is written out (':0'). A Wayland screen cannot be seen by a service: use `make run`",
        ),
    )


class Screen(CaptureChild):
    """Display that is read like a camera."""

    def __init__(self, settings: Settings, *, clock: Clock, name: str) -> None:
        self._settings = settings
        super().__init__(
            name,
            settings.place or name,
            {},
            clock=clock,
            stall_s=settings.stall_s,
            remedy=Bilingual(
                "画面の環境変数（DISPLAY か WAYLAND_DISPLAY）と権限を確かめてください。",
                "Check DISPLAY or WAYLAND_DISPLAY, and that this user may see that screen.",
            ),
        )

    @property
    def is_screen(self) -> bool:
        """It shows a screen."""
        return True

    async def open(self) -> None:
        """Start capture. Raises `CameraGone` with the remedy where there is no display, or
        nothing that could read it."""
        source = self._wayland() or self._x11()
        if source is None:
            raise CameraGone(
                f"screen {self.name}: there is no display here that could be read. A device with "
                "one needs DISPLAY and ffmpeg, or WAYLAND_DISPLAY and grim; else remove this line.",
                f"画面 {self.name}: 読める画面がありません。画面のある機器では DISPLAY と ffmpeg、"
                "または WAYLAND_DISPLAY と grim が要ります。なければこの設定を消してください。",
            )
        own = self._settings
        self._source = {**source, "fps": own.fps, "max_width": own.max_width}
        await super().open()

    def _wayland(self) -> Mapping[str, Any] | None:
        grim = shutil.which("grim")
        if grim is None or self._settings.display or not os.environ.get("WAYLAND_DISPLAY"):
            return None
        return {"kind": "repeated", "command": [grim, "-t", "jpeg", "-"]}

    def _x11(self) -> Mapping[str, Any] | None:
        ffmpeg, display = (
            shutil.which("ffmpeg"),
            self._settings.display or os.environ.get("DISPLAY"),
        )
        if ffmpeg is None or not display:
            return None
        grab = ["-f", "x11grab", "-framerate", str(self._settings.fps), "-i", display]
        out = ["-c:v", "mjpeg", "-q:v", "3", "-f", "mjpeg", "-"]
        return {"kind": "program", "command": [ffmpeg, "-loglevel", "error", *grab, *out]}


def build(settings: Settings, *, clock: Clock, name: str) -> Screen:
    """Build the screen; it is not open yet."""
    return Screen(settings, clock=clock, name=name)
