"""An HTTP door that is kept open: one small POST after another, as a page or an app has it."""

import asyncio
import contextlib
import json
from collections.abc import Mapping
from typing import Any, Self
from urllib.parse import urlsplit

ANSWER_S = 20.0


class Door:
    """One connection to one address; opened with `async with`."""

    def __init__(self, url: str, path: str, headers: Mapping[str, str]) -> None:
        address = urlsplit(url)
        self._host, self._port = address.hostname or "", address.port or 80
        lines = {"Host": address.netloc, "Content-Type": "application/json", **headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        self._head = f"POST {path} HTTP/1.1\r\n{head}"

    async def __aenter__(self) -> Self:
        self._reader, self._writer = await asyncio.open_connection(self._host, self._port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()

    async def post(self, body: Mapping[str, Any]) -> Any:
        """The answer to one POST. Raises `ConnectionError` where it is none, `TimeoutError`."""
        text = json.dumps(body).encode()
        self._writer.write(f"{self._head}Content-Length: {len(text)}\r\n\r\n".encode() + text)
        async with asyncio.timeout(ANSWER_S):
            head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            lengths = [line for line in head if line.lower().startswith("content-length:")]
            answer = await self._reader.readexactly(int(lengths[0].partition(":")[2]))
        if head[0].split()[1] not in ("200", "202"):
            raise ConnectionError(f"{head[0]}: {answer[:200]!r}")
        return json.loads(answer)
