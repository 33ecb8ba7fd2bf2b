"""What axe-core finds on every page of a companion that lived for hours: the scripted engine in the
doll's house at high speed, its real record, phone and desk, both languages (B18).

`python -m tests.proof.page_after_life [--hours 2] [--speed 60]`; prints one JSON object, exit 1
where anything serious is found. With `--url` it looks at a companion that runs already.
"""

import argparse
import asyncio
import json
import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

import httpx
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, async_playwright

from tests import yaml_document
from tests.browser.conftest import CHROMIUM, FLAGS, SIZES

ROOT = Path(__file__).parents[2]
PATHS = (
    "/", "/log", "/log?kind=visits", "/log?kind=all", "/log?kind=decision", "/log?q=light",
    "/talk", "/routines", "/routines?new=timer", "/routines?new=reminder", "/routines?new=routine",
    "/home", "/more", "/erase", "/login", "/log/999999",
)  # fmt: skip
LOCALES = {"ja": "ja-JP", "en": "en-US"}
WITHIN_S = 3600.0
"""Bound of the life itself. The clock of the doll's house waits for every picture that is looked
at, so that two hours with people in view take 15 minutes on a quiet machine at any `--speed`
above 10 (7 to 9 simulated seconds a second, measured), and longer beside other work."""
_TOLD_EVERY_S = 60.0
PAGE_MS = 120_000.0
"""Of one page: the house goes on at full speed beside it."""


async def main() -> int:
    """Live, look, tell."""
    read = argparse.ArgumentParser()
    read.add_argument("--hours", type=float, default=2.0)
    read.add_argument("--speed", type=float, default=60.0)
    read.add_argument("--url", default="")
    given = read.parse_args()
    if given.url:
        return _told(await _looked_at(given.url), {"hours": None})
    with tempfile.TemporaryDirectory() as folder:
        config = _configured(Path(folder), given.speed)
        command = (sys.executable, "-m", "companion", "run", "--config", str(config))
        process = await asyncio.create_subprocess_exec(
            *command, cwd=ROOT, stdout=asyncio.subprocess.PIPE, env={**os.environ}
        )
        try:
            async with asyncio.timeout(WITHIN_S):
                url = await _address(process)
                lived_h = await _lived(url, given.hours)
            return _told(await _looked_at(url), {"hours": round(lived_h, 2)})
        finally:
            process.terminate()
            await process.wait()


def _configured(folder: Path, speed: float) -> Path:
    document = yaml_document.plain((ROOT / "config" / "config.yaml").read_text(encoding="utf-8"))
    document["state_dir"] = str(folder / "state")
    document["avatar"]["sheet"] = str(ROOT / "config" / "personas" / "koto.yaml")
    document["home"]["speed"] = speed
    document["llm"] = {"engine": "scripted"}
    document["web"] = {"port": 0}
    path = folder / "config.yaml"
    path.write_text(yaml_document.written(document), encoding="utf-8")
    return path


async def _address(process: asyncio.subprocess.Process) -> str:
    assert process.stdout is not None
    async for line in process.stdout:
        if found := re.search(rb"http://\S+", line):
            return found[0].decode().rstrip("/")
    raise SystemExit("the companion ended before its page was up")


async def _lived(url: str, hours: float) -> float:
    """Wait until so many hours have passed in the doll's house; something is said on the way."""
    async with httpx.AsyncClient(base_url=url, timeout=30) as client:
        begun = await _hour(client)
        token = re.search(r'name="page-token" content="(\w+)"', (await client.get("/")).text)
        assert token is not None
        headers = {"Origin": url, "X-Companion-Page": token[1]}
        for text in ("turn on the hall light", "ありがとう", "what happened today?"):
            await client.post("/api/say", json={"text": text}, headers=headers)
        told_at = asyncio.get_running_loop().time()
        while (lived := await _hour(client) - begun) < hours:
            await asyncio.sleep(1)
            if (now := asyncio.get_running_loop().time()) >= told_at + _TOLD_EVERY_S:
                told_at = now
                print(f"{lived:.2f} of {hours:g} hours lived", file=sys.stderr, flush=True)
        return lived


async def _hour(client: httpx.AsyncClient) -> float:
    """The household's time in hours."""
    from datetime import datetime

    now = (await client.get("/api/schedule")).json()["now"]
    return datetime.fromisoformat(now).timestamp() / 3600


async def _looked_at(url: str) -> list[dict[str, Any]]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            return [
                one
                for language in LOCALES
                for size in SIZES
                for one in await _pages(browser, url, language, size)
            ]
        finally:
            await browser.close()


async def _pages(browser: Browser, url: str, language: str, size: str) -> list[dict[str, Any]]:
    width, height = SIZES[size]
    context = await browser.new_context(
        viewport={"width": width, "height": height}, locale=LOCALES[language]
    )
    page = await context.new_page()
    found: list[dict[str, Any]] = []
    await page.goto(url + "/log?kind=all", timeout=PAGE_MS)
    line = await page.locator(".line a").first.get_attribute("href")
    for path in (*PATHS, line or "/log"):
        await page.goto(url + path, timeout=PAGE_MS)
        await page.wait_for_function("document.readyState === 'complete'")
        results = await Axe().run(page)
        found += [
            {
                "page": path,
                "size": size,
                "language": language,
                "rule": one["id"],
                "impact": one["impact"],
                "html": node["html"][:160],
                "why": node["failureSummary"][:200],
            }
            for one in results.response["violations"]
            for node in one["nodes"]
        ]
    await context.close()
    return found


def _told(found: list[dict[str, Any]], lived: dict[str, Any]) -> int:
    serious = [one for one in found if one["impact"] in ("serious", "critical")]
    looked = (len(PATHS) + 1) * len(SIZES) * len(LOCALES)
    print(
        json.dumps(
            {
                **lived,
                "pages": looked,
                "found": len(found),
                "serious": len(serious),
                "what": found[:20],
            },
            ensure_ascii=False,
        )
    )
    return 1 if serious else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
