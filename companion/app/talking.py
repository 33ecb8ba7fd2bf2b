"""Talking: builds the rooms that read a sentence, reply to it and keep what was learned."""

from dataclasses import dataclass
from functools import partial
from zoneinfo import ZoneInfo

from companion.app.alarms import Alarms
from companion.app.ground import Ground
from companion.app.own_words import OwnWords, build_own_words
from companion.app.skills import Skills
from companion.app.thought import Thought
from companion.corridors.remember import Remember
from companion.desk.comings import Comings
from companion.desk.commands.outcome import Outcomes
from companion.desk.late_answers import LateAnswers
from companion.desk.remark_watch import RemarkWatch
from companion.desk.sentence_reader import SentenceReader
from companion.ports.feedback import HouseholdFeedback
from companion.rooms.commands.travel import Wheels
from companion.rooms.consolidation.room import Consolidation
from companion.rooms.conversation.room import Conversation, Known
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import present_home
from companion.voice.mouths import Mouths


@dataclass(frozen=True, kw_only=True)
class Talking:
    """The grammar, the outcomes of what was asked, conversation, and the remember corridor."""

    grammar: GrammarUnderstanding
    reader: SentenceReader
    outcomes: Outcomes
    late: LateAnswers
    remarks: RemarkWatch
    conversation: Conversation
    consolidation: Consolidation
    feedback: HouseholdFeedback
    """The household's signs about acts."""
    remember: Remember
    own_words: OwnWords
    """How the persona words things, and the limit to the model's own words."""
    mouths: Mouths
    """Say what nobody asked for, in the room where people are."""
    comings: Comings
    """Remembers who came home and who left, and tells the alarm clock."""


def build_talking(ground: Ground, alarms: Alarms, skills: Skills, thought: Thought) -> Talking:
    """None of it knows the act corridor; they meet in events."""
    on, storage, house = ground.foundations, ground.storage, ground.home.house
    record, state = storage.record, storage.store.state
    garden = ground.own_life.garden
    # The grammar reads the home as it is at each sentence.
    grammar = GrammarUnderstanding(
        partial(present_home, house, on.places), called_by=on.settings.called_by
    )
    own = build_own_words(ground)
    outcomes = Outcomes(
        record=record,
        names=alarms.names,
        clock=on.clock,
        zone=ZoneInfo(on.settings.time_zone),
        manner=own.manner,
    )
    known = Known(house, record, state, on.clock, on.places)
    consolidation = Consolidation(state, storage.store.state_writer, house, record)
    mouths = Mouths(
        own=skills.mouth,
        own_place=str(on.settings.microphone.own().get("place", "")),
        people=thought.context.now.people,
        record=record,
        clock=on.clock,
    )
    return Talking(
        grammar=grammar,
        reader=SentenceReader(
            understanding=grammar,
            house=house,
            names=alarms.names,
            schedule=alarms.clock,
            clock=on.clock,
            language=on.language,
            zone=on.settings.time_zone,
            called_by=on.settings.called_by,
            wheels=Wheels(skills.base, {place.id: place.name for place in on.places}),
            tracked={
                who: one.name.bilingual() for who, one in on.settings.people.items() if one.tracker
            },
        ),
        outcomes=outcomes,
        late=LateAnswers(
            record=record,
            journal=storage.journal,
            outcomes=outcomes,
            language=on.language,
            speaker_name=thought.persona.name,
        ),
        remarks=RemarkWatch(stream=on.hub, record=record),
        conversation=Conversation(
            ground.mind.llm,
            thought.persona,
            known,
            manner=own.manner,
            checker=own.checker,
            garden=garden.section if garden is not None else lambda _: "",
        ),
        consolidation=consolidation,
        feedback=thought.feedback,
        own_words=own,
        mouths=mouths,
        comings=Comings(
            journal=storage.journal,
            called={name: one.name.bilingual() for name, one in on.settings.people.items()},
            then=alarms.clock.moved,
        ),
        remember=Remember(consolidation=consolidation, stream=on.hub),
    )
