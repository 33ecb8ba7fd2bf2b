"""A conversation agent for Home Assistant, over the Wyoming protocol (issue 4, item 2).

Home Assistant's voice satellites hear and transcribe; the text comes here and the answer goes
back (`transcript` -> `handled` / `not-handled`). The protocol has no login: who may connect is a
list of addresses, and the port is closed unless the owner opens it. Messages are bounded before
they are read. Events: the `wyoming` package.
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from wyoming.asr import Transcript
from wyoming.event import Event, async_write_event
from wyoming.handle import Handled, NotHandled
from wyoming.info import Attribution, Describe, HandleModel, HandleProgram, Info
from wyoming.ping import Ping, Pong

from companion.words.language import Language

log = logging.getLogger("companion.wyoming")

MOST_BYTES = 65_536
"""Longest header, data or payload that is read."""
TEXT_CHARS = 500
MOST_CONNECTIONS = 8
IDLE_S = 600.0
"""A connection that says nothing for so long is closed."""

Ask = Callable[[str, Language | None], Awaitable[str | None]]
"""(what was said, its language if told) -> the answer, None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentAddress:
    """Where it listens, and to whom."""

    host: str
    port: int
    peers: Sequence[str]
    """Addresses that may connect."""


class WyomingAgent:
    """Answers texts. `run` until cancelled; raises `OSError` where the port is taken."""

    def __init__(self, at: AgentAddress, *, name: str, version: str, ask: Ask) -> None:
        self._at = at
        self._name = name
        self._version = version
        self._ask = ask
        self._open: set[asyncio.Task[None]] = set()
        self.port = at.port
        """The bound one, once it listens; 0 lets the system choose."""
        self.refused = 0

    async def run(self) -> None:
        """Listen and answer."""
        server = await asyncio.start_server(
            self._came, self._at.host, self._at.port, limit=MOST_BYTES
        )
        self.port = server.sockets[0].getsockname()[1]
        try:
            await server.serve_forever()
        finally:
            for task in tuple(self._open):
                task.cancel()
            await asyncio.gather(*self._open, return_exceptions=True)

    async def _came(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        peer = str((writer.get_extra_info("peername") or ("",))[0])
        self._open.add(task)
        try:
            if peer not in self._at.peers or len(self._open) > MOST_CONNECTIONS:
                self.refused += 1
                log.warning(
                    "no conversation with %s: not in links.wyoming.peers, or too many", peer
                )
                return
            async with asyncio.timeout(None) as patience:
                while True:
                    patience.reschedule(asyncio.get_running_loop().time() + IDLE_S)
                    event = await _read(reader)
                    patience.reschedule(None)
                    await self._answer(event, writer)
        except (OSError, EOFError, ValueError, TimeoutError) as error:
            log.debug("conversation with %s ended: %s", peer, error)
        finally:
            self._open.discard(task)
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    async def _answer(self, event: Event, writer: asyncio.StreamWriter) -> None:
        if Describe.is_type(event.type):
            await async_write_event(self._info().event(), writer)
        elif Ping.is_type(event.type):
            await async_write_event(Pong(text=Ping.from_event(event).text).event(), writer)
        elif Transcript.is_type(event.type):
            said = Transcript.from_event(event)
            text = await self._ask(str(said.text)[:TEXT_CHARS], _language(said.language))
            # Without any text Home Assistant's own client fails over the event (seen on 2025.4.4);
            # an empty one says that nothing was said (D-011).
            made = NotHandled(text="") if text is None else Handled(text=text)
            await async_write_event(made.event(), writer)

    def _info(self) -> Info:
        by = Attribution(name="home companion", url="")
        model = HandleModel(
            name="companion",
            attribution=by,
            installed=True,
            description=self._name,
            version=self._version,
            languages=[language.value for language in Language],
        )
        return Info(
            handle=[
                HandleProgram(
                    name=self._name,
                    attribution=by,
                    installed=True,
                    description=self._name,
                    version=self._version,
                    models=[model],
                    supports_home_control=True,
                )
            ]
        )


async def _read(reader: asyncio.StreamReader) -> Event:
    """One event. Raises `ValueError` for what is none or too long, `EOFError` at the end."""
    line = await reader.readline()
    if not line:
        raise EOFError("they left")
    head = json.loads(line)
    if not isinstance(head, dict) or not isinstance(head.get("type"), str):
        raise ValueError("no event")
    data = head.get("data") or {}
    lengths = [head.get(key) or 0 for key in ("data_length", "payload_length")]
    if not all(isinstance(n, int) and 0 <= n <= MOST_BYTES for n in lengths):
        raise ValueError("too long")
    if lengths[0]:
        data = {**data, **json.loads(await reader.readexactly(lengths[0]))}
    payload = await reader.readexactly(lengths[1]) if lengths[1] else None
    return Event(type=head["type"], data=data, payload=payload)


def _language(tag: str | None) -> Language | None:
    """`ja`, `en-GB` ...; None for one we do not speak, or none told."""
    known = {language.value: language for language in Language}
    return known.get((tag or "").partition("-")[0].lower())
