"""COCO-SSD detector on onnxruntime, and the worker process that serves it.

SSDLite-MobileNetV2, int8, 300x300, 80 COCO classes (licence and origin:
`eyes/data/LICENSE-coco-ssd.txt`). The picture is letterboxed, never stretched: on 16:9
footage the same weights found 99.5 % of people letterboxed and 69 % stretched.
"""

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.engines.vision.text_reader import Reading

DATA = Path(__file__).parents[1] / "eyes" / "data"
SHA256 = {
    "coco_ssd_int8.onnx": "92b03371c68fdb62c29138bd8d8c63839bfc8c35149fc8bb4a5a10a6052ea3b7",
    "coco_anchors.npy": "b73e9bd45f944a6ae78871d70a3715d6ab18159cad22b821845f67df3e0679ea",
}
SIDE = 300
"""Input side of the network in pixels."""
OVERLAP = 0.5
"""Boxes of one class that overlap more (IoU) are one thing."""

_NAMES = (  # noqa: SIM905 - ninety names read better as words
    "person bicycle car motorcycle airplane bus train truck boat traffic_light fire_hydrant - "
    "stop_sign parking_meter bench bird cat dog horse sheep cow elephant bear zebra giraffe - "
    "backpack umbrella - - handbag tie suitcase frisbee skis snowboard sports_ball kite "
    "baseball_bat baseball_glove skateboard surfboard tennis_racket bottle - wine_glass cup fork "
    "knife spoon bowl banana apple sandwich orange broccoli carrot hot_dog pizza donut cake chair "
    "couch potted_plant bed - dining_table - - toilet - tv laptop mouse remote keyboard "
    "cell_phone microwave oven toaster sink refrigerator - book clock vase scissors teddy_bear "
    "hair_drier toothbrush"
).split()
LABELS = tuple(n.replace("_", " ") for n in _NAMES)
"""COCO class names by class id - 1; `-` is an id that COCO does not use."""

Floats = npt.NDArray[np.float32]
Picture = npt.NDArray[np.uint8]
Found = tuple[str, float, tuple[int, int, int, int]]
"""Label, score 0..1, box x y w h in pixels."""


class WeightsDamaged(ValueError):
    """Error: a weight file does not have the checksum it was shipped with."""


class Ssd:
    """Loaded network; its one thread never spins, so that a Pi's other cores stay free.

    Raises `WeightsDamaged`, `FileNotFoundError`.
    """

    def __init__(self, floor: float) -> None:
        import onnxruntime as ort

        self._floor = floor
        options = ort.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        weights = checked(DATA / "coco_ssd_int8.onnx")
        self._net = ort.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
        checked(DATA / "coco_anchors.npy")
        anchors: Floats = np.load(DATA / "coco_anchors.npy", allow_pickle=False)
        self._anchors = anchors.reshape(-1, 4)

    def detect(self, picture: Picture) -> list[Found]:
        """All things above the floor in a BGR picture, surest first."""
        from companion.engines.vision.brighten import legible

        boxes, scores = self._net.run(["boxes", "scores"], {"x": letterbox(legible(picture))})
        classes: Floats = scores[0, :, 1:]
        best = classes.max(1)
        above = np.where(best > self._floor)[0]
        if not above.size:
            return []
        side = max(picture.shape[:2])
        pixels = decode(boxes[0, above], self._anchors[above]) * side
        kept = _suppress(pixels, best[above], classes[above].argmax(1), self._floor)
        return [
            (LABELS[int(classes[above[k]].argmax())], float(best[above[k]]), _whole(pixels[k]))
            for k in kept
        ]


def checked(path: Path) -> bytes:
    """Read a weight file. Raises `WeightsDamaged` when it is not the one that was shipped."""
    content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != SHA256[path.name]:
        raise WeightsDamaged(f"{path} is damaged (sha256 differs); restore it from the repository")
    return content


def letterbox(picture: Picture) -> Floats:
    """Pad to a square with grey, resize, RGB in [-1, 1], batch of one."""
    import cv2

    height, width = picture.shape[:2]
    side = max(height, width)
    square = np.full((side, side, 3), 127, np.uint8)
    square[:height, :width] = picture
    small = cv2.resize(square, (SIDE, SIDE))[:, :, ::-1]
    return (small.astype(np.float32) * np.float32(2 / 255) - np.float32(1))[None]


def decode(offsets: Floats, anchors: Floats) -> Floats:
    """Box offsets over anchors (ymin xmin ymax xmax, 0..1) -> x y w h, 0..1 of the square.

    The divisors 10 and 5 are the box coder's scale factors of the trained graph.
    """
    height, width = anchors[:, 2] - anchors[:, 0], anchors[:, 3] - anchors[:, 1]
    box_h, box_w = np.exp(offsets[:, 2] / 5) * height, np.exp(offsets[:, 3] / 5) * width
    centre_y = offsets[:, 0] / 10 * height + anchors[:, 0] + height / 2
    centre_x = offsets[:, 1] / 10 * width + anchors[:, 1] + width / 2
    out: Floats = np.stack([centre_x - box_w / 2, centre_y - box_h / 2, box_w, box_h], 1)
    return out


def _suppress(
    boxes: Floats, scores: Floats, classes: npt.NDArray[np.int64], floor: float
) -> list[int]:
    import cv2

    kept = cv2.dnn.NMSBoxesBatched(
        boxes.tolist(), scores.tolist(), classes.tolist(), floor, OVERLAP
    )
    return sorted((int(k) for k in kept), key=lambda k: -float(scores[k]))


def _whole(box: Floats) -> tuple[int, int, int, int]:
    x, y, w, h = (int(v) for v in box.round())
    return x, y, w, h


def serve(
    settings: Mapping[str, Any],
) -> Callable[[Mapping[str, Any], bytes], tuple[dict[str, Any], bytes]]:
    """Worker side: `{"width", "height"}` + raw BGR -> `{"found": [[label, score, box], ...]}`;
    with `"read": true` instead `{"found": [[text, score, box, how], ...]}` (`reading`)."""
    ssd = Ssd(float(settings["floor"]))
    text = Reading(settings)

    def answer(header: Mapping[str, Any], blob: bytes) -> tuple[dict[str, Any], bytes]:
        shape = (int(header["height"]), int(header["width"]), 3)
        picture = np.frombuffer(blob, np.uint8).reshape(shape)
        return {"found": text.read(picture) if header.get("read") else ssd.detect(picture)}, b""

    return answer
