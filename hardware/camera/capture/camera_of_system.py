"""Program that reads a Raspberry Pi's camera through the module picamera2 and writes JPEGs to
stdout.

Run by the system's own Python, for which Raspberry Pi OS brings picamera2, libcamera and the numpy
they were built with; ours has another numpy (ADR 0036). Imports nothing of the companion.
"""

import sys
from argparse import ArgumentParser


def main() -> None:
    """Give pictures until the other end is closed."""
    asked = ArgumentParser()
    for name in ("camera", "width", "height"):
        asked.add_argument(f"--{name}", type=int, required=True)
    asked.add_argument("--framerate", type=float, required=True)
    asked.add_argument("--rotation", type=int, choices=(0, 180), default=0)
    own = asked.parse_args()
    from picamera2 import Picamera2

    camera = Picamera2(own.camera)
    wanted = {
        "main": {"size": (own.width, own.height)},
        "controls": {"FrameRate": own.framerate},
    }
    if own.rotation:
        from libcamera import Transform

        wanted["transform"] = Transform(hflip=1, vflip=1)
    camera.configure(camera.create_video_configuration(**wanted))
    camera.start()
    out = sys.stdout.buffer
    while True:
        camera.capture_file(out, format="jpeg")
        out.flush()


if __name__ == "__main__":
    main()
