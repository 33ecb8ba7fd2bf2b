"""Network camera driver: reads RTSP, or MJPEG over HTTP, and never shows the address or
password."""

import asyncio
import stat
from pathlib import Path
from typing import Self
from urllib.parse import SplitResult, quote, urlsplit, urlunsplit

from pydantic import BaseModel, ConfigDict, Field, SecretStr, model_validator

from companion.ports.clock import Clock
from companion.words.language import Bilingual
from companion.words.needs import Needs
from hardware.camera.capture.parent import CaptureChild

PORTS = {"rtsp": 554, "rtsps": 322, "http": 80, "https": 443}
ANSWER_S = 2.0
"""A camera in the same house that takes longer to accept a connection is not there."""


class Settings(BaseModel):
    """Settings of the address and of its pictures. Wrong values are reported without being
    repeated."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    url: SecretStr = Field(
        SecretStr(""),
        description="rtsp://, rtsps://, http:// or https:// (MJPEG)",
        examples=["rtsp://10.0.0.5/stream1"],
    )
    url_file: Path | None = Field(
        None, description="file of mode 0600 with the url, where its path is a secret too"
    )
    user: str = Field("", description="name to log in with, where the url has none")
    password: SecretStr = Field(
        SecretStr(""), description="its password, as it stood here once: `companion doctor --fix`"
    )
    password_file: Path | None = Field(None, description="file of mode 0600 with its password")
    place: str = Field("", description="room id it looks at")
    fps: float = Field(5.0, gt=0, le=60, description="frames per second given, at most")
    max_width: int = Field(1280, ge=0, description="wider frames are shrunk; 0 = never")
    still_s: float = Field(
        1.0, ge=0, description="a frame this often while nothing changes; 0: all"
    )
    stall_s: float = Field(5.0, gt=0, description="no frame for this long: the camera is gone")

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        for name in ("url", "password"):
            if getattr(self, name).get_secret_value() and getattr(self, f"{name}_file"):
                raise ValueError(f"{name} or {name}_file, not both")
        if self.url_file is None:
            _parts(self.url.get_secret_value())
        return self

    def whole_url(self) -> str:
        """The address without what `user` adds. Raises `OSError` and `ValueError` of its file."""
        return self.url.get_secret_value() if self.url_file is None else read_secret(self.url_file)

    def host(self) -> tuple[str, int]:
        """Host and port. Raises as `whole_url` does."""
        parts = _parts(self.whole_url())
        return parts.hostname or "", parts.port or PORTS[parts.scheme]

    def address(self) -> str:
        """The whole address, password included; for the capture process only. Raises `OSError`
        and `ValueError` of the files."""
        url = self.whole_url()
        parts = _parts(url)
        if not self.user:
            return url
        own = self.password_file
        password = self.password.get_secret_value() if own is None else read_secret(own)
        login = f"{quote(self.user, safe='')}:{quote(password, safe='')}"
        host = parts.netloc.rpartition("@")[2]
        return urlunsplit(parts._replace(netloc=f"{login}@{host}"))


def _parts(url: str) -> SplitResult:
    """Split the address. Raises `ValueError`, which does not repeat the address."""
    parts = urlsplit(url)
    if parts.scheme not in PORTS or not parts.hostname:
        raise ValueError("url must be rtsp://HOST/..., or http://HOST/... for MJPEG")
    return parts


def read_secret(path: Path) -> str:
    """Read one line of a file that only its owner may read. Raises `OSError`, and `ValueError`
    where others can read it."""
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise ValueError(f"{path} can be read by others: chmod 600 {path}")
    return path.read_text(encoding="utf-8").strip()


def needs(settings: Settings) -> Needs:
    """Return no needs of this machine; the unit lets the service reach private networks."""
    return Needs()


class NetworkCamera(CaptureChild):
    """Network stream that a child process reads. Only host and port are ever shown: the path and
    the query of an address may be secrets too."""

    def __init__(self, settings: Settings, *, clock: Clock, name: str) -> None:
        self._settings = settings
        try:
            where = ":".join(map(str, settings.host()))
        except (OSError, ValueError):  # told when it is opened: the house starts without it
            where = name
        source = {
            "kind": "stream",
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
        """Start capture, with the secrets as they stand in their files now. Raises `CameraGone` at
        once when nothing answers there, or a secret cannot be read."""
        try:
            host, port = await asyncio.to_thread(self._settings.host)
            address = await asyncio.to_thread(self._settings.address)
        except (OSError, ValueError) as error:
            raise self._gone(
                f"has no address or password ({error}); `companion doctor` tells more",
                f"アドレスかパスワードが読めません（{error}）。`companion doctor` が調べます",
            ) from None
        try:
            async with asyncio.timeout(ANSWER_S):
                _, writer = await asyncio.open_connection(host, port)
        except (OSError, TimeoutError):
            raise self._gone("does not answer", "応答がありません") from None
        writer.close()
        self._source = {**self._source, "url": address}
        await super().open()


def build(settings: Settings, *, clock: Clock, name: str) -> NetworkCamera:
    """Build the camera; it is not open yet."""
    return NetworkCamera(settings, clock=clock, name=name)
