"""Port of the live stream: sends messages to every open page and to parts of the house."""

from collections.abc import AsyncIterator
from typing import Protocol

from companion.words.activity import StreamMessage


class Stream(Protocol):
    """Publisher with many watchers; a slow watcher loses old messages and never blocks the
    others."""

    def publish(self, message: StreamMessage) -> None:
        """Send to every watcher."""

    def watch(self) -> AsyncIterator[StreamMessage]:
        """Messages from now on."""

    def batches(self) -> AsyncIterator[tuple[StreamMessage, ...]]:
        """For a page: all that wait taken at once; an empty one breaks a long silence."""

    def bursts(self) -> AsyncIterator[tuple[StreamMessage, ...]]:
        """For a part of the house: all that wait taken at once, never an empty one."""
