"""The page of the plan: purpose, goals and tasks, and the thought of the running turn."""

from dataclasses import replace

import httpx
import pytest

from companion.ports.plan import NothingToResume
from companion.words.event import Event
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.plan import (
    Goal,
    GoalId,
    GoalStatus,
    OwnerPurpose,
    Plan,
    PlanRun,
    PlanStand,
    TaskId,
    TaskStatus,
)
from tests.unit.desk.test_plan_requests import CURTAIN, Book, desk
from tests.unit.rooms.governance.samples import NOW, goal, task
from tests.unit.web.twins import Household

WHY = Bilingual("返事なし", "no answer")


def numbered(number: int, status: GoalStatus = GoalStatus.ACTIVE) -> Goal:
    name = Bilingual(f"目標その{number}", f"goal number {number}")
    failed = replace(task("ask", 2), status=TaskStatus.FAIL, cause=WHY)
    one = replace(goal(task("tell", 1), failed), id=GoalId(f"G{number}"), name=name)
    return replace(one, status=status)


@pytest.fixture
def book(home: Household) -> Book:
    home.plan, found, _ = desk()
    found.plan = Plan(
        purpose=OwnerPurpose(text="tidy <b>up</b>", by=EventId(1), since=NOW),
        goals=(numbered(1, GoalStatus.DONE), numbered(2), numbered(3)),
    )
    return found


async def test_c_038_c_073_c_074_purpose_and_active_goals_oldest_first(
    book: Book, page: httpx.AsyncClient
) -> None:
    """C-036, C-038, C-073, C-074: active goals alone, with id, task names and status."""
    text = (await page.get("/plan?lang=en")).text
    assert "goal number 1" not in text
    assert text.index("goal number 2") < text.index("goal number 3")
    assert "tidy &lt;b&gt;up&lt;/b&gt;" in text
    assert "G1-T1" in text
    assert "no answer" in text
    assert "Failed" in text
    assert "Goals that ended: 1." in text
    assert "目標その2" in (await page.get("/plan?lang=ja")).text


async def test_c_075_it_starts_collapsed_without_any_filter(
    book: Book, page: httpx.AsyncClient
) -> None:
    """C-075: no goal is open, nothing filters."""
    text = (await page.get("/plan")).text
    assert '<details class="goal" data-keep="goal-G2">' in text
    assert "<details open" not in text
    assert "<select" not in text


async def test_c_039_t_31_the_inspector_shows_thought_action_and_result(
    home: Household, book: Book, page: httpx.AsyncClient
) -> None:
    """C-039, T-31: as state.json has them."""
    home.exported |= {
        "thought": {"judgment": "it is late", "intent": "dim the light"},
        "action": {"phase": "approving", "summary": "dim the lamp"},
        "result": {"status": "fail", "summary": "it stayed bright"},
    }
    text = (await page.get("/plan?lang=en")).text
    for words in ("it is late", "dim the light", "dim the lamp", "it stayed bright"):
        assert words in text
    assert "Waiting for approval" in text


@pytest.mark.parametrize("place", ["/", "/plan"])
async def test_c_009_c_084_the_plan_and_the_inspector_stand_on_now_too(
    home: Household, book: Book, page: httpx.AsyncClient, place: str
) -> None:
    """C-009, C-037, C-040, C-084: plan, inspector and vitals are parts of the page, chat and cli
    its talk; an interrupted task is resumed where it is seen; nothing is open by itself."""
    home.exported |= {"thought": {"judgment": "it is late", "intent": "dim the light"}}
    run = PlanRun(stand=PlanStand.INTERRUPTED, task=TaskId("G2-T1"), summary=WHY)
    book.plan = replace(book.plan, run=run)
    text = (await page.get(f"{place}?lang=en")).text
    assert "tidy &lt;b&gt;up&lt;/b&gt;" in text
    assert "goal number 2" in text
    assert "goal number 1" not in text
    assert "it is late" in text
    assert "/api/plan/resume" in text
    assert "<details open" not in text
    assert 'id="vitals"' in (await page.get("/more")).text
    assert (await page.get("/talk")).status_code == 200


async def test_c_054_an_interrupted_task_has_two_buttons(
    book: Book, page: httpx.AsyncClient
) -> None:
    """C-054: resume or discard; each an input of the page."""
    assert "/api/plan/resume" not in (await page.get("/plan")).text
    run = PlanRun(stand=PlanStand.INTERRUPTED, task=TaskId("G2-T1"), summary=WHY)
    book.plan = replace(book.plan, run=run)
    text = (await page.get("/plan")).text
    assert "/api/plan/resume" in text
    assert "/api/plan/discard" in text
    for what in ("interrupt", "resume", "discard"):
        assert (await page.post(f"/api/plan/{what}", json={})).status_code == 200
    assert [told[0] for told in book.told] == ["interrupt", "resume", "discard"]


async def test_a_goals_acts_are_allowed_together(book: Book, page: httpx.AsyncClient) -> None:
    """Each line with what it touches and whether it can be undone; another list is gone."""
    assert "/api/plan/allow" not in (await page.get("/plan?lang=en")).text
    book.listed = (CURTAIN,)
    text = (await page.get("/plan?lang=en")).text
    assert "open the curtain" in text
    assert "can be undone" in text
    shown = (await page.get("/api/plan")).json()["goals"][0]["shown"]
    assert shown in text
    other = await page.post("/api/plan/allow", json={"goal": "G2", "shown": "another"})
    assert other.status_code == 410
    done = await page.post("/api/plan/allow", json={"goal": "G2", "shown": shown})
    assert (done.status_code, book.told) == (200, [("allow", ["G2-T1"], "web")])


async def test_a_question_is_answered_by_a_button(book: Book, page: httpx.AsyncClient) -> None:
    """At any time, also long after it was put."""
    book.question = replace(task("ask", 4), slots={"ja": "済みましたか", "en": "is it done?"})
    assert "済みましたか" in (await page.get("/plan?lang=ja")).text
    assert (await page.post("/api/plan/answer", json={"answer": "n"})).json() == {"done": True}
    assert book.told[-1][:2] == ("answer", False)
    assert (await page.post("/api/plan/answer", json={"answer": "maybe"})).status_code == 422


async def test_the_form_sets_the_purpose(book: Book, page: httpx.AsyncClient) -> None:
    """And an empty one is refused."""
    assert (await page.post("/api/plan/purpose", json={"text": "save energy"})).status_code == 200
    assert book.told == [("set", "save energy", 1)]
    assert (await page.post("/api/plan/purpose", json={"text": "  "})).status_code == 422
    assert (await page.post("/api/plan/drop", json={})).status_code == 200


@pytest.mark.parametrize("place", ["/", "/plan"])
async def test_a_purpose_is_heard_before_its_plan_is_there(
    book: Book, page: httpx.AsyncClient, place: str
) -> None:
    """C-043: the steps are being worked out, which is said as long as it is so."""
    assert "working out the steps" not in (await page.get(f"{place}?lang=en")).text
    book.plan, book.thinks = replace(book.plan, goals=()), True
    text = (await page.get(f"{place}?lang=en")).text
    assert "working out the steps" in text
    assert "tidy &lt;b&gt;up&lt;/b&gt;" in text
    assert "No goal is being worked on" not in text
    assert "手順を考えています" in (await page.get(f"{place}?lang=ja")).text


async def test_nothing_to_resume_is_said(book: Book, page: httpx.AsyncClient) -> None:
    """409, with the reason."""

    async def resume(by: Event) -> None:
        raise NothingToResume("the plan goes on already")

    book.resume = resume  # type: ignore[method-assign]
    reply = await page.post("/api/plan/resume", json={})
    assert (reply.status_code, reply.json()) == (409, {"error": "the plan goes on already"})


async def test_an_empty_plan_says_what_will_be_there(page: httpx.AsyncClient) -> None:
    """Also where nothing plans."""
    assert "No purpose yet" in (await page.get("/plan?lang=en")).text
    assert "目的はまだありません" in (await page.get("/more?lang=ja")).text
    assert (await page.get("/api/plan")).json()["goals"] == []
    assert (await page.post("/api/plan/resume", json={})).status_code == 404
