"""Plan: builds the room that plans, the corridor that works through it, and its desk."""

from dataclasses import dataclass
from functools import partial

from companion.app.acting import Acting
from companion.app.allowed import Allowed
from companion.app.body import Body
from companion.app.door import Door
from companion.app.ground import Ground
from companion.app.habits import build_habits
from companion.app.skills import Skills
from companion.app.talking import Talking
from companion.app.thought import Thought
from companion.corridors.plan import PlanCycle
from companion.desk.answerers.plan_words import PlanWords
from companion.desk.habit_proposals import HabitProposals
from companion.desk.plan_requests import PlanRequests
from companion.ports.capability import Catalogue
from companion.rooms.deliberation.replan import SAFETY_KINDS, most_means
from companion.rooms.governance.aim_planner import AimPlanner
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.room import Governance


@dataclass(frozen=True, kw_only=True)
class Planning:
    """Purpose, goals and tasks, and what people ask of them."""

    cycle: PlanCycle
    requests: PlanRequests
    words: PlanWords
    habits: HabitProposals
    """Proposes habits of the household as routines."""


def build_planning(
    ground: Ground,
    body: Body,
    skills: Skills,
    thought: Thought,
    talking: Talking,
    acting: Acting,
    door: Door,
    allowed: Allowed,
) -> Planning:
    """It asks the act corridor for everything that is done."""
    on, storage = ground.foundations, ground.storage
    home = HomeView(
        house=ground.home.house,
        grammar=talking.grammar,
        places=on.places,
        cameras={camera.name: camera.place for camera in body.cameras},
        usable=partial(_usable, skills.catalogue),
    )
    planner = AimPlanner(
        llm=ground.mind.llm,
        embedder=ground.mind.embedder,
        language=on.language,
        may_call=lambda: on.settings.plan.model_chooses and ground.mind.calls.left() > 0,
        leisure=door.give_way.leisure,
    )
    cycle = PlanCycle(
        governance=Governance(home=home, planner=planner),
        journal=storage.journal,
        record=storage.record,
        state=storage.store.state,
        remember=talking.remember.walk,
        walk=acting.act.walk_at_once,
        tell=talking.late.reply,
        stop=acting.stop.stop,
        stream=on.hub,
        clock=on.clock,
        ids=on.ids,
        language=on.language,
        leisure=door.give_way.leisure,
        writable=storage.events.until_writable,
        calls_left=ground.mind.calls.left,
        most_means=most_means(thought.persona.grit),
        unsafe=SAFETY_KINDS,
        may_ask=partial(_may_ask, ground),
        exports_checked=storage.exports.begun.wait,
        exports_fail=storage.exports.fail,
        exports_seen=storage.exports.go_on,
    )
    requests = PlanRequests(
        book=cycle,
        journal=storage.journal,
        grants=allowed.grants,
        house=ground.home.house,
        clock=on.clock,
        language=on.language,
        trust_of=door.channels.trust_of,
    )
    words = PlanWords(
        requests=requests, book=cycle, approvals=storage.store.approvals, clock=on.clock
    )
    return Planning(
        cycle=cycle,
        requests=requests,
        words=words,
        habits=build_habits(ground, talking, acting),
    )


def _usable(catalogue: Catalogue, capability: str) -> bool:
    known = catalogue.get(capability)
    return known is not None and known.availability().available


def _may_ask(ground: Ground) -> bool:
    """Once the model can put the question into words."""
    return ground.foundations.settings.plan.asks_for_purpose and ground.mind.awake.is_set()
