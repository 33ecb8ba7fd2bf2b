"""Picture sources of the capture process: files, devices, streams, programs and modules.

Each source is an iterator of `Shot`; it blocks as long as it likes, for it runs in a thread of a
process that is killed when it gives nothing in time. Pictures are decoded only when they
are taken, so that a fast camera costs what is looked at and not what it sends; what comes as JPEG
stays JPEG.
"""

import os
import shlex
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import IO, Any

import cv2
import numpy as np
import numpy.typing as npt

from companion.words.language import Bilingual
from hardware.camera.capture import jpeg

Picture = npt.NDArray[np.uint8]
EPSILON_S = 1e-6
STREAM_TIMEOUT_MS = 3000
"""Opening and reading a network stream; libav tries three times, so 9 s at the longest."""
READ_BYTES = 2**16
ONE_THREAD = [cv2.CAP_PROP_N_THREADS, 1]
"""At a home's few frames a second waking a second decoder thread costs more than it gains."""
MOTION_JPEG = cv2.VideoWriter.fourcc(*"MJPG")
_NO_DEVICE = Bilingual(
    "機器が開けないか、映像が止まりました", "the device cannot be opened or stopped delivering"
)
_NO_PICTURES = Bilingual(
    "応答はありますが、映像が来ないか、止まりました",
    "answers but gives no pictures, or stopped giving them",
)

Room = Callable[[tuple[int, int, int]], Picture | None]
"""Gives memory to decode a picture of this shape into, or None where it has to be shrunk first."""
Given = Picture | bytes | None
"""BGR pixels, or a picture still packed (JPEG); None for a damaged one."""
Untaken = Callable[[Room], Given]
"""Takes the grabbed picture out of the decoder, once, before the next is grabbed."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture from a source: pixels, JPEG, or still in the decoder. None ends the source;
    `gone` says why it ended too early."""

    picture: Given | Untaken
    number: int = 0
    t_s: float = 0.0
    gone: Bilingual | None = None

    def take(self, room: Room = lambda _: None) -> Given:
        """The picture out of the decoder, into the memory offered where it fits."""
        if self.picture is None or isinstance(self.picture, (bytes, np.ndarray)):
            return self.picture
        return self.picture(room)

    def taken(self) -> "Shot":
        """The same out of the decoder, to be kept while the next is grabbed."""
        given = self.take()
        if given is self.picture:
            return self
        return replace(self, picture=b"" if given is None else given)


def unpacked(picture: bytes) -> Picture | None:
    """Convert a picture in any form that OpenCV reads to BGR pixels; None for a damaged one."""
    if not picture:
        return None
    decoded = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    return None if decoded is None else decoded.astype(np.uint8, copy=False)


def shots_of(settings: Mapping[str, Any]) -> Iterator[Shot]:
    """Open the source that the settings name by `kind`."""
    kinds: dict[str, Callable[[Mapping[str, Any]], Iterator[Shot]]] = {
        "file": file_shots,
        "device": device_shots,
        "stream": stream_shots,
        "program": program_shots,
        "repeated": repeated_shots,
    }
    return kinds[settings["kind"]](settings)


def file_shots(settings: Mapping[str, Any]) -> Iterator[Shot]:
    """Read frames of a file at `fps` of the clip's own clock; no further frame is skipped."""
    rounds_s, number = 0.0, 0
    while True:
        capture = cv2.VideoCapture(settings["path"], cv2.CAP_ANY, ONE_THREAD)
        if not capture.isOpened():
            yield Shot(None, gone=_no_video(settings["path"]))
            return
        step_s = 1 / (capture.get(cv2.CAP_PROP_FPS) or 25.0)
        index, due_s, take = 0, 0.0, _way_to_take(capture)
        while capture.grab():
            t_s, index = index * step_s, index + 1
            if t_s < due_s - EPSILON_S:
                continue
            while due_s <= t_s + EPSILON_S:
                due_s += 1 / settings["fps"]
            yield Shot(take, number, rounds_s + t_s)
            number += 1
        capture.release()
        rounds_s += index * step_s
        if not settings.get("loop") or index == 0:
            yield Shot(None)
            return


def _no_video(path: str) -> Bilingual:
    return Bilingual(f"動画として開けません: {path}", f"cannot be opened as a video: {path}")


def paced(shots: Iterator[Shot]) -> Iterator[Shot]:
    """Delay each shot until its time, as a camera would."""
    start = time.monotonic()
    for shot in shots:
        time.sleep(max(0.0, start + shot.t_s - time.monotonic()))
        yield shot


def device_shots(settings: Mapping[str, Any]) -> Iterator[Shot]:
    """Read a V4L2 device, with MJPG and one buffer, until it stops."""
    capture = cv2.VideoCapture(int(settings["device"]), cv2.CAP_V4L2)
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    for key, prop in (("width", cv2.CAP_PROP_FRAME_WIDTH), ("height", cv2.CAP_PROP_FRAME_HEIGHT)):
        if settings.get(key):
            capture.set(prop, settings[key])
    packed = capture.get(cv2.CAP_PROP_FOURCC) == MOTION_JPEG
    packed = packed and capture.set(cv2.CAP_PROP_CONVERT_RGB, 0)
    take = partial(_device_picture if packed else _retrieved, capture)
    return _captured(capture, take, _NO_DEVICE)


def stream_shots(settings: Mapping[str, Any]) -> Iterator[Shot]:
    """Read an RTSP or HTTP (MJPEG) address. The address is never printed: it may hold a
    password."""
    os.environ["OPENCV_FFMPEG_CAPTURE_OPTIONS"] = "rtsp_transport;tcp"
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, STREAM_TIMEOUT_MS]
    limits += [cv2.CAP_PROP_READ_TIMEOUT_MSEC, STREAM_TIMEOUT_MS, *ONE_THREAD]
    capture = cv2.VideoCapture(settings["url"], cv2.CAP_FFMPEG, limits)
    return _captured(capture, _way_to_take(capture), _NO_PICTURES)


def _captured(capture: cv2.VideoCapture, take: Untaken, why: Bilingual) -> Iterator[Shot]:
    start, number = time.monotonic(), 0
    while capture.isOpened():
        if not capture.grab():
            break
        yield Shot(take, number, time.monotonic() - start)
        number += 1
    yield Shot(None, gone=why)


def _way_to_take(capture: cv2.VideoCapture) -> Untaken:
    """Choose how to take pictures out of libav: of motion JPEG the undecoded packets."""
    is_jpeg = capture.isOpened() and capture.get(cv2.CAP_PROP_FOURCC) == MOTION_JPEG
    return partial(
        _packet if is_jpeg and capture.set(cv2.CAP_PROP_FORMAT, -1) else _retrieved, capture
    )


def _packet(capture: cv2.VideoCapture, _: Room) -> bytes | None:
    ok, data = capture.retrieve()
    return data.tobytes() if ok else None


def _device_picture(capture: cv2.VideoCapture, room: Room) -> Given:
    """Take the device's own JPEG. A device that gives another format under that name is decoded by
    OpenCV from the next picture on."""
    ok, data = capture.retrieve()
    if not ok:
        return None
    if data.ndim == 3 and data.shape[2] == 3:
        return data.astype(np.uint8, copy=False)
    packed = data.tobytes()
    if packed[: len(jpeg.BEGINS)] != jpeg.BEGINS:
        capture.set(cv2.CAP_PROP_CONVERT_RGB, 1)
        return None
    return packed


def _retrieved(capture: cv2.VideoCapture, room: Room) -> Picture | None:
    """Decode the grabbed picture, directly into the offered memory where there is some."""
    size = (cv2.CAP_PROP_FRAME_HEIGHT, cv2.CAP_PROP_FRAME_WIDTH)
    into = room((int(capture.get(size[0])), int(capture.get(size[1])), 3))
    ok, picture = capture.retrieve() if into is None else capture.retrieve(into)
    return picture.astype(np.uint8, copy=False) if ok else None


def program_shots(settings: Mapping[str, Any]) -> Iterator[Shot]:
    """Read pictures that a program writes to its standard output: JPEGs one after another, or raw
    BGR of `width` x `height` where `raw` is set. The program is in our process group and is killed
    with us."""
    command = [str(part) for part in settings["command"]]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        said: deque[str] = deque(maxlen=1)
        threading.Thread(target=_listen, args=(program.stderr, said), daemon=True).start()
        size = (settings["height"], settings["width"], 3) if settings.get("raw") else None
        of = program.stdout
        pictures: Iterator[Picture | bytes] = _raw(of, size) if size else _jpegs(of)
        start = time.monotonic()
        for number, picture in enumerate(pictures):
            yield Shot(picture, number, time.monotonic() - start)
        program.kill()
    what = " ".join(said)[:200]
    yield Shot(None, gone=_program("が終わりました", "ended", command, what))


def _program(ja: str, en: str, command: Sequence[str], what: str) -> Bilingual:
    """Its own last words stay in its own language."""
    name, quoted = shlex.quote(command[0]), f": {what}" if what else ""
    return Bilingual(f"{name} {ja}{quoted}", f"{name} {en}{quoted}")


def repeated_shots(settings: Mapping[str, Any]) -> Iterator[Shot]:
    """Run a program again and again; each run gives one picture."""
    command, start, number = [str(part) for part in settings["command"]], time.monotonic(), 0
    while True:
        ran = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        if ran.returncode != 0 or not ran.stdout:
            what = ran.stderr.decode(errors="replace").strip()[-200:]
            yield Shot(None, gone=_program("が失敗しました", "failed", command, what))
            return
        yield Shot(ran.stdout, number, time.monotonic() - start)
        number += 1
        time.sleep(max(0.0, start + number / settings["fps"] - time.monotonic()))


def _listen(stream: IO[bytes], said: deque[str]) -> None:
    for line in stream:
        if text := line.decode(errors="replace").strip():
            said.append(text)


def _jpegs(stream: IO[bytes]) -> Iterator[bytes]:
    """Find whole JPEGs in a stream of bytes, and skip everything between them."""
    held = b""
    while chunk := os.read(stream.fileno(), READ_BYTES):
        held += chunk
        while (begin := held.find(jpeg.BEGINS)) >= 0:
            if (end := jpeg.end_of(held, begin)) is None:
                break
            if end != jpeg.DAMAGED:
                yield held[begin:end]
            held = held[begin + 3 if end == jpeg.DAMAGED else end :]
        if begin < 0:
            held = held[-2:]
        elif len(held) - begin > jpeg.LIMIT_BYTES:
            return


def _raw(stream: IO[bytes], size: tuple[int, int, int]) -> Iterator[Picture]:
    """Cut a stream of bytes into pictures of one known size."""
    wanted = size[0] * size[1] * size[2]
    while len(data := stream.read(wanted)) == wanted:
        yield np.frombuffer(data, np.uint8).reshape(size)
