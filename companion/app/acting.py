"""Acting: builds the notice, act and follow-up corridors."""

from dataclasses import dataclass
from functools import partial

from companion.app.alarms import Alarms
from companion.app.body import Body
from companion.app.doing import build_doing
from companion.app.ground import Ground
from companion.app.lines import Lines
from companion.app.skills import Skills
from companion.app.talking import Talking
from companion.app.thought import Thought
from companion.corridors.act import Act
from companion.corridors.danger import DangerBell
from companion.corridors.follow_up import FollowUp
from companion.corridors.notice import Notice
from companion.desk.stop_everything import STOPPED, StopEverything
from companion.ports.part import ResidentSpec, Stage
from companion.service.entrance import Ways
from companion.service.intents.put_off import PutOff
from companion.service.messages import Messages
from companion.service.trigger_walks import TriggerWalks


@dataclass(frozen=True, kw_only=True)
class Acting:
    """From what happened to what is told."""

    notice: Notice
    act: Act
    messages: Messages
    follow_up: FollowUp
    put_off: PutOff
    danger: DangerBell
    people: ResidentSpec
    """Follows arrivals and leavings, for the alarm clock."""
    walks: TriggerWalks
    stop: StopEverything


def build_acting(
    ground: Ground,
    body: Body,
    alarms: Alarms,
    skills: Skills,
    lines: Lines,
    thought: Thought,
    talking: Talking,
) -> Acting:
    """Leads the entrance that cameras and alarms hold to the corridor."""
    on, storage, home = ground.foundations, ground.storage, ground.home
    doing = build_doing(ground, skills, lines, thought, talking)
    danger = DangerBell(lines.triggers, storage.journal, on.ids, body.entrance.walk)
    act = Act(
        context=thought.context,
        deliberation=thought.deliberation,
        referee=thought.referee,
        approval=thought.approval,
        execution=doing.execution,
        journal=storage.journal,
        messages=doing.messages,
        follow_up=doing.follow_up,
        put_off=doing.put_off,
        triggers=danger,
        record=storage.record,
        blackboard=on.blackboard,
        hushed=skills.quiet.voice_hushed,
        deed_words=talking.outcomes.deed_words,
    )
    notice = Notice(
        house=home.house,
        reports=lines.reports,
        occasions=lines.occasions,
        perception=lines.perception,
        blackboard=on.blackboard,
        journal=storage.journal,
        record=storage.record,
        triggers=danger,
        became=alarms.clock.became,
    )
    body.entrance.lead_to(
        Ways(notice=notice.notice, walk=act.walk, possible=act.possible, busy=doing.execution.busy)
    )
    walks = TriggerWalks(
        triggers=lines.triggers,
        thoughts=lines.thoughts,
        walk_at_once=act.walk_at_once,
        walk=act.walk,
        writable=storage.events.until_writable,
        halted=storage.exports.holds_back,
    )
    stop = StopEverything(
        lines=(lines.triggers, lines.thoughts),
        stops=(
            body.drive.stop,
            partial(act.execution.stop, STOPPED),
            ground.mind.llm.stop_generation,
            talking.mouths.hush,
            alarms.clock.hush,
        ),
        put_off=doing.put_off,
        journal=storage.journal,
    )
    people = partial(home.people.follow, home.house.changes, talking.comings.moved)
    return Acting(
        notice=notice,
        act=act,
        messages=doing.messages,
        follow_up=doing.follow_up,
        put_off=doing.put_off,
        danger=danger,
        people=ResidentSpec("people", people, Stage.INTAKE, needed=True),
        walks=walks,
        stop=stop,
    )
