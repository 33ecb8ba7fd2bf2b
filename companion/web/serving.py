"""Serves the page as a task of the house."""

import asyncio

from companion.ports.part import ResidentSpec, Stage
from companion.service.supervision import CannotStart
from companion.web.app import serve
from companion.web.mcp_face import McpFace
from companion.web.parts import WebParts, WebSettings
from companion.web.tools import Tools


class PageServer:
    """The page and where it listens."""

    def __init__(self, parts: WebParts, at: WebSettings) -> None:
        """`address` is known once the page is up; made within the running loop."""
        self._parts, self._at = parts, at
        self._mcp = McpFace(Tools(parts=parts))
        self.address: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The page, and the face for programs outside."""
        page = ResidentSpec("page", self.run, Stage.INTAKE, needed=True)
        return (page, *self._mcp.residents())

    async def run(self) -> None:
        """Serve until cancelled. A port that is taken at the start is for a person to mend
        (`CannotStart`); lost later, it is tried again."""
        try:
            await serve(self._parts, self._at, started=self._bound, mcp=self._mcp)
        except OSError as error:
            if self.address.done():
                raise
            raise CannotStart(str(error)) from error

    def _bound(self, address: str) -> None:
        if not self.address.done():
            self.address.set_result(address)
