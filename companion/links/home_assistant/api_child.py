"""Child process: runs the package homeassistant-api in an environment of its own (ADR 0021).

Run as a file by that environment's Python; nothing of the companion is imported here. Lines of
JSON come on stdin and go to stdout; the token comes on stdin, never as an argument. The package
carries one call at a time on a connection, so calls have one of their own and queue, and events
another. The end of stdin ends the process.
"""

import asyncio
import json
import re
import sys
from collections.abc import Mapping
from typing import Any

LONGEST_LINE = 16 * 2**20


def tell(**message: Any) -> None:
    """One line to the parent."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


class Hub:
    """Two clients of the package: one to ask, one to hear."""

    def __init__(self, calls: Any, events: Any) -> None:
        self._calls, self._events = calls, events
        self._watched: set[str] = set()
        self._newest: dict[str, str] = {}

    async def obey(self, lines: asyncio.StreamReader) -> None:
        """Carry out what the parent asks, one after the other."""
        while line := await lines.readline():
            asked = json.loads(line)
            try:
                result = await self._answer(asked["kind"], asked["fields"])
            except Exception as error:  # the edge of the process: the parent hears what it was
                tell(n=asked["n"], error=_code(error), message=str(error)[:200])
                if not _said_by_hub(error):
                    raise
            else:
                tell(n=asked["n"], result=result)

    async def _answer(self, kind: str, fields: Mapping[str, Any]) -> Any:
        if kind == "call_service":
            entity = fields["target"]["entity_id"]
            data = {**fields["service_data"], "entity_id": entity}
            return await self._calls.trigger_service(fields["domain"], fields["service"], **data)
        if kind == "watch":
            self._watched = set(fields["entity_ids"])
            states = await self._calls.get_states()
            for state in states:
                self._hear(json.loads(state.model_dump_json()))
            return None
        number = await self._calls.send(kind, **fields)
        return (await self._calls.recv_result(number)).result

    async def hear(self) -> None:
        """Pass on the states that are watched."""
        async with self._events.listen_events("state_changed") as fired:
            tell(up=True)
            async for event in fired:
                state = event.data.get("new_state")
                if state is None and event.data.get("entity_id") in self._watched:
                    tell(event={"r": [event.data["entity_id"]]})
                elif state is not None:
                    self._hear(state)

    def _hear(self, state: Mapping[str, Any]) -> None:
        """Two connections keep no order between them: what is older is left out."""
        entity, told = state["entity_id"], _moment(state)
        if entity in self._watched and told >= self._newest.get(entity, ""):
            self._newest[entity] = told
            tell(event={"a": {entity: {"s": state["state"], "a": state["attributes"]}}})


def _moment(state: Mapping[str, Any]) -> str:
    """When it was told, as digits, whatever way the zone is written."""
    return re.sub(r"\D", "", str(state.get("last_updated") or "").split("+")[0]).ljust(20, "0")


def _said_by_hub(error: Exception) -> bool:
    return type(error).__name__ == "ResponseError" and str(error).startswith("[")


def _code(error: Exception) -> str:
    found = re.match(r"\[(\w+)\]", str(error)) if _said_by_hub(error) else None
    return found[1] if found else ""


async def main() -> None:
    """Connect, tell how that went, serve until stdin ends."""
    from homeassistant_api import AsyncWebsocketClient
    from homeassistant_api.errors import UnauthorizedError

    lines = asyncio.StreamReader(limit=LONGEST_LINE)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    to = json.loads(await lines.readline())
    try:
        async with (
            AsyncWebsocketClient(to["url"], to["token"]) as calls,
            AsyncWebsocketClient(to["url"], to["token"]) as events,
        ):
            hub = Hub(calls, events)
            jobs = {asyncio.ensure_future(hub.hear()), asyncio.ensure_future(hub.obey(lines))}
            done, left = await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
            for job in left:
                job.cancel()
            await asyncio.gather(*left, return_exceptions=True)
            for job in done:
                job.result()
    except UnauthorizedError as error:
        tell(refused=str(error)[:80])
    except Exception as error:  # the edge of the process: the parent hears what it was
        tell(away=f"{type(error).__name__}: {error}"[:160])


if __name__ == "__main__":
    asyncio.run(main())
