"""Hub link: keeps a connection to the hub open in the background, with pauses between two tries.

A hub that is away is tried again after 1, 2, 4, 4 ... s. A token it refuses is never shown
again: the link stops and asks for a new one, and looks at the token's file, not at the hub,
until there is one. Two tries to log in are at least a minute apart after a refusal, else the
hub would ban our address.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from enum import StrEnum

from companion.links.home_assistant.hub import (
    HubAddress,
    HubAway,
    HubSaidNo,
    Open,
    TokenMissing,
    TokenRefused,
    Wire,
)
from companion.links.home_assistant.wire import open_wire
from companion.service.residents import Resident, ResidentReport, Stand

log = logging.getLogger("companion.hub")

FIRST_WAIT_S = 1.0
LONGEST_WAIT_S = 4.0
"""A hub that returned is found, and told again, within 5 s."""
STABLE_S = 10.0
"""A connection that lived this long starts the back-off anew; a flapping one does not."""
AFTER_REFUSAL_S = 60.0
"""At most one try to log in a minute: a hub bans clients that try more often."""
LOOK_AT_TOKEN_S = 2.0
LATELY_S = 60.0
"""A hub that is away is tried within this time, an unanswered try of 20 s included."""


class LinkState(StrEnum):
    """つながりの状態: where the link stands."""

    CONNECTING = "connecting"
    UP = "up"
    AWAY = "away"
    TOKEN_REFUSED = "token_refused"
    TOKEN_MISSING = "token_missing"


class HubLink:
    """One connection after another, from `start` to `stop`.

    `on_up` brings everything up to date on a fresh wire, and one for what only reports (the same
    where the engine has no use for two), and may take its time; `on_down` is called once
    whenever a wire that was given to `on_up` is gone. After every end of a connection the next one
    is begun: a mistake of ours is logged and told as the reason.
    """

    def __init__(
        self,
        address: HubAddress,
        token: Callable[[], str],
        *,
        on_up: Callable[[Wire, Wire], Awaitable[None]],
        on_down: Callable[[], None],
        opened: Open = open_wire,
    ) -> None:
        """`token` reads it where it is kept, and raises `TokenMissing`; it may block.
        `opened`: the engine."""
        self.address = address
        self._token = token
        self._on_up, self._on_down, self._open = on_up, on_down, opened
        self.state = LinkState.CONNECTING
        self.last_error = ""
        self.version = ""
        self._stirred_at = time.monotonic()
        self.logins: list[float] = []
        """Monotonic moments of the last tries to log in, for health and tests."""
        self._refused = ""
        self._refused_at = 0.0
        self._wire: Wire | None = None
        self._pause: Callable[[float], Awaitable[None]] = asyncio.sleep
        """Between two tries; a test may leave the waiting out."""
        self._resident = Resident(
            "hub link",
            self._keep_up,
            longest_pause_s=LONGEST_WAIT_S,
            pause=lambda pause_s: self._pause(pause_s),
            told=self._fell,
        )

    async def start(self) -> None:
        """Begin to connect; returns at once."""
        self._resident.start()

    async def stop(self) -> None:
        """Leave the hub; idempotent."""
        await self._resident.stop()

    def wire(self) -> Wire | None:
        """The connection, once everything is up to date on it."""
        return self._wire if self.state is LinkState.UP else None

    def trying(self) -> bool:
        """Whether the hub is reached or really being tried: the link lives, and lately began a
        connection or lost one."""
        lately = time.monotonic() - self._stirred_at < LATELY_S
        return self._resident.running() and (lately or self.state is LinkState.UP)

    def falls(self) -> int:
        """How often a mistake of ours ended the link."""
        return self._resident.falls

    def _fell(self, told: ResidentReport) -> None:
        """Something ended the link that no hub should be able to end."""
        if told.stand is Stand.STOPPED:
            error = told.error
            self.state = LinkState.AWAY
            self.last_error = f"a mistake of ours: {type(error).__name__}: {error}"[:160]

    async def _keep_up(self) -> None:
        wait_s = FIRST_WAIT_S
        while True:
            token = await self._usable_token()
            began = self._stirred_at = time.monotonic()
            try:
                await self._one_connection(token)
            finally:
                self._stirred_at = time.monotonic()
            if self.state is LinkState.TOKEN_REFUSED:
                continue
            if time.monotonic() - began > STABLE_S:
                wait_s = FIRST_WAIT_S
            await self._pause(wait_s)
            wait_s = min(wait_s * 2, LONGEST_WAIT_S)

    async def _usable_token(self) -> str:
        """Wait for a token that was not refused yet, without troubling the hub."""
        while True:
            try:
                token = await asyncio.to_thread(self._token)
            except TokenMissing as error:
                self.state, self.last_error = LinkState.TOKEN_MISSING, str(error)
            else:
                rested = time.monotonic() - self._refused_at >= AFTER_REFUSAL_S
                if token != self._refused and (rested or not self._refused):
                    return token
            await self._pause(LOOK_AT_TOKEN_S)

    async def _one_connection(self, token: str) -> None:
        self.logins = [*self.logins[-31:], time.monotonic()]
        try:
            wire = await self._open(self.address, token)
        except TokenRefused as error:
            log.warning("the hub refuses the token: %s", error)
            self._refused, self._refused_at = token, time.monotonic()
            self.state, self.last_error = LinkState.TOKEN_REFUSED, str(error)
            return
        except HubAway as error:
            self.state, self.last_error = LinkState.AWAY, str(error)
            return
        self._refused, self.version = "", wire.version
        far = wire
        try:
            far = await self._open(self.address, token) if wire.twofold else wire
            await self._live(wire, far)
        except (HubAway, HubSaidNo, TokenRefused) as error:
            self.last_error = str(error)
            log.info("the hub is gone: %s", error)
        finally:
            self.state, self._wire = LinkState.AWAY, None
            try:
                self._on_down()
            finally:
                await wire.close()
                await far.close()

    async def _live(self, wire: Wire, far: Wire) -> None:
        """Bring up to date, then read until the end of either."""
        reading = [asyncio.create_task(w.read(), name="hub-read") for w in {wire, far}]
        syncing = asyncio.ensure_future(self._on_up(wire, far))
        try:
            await asyncio.wait({*reading, syncing}, return_when=asyncio.FIRST_COMPLETED)
            if syncing.done():
                await syncing
                self._wire, self.state, self.last_error = wire, LinkState.UP, ""
                log.info("hub reached at %s, version %s", self.address.url, wire.version)
            done, _ = await asyncio.wait(reading, return_when=asyncio.FIRST_COMPLETED)
            for ended in done:
                await ended
        finally:
            for task in (*reading, syncing):
                task.cancel()
            await asyncio.gather(*reading, syncing, return_exceptions=True)
