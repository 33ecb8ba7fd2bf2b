"""`companion mcp`: a real client of the SDK starts it and reads the running companion."""

import asyncio
import sys
from pathlib import Path

from mcp import StdioServerParameters
from mcp.client.client import Client

from companion.web.app import serve
from companion.web.parts import Address
from tests.unit.web.twins import Household


async def test_a_program_on_this_machine_reads_over_stdio(tmp_path: Path) -> None:
    home = Household(tmp_path / "state")
    (tmp_path / "state").mkdir(exist_ok=True)
    config = tmp_path / "config.yaml"
    config.write_text("state_dir: state\n", encoding="utf-8")
    up: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    page = asyncio.create_task(serve(home.parts(), Address(port=0), started=up.set_result))
    try:
        await up
        arguments = ["-m", "companion", "mcp", "--kind", "read", "--config", str(config)]
        command = StdioServerParameters(command=sys.executable, args=arguments, cwd=Path.cwd())
        async with Client(command) as client:
            names = [tool.name for tool in (await client.list_tools()).tools]
            assert names == ["log", "why", "devices", "memory"]
            got = await client.call_tool("devices", {})
            assert got.structured_content is not None
            assert "light.hall" in {row["id"] for row in got.structured_content["devices"]}
            refused = await client.call_tool("operate", {"device_id": "x", "operation": "on"})
            assert refused.is_error
    finally:
        page.cancel()
        await asyncio.gather(page, return_exceptions=True)
        await home.house.stop()
