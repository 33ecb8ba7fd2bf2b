"""Network camera: RTSP, or MJPEG over HTTP. Its address and password are told to nobody."""

import asyncio
from typing import Self
from urllib.parse import quote, urlsplit, urlunsplit

from pydantic import BaseModel, ConfigDict, Field, SecretStr, model_validator

from companion.ports.clock import Clock
from companion.words.language import Bilingual
from hardware.capture import CaptureChild

PORTS = {"rtsp": 554, "rtsps": 322, "http": 80, "https": 443}
ANSWER_S = 2.0
"""A camera in the same house that takes longer to accept a connection is not there."""


class Settings(BaseModel):
    """Where it is and how it is played. Wrong values are reported without being repeated."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    url: SecretStr = Field(description="rtsp://, rtsps://, http:// or https:// (MJPEG)")
    user: str = Field("", description="name to log in with, where the url has none")
    password: SecretStr = Field(SecretStr(""), description="its password")
    place: str = Field("", description="room id it looks at")
    fps: float = Field(5.0, gt=0, le=60, description="frames per second given, at most")
    max_width: int = Field(1280, ge=0, description="wider frames are shrunk; 0 = never")
    still_s: float = Field(
        1.0, ge=0, description="a frame this often while nothing changes; 0: all"
    )
    stall_s: float = Field(5.0, gt=0, description="no frame for this long: the camera is gone")

    @model_validator(mode="after")
    def _has_a_host(self) -> Self:
        parts = urlsplit(self.url.get_secret_value())
        if parts.scheme not in PORTS or not parts.hostname:
            raise ValueError("url must be rtsp://HOST/..., or http://HOST/... for MJPEG")
        return self

    def host(self) -> tuple[str, int]:
        """Host and port."""
        parts = urlsplit(self.url.get_secret_value())
        return parts.hostname or "", parts.port or PORTS[parts.scheme]

    def address(self) -> str:
        """The whole address, password included; for the capture process only."""
        parts = urlsplit(self.url.get_secret_value())
        if not self.user:
            return self.url.get_secret_value()
        login = f"{quote(self.user, safe='')}:{quote(self.password.get_secret_value(), safe='')}"
        host = parts.netloc.rpartition("@")[2]
        return urlunsplit(parts._replace(netloc=f"{login}@{host}"))


class NetworkCamera(CaptureChild):
    """A stream, read by a child process. Nothing that is told holds more than host and port:
    the path and the query of an address may be secrets too."""

    def __init__(self, settings: Settings, *, clock: Clock, name: str) -> None:
        self._host, self._port = settings.host()
        where = f"{self._host}:{self._port}"
        source = {
            "kind": "stream",
            "url": settings.address(),
            "fps": settings.fps,
            "still_s": settings.still_s,
            "max_width": settings.max_width,
        }
        super().__init__(
            name,
            settings.place or name,
            source,
            clock=clock,
            stall_s=settings.stall_s,
            remedy=Bilingual(
                f"{where} のカメラの電源、アドレス、パスワードを確かめてください。",
                f"Check that the camera at {where} is on, and its address and password.",
            ),
        )

    async def open(self) -> None:
        """Start capture. Raises `CameraGone` at once when nothing answers there."""
        try:
            async with asyncio.timeout(ANSWER_S):
                _, writer = await asyncio.open_connection(self._host, self._port)
        except (OSError, TimeoutError):
            raise self._gone("does not answer", "応答がありません") from None
        writer.close()
        await super().open()


def build(settings: Settings, *, clock: Clock, name: str) -> NetworkCamera:
    """The camera, not yet open."""
    return NetworkCamera(settings, clock=clock, name=name)
