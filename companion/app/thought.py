"""Thought: builds the rooms that gather, decide, judge and ask."""

from collections.abc import Callable, Sized
from dataclasses import dataclass
from functools import partial

from companion.app.body import Body
from companion.app.ground import Ground
from companion.app.skills import Skills
from companion.rooms.approval.room import ApprovalRoom
from companion.rooms.approval.rules import ApprovalRules
from companion.rooms.context.home_now import HomeNow
from companion.rooms.context.room import ContextRoom
from companion.rooms.deliberation.room import Deliberation
from companion.rooms.expression.claims import Names
from companion.rooms.feedback.room import FeedbackRoom
from companion.rooms.referee.room import Body as BodyFacts
from companion.rooms.referee.room import Referee
from companion.rooms.scheduler.whereabouts import calendar_of
from companion.service.settings import load_persona
from companion.words.persona import PersonaSheet
from companion.words.trust import TrustLabel


@dataclass(frozen=True, kw_only=True)
class Thought:
    """Rooms that an act walks through before it is done."""

    persona: PersonaSheet
    context: ContextRoom
    deliberation: Deliberation
    referee: Referee
    approval: ApprovalRoom
    feedback: FeedbackRoom
    """The household's signs about acts."""


def build_thought(
    ground: Ground, body: Body, skills: Skills, ringing: Callable[[], Sized] = tuple
) -> Thought:
    """`ringing`: alarms that sound now. Raises `ConfigWrong` for a character sheet that cannot be
    used."""
    on, storage, home, mind = ground.foundations, ground.storage, ground.home, ground.mind
    settings, persona = on.settings, load_persona(on.settings)
    garden = ground.own_life.garden
    feedback = FeedbackRoom(
        state=storage.store.state, record=storage.record, house=home.house, clock=on.clock
    )
    return Thought(
        persona=persona,
        feedback=feedback,
        context=ContextRoom(
            HomeNow(
                record=storage.record,
                state=storage.store.state,
                house=home.house,
                catalogue=skills.catalogue,
                blackboard=on.blackboard,
                persona=persona,
                clock=on.clock,
                language=on.language,
                places=on.places,
                garden=garden.brief if garden is not None else lambda: None,
                ringing=ringing,
            ),
            hushed=skills.quiet.voice_hushed,
            dark=calendar_of(settings.time_zone, settings.location).is_dark,
            ranker=mind.ranker,
        ),
        deliberation=Deliberation(
            llm=mind.llm,
            clock=on.clock,
            catalogue=skills.catalogue,
            language=on.language,
            order=settings.llm.order,
            deadline_s=settings.llm.decision_deadline_s,
            ranker=mind.ranker,
            feedback=feedback,
        ),
        referee=Referee(
            skills.catalogue,
            BodyFacts(wheels=bool(body.drive.rooms())),
            called=Names(
                house=home.house,
                catalogue=skills.catalogue,
                places={place.id: place.name for place in on.places},
            ).device,
        ),
        approval=ApprovalRoom(
            book=storage.store.approvals,
            rules=ApprovalRules(auto_approve=settings.approval.auto_approve),
            catalogue=skills.catalogue,
            house=home.house,
            record=storage.record,
            state=storage.store.state,
            clock=on.clock,
            withdrawn=partial(storage.journal.answered, trust=TrustLabel.SELF, channel="system"),
        ),
    )
