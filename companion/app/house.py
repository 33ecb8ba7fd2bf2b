"""House: builds every record of the companion, one after the other."""

from contextlib import AsyncExitStack
from dataclasses import dataclass

from companion.app.acting import Acting, build_acting
from companion.app.alarms import Alarms, build_alarms
from companion.app.body import Body, build_body
from companion.app.desk import Desk, build_desk
from companion.app.door import Door, build_door
from companion.app.foundations import Foundations, Start, build_foundations
from companion.app.ground import build_ground
from companion.app.home import Home, build_home
from companion.app.lines import Lines, build_lines
from companion.app.mind import Mind, build_mind
from companion.app.outside import Outside, build_outside
from companion.app.page import Page, build_page
from companion.app.service import Service, add_residents, build_service
from companion.app.skills import Skills, build_skills
from companion.app.storage import Storage, build_storage
from companion.app.talking import Talking, build_talking
from companion.app.thought import Thought, build_thought
from companion.app.work import Work, build_work


@dataclass(frozen=True, kw_only=True)
class Companion:
    """Each record stands on those before it."""

    foundations: Foundations
    storage: Storage
    home: Home
    mind: Mind
    body: Body
    alarms: Alarms
    skills: Skills
    lines: Lines
    thought: Thought
    talking: Talking
    acting: Acting
    door: Door
    desk: Desk
    work: Work
    outside: Outside
    service: Service
    page: Page


async def build_companion(stack: AsyncExitStack, start: Start) -> Companion:
    """The whole house; nothing runs before `service.supervisor` lives."""
    foundations = await build_foundations(stack, start)
    storage = await build_storage(stack, foundations, rescue=start.rescue)
    home = await build_home(stack, foundations)
    mind = build_mind(stack, foundations)
    ground = build_ground(stack, foundations, storage, home, mind)
    body = await build_body(stack, ground)
    alarms = build_alarms(stack, ground, body)
    skills = build_skills(stack, ground, body, alarms)
    lines = build_lines(ground, body, skills)
    thought = build_thought(ground, body, skills, alarms.ladder.ringing)
    talking = build_talking(ground, alarms, skills, thought)
    acting = build_acting(ground, body, alarms, skills, lines, thought, talking)
    door = build_door(stack, ground, alarms, talking, acting)
    desk = build_desk(ground, body, alarms, skills, lines, thought, talking, acting, door)
    work = await build_work(ground, thought, talking, acting, door, desk)
    outside = build_outside(stack, ground, body, alarms, skills, talking, acting, door, desk)
    records = (
        *(foundations, storage, home, mind, body, alarms, skills, lines, thought, talking),
        *(acting, door, desk, desk.greetings, desk.planning, work),
        *(outside, outside.voice, outside.at_page, outside.satellites, ground.own_life),
    )
    service = build_service(ground, records)
    page = build_page(
        ground, body, skills, lines, acting, door, desk, outside.voice, outside.at_page, service
    )
    add_residents(service, (page, page.inbound, *records, service))
    if foundations.dollhouse is not None and not foundations.staged:
        await foundations.dollhouse.clock.start()
    return Companion(
        foundations=foundations,
        storage=storage,
        home=home,
        mind=mind,
        body=body,
        alarms=alarms,
        skills=skills,
        lines=lines,
        thought=thought,
        talking=talking,
        acting=acting,
        door=door,
        desk=desk,
        work=work,
        outside=outside,
        service=service,
        page=page,
    )
