"""Volume file: keeps how loud people want the companion to speak."""

import json
import logging
import os
from pathlib import Path

from companion.service.wire_json import NotJson, read_object

log = logging.getLogger(__name__)

STEPS = (0.2, 0.35, 0.6, 1.0, 1.6)
"""Shares of the configured loudness, some 4.5 dB apart: a step that everybody hears."""
USUAL = 3


class VolumeFile:
    """Loudness of speech in steps, over one JSON file: `{"step": 2}`."""

    def __init__(self, path: Path, configured: float) -> None:
        """`configured`: loudness that one times it is; no step goes over full loudness."""
        self._path = path
        self._steps = tuple(share for share in STEPS if share <= max(1.0, 1.0 / configured))
        self._step = min(_read(path), len(self._steps) - 1)

    def share(self) -> float:
        """Share of the configured loudness."""
        return self._steps[self._step]

    async def change(self, way: str) -> bool:
        """One step `quieter` or `louder`, or back to `usual`; False: it is there already. Written
        whole first, so that a crash leaves the old or the new one. Raises `OSError`."""
        step = {"quieter": self._step - 1, "louder": self._step + 1, "usual": USUAL}[way]
        step = min(max(step, 0), len(self._steps) - 1)
        if step == self._step:
            return False
        new = self._path.with_suffix(".new")
        with new.open("w", encoding="utf-8") as file:
            file.write(json.dumps({"step": step}))
            file.flush()
            os.fsync(file.fileno())
        new.replace(self._path)
        self._step = step
        return True


def _read(path: Path) -> int:
    """The step in the file; a damaged file says nothing, and the log says so."""
    try:
        step = read_object(path.read_bytes()).get("step")
    except FileNotFoundError:
        return USUAL
    except (OSError, NotJson) as error:
        log.error("%s cannot be used; it speaks as loud as configured: %s", path, error)
        return USUAL
    return step if isinstance(step, int) and 0 <= step < len(STEPS) else USUAL
