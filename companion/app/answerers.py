"""Answerers: lists the answerers that need no model, in the order in which they are asked."""

from companion.app.alarms import Alarms
from companion.app.door import Door
from companion.app.ground import Ground
from companion.app.record_answers import build_record_answers
from companion.app.skills import Skills
from companion.app.talking import Talking
from companion.app.voice_wishes import build_voice_wishes
from companion.desk.act_history import ActHistory
from companion.desk.answerers.device_facts import DeviceFacts
from companion.desk.answerers.discretion import Discretion
from companion.desk.answerers.greeting import Greeter
from companion.desk.answerers.known_answer import KnownAnswer
from companion.desk.answerers.never_again import NeverAgain
from companion.desk.answerers.small_talk import SmallTalker
from companion.desk.answerers.stop_word import StopWord
from companion.desk.answerers.undo import Undo
from companion.desk.answerers.yes_no import YesNo
from companion.ports.answerer import Answerer


def build_answerers(
    ground: Ground,
    alarms: Alarms,
    skills: Skills,
    talking: Talking,
    door: Door,
    ask_no_more: Answerer,
    plan_words: Answerer,
    yes_no: YesNo,
) -> tuple[Answerer, ...]:
    """The first that has an answer gives it."""
    on, storage, names = ground.foundations, ground.storage, alarms.names
    requests, outcomes = door.requests, talking.outcomes
    history = ActHistory(record=storage.record, catalogue=skills.catalogue, clock=on.clock)
    of_the_record = build_record_answers(ground, alarms, history)
    small_talk = SmallTalker(
        record=storage.record,
        state=storage.store.state,
        names=names,
        places=on.places,
        clock=on.clock,
        purse=talking.own_words.purse,
        manner=talking.own_words.manner,
    )
    return (
        StopWord(requests=requests),
        *build_voice_wishes(ground, skills, talking),
        *ground.own_life.answerers(small_talk.day),
        small_talk,
        alarms.calendar_facts,
        Discretion(),
        plan_words,
        door.unlearn,
        Undo(history=history, names=names, requests=requests, outcomes=outcomes),
        ask_no_more,
        NeverAgain(history=history, teaching=door.teaching),
        *of_the_record.early,
        door.commands.home_report,
        door.told_answer,
        door.commands.second_reading,
        door.commands.understood,
        yes_no,
        KnownAnswer(),
        DeviceFacts(tell=talking.conversation.tell),
        Greeter(
            name=on.settings.avatar.name.bilingual(),
            state=storage.store.state,
            clock=on.clock,
            manner=talking.own_words.manner,
        ),
        door.commands.unread,
        door.commands.recalled,
        of_the_record.late,
    )
