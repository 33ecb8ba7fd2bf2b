"""The page on a phone: its address as a code, and what makes it an app (issue 11, B18)."""

import json
import re
from pathlib import Path

import cv2
import httpx
import numpy as np
import numpy.typing as npt
import pytest

from companion.web.app import STATIC, build_app
from companion.web.keys import Keys
from companion.web.limits import LoginBrake
from companion.web.parts import Address
from companion.web.phone import phone
from companion.web.site import Site
from tests.unit.web.conftest import BASE
from tests.unit.web.twins import Household

OPEN = Address(host="0.0.0.0", port=8440, allowed_hosts=("koto.example:8440",))


def site(home: Household, settings: Address) -> Site:
    return Site(
        parts=home.parts(), keys=Keys(home.state_dir), brake=LoginBrake(), settings=settings
    )


async def test_b18_there_is_no_code_for_a_page_of_this_machine_alone(home: Household) -> None:
    assert await phone(site(home, OPEN), 8440) is None
    Keys(home.state_dir).set_password("correct horse")
    assert await phone(site(home, Address()), 8440) is None


async def test_b18_the_code_is_the_address(home: Household) -> None:
    """Drawn as modules of 1 user unit: filled by hand and read by OpenCV's own reader."""
    Keys(home.state_dir).set_password("correct horse")
    found = await phone(site(home, OPEN), 8440)
    assert found is not None
    assert (found.address, found.fingerprint) == ("http://koto.example:8440/", "")
    assert cv2.QRCodeDetector().detectAndDecode(_painted(str(found.code)))[0] == found.address


def _painted(svg: str) -> npt.NDArray[np.uint8]:
    """The SVG's one path of horizontal strokes, as a picture."""
    side = int(float(re.search(r'viewBox="0 0 (\d+)', svg)[1]))  # type: ignore[index]
    scale = 6
    picture = np.full((side, side), 255, np.uint8)
    x, y = 0.0, 0.0
    stroke = re.search(r' stroke="[^"]*"[^>]* d="([^"]*)"|d="([^"]*)"[^>]* stroke', svg)
    assert stroke is not None
    for command, numbers in re.findall(r"([Mmh])([^Mmhv]*)", stroke[1] or stroke[2]):
        values = [float(one) for one in re.findall(r"-?[\d.]+", numbers)]
        if command == "M":
            x, y = values
        elif command == "m":
            x, y = x + values[0], y + values[1]
        else:
            top = int(y * scale - scale / 2)
            picture[top : top + scale, int(x * scale) : int((x + values[0]) * scale)] = 0
            x += values[0]
    return picture


async def test_b18_the_page_can_be_kept_on_a_home_screen(home: Household) -> None:
    """Manifest and icons are there for a browser that is not logged in."""
    Keys(home.state_dir).set_password("correct horse")
    transport = httpx.ASGITransport(app=build_app(home.parts()))
    async with httpx.AsyncClient(transport=transport, base_url=BASE) as client:
        reply = await client.get("/static/app.webmanifest")
        manifest = json.loads(reply.text)
        assert reply.headers["content-type"].startswith("application/manifest+json")
        assert manifest["display"] == "standalone"
        sizes = {icon["sizes"] for icon in manifest["icons"]}
        assert {"192x192", "512x512"} <= sizes
        for icon in manifest["icons"]:
            assert (await client.get(icon["src"])).status_code == 200
        login = await client.get("/login")
        assert 'rel="manifest"' in login.text


@pytest.mark.parametrize("side", [180, 192, 512])
def test_icons_have_the_size_they_say(side: int) -> None:
    picture = cv2.imread(str(Path(STATIC) / f"icon-{side}.png"))
    assert picture is not None
    assert picture.shape[:2] == (side, side)
