"""JPEG scanner: finds where a JPEG ends and how large its picture is, without decoding it."""

BEGINS, ENDS = b"\xff\xd8\xff", b"\xff\xd9"
LIMIT_BYTES = 16 * 2**20
"""A longer picture is no picture; what is not a stream of JPEG must not fill the memory."""
DAMAGED = -1
_SCAN, _END = 0xDA, 0xD9
_ALONE = {0x01, *range(0xD0, 0xD9)}
"""Markers that stand for themselves; all others say how long what they begin is."""
_SIZES = set(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Markers that begin a frame header, which holds height and width."""


def size_of(picture: bytes) -> tuple[int, int] | None:
    """Read height and width from the header; None where it has none."""
    at = 2 if picture[:3] == BEGINS else len(picture)
    while at + 9 <= len(picture) and picture[at] == 0xFF:
        marker = picture[at + 1]
        if marker in _SIZES:
            height, width = picture[at + 5 : at + 7], picture[at + 7 : at + 9]
            size = int.from_bytes(height), int.from_bytes(width)
            return size if all(size) else None
        if marker in (_SCAN, _END):
            return None
        at = _next(picture, at)
    return None


def end_of(data: bytes, begin: int) -> int | None:
    """Find where the picture that begins there ends; `DAMAGED` where it has no end, None where it
    is not complete yet. A thumbnail in its header ends nothing."""
    at = begin + 2
    while at + 4 <= len(data):
        if data[at] != 0xFF or data[at + 1] == _END:
            return DAMAGED
        is_scan = data[at + 1] == _SCAN
        at = _next(data, at)
        if is_scan:
            end = data.find(ENDS, at)
            return end + len(ENDS) if end >= 0 else None
    return None


def _next(data: bytes, at: int) -> int:
    """Where the marker after the one here stands."""
    marker = data[at + 1]
    if marker == 0xFF:
        return at + 1
    return at + 2 + (0 if marker in _ALONE else int.from_bytes(data[at + 2 : at + 4]))
