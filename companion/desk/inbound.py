"""Inbound: takes sentences that a bridge of the owner hands in, each under the name of its source.

The source alone tells who is believed to stand behind a sentence (`channels.py`): the map is in the
configuration, and a source that is not on it is public.
"""

from dataclasses import dataclass, field

from companion.desk.ask_and_wait import Asking
from companion.desk.channels import OWN_CHANNELS
from companion.ports.desk import Desk
from companion.ports.inbound import SENDER_CHARS, TEXT_CHARS, NoSuchSource
from companion.ports.stream import Stream
from companion.service.tokens import Tokens
from companion.words.ids import EventId
from companion.words.said import MCP_ACT, MCP_ASK, Said
from companion.words.text import data_line


@dataclass(frozen=True, kw_only=True)
class InboundDesk:
    """Implements `ports.inbound.Inbound`: hands sentences on to the front desk."""

    desk: Desk
    stream: Stream
    tokens: Tokens
    own: frozenset[str] = field(default=OWN_CHANNELS)
    """Names that no source may take: more authority stands behind them."""

    async def say(self, source: str, text: str, sender: str = "") -> EventId:
        """One sentence; gives its event. Raises `NoSuchSource`, `ValueError` for an empty one."""
        return await self.desk.say(self._said(source, text, sender))

    async def ask(self, source: str, text: str, sender: str, patience_s: float) -> str | None:
        """One sentence, and the answer to it; None where nothing is said in time."""
        asking = Asking(desk=self.desk, stream=self.stream)
        return await asking.ask(self._said(source, text, sender), patience_s)

    async def ask_as(
        self, program: str, text: str, patience_s: float, *, acts: bool
    ) -> tuple[EventId, str | None]:
        """A sentence of a program with a token of this name, and the answer to it."""
        said = Said(text, MCP_ACT if acts else MCP_ASK, speaker=program)
        return await Asking(desk=self.desk, stream=self.stream).asked(said, patience_s)

    async def hand_in(self, source: str, secret: str, text: str, sender: str) -> EventId:
        """The same as `say`, where nobody has looked at the token yet. Raises also
        `PermissionError`."""
        token = self.tokens.find(secret)
        if token is None or not token.hands_in(source):
            raise PermissionError(f"no token for {source}")
        return await self.say(source, text, sender)

    def _said(self, source: str, text: str, sender: str) -> Said:
        if not source or source in self.own:
            raise NoSuchSource(f"{source!r} is no source of sentences from outside")
        words = text.strip()[:TEXT_CHARS]
        if not words:
            raise ValueError("there are no words")
        return Said(words, source, speaker=data_line(sender, SENDER_CHARS))
