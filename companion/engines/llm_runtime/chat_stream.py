"""Chat stream: reads one streamed answer of an OpenAI-compatible server, and cuts it off at a bound
of size and time.

Talks to the one configured address: no proxy of the environment, no redirect, no answer longer
than any of ours can be.
"""

import stat
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, suppress
from pathlib import Path
from typing import Any

import httpx

from companion.service.lookup import LOOKUPS, NameNotFound
from companion.service.wire_json import NotJson, read_json, read_object

Take = Callable[[dict[str, Any]], None]

MOST_BYTES = 4 * 2**20
"""Of one answer; the longest real one, 1,500 tokens with their frames, is 400 kB."""
WORDS_CHARS = 300
"""Of the server's own explanation that are kept."""


class ServerAway(ConnectionError):
    """Error: the server cannot be reached or refuses the login; the text says the remedy."""


class ServerRefused(ValueError):
    """Error: the server refuses this request; the text is the server's own."""


class ServerBroke(RuntimeError):
    """Error: the server failed, hung up or sent garbage in the middle of an answer."""


def read_key(path: Path | None) -> str:
    """The API key of a server. Raises `OSError` where it cannot be read, `ValueError` where others
    can read it."""
    if path is None:
        return ""
    path = path.expanduser()
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise ValueError(f"{path} can be read by others: chmod 600 {path}")
    return path.read_text(encoding="utf-8").strip()


class ChatServer:
    """Client of one server with one connection pool."""

    def __init__(
        self, url: str, key: str, *, connect_timeout_s: float, section: str = "llm.settings"
    ) -> None:
        """`url` ends with the API's version, for example `http://box:8080/v1`. `section` of the
        configuration is named where something there is wrong."""
        self._section = section
        self._url = httpx.URL(url.rstrip("/") + "/")
        self._client = httpx.AsyncClient(
            headers={"Authorization": f"Bearer {key}"} if key else {},
            timeout=httpx.Timeout(None, connect=connect_timeout_s),
            trust_env=False,
            follow_redirects=False,
        )
        self._get_timeout_s = connect_timeout_s

    async def close(self) -> None:
        """Hang up."""
        await self._client.aclose()

    async def models(self) -> list[dict[str, Any]]:
        """Models that the server offers, as it describes them. Raises the errors of this module."""
        found = await self._get(self._url.join("models"))
        rows = found.get("data") if isinstance(found, dict) else None
        if not isinstance(rows, list):
            raise ServerBroke("its list of models is none")
        return [row for row in rows if isinstance(row, dict) and isinstance(row.get("id"), str)]

    async def slots(self) -> int:
        """KV sequences of a llama-server; 0 where the server does not say."""
        try:
            found = await self._get(self._url.join("/props"))
        except (ServerRefused, ServerBroke):
            return 0
        total = found.get("total_slots") if isinstance(found, dict) else None
        return total if isinstance(total, int) else 0

    async def chat(self, body: dict[str, Any], take: Take) -> None:
        """Hand over the chunks of one streamed answer. Raises the errors of this module."""
        url = self._url.join("chat/completions")
        await self._find()
        try:
            async with self._client.stream("POST", url, json=body) as response:
                await _let_in(response, self._section)
                await _chunks(response, take)
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            raise ServerAway(self._away(error)) from error
        except httpx.HTTPError as error:
            raise ServerBroke(f"the connection was cut: {error!r}") from error

    async def upload(
        self, path: str, fields: Mapping[str, str], file: tuple[str, bytes, str], deadline_s: float
    ) -> dict[str, Any]:
        """Send one file (name, content, type) with a form and give the answer. Raises the errors
        of this module."""
        await self._find()
        asked = self._client.stream(
            "POST",
            self._url.join(path),
            data=dict(fields),
            files={"file": file},
            timeout=httpx.Timeout(deadline_s, connect=self._get_timeout_s),
        )
        found = await self._answered(asked)
        if not isinstance(found, dict):
            raise ServerBroke("its answer is no object")
        return found

    async def _find(self) -> None:
        try:
            await LOOKUPS.find(self._url.host, self._get_timeout_s)
        except NameNotFound as error:
            raise ServerAway(self._away(error)) from error

    async def _get(self, url: httpx.URL) -> Any:
        await self._find()
        return await self._answered(self._client.stream("GET", url, timeout=self._get_timeout_s))

    async def _answered(self, asked: AbstractAsyncContextManager[httpx.Response]) -> Any:
        try:
            async with asked as response:
                await _let_in(response, self._section)
                return read_json(await _all(response), most_bytes=MOST_BYTES)
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            raise ServerAway(self._away(error)) from error
        except httpx.HTTPError as error:
            raise ServerBroke(f"no whole answer: {error!r}") from error
        except NotJson as error:
            raise ServerBroke(f"it sent no JSON ({error})") from error

    def _away(self, error: Exception) -> str:
        why = error or type(error).__name__
        return f"no server at {self._url}: {why}; see {self._section}.url"


async def _let_in(response: httpx.Response, section: str) -> None:
    """Raise for every answer but a success, with the server's own words."""
    code = response.status_code
    if code == httpx.codes.OK:
        return
    if code in (httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN):
        raise ServerAway(f"the server refuses the key ({code}): see {section}.api_key_file")
    words = (await _start_of(response)).strip()
    if response.is_redirect:
        raise ServerRefused(f"it sends us elsewhere ({code}); only the configured one is asked")
    if response.is_server_error and code != httpx.codes.SERVICE_UNAVAILABLE:
        raise ServerBroke(f"it failed ({code}): {words}")
    raise ServerRefused(f"it refused ({code}): {words}")


async def _all(response: httpx.Response) -> bytes:
    """Read the whole answer within its bound. Raises `ServerBroke`."""
    found = bytearray()

    def too_much(piece: bytes) -> bool:
        found.extend(piece)
        return len(found) > MOST_BYTES

    if await _read_until(response, too_much):
        raise ServerBroke(f"more than {MOST_BYTES} bytes in one answer")
    return bytes(found)


async def _start_of(response: httpx.Response) -> str:
    if response.is_stream_consumed:
        return response.text[:WORDS_CHARS]
    start = b""

    def enough(piece: bytes) -> bool:
        nonlocal start
        start += piece
        return len(start) > WORDS_CHARS

    await _read_until(response, enough)
    return start[:WORDS_CHARS].decode(errors="replace")


async def _chunks(response: httpx.Response, take: Take) -> None:
    """Read server-sent events within their bound. Raises `ServerBroke`, also when the end is
    missing."""
    rest, total, faults = b"", 0, list[ServerRefused | ServerBroke]()

    def last(piece: bytes) -> bool:
        nonlocal rest, total
        total += len(piece)
        *lines, rest = (rest + piece).split(b"\n")
        try:
            if total > MOST_BYTES:
                raise ServerBroke(f"more than {MOST_BYTES} bytes in one answer")
            return any(_was_last(line, take) for line in lines)
        except (ServerRefused, ServerBroke) as error:
            faults.append(error)
            return True

    ended = await _read_until(response, last)
    if faults:
        raise faults[0]
    if not ended:
        raise ServerBroke("the answer has no end")


async def _read_until(response: httpx.Response, last: Callable[[bytes], bool]) -> bool:
    """Read until `last` says so; false when the answer ended before.

    The library's generators cannot be left in the middle without a task that cleans up after
    them: so the line is cut, and they come to their end over that.
    """
    ended = False
    with suppress(httpx.StreamError, httpx.ReadError):
        async for piece in response.aiter_bytes():
            if not ended and last(piece):
                ended = True
                await response.aclose()
        return ended
    if not ended:
        raise ServerBroke("the connection was cut")
    return True


def _was_last(line: bytes, take: Take) -> bool:
    name, _, data = line.strip().partition(b":")
    if name == b"error":
        raise ServerRefused(data.strip()[:WORDS_CHARS].decode(errors="replace"))
    if data.strip() == b"[DONE]":
        return True
    if name == b"data":
        take(_chunk(data))
    return False


def _chunk(data: bytes) -> dict[str, Any]:
    try:
        chunk = read_object(data, most_bytes=MOST_BYTES)
    except NotJson as error:
        raise ServerBroke(f"garbage: {data[:40]!r} ({error})") from error
    if "error" in chunk:
        raise ServerRefused(str(chunk["error"])[:WORDS_CHARS])
    return chunk
