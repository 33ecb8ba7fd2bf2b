"""Desk: builds the reception, which takes every sentence and press of a person."""

from dataclasses import dataclass

from companion.app.acting import Acting
from companion.app.alarms import Alarms
from companion.app.allowed import Allowed, build_allowed
from companion.app.answerers import build_answerers
from companion.app.body import Body
from companion.app.door import Door
from companion.app.greetings import Greetings, build_greetings
from companion.app.ground import Ground
from companion.app.lines import Lines
from companion.app.plan import Planning, build_planning
from companion.app.skills import Skills
from companion.app.talking import Talking
from companion.app.thought import Thought
from companion.corridors.converse import Converse
from companion.desk.erasure import Erasing, RunningMemory
from companion.desk.reception import Reception
from companion.desk.schedule_requests import ScheduleRequestDesk
from companion.voice.enrolled_voices import EnrolledVoices


@dataclass(frozen=True, kw_only=True)
class Desk:
    """Reception, the converse corridor, and what people ask of the schedule and the record."""

    reception: Reception
    converse: Converse
    planning: Planning
    """Purpose, goals and tasks."""
    schedule_requests: ScheduleRequestDesk
    """Requests of people to the schedule."""
    greetings: Greetings
    allowed: Allowed
    """Grants that people give ahead."""
    erasing: Erasing
    """Erasure on request; everything that runs forgets the events, the model included."""


def build_desk(
    ground: Ground,
    body: Body,
    alarms: Alarms,
    skills: Skills,
    lines: Lines,
    thought: Thought,
    talking: Talking,
    acting: Acting,
    door: Door,
) -> Desk:
    """The people of the doll's house speak at its reception."""
    on, storage, channels = ground.foundations, ground.storage, door.channels
    allowed = build_allowed(
        ground,
        thought,
        talking,
        lambda question, yes, channel: reception.answer(question, yes, channel),
        channels.trust_to_allow,
    )
    planning = build_planning(ground, body, skills, thought, talking, acting, door, allowed)
    converse = Converse(
        stop=acting.stop.stop,
        journal=storage.journal,
        read=talking.reader.read,
        answerers=build_answerers(
            *(ground, alarms, skills, talking, door),
            *(allowed.ask_no_more, planning.words, allowed.yes_no),
        ),
        command=door.commands.understood,
        triggers=lines.triggers,
        memory=ground.remembering.recall,
        conversation=talking.conversation,
        watch=talking.remarks.watch,
        tasks=door.tasks,
        clock=on.clock,
        ids=on.ids,
        language=on.language,
        called_by=on.settings.called_by,
        manner=talking.own_words.manner,
    )
    reception = Reception(
        trust_of=channels.trust_to_allow,
        trust_of_said=channels.trust_of_said,
        hear=converse.hear,
        hear_again=converse.hear_again,
        requests=door.requests,
        teaching=door.teaching,
        approval=thought.approval,
        approvals=storage.store.approvals,
        record=storage.record,
        walk_on=acting.act.answered,
        stop_everything=acting.stop.stop,
        health_board=on.board.all,
        journal=storage.journal,
        tasks=door.tasks,
        give_way=door.give_way,
        privacy_file=body.privacy_file,
    )
    schedule_requests = ScheduleRequestDesk(
        schedule=alarms.clock,
        journal=storage.journal,
        record=storage.record,
        catalogue=skills.catalogue,
        clock=on.clock,
        ids=on.ids,
        language=on.language,
        walk=acting.act.walk,
        heard_as=channels.trust_of,
        possible=alarms.due.possible,
        is_so=alarms.conditions.is_so,
        coming=alarms.clock.coming,
        house=ground.home.house,
    )
    embedder = ground.mind.embedder
    forget_texts = (embedder.forget,) if embedder is not None else ()
    held = RunningMemory(
        blackboard=on.blackboard,
        lines=(lines.triggers, lines.thoughts),
        holders=(acting.put_off.forget, talking.mouths.drop),
        whole=(
            ground.mind.llm.forget,
            *forget_texts,
            storage.upkeep.anchor,
            storage.exports.follow,
        ),
    )
    if on.dollhouse is not None:
        on.dollhouse.overheard = reception.say
    return Desk(
        reception=reception,
        converse=converse,
        planning=planning,
        schedule_requests=schedule_requests,
        allowed=allowed,
        greetings=build_greetings(ground, alarms, skills, lines, thought, talking),
        erasing=Erasing(
            storage.erasure, channels.trust_of, (held.forget,), voices=EnrolledVoices(on.state_dir)
        ),
    )
