"""Draws: random numbers by name, from a seed and a hash; implements the port `Draws`."""

from hashlib import blake2b

_RANGE = 1 << 64


class SeededDraws:
    """The same seed and key give the same number, in every process and after every restart."""

    def __init__(self, seed: int) -> None:
        self._key = seed.to_bytes(8, "little", signed=True)

    def at(self, *key: str | int) -> float:
        """A float in [0, 1)."""
        text = "\x1f".join(map(str, key)).encode()
        digest = blake2b(text, digest_size=8, key=self._key).digest()
        # The upper 53 bits: more do not fit a float, and would round up to 1.
        return (int.from_bytes(digest, "little") >> 11) * 2.0**-53
