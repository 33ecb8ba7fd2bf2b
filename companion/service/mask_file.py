"""Mask file: keeps the owner's rectangles around televisions and pictures."""

import json
import logging
import os
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict
from pathlib import Path

from companion.ports.screen_masks import MOST_MASKS
from companion.service.wire_json import read_object
from companion.words.facts import MasksSet
from companion.words.mask import Mask

log = logging.getLogger(__name__)

Note = Callable[[MasksSet], Awaitable[object]]
"""Puts into the record that masks were changed."""


class MaskFile:
    """Port `ScreenMasks` over one JSON file: `{"hall": [{"x": 0.1, "y": ...}]}`."""

    def __init__(self, path: Path, note: Note) -> None:
        self._path, self._note = path, note
        self._masks = _read(path)

    def of(self, camera: str) -> tuple[Mask, ...]:
        """The masks of one camera."""
        return self._masks.get(camera, ())

    async def put(self, camera: str, masks: Sequence[Mask], channel: str) -> None:
        """Replace those of one camera: written whole first, so that a crash leaves the old or
        the new ones. Raises `ValueError`, and `OSError` where the disk does not take it."""
        if len(masks) > MOST_MASKS:
            raise ValueError(f"at most {MOST_MASKS} masks for one camera")
        kept = {**self._masks, camera: tuple(masks)}
        text = json.dumps({name: [asdict(m) for m in ms] for name, ms in kept.items() if ms})
        new = self._path.with_suffix(".new")
        with new.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.replace(self._path)
        self._masks = kept
        await self._note(MasksSet(camera=camera, count=len(masks), channel=channel))


def _read(path: Path) -> dict[str, tuple[Mask, ...]]:
    """Masks in the file; a damaged file holds none, and the log says so."""
    try:
        found = read_object(path.read_bytes())
        return {str(name): tuple(Mask(**one) for one in masks) for name, masks in found.items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError, AttributeError) as error:
        log.error("%s cannot be used; draw the masks of your cameras anew: %s", path, error)
        return {}
