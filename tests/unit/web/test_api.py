"""The JSON API, for the page and the command line alike (issue 2, items 9 and 10)."""

import json
from dataclasses import replace
from datetime import datetime
from typing import NoReturn

import httpx
import pytest

from companion.ports.approvals import NotAsShown
from companion.web.texts import Words
from companion.words.approval import ApprovalStatus
from companion.words.capability import RiskTier
from companion.words.frame import Detection
from companion.words.ids import ApprovalId, DeviceId
from companion.words.language import Language
from companion.words.observation import Change
from tests.noted import Noted
from tests.unit.web.twins import Household, decision_of, unwell

JPEG = b"\xff\xd8\xff\xe0 a picture \xff\xd9"


async def asked(home: Household, shown_hash: str = "") -> int:
    seen = await home.see("hall", Change.APPEARED)
    decision = decision_of(
        "device_control.lock_unlock", {"device_id": "lock.front_door"}, seen.id, risk=RiskTier.ASK
    )
    decided = await home.decide(seen, replace(decision, shown_hash=shown_hash))
    question = await home.store.approvals.ask(decided.id, decision.summary, decision.impact, 2)
    await home.journal.asked(question)
    return question.id


async def test_log_pages_both_ways(page: httpx.AsyncClient, home: Household) -> None:
    """GET /api/log: newest first, `before`, `after`, `limit`, `source`."""
    for _ in range(5):
        await home.see("hall", Change.APPEARED)
    await home.journal.noted(Noted())

    async def ids(query: str) -> list[int]:
        reply = await page.get(f"/api/log?{query}")
        return [e["id"] for e in reply.json()["events"]]

    assert await ids("") == [6, 5, 4, 3, 2, 1]
    assert await ids("limit=2&before=4") == [3, 2]
    assert await ids("after=4") == [6, 5]
    assert await ids("source=system") == [6]
    first = (await page.get("/api/log?limit=1&before=2")).json()["events"][0]
    assert first["authority"] == "public"
    assert first["payload"]["place"] == "hall"
    assert first["line"]["text"] == "玄関に人が来ました"
    for bad in ("limit=0", "limit=x", "before=-1", "after=99999999999999999999", "source=nope"):
        assert (await page.get(f"/api/log?{bad}")).status_code == 422


async def test_operate_then_undo(page: httpx.AsyncClient, home: Household) -> None:
    """POST operate and undo: asked with 202, seen in the log, taken back once."""
    reply = await page.post("/api/devices/light.hall/operate", json={"operation": "turn_on"})
    assert reply.status_code == 202
    state = home.house.state(DeviceId("light.hall"))
    assert state is not None
    assert state.value == "on"
    (result,) = (await page.get("/api/log?source=action_result")).json()["events"]
    assert result["line"]["undo"]
    assert (await page.post(f"/api/undo/{result['id']}")).status_code == 202
    state = home.house.state(DeviceId("light.hall"))
    assert state is not None
    assert state.value == "off"
    refused = await page.post("/api/undo/1")
    assert refused.status_code == 409
    assert "taken back" in refused.json()["error"]


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/devices/light.nowhere/operate", {"operation": "turn_on"}, 404),
        ("/api/devices/light.hall/operate", {"operation": "unlock"}, 422),
        (
            "/api/devices/light.hall/operate",
            {"operation": "x", "parameters": {"x": [1]}},
            422,
        ),
        ("/api/devices/light.hall/operate", {"operation": "turn_on", "as": "root"}, 422),
        ("/api/devices/light.hall/operate", {}, 422),
        ("/api/undo/0", {}, 422),
        ("/api/undo/99999999999999999999999", {}, 422),
        ("/api/approvals/77", {"answer": "y"}, 404),
        ("/api/approvals/77", {"answer": "yes"}, 422),
        ("/api/say", {"text": ""}, 422),
        ("/api/say", {"text": "x" * 2001}, 422),
        ("/api/privacy", {"on": "maybe"}, 422),
    ],
)
async def test_what_cannot_be_is_refused(
    page: httpx.AsyncClient, home: Household, path: str, body: dict[str, object], status: int
) -> None:
    """F21, C-046: 4xx, and nothing was done; no word but y or n is an answer."""
    assert (await page.post(path, json=body)).status_code == status
    assert home.house.commands == []
    assert home.said == []


async def test_an_answer_counts_once(page: httpx.AsyncClient, home: Household) -> None:
    """C-045, C-046, C-047: y or n, exactly once; the two lines; the walk goes on."""
    number = await asked(home)
    (pending,) = (await page.get("/api/approvals")).json()["pending"]
    assert pending["id"] == number
    assert pending["summary"]["ja"]
    assert pending["impact"]["en"]
    at = f"{datetime.fromisoformat(pending['asked_at']):%H:%M}"
    assert f"{at}から返事待ち" in (await page.get("/")).text
    assert (await page.post(f"/api/approvals/{number}", json={"answer": "y"})).status_code == 200
    assert [c.operation for c in home.house.commands] == ["unlock"]
    again = await page.post(f"/api/approvals/{number}", json={"answer": "n"})
    assert again.status_code == 409
    assert (await page.get("/api/approvals")).json()["pending"] == []


async def test_who_may_not_answer_is_told(page: httpx.AsyncClient, home: Household) -> None:
    """T-56: the desk's authority check reaches the page as 403."""
    number = await asked(home)
    home.allows = False
    assert (await page.post(f"/api/approvals/{number}", json={"answer": "y"})).status_code == 403


async def test_stop_say_privacy_and_health(page: httpx.AsyncClient, home: Household) -> None:
    assert (await page.post("/api/stop")).status_code == 200
    assert home.stops == 1
    assert (await page.post("/api/say", json={"text": "ただいま"})).status_code == 202
    assert (home.said, home.channels) == (["ただいま"], ["web"])
    in_the_kitchen = {"text": "電気消して", "place": "kitchen"}
    assert (await page.post("/api/say", json=in_the_kitchen)).status_code == 202
    assert home.places == ["", "kitchen"], "the room the screen stands in"
    nowhere = {"text": "電気消して", "place": "attic"}
    assert (await page.post("/api/say", json=nowhere)).status_code == 422
    assert 'value="kitchen"' in (await page.get("/talk")).text, "chosen on the page"
    assert (await page.post("/api/privacy", json={"on": True})).json() == {"privacy": True}
    home.troubles = [unwell()]
    health = (await page.get("/api/health")).json()
    assert health["privacy"] is True
    assert health["parts"][0]["remedy"]["en"] == "run `companion doctor`"


async def test_the_camera_and_its_shut_eye(page: httpx.AsyncClient, home: Household) -> None:
    """T18: under privacy the picture is not even asked for; boxes ride with the picture."""
    assert (await page.get("/api/camera/hall.jpg")).status_code == 503
    home.viewfinder.jpeg = JPEG
    home.viewfinder.found = (Detection("person", 0.91, (1, 2, 3, 4)),)
    reply = await page.get("/api/camera/hall.jpg")
    assert reply.content == JPEG
    assert '"box":[1,2,3,4]' in reply.headers["X-Companion-Boxes"]
    boxes = (await page.get("/api/camera/hall")).json()
    assert boxes["detections"] == [
        {"label": "person", "name": "人", "score": 0.91, "box": [1, 2, 3, 4]}
    ]
    assert (await page.get("/api/camera/attic.jpg")).status_code == 404
    shown, home.private = home.viewfinder.shown, True
    assert (await page.get("/api/camera/hall.jpg")).status_code == 409
    assert home.viewfinder.shown == shown


async def test_devices_and_why(page: httpx.AsyncClient, home: Household) -> None:
    """F16: unknown is null; the chain as JSON."""
    await page.post("/api/devices/light.hall/operate", json={"operation": "turn_on"})
    listed = {d["id"]: d for d in (await page.get("/api/devices?lang=en")).json()["devices"]}
    assert listed["fan.bedroom"]["value"] is None
    assert listed["fan.bedroom"]["state"] == "not responding"
    assert listed["light.hall"]["state"] == "on"
    (result,) = (await page.get("/api/log?source=action_result")).json()["events"]
    steps = (await page.get(f"/api/why/{result['id']}?lang=en")).json()["steps"]
    assert [s["name"] for s in steps] == ["trigger", "decision", "ruling", "result"]
    assert (await page.get("/api/why/999")).status_code == 404
    assert (await page.get("/api/vitals")).json() == {"samples": []}


async def test_login_is_slowed_and_gives_a_strict_cookie(
    page: httpx.AsyncClient, home: Household
) -> None:
    """T8: the first password from this machine, then login with HttpOnly, SameSite=Strict."""
    assert (await page.post("/api/password", json={"new": "short"})).status_code == 422
    reply = await page.post("/api/password", json={"new": "correct horse"})
    assert reply.status_code == 204
    cookie = reply.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    page.cookies.clear()
    token = {
        "X-Companion-Page": (await page.get("/login")).text.split('page-token" content="')[1][:64]
    }
    wrong = await page.post("/api/login", json={"password": "guess"}, headers=token)
    assert wrong.status_code == 401
    soon = await page.post("/api/login", json={"password": "correct horse"}, headers=token)
    assert soon.status_code == 429
    assert int(soon.headers["retry-after"]) >= 1


async def test_an_event_can_be_believed_no_more(page: httpx.AsyncClient, home: Household) -> None:
    """T4: undo by evidence from the page; the owner only."""
    await home.see("hall", Change.APPEARED)
    first = (await page.get("/api/log?limit=1")).json()["events"][0]
    reply = await page.post(f"/api/forget/{first['id']}")
    assert reply.status_code == 200
    assert first["id"] in reply.json()["events"]
    assert (await page.post("/api/forget/999999")).status_code == 404
    home.allows = False
    assert (await page.post(f"/api/forget/{first['id']}")).status_code == 403


async def test_a_television_is_marked_on_the_picture(
    page: httpx.AsyncClient, home: Household
) -> None:
    """A6: saved, shown with the next picture, and taken away again."""
    mask = {"x": 0.1, "y": 0.2, "width": 0.3, "height": 0.4}
    saved = await page.post("/api/camera/hall/masks", json={"masks": [mask]})
    assert saved.json() == {"masks": [mask]}
    home.viewfinder.jpeg = JPEG
    shown = (await page.get("/api/camera/hall.jpg")).headers["X-Companion-Boxes"]
    assert json.loads(shown)["masks"] == [mask]
    outside = {**mask, "x": 0.9}
    for wrong in ({"masks": [outside]}, {"masks": [{**mask, "width": 0}]}, {"masks": [mask] * 13}):
        assert (await page.post("/api/camera/hall/masks", json=wrong)).status_code == 422
    assert (await page.post("/api/camera/attic/masks", json={"masks": []})).status_code == 404
    assert len(home.masks.of("hall")) == 1
    await page.post("/api/camera/hall/masks", json={"masks": []})
    assert home.masks.of("hall") == ()


async def test_c_046_several_questions_are_answered_together_each_by_itself(
    home: Household, page: httpx.AsyncClient
) -> None:
    """Each answer names the hash that was shown; one that waits no more hides no other."""
    for _ in range(2):
        await asked(home)
    shown = (await page.get("/api/approvals")).json()["pending"]
    answers = [{"id": q["id"], "answer": "y", "shown": q["shown"] or "x"} for q in shown]
    done = await page.post("/api/approvals", json={"answers": answers})
    assert done.status_code == 200
    assert [q["status"] for q in done.json()["answered"]] == ["granted", "granted"]
    assert (await page.get("/api/approvals")).json()["pending"] == []
    again = await page.post("/api/approvals", json={"answers": answers})
    assert again.status_code == 409


async def test_c_051_what_is_allowed_ahead_needs_a_part_that_keeps_it(
    home: Household, page: httpx.AsyncClient
) -> None:
    number = await asked(home)
    body = {"question": number, "shown": "x", "lasts": "today"}
    assert (await page.post("/api/grants", json=body)).status_code == 503
    assert (await page.get("/api/grants")).status_code == 503
    assert (await page.post("/api/grants/1/revoke", json={})).status_code == 503


async def test_c_044_a_yes_to_what_has_changed_is_told_apart_from_one_that_came_late(
    home: Household, page: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """410, for which the page has words that tell the remedy."""

    async def refuse(*_: object) -> NoReturn:
        raise NotAsShown("it is not as it was when I asked; ask me again")

    monkeypatch.setattr(home, "answer", refuse)
    number = await asked(home)
    one = {"answer": "y", "shown": "x"}
    assert (await page.post(f"/api/approvals/{number}", json=one)).status_code == 410
    several = {"answers": [{"id": number, **one}]}
    assert (await page.post("/api/approvals", json=several)).status_code == 410
    remedies = {Language.JA: "もう一度頼んでください", Language.EN: "ask me again"}
    for language, remedy in remedies.items():
        assert remedy in Words(language).reasons()["410"]


async def test_a_question_without_a_hash_offers_no_button_that_could_not_count(
    home: Household, page: httpx.AsyncClient
) -> None:
    """Kept from before questions had one: its yes is refused, with the remedy."""
    button = 'data-post="/api/grants"'
    number = await asked(home)
    assert button not in (await page.get("/")).text
    await home.store.approvals.answer(ApprovalId(number), ApprovalStatus.DENIED, "web")
    await asked(home, "a" * 32)
    assert button in (await page.get("/")).text
