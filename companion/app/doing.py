"""Doing: builds the rooms that do an act, tell it in the persona's words and follow it up."""

from dataclasses import dataclass
from functools import partial

from companion.app.ground import Ground
from companion.app.lines import Lines
from companion.app.skills import Skills
from companion.app.talking import Talking
from companion.app.thought import Thought
from companion.corridors.follow_up import FollowUp
from companion.ports.house import area_of
from companion.rooms.deliberation.replan import Replanning
from companion.rooms.execution.room import Execution
from companion.rooms.expression.room import Expression
from companion.service.attention import Attention
from companion.service.intents.conditions import WaitConditions
from companion.service.intents.open_intents import OpenIntents
from companion.service.intents.put_off import PutOff
from companion.service.messages import Messages


@dataclass(frozen=True, kw_only=True)
class Doing:
    """The part of an act that comes once it is allowed, and what was put off instead."""

    execution: Execution
    messages: Messages
    put_off: PutOff
    follow_up: FollowUp


def build_doing(
    ground: Ground, skills: Skills, lines: Lines, thought: Thought, talking: Talking
) -> Doing:
    """The act corridor enters them."""
    on, storage, home = ground.foundations, ground.storage, ground.home
    now = thought.context.now
    execution = Execution(skills.catalogue, on.clock, acts=storage.store.acts)
    messages = Messages(
        expression=Expression(
            llm=ground.mind.llm,
            clock=on.clock,
            house=home.house,
            catalogue=skills.catalogue,
            record=storage.record,
            places={place.id: place.name for place in on.places},
            language=on.language,
            temperature=on.settings.llm.temperature,
            deadline_s=on.settings.llm.message_deadline_s,
        ),
        journal=storage.journal,
        home=now,
        blackboard=on.blackboard,
        speak=talking.mouths.say,
        announce=talking.mouths.announce,
        wordless=skills.mouth.wordless,
        attention=Attention(
            home=now,
            house=home.house,
            record=storage.record,
            purse=talking.own_words.purse,
            quiet=skills.quiet.voice_hushed,
            everything=on.settings.announce == "everything",
        ),
        deed_words=talking.outcomes.deed_words,
    )
    put_off = PutOff(
        intents=OpenIntents(
            book=storage.store.intents,
            journal=storage.journal,
            clock=on.clock,
            places=on.places,
        ),
        conditions=WaitConditions(house=home.house, people=now.people, clock=on.clock),
        record=storage.record,
        clock=on.clock,
        ids=on.ids,
        language=on.language,
    )
    follow_up = FollowUp(
        execution=execution,
        journal=storage.journal,
        messages=messages,
        home=now,
        replanning=Replanning(
            storage.record, on.clock, on.ids, on.language, partial(area_of, home.house)
        ),
        put_off=put_off,
        triggers=lines.triggers,
        deed_words=talking.outcomes.deed_words,
        late=talking.late.became,
        explain=talking.late.refused,
        ask_back=talking.late.waits,
    )
    return Doing(execution=execution, messages=messages, put_off=put_off, follow_up=follow_up)
