"""Wyoming agent: answers Home Assistant as a conversation agent, over the Wyoming protocol.

Home Assistant's voice satellites hear and transcribe; the text comes here and the answer goes
back (`transcript` -> `handled` / `not-handled`). The protocol has no login: who may connect is a
list of addresses, and the port is closed unless the owner opens it. Messages are bounded before
they are read; silence is bounded, and each address has places of its own, so that no connection
that says nothing keeps another out. Events: the `wyoming` package.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Any

from wyoming.asr import Transcript
from wyoming.event import Event, async_write_event
from wyoming.handle import Handled, NotHandled
from wyoming.info import Attribution, Describe, HandleModel, HandleProgram, Info
from wyoming.ping import Ping, Pong

from companion.ports.part import ResidentSpec, Stage
from companion.service.wyoming_event import MOST_BYTES, read_event
from companion.words.language import Language
from companion.words.said import SATELLITE, Said

log = logging.getLogger("companion.wyoming")

TEXT_CHARS = 500
MOST_CONNECTIONS = 8
"""Shared out among the addresses that may connect, at least one each."""
FIRST_S, IDLE_S = 10.0, 60.0
"""Real seconds in which the first event, and each later one, must have come whole: Home Assistant
connects for one question and sends it at once."""
SEND_S = 10.0
"""Real seconds in which an answer must be taken."""

Ask = Callable[[Said], Awaitable[str | None]]
"""Sentence -> its answer, None where there is none."""
RoomOf = Callable[[str], str]
"""Home Assistant's id of a satellite (entity) or of its device -> our room, "" where unknown."""
ID_CHARS = 255
"""Longest id that Home Assistant gives an entity."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentAddress:
    """Where it listens, and to whom."""

    host: str
    port: int
    peers: Sequence[str]
    """Addresses that may connect."""


@dataclass(slots=True, eq=False)
class _Talk:
    """One open connection."""

    peer: str
    writer: asyncio.StreamWriter
    heard_at: float
    """Monotonic seconds of its last event, or of its beginning."""
    is_answered: bool = False
    """An answer is being made now."""


class WyomingAgent:
    """Answers texts. `run` until cancelled; raises `OSError` where the port is taken."""

    def __init__(
        self,
        at: AgentAddress,
        *,
        name: str,
        version: str,
        ask: Ask,
        room_of: RoomOf = lambda one: "",
    ) -> None:
        self._at = at
        self._peers = frozenset(map(_plain, at.peers))
        self._places = max(1, MOST_CONNECTIONS // max(1, len(self._peers)))
        self._name = name
        self._version = version
        self._ask = ask
        self._room_of = room_of
        self._talks: list[_Talk] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = at.port
        """The bound one, once it listens; 0 lets the system choose."""
        self.refused = 0
        self.failed = 0
        """Conversations that ended in a mistake of ours."""

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The task."""
        return (ResidentSpec("wyoming", self.run, Stage.INTAKE),)

    async def run(self) -> None:
        """Listen and answer."""
        server = await asyncio.start_server(
            self._came, self._at.host, self._at.port, limit=MOST_BYTES
        )
        self.port = server.sockets[0].getsockname()[1]
        try:
            await server.serve_forever()
        finally:
            for task in tuple(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def _came(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One more connection. Its task is our own: asyncio's would write a traceback into the
        log for each one that is open when the service stops."""
        peer = _plain(str((writer.get_extra_info("peername") or ("",))[0]))
        if peer not in self._peers:
            self._refuse(writer, f"{peer} is not in links.wyoming.peers")
            return
        if not self._has_place(peer):
            self._refuse(writer, f"{peer} has {self._places} answers under way")
            return
        talk = _Talk(peer, writer, _now_s())
        self._talks.append(talk)
        task = asyncio.create_task(self._hold(talk, reader), name=f"wyoming {peer}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _hold(self, talk: _Talk, reader: asyncio.StreamReader) -> None:
        """One connection to its end, whatever ends it."""
        try:
            await self._converse(talk, reader)
        except (OSError, EOFError, ValueError, TimeoutError) as error:
            log.info("conversation with %s ended: %s", talk.peer, error or type(error).__name__)
        # The edge of the wire: whatever one conversation ends in, the next one is answered.
        except Exception:
            self.failed += 1
            log.exception("conversation with %s ended in a mistake of ours", talk.peer)
        finally:
            self._talks.remove(talk)
            talk.writer.transport.abort()
            with contextlib.suppress(OSError):
                await talk.writer.wait_closed()

    def _refuse(self, writer: asyncio.StreamWriter, why: str) -> None:
        self.refused += 1
        log.warning("no conversation: %s", why)
        writer.transport.abort()

    def _has_place(self, peer: str) -> bool:
        """Whether this address may open one more. Where all its places are taken, the connection
        of its own that has been silent longest makes room."""
        own = [talk for talk in self._talks if talk.peer == peer]
        if len(own) < self._places:
            return True
        silent = [talk for talk in own if not talk.is_answered]
        if not silent:
            return False
        min(silent, key=lambda talk: talk.heard_at).writer.transport.abort()
        return True

    async def _converse(self, talk: _Talk, reader: asyncio.StreamReader) -> None:
        """Read and answer until they leave. Raises what one conversation may end with."""
        patience_s = FIRST_S
        while True:
            async with asyncio.timeout(patience_s):
                event = await read_event(reader)
            patience_s = IDLE_S
            talk.heard_at, talk.is_answered = _now_s(), True
            try:
                answer = await self._answer(event)
            finally:
                talk.is_answered = False
            if answer is not None:
                async with asyncio.timeout(SEND_S):
                    await async_write_event(answer, talk.writer)

    async def _answer(self, event: Event) -> Event | None:
        """The answer to an event; None for an event that is none of ours. Raises `ValueError` where
        its data is not what its type wants."""
        if Describe.is_type(event.type):
            return self._info().event()
        if Ping.is_type(event.type):
            return Pong(text=_text(event.data, "text")).event()
        if Transcript.is_type(event.type):
            text = await self._ask(self._said(event.data))
            # Without any text Home Assistant's own client fails over the event (seen on 2025.4.4);
            # an empty one says that nothing was said.
            return (NotHandled(text="") if text is None else Handled(text=text)).event()
        return None

    def _said(self, data: dict[str, Any]) -> Said:
        """The sentence with what Home Assistant tells of it: the language of its assistant, and in
        `context` which satellite heard it (2025.4 tells neither). Raises `ValueError`."""
        context = data.get("context") or {}
        if not isinstance(context, dict):
            raise ValueError("context is no object")
        ids = [(_text(context, key) or "")[:ID_CHARS] for key in ("satellite_id", "device_id")]
        rooms = (self._room_of(one) for one in ids if one)
        return Said(
            (_text(data, "text") or "")[:TEXT_CHARS],
            SATELLITE,
            language=_language(_text(data, "language")),
            place=next((room for room in rooms if room), ""),
        )

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


def _text(data: dict[str, Any], key: str) -> str | None:
    """One text of an event, None where it has none. Raises `ValueError` for anything else."""
    found = data.get(key)
    if found is not None and not isinstance(found, str):
        raise ValueError(f"{key} is no text")
    return found


def _plain(address: str) -> str:
    """An address in one form: IPv4 over IPv6 is IPv4; what is no address stays as it is."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return str(mapped or found)


def _now_s() -> float:
    return asyncio.get_running_loop().time()


def _language(tag: str | None) -> Language | None:
    """`ja`, `en-GB` ...; None for one we do not speak, or none told."""
    known = {language.value: language for language in Language}
    return known.get((tag or "").partition("-")[0].lower())
