"""Masks: where a camera sees a television, kept over a restart (A6)."""

from pathlib import Path

import pytest

from companion.ports.screen_masks import MOST_MASKS
from companion.service.mask_file import MaskFile
from companion.words.facts import MasksSet
from companion.words.mask import Mask

SET = Mask(0.1, 0.2, 0.3, 0.4)


async def test_masks_outlive_a_restart_and_are_noted(tmp_path: Path) -> None:
    noted: list[MasksSet] = []

    async def note(fact: MasksSet) -> None:
        noted.append(fact)

    path = tmp_path / "masks.json"
    await MaskFile(path, note).put("hall", [SET], "web")
    again = MaskFile(path, note)
    assert again.of("hall") == (SET,)
    assert again.of("attic") == ()
    assert noted == [MasksSet(camera="hall", count=1, channel="web")]
    await again.put("hall", [], "web")
    assert MaskFile(path, note).of("hall") == ()
    with pytest.raises(ValueError, match="at most"):
        await again.put("hall", [SET] * (MOST_MASKS + 1), "web")


@pytest.mark.parametrize("text", ["not json", "[]", '{"hall": [{"x": 9}]}', '{"hall": 3}'])
def test_a_damaged_file_masks_nothing_and_says_so(
    tmp_path: Path, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "masks.json"
    path.write_text(text)

    async def note(fact: MasksSet) -> None:
        raise AssertionError

    assert MaskFile(path, note).of("hall") == ()
    assert "anew" in caplog.text


@pytest.mark.parametrize("wrong", [(-0.1, 0, 1, 1), (0.5, 0, 0.6, 1), (0, 0, 0, 1), (0, 0.9, 1, 1)])
def test_a_mask_lies_within_the_picture(wrong: tuple[float, float, float, float]) -> None:
    with pytest.raises(ValueError, match="within the picture"):
        Mask(*wrong)


def test_a_mask_fits_every_resolution() -> None:
    assert SET.in_pixels(640, 360) == (64, 72, 192, 144)
