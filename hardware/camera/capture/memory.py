"""Memory layout and answer format that the capture process and the service share.

The memory begins with `SLOTS` slots that take turns; each holds one picture as it was given (BGR
pixels, or JPEG) and its thinned form behind it. After them lies the dark room: a JPEG goes in at
its beginning and its pixels come out behind.
"""

import struct

SLOTS = 2
THIN_ROOM_BYTES = 2**18
LARGEST_BYTES = 3840 * 2160 * 3
"""One picture of 4K in BGR; shared memory is only taken up where it is written."""
PACKED_ROOM_BYTES = 16 * 2**20
SLOT_BYTES = LARGEST_BYTES + THIN_ROOM_BYTES
DARK_ROOM = SLOTS * SLOT_BYTES
"""Where the JPEG to develop lies; its pixels lie behind its room."""
DEVELOPED = DARK_ROOM + PACKED_ROOM_BYTES
SHARED_BYTES = DEVELOPED + LARGEST_BYTES
LONGEST_BYTES = 2**16
"""Of a message; pictures do not come that way."""

ANSWER = struct.Struct("<BIIQdII")
"""Kind, width, height, number, seconds, bytes of the picture, bytes of its thinned form."""
PIXELS, PACKED, ENDED, GONE = range(4)
"""Kinds of answers. After `GONE` comes why, as text."""
TO_DEVELOP = struct.Struct("<I")
"""Bytes of the JPEG in the dark room."""
DEVELOPED_SIZE = struct.Struct("<II")
"""Width and height of what came of it; 0, 0 where it is damaged or too large."""
