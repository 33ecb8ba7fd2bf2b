"""Make the record that later versions must open with nothing lost.

`python -m tests.proof.kept_record FILE.tar.xz` lives an evening in the doll's house, with alarms,
routines, approvals, lessons, told facts, talk, an erasure and a question left open, and packs the
record beside a dump of it made by this same version. Run once for each version to keep; the file
in `tests/data/record` names its commit.
"""

import asyncio
import json
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

import httpx

from companion.app import Companion
from companion.service.supervision import until
from companion.store.sqlite import Store, record_path
from companion.words.event import EventSource
from companion.words.language import Language
from companion.words.result import ResultStatus
from companion.words.writeplan import WITHDRAWN
from tests.story.lived import SAID, client_of, lived
from tests.unit.store.dumped import dump
from tests.unit.store.samples import SetClock

HOURS = 0.5
"""Simulated: how long the home goes on afterwards, with nobody asking for anything."""


async def main(out: Path) -> None:
    """Live, dump, pack."""
    with tempfile.TemporaryDirectory() as folder:
        state = Path(folder) / "state"
        async with lived(Path(folder), Language.JA) as house:
            await _and_more(house)
            now = house.page.web.clock.now()
        path = record_path(state)
        clock = SetClock()
        clock.at = now
        store = await Store.open(path, clock)
        told = {"at": now.isoformat(), **await dump(store)}
        found = await store.check()
        assert found.sound, found.broken
        await store.anchor()
        await store.close()
        listing = Path(folder) / "dump.json"
        listing.write_text(json.dumps(told, ensure_ascii=False, indent=0), encoding="utf-8")
        with tarfile.open(out, "w:xz", preset=9) as packed:
            for file in (path, path.with_name(path.name + ".anchor"), listing):
                packed.add(file, file.name)
    print(f"{out}: {len(told['events'])} events")


async def _and_more(house: Companion) -> None:
    """Lessons, facts that are told and forgotten, an erasure, a question nobody answers."""
    assert house.foundations.dollhouse is not None
    await house.foundations.dollhouse.clock.start()
    async with client_of(house) as page:
        acted = await house.storage.record.recent(limit=50, sources=(EventSource.ACTION_RESULT,))
        taught = forgotten = None
        for event in acted:
            body = {"lesson": "wrong"}
            reply = await page.post(f"/api/teach/{event.id}", json=body)
            if reply.status_code < 300:
                taught = event.id
                break
        for event in acted:
            result = await house.storage.record.result(event.id)
            if result is not None and result.status is ResultStatus.SUCCESS:
                reply = await page.post(f"/api/forget/{event.id}", json={})
                if reply.status_code < 300:
                    forgotten = event.id
                    break
        assert taught
        assert forgotten
        # What rested on it goes with it, mood and snapshot included: they are made anew after it.
        said = await house.storage.record.recent(limit=50, sources=(EventSource.USER_INPUT,))
        first = next(event for event in reversed(said) if event.user_text == SAID[Language.JA][0])
        await _posted(page, "/api/erase", {"ids": [first.id], "reason": "asked"})
        for text in ("ハナコは牛乳が嫌い", "今日は楽しかった", "キッチンの明かりをつけて"):
            await _posted(page, "/api/say", {"text": text})
            await until(house.desk.reception.tasks.idle)
        body = {"operation": "unlock"}
        await _posted(page, "/api/devices/lock.front_door/operate", body)
        await until(house.desk.reception.tasks.idle)
    await house.foundations.dollhouse.clock.sleep(HOURS * 3600)
    await house.foundations.dollhouse.clock.stop()
    assert await house.page.web.approvals.pending(), "a question is left open"
    assert await house.storage.store.state.rows(WITHDRAWN), "something was forgotten"


async def _posted(page: httpx.AsyncClient, path: str, body: dict[str, Any]) -> None:
    reply = await page.post(path, json=body)
    assert reply.status_code < 300, (path, body, reply.text)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
