"""The wheeled base is sent somewhere: from a sentence to where it was truly seen to stand.

Whether it stands there is asked of the doll's house, never of the companion.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from companion.app import Companion
from companion.service.settings import Driver
from companion.service.supervision import until
from companion.words.event import Event, EventSource
from companion.words.facts import GardenActed, fact_of
from companion.words.garden import GardenAction
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.result import ActionResult, ResultStatus
from companion.words.said import Said
from tests.proof.judge.truth import Truth
from tests.story.whole_house import SCENARIOS, awake, settings_for

pytestmark = [pytest.mark.real("broker"), pytest.mark.timeout(120)]
STOP_LIMIT_S = 0.5
MAY = ("mobility_move.go_to_room#user",)
"""With this line in `approval.auto_approve` a person's own word needs no question."""


class Journey:
    """The house, its judge, and the words exchanged with it."""

    def __init__(self, house: Companion) -> None:
        assert house.foundations.dollhouse is not None
        self.house, self.world = house, house.foundations.dollhouse.world
        self.judge = Truth(
            self.world,
            house.foundations.dollhouse.scenario.rules,
            house.foundations.dollhouse.clock,
        )

    @property
    def base_room(self) -> str:
        """Where the base truly stands."""
        return self.world.base_room

    async def replies(self, said: EventId) -> list[Event]:
        sources = (EventSource.CONVERSATION_REPLY,)
        found = await self.house.storage.record.recent(limit=20, sources=sources)
        return [e for e in reversed(found) if said in e.evidence_event_ids]

    async def say(self, text: str, place: str = "", *, count: int = 1) -> str:
        """The newest of so many replies to one sentence."""
        said = await self.house.desk.reception.say(Said(text, "web", place=place))
        return await self.reply(said, count)

    async def reply(self, said: EventId, count: int = 1) -> str:
        while len(replies := await self.replies(said)) < count:
            await asyncio.sleep(0.02)
        await until(self.house.desk.reception.tasks.idle)
        return replies[-1].assistant_text

    async def newest(self) -> ActionResult:
        (event,) = await self.house.storage.record.recent(
            limit=1, sources=(EventSource.ACTION_RESULT,)
        )
        found = await self.house.storage.record.result(event.id)
        assert found is not None
        return found

    def garden_now(self) -> tuple[str, str, GardenAction]:
        """The garden's clock, and where the companion is there and what it does."""
        assert self.house.page.web.garden is not None
        view = self.house.page.web.garden.view()
        assert view is not None
        own = next(one for one in view.people if one.is_self)
        return f"{view.day} {view.clock}", own.place, own.action

    async def moves(self) -> None:
        await until(lambda: self.house.body.drive.position()[1])


@asynccontextmanager
async def journey(
    folder: Path,
    *,
    speed: float = 10.0,
    hop_m: float = 0.5,
    may: tuple[str, ...] = MAY,
    base: bool = True,
    language: Language = Language.JA,
    garden_scale: float = 1.0,
) -> AsyncIterator[Journey]:
    """A house in which rooms lie near each other: a hurried clock would
    leave the base's dead-man less real time than a busy machine pauses for."""
    settings = settings_for(str(SCENARIOS / "nobody.yaml"), folder, speed=speed)
    listed = (*settings.approval.auto_approve, *may)
    approval = settings.approval.model_copy(update={"auto_approve": listed})
    drive = Driver(driver="simulated", **settings.drive.own(), speed_m_s=2.0, hop_m=hop_m)
    skills = {**settings.capabilities, "mobility_move": {"stuck_s": 2.0}}
    changes = {
        "approval": approval,
        "language": language,
        "drive": drive,
        "capabilities": skills,
        "garden": settings.garden.model_copy(update={"time_scale": garden_scale}),
    }
    if not base:
        changes["capabilities"] = {n: s for n, s in skills.items() if n != "mobility_move"}
    async with awake(settings.model_copy(update=changes)) as house:
        assert house.foundations.dollhouse is not None
        await house.foundations.dollhouse.clock.start()
        gone = Journey(house)
        listening = asyncio.create_task(gone.judge.listen(house.foundations.hub), name="judge")
        try:
            yield gone
        finally:
            listening.cancel()
            await asyncio.wait({listening})
            assert gone.judge.false_claims == []


async def test_p_004_a_sentence_moves_the_base_and_is_answered_from_where_it_stands(
    tmp_path: Path,
) -> None:
    """P-004, B-050: said in Japanese and in English; "here" is where it was said."""
    async with journey(tmp_path) as at:
        assert at.base_room == "living"
        assert "台所へ行きました" in await at.say("キッチンに行って")
        assert at.base_room == "kitchen"
        assert (await at.newest()).status is ResultStatus.SUCCESS
        assert "I went to the study" in await at.say("come here", "study")
        assert at.base_room == "study"
        assert await at.say("go to the study") == "I am in the study already."
        assert await at.say("こっちに来て") == "どの部屋にいますか？"
        assert "玄関へ行きました" in await at.say("玄関にいるよ")
        assert at.base_room == "hall"
        assert "リビングへ行きました" in await at.say("充電台に戻って")
        assert at.base_room == "living"


async def test_t_27_a_way_in_the_garden_and_a_drive_in_the_home_are_two_things(
    tmp_path: Path,
) -> None:
    """T-27: hours of walks in the garden turn no wheel; the base drives while an act of the garden
    goes on, and neither this act nor its place is changed by it; the garden walks on."""
    async with journey(tmp_path, garden_scale=300.0) as at:

        async def walked() -> list[GardenActed]:
            found = await at.house.storage.record.recent(limit=500, origin="garden")
            acts = [fact for event in found if (fact := fact_of(event, GardenActed)) is not None]
            return [one for one in acts if one.action is GardenAction.MOVE]

        async def walks_on(than: int) -> int:
            while len(await walked()) <= than:
                await asyncio.sleep(0.05)
            return len(await walked())

        many = await walks_on(3)
        assert (at.base_room, at.house.body.drive.position()) == ("living", ("living", False))
        for room, words in (("kitchen", "台所へ"), ("hall", "玄関へ"), ("living", "リビングへ")):
            before = at.garden_now()
            assert words in await at.say(f"{words.removesuffix('へ')}に行って")
            assert at.base_room == room, "an act of the garden holds no wheel"
            if at.garden_now()[0] == before[0]:
                break
        assert at.garden_now() == before, "a drive moves nobody in the garden, and ends no act"
        stands = at.base_room
        await walks_on(many)
        assert at.base_room == stands


async def test_s_13_as_shipped_a_drive_is_asked_about_and_told_after_the_yes(
    tmp_path: Path,
) -> None:
    """S-13, T-01: movement asks first; who asked hears in the end what came of it."""
    async with journey(tmp_path, may=()) as at:
        said = await at.house.desk.reception.say(Said("go to the kitchen", "web"))
        assert "approval" in await at.reply(said)
        assert at.base_room == "living", "nothing moves before the yes"
        (question,) = await at.house.storage.store.approvals.pending()
        assert question.summary.en == "Go to the kitchen"
        await at.house.desk.reception.answer(question.id, True, "web")
        assert "I went to the kitchen" in await at.reply(said, 2)
        assert at.base_room == "kitchen"


async def test_s_08_stop_halts_it_on_its_way(tmp_path: Path) -> None:
    """S-08: stop first; it stands within the limit, where it is, and says so."""
    async with journey(tmp_path, speed=1.0, hop_m=20.0) as at:
        said = await at.house.desk.reception.say(Said("寝室に行って", "web"))
        await at.moves()
        began = time.monotonic()
        stopping = asyncio.create_task(at.house.desk.reception.say(Said("止まって", "web")))
        while at.house.body.drive.position()[1]:
            await asyncio.sleep(0)
        stood_s = time.monotonic() - began
        await stopping
        assert stood_s <= STOP_LIMIT_S
        print(f"the wheels stood {stood_s * 1000:.1f} ms after the word")
        told = await at.reply(said)
        assert told.endswith("寝室へ行けませんでした（途中で停止がかかり、リビングにいます）。")
        assert at.base_room == "living"


async def test_a_blocked_doorway_is_told_with_where_it_stands(tmp_path: Path) -> None:
    """B-055: it gets part of the way, or nowhere; the reply says where it was seen to be."""
    async with journey(tmp_path) as at:
        at.world.blocked.add("bathroom")
        told = await at.say("go to the bathroom")
        assert "only part of the way: I can get no further than the hall" in told
        assert at.base_room == "hall"
        assert (await at.newest()).status is ResultStatus.PARTIAL
        at.world.blocked.add("living")
        told = await at.say("キッチンに行って")
        assert told.endswith("台所へ行けませんでした（玄関から先へ進めません）。")
        assert (await at.newest()).status is ResultStatus.FAILED


async def test_a_base_that_lost_its_way_claims_no_place(tmp_path: Path) -> None:
    """B-048: an unknown place stays unknown, and arriving is not claimed."""
    async with journey(tmp_path) as at:
        at.house.body.drive.fail = "lost"  # type: ignore[attr-defined]
        told = await at.say("go to the kitchen")
        assert "I do not know which room I am in" in told
        assert (await at.newest()).failure_class == "lost"
        assert (await at.newest()).inverse is None


async def test_without_a_base_it_says_that_it_has_no_wheels(tmp_path: Path) -> None:
    """T-51: what the body cannot do is said, and nothing is tried."""
    async with journey(tmp_path, base=False) as at:
        assert await at.say("キッチンに行って") == "私には車輪がないので、移動できません。"
        assert await at.say("come here") == "I have no wheels, so I cannot go anywhere."
        assert await at.say("go to the kitchen") == ("I have no wheels, so I cannot go anywhere.")
        assert at.base_room == "living"


async def test_it_goes_back_where_it_came_from(tmp_path: Path) -> None:
    """DESIGN 1.5: a drive is taken back like any other act."""
    async with journey(tmp_path) as at:
        await at.say("go to the kitchen")
        assert "I went to the living room" in await at.say("undo that")
        assert at.base_room == "living"
