"""The detector's own arithmetic and its weights; the network itself is in the contract suite."""

from pathlib import Path

import numpy as np
import pytest

from companion.engines.eyes.coco_ssd import cut
from companion.engines.vision import ssd
from tests.twins.sight import frame


def test_class_names_stand_at_their_coco_ids() -> None:
    named = {1: "person", 18: "dog", 44: "bottle", 72: "tv", 90: "toothbrush"}
    assert {i: ssd.LABELS[i - 1] for i in named} == named
    assert len(ssd.LABELS) == 90
    assert sum(name != "-" for name in ssd.LABELS) == 80


def test_the_picture_is_letterboxed_not_stretched() -> None:
    """Stretched 16:9 lost a third of the people; below the picture is grey (127)."""
    white = np.full((360, 640, 3), 255, np.uint8)
    boxed = ssd.letterbox(white)
    assert boxed.shape == (1, 300, 300, 3)
    assert np.allclose(boxed[0, :165], 1.0)
    assert np.allclose(boxed[0, 172:], 127 * 2 / 255 - 1, atol=1e-6)


def test_colours_reach_the_network_as_rgb() -> None:
    blue_in_bgr = np.zeros((10, 10, 3), np.uint8)
    blue_in_bgr[:, :, 0] = 255
    assert ssd.letterbox(blue_in_bgr)[0, 0, 0].tolist() == [-1.0, -1.0, 1.0]


def test_zero_offsets_give_the_anchor_itself() -> None:
    anchors = np.array([[0.2, 0.1, 0.6, 0.3]], np.float32)
    x, y, w, h = ssd.decode(np.zeros((1, 4), np.float32), anchors)[0]
    assert (x, y, w, h) == pytest.approx((0.1, 0.2, 0.2, 0.4))


def test_damaged_weights_are_refused_with_the_remedy(tmp_path: Path) -> None:
    damaged = tmp_path / "coco_anchors.npy"
    damaged.write_bytes(b"not the anchors")
    with pytest.raises(ssd.WeightsDamaged, match="restore"):
        ssd.checked(damaged)


@pytest.mark.parametrize("name", sorted(ssd.SHA256))
def test_the_shipped_weights_are_the_pinned_ones(name: str) -> None:
    """The licence notice lists the same checksums."""
    assert ssd.checked(ssd.DATA / name)
    assert ssd.SHA256[name] in (ssd.DATA / "LICENSE-coco-ssd.txt").read_text()


def test_a_region_is_cut_out_and_clipped_to_the_frame() -> None:
    picture = np.arange(48 * 64 * 3, dtype=np.uint8).reshape(48, 64, 3)
    pixels, box = cut(frame(0.0, picture), (60, 40, 20, 20))
    assert box == (60, 40, 4, 8)
    assert pixels == picture[40:48, 60:64].tobytes()
