"""Weights of the turn model: name one pinned file out of the wheel of pipecat-ai.

Smart Turn v3.2 by Daily, BSD-2-Clause. None of the package's code is installed.
"""

from companion.engines.wheel_files import WheelFiles

SMART_TURN = WheelFiles(
    name="Smart Turn v3.2",
    license="BSD-2-Clause",
    requirement=(
        "pipecat-ai==1.14.0 "
        "--hash=sha256:0352f504b44e78bdf524e45af4bc759601c835b9b7dc195efe5e03384b974a44"
    ),
    download_bytes=12_109_725,
    folder="pipecat/audio/turn/smart_turn/data",
    sha256={
        "smart-turn-v3.2-cpu.onnx": (
            "2bb026316b14a660486a75b1733cd3fbab8c2fd0314dc9af7be49f8cca967e4f"
        )
    },
)
REMEDY = "run `companion models fetch --turn` (12 MB)"
