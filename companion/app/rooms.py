"""The rooms and the three corridors that join them."""

from zoneinfo import ZoneInfo

from companion.app.body import Body
from companion.app.thinking import Thinking
from companion.corridors.act import Act
from companion.corridors.danger import DangerBell
from companion.corridors.deferral import Deferral
from companion.corridors.follow_up import FollowUp
from companion.corridors.notice import Notice
from companion.corridors.remember import Remember
from companion.desk.commands.outcome import Outcomes
from companion.desk.late_answers import LateAnswers
from companion.desk.sentence_reader import SentenceReader
from companion.rooms.approval.room import ApprovalRoom
from companion.rooms.approval.rules import ApprovalRules
from companion.rooms.commands.travel import Wheels
from companion.rooms.consolidation.jobs import job_kinds
from companion.rooms.consolidation.room import Consolidation
from companion.rooms.consolidation.runner import JobRunner
from companion.rooms.context.room import ContextRoom
from companion.rooms.conversation.room import Conversation, Known
from companion.rooms.deliberation.replan import Replanning
from companion.rooms.deliberation.room import Deliberation
from companion.rooms.execution.room import Execution
from companion.rooms.expression.claims import Names
from companion.rooms.expression.room import Expression
from companion.rooms.perception.occasions import Occasions
from companion.rooms.perception.queue import TriggerQueue
from companion.rooms.perception.reports import DeviceReports
from companion.rooms.perception.room import Perception
from companion.rooms.referee.room import Body as BodyFacts
from companion.rooms.referee.room import Referee
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import Home, home_now
from companion.service.give_way import GiveWay
from companion.service.settings import load_persona
from companion.service.watched_tasks import WatchedTasks
from companion.voice.mouth import Mouth
from companion.voice.quiet import Quiet
from companion.words.ids import DeviceId
from companion.words.quiet import Channel
from companion.words.trust import TrustLabel


class Rooms(Body):
    """Who thinks, judges, acts, writes and speaks."""

    def _rooms(self) -> None:
        """The rooms and the three corridors."""
        limits = self.settings.limits
        self.give_way, self.tasks = GiveWay(self.clock), WatchedTasks()
        self.persona = load_persona(self.settings)
        self.triggers = TriggerQueue(
            self.clock,
            capacity=limits.trigger_queue,
            per_minute=limits.triggers_per_minute_per_source,
        )
        # What needs a model waits in a line of its own, with the hour's budget at its end. Its
        # sources were held to their rate at the first line.
        self.thoughts = TriggerQueue(
            self.clock,
            capacity=limits.trigger_queue,
            per_minute=limits.trigger_queue * 60,
            budget=self.calls,
        )
        self.thinking = Thinking(self.llm, self.triggers, self.thoughts, self.calls, self.journal)
        self.approval = ApprovalRoom(
            book=self.store.approvals,
            rules=ApprovalRules(auto_approve=self.settings.approval.auto_approve),
            catalogue=self.catalogue,
            house=self.house,
            record=self.record,
            state=self.store.state,
        )
        self.approval.withdrawn = lambda q: self.journal.answered(q, TrustLabel.SELF, "system")
        self.quiet = Quiet(
            [quiet.hours() for quiet in self.settings.quiet],
            self.clock,
            most_per_hour={Channel.VOICE: self.settings.most_spoken_per_hour},
            away=self.people.away,
        )
        self.mouth = Mouth(self.catalogue, self.hub, self.clock, self.quiet)
        context, execution = (
            self._context(),
            Execution(self.catalogue, self.clock, acts=self.store.acts),
        )
        self.deferral = Deferral(
            book=self.store.intents,
            journal=self.journal,
            record=self.record,
            house=self.house,
            people=context.people,
            triggers=self.triggers,
            clock=self.clock,
            ids=self.ids,
            language=self.language,
            places=self.places,
        )
        self.danger = DangerBell(self.triggers, self.journal, self.ids, lambda t: self.act.walk(t))
        self.notice = Notice(
            reports=DeviceReports(self.clock, per_minute=limits.events_per_minute_per_source),
            occasions=Occasions(self.house, self.clock),
            perception=Perception(
                self.clock,
                self.ids,
                language=self.language,
                places={place.id: place for place in self.places},
                events_per_minute=limits.events_per_minute_per_source,
                dedup_window_s=limits.dedup_window_s,
                area_of=self._area_of,
                device_of=lambda device_id: self.house.device(DeviceId(device_id)),
            ),
            blackboard=self.blackboard,
            journal=self.journal,
            triggers=self.danger,
        )
        self.act = Act(
            context=context,
            deliberation=Deliberation(
                llm=self.llm,
                clock=self.clock,
                catalogue=self.catalogue,
                language=self.language,
                order=self.settings.llm.order,
                deadline_s=self.settings.llm.decision_deadline_s,
                ranker=self.ranker,
            ),
            referee=Referee(self.catalogue, BodyFacts(wheels=bool(self.drive.rooms()))),
            approval=self.approval,
            execution=execution,
            journal=self.journal,
            follow_up=self._follow_up(context, execution),
            deferral=self.deferral,
            triggers=self.danger,
            record=self.record,
            blackboard=self.blackboard,
            hushed=self._hushed,
        )

    def _follow_up(self, context: ContextRoom, execution: Execution) -> FollowUp:
        self.outcomes = Outcomes(
            record=self.record,
            names=self._names(),
            clock=self.clock,
            zone=ZoneInfo(self.settings.time_zone),
        )
        late = LateAnswers(
            record=self.record,
            journal=self.journal,
            outcomes=self.outcomes,
            language=self.language,
            speaker_name=self.persona.name,
        )
        return FollowUp(
            execution=execution,
            journal=self.journal,
            expression=self._expression(),
            context=context,
            blackboard=self.blackboard,
            replanning=Replanning(self.record, self.clock, self.ids, self.language, self._area_of),
            triggers=self.triggers,
            speak=self.mouth.say,
            late=late.became,
            explain=late.refused,
        )

    def _area_of(self, device_id: str) -> str:
        device = self.house.device(DeviceId(device_id))
        return device.area if device is not None else ""

    def _context(self) -> ContextRoom:
        return ContextRoom(
            record=self.record,
            state=self.store.state,
            house=self.house,
            catalogue=self.catalogue,
            blackboard=self.blackboard,
            persona=self.persona,
            clock=self.clock,
            language=self.language,
            places=self.places,
            hushed=self._hushed,
        )

    def _hushed(self) -> bool:
        return self.quiet.hushed(Channel.VOICE)

    def _home_now(self) -> Home:
        """The home as the grammar reads it: names, rooms and what was last reported."""
        devices = self.house.devices()
        states = {str(device.id): self.house.state(device.id) for device in devices}
        return home_now(devices, states, self.places)

    def _expression(self) -> Expression:
        return Expression(
            llm=self.llm,
            clock=self.clock,
            house=self.house,
            catalogue=self.catalogue,
            record=self.record,
            places={place.id: place.name for place in self.places},
            language=self.language,
            temperature=self.settings.llm.temperature,
            deadline_s=self.settings.llm.message_deadline_s,
        )

    def _names(self) -> Names:
        places = {place.id: place.name for place in self.places}
        return Names(house=self.house, catalogue=self.catalogue, places=places)

    def _corridors(self) -> None:
        """The two other corridors, remember and converse."""
        record = self.record
        self.consolidation = Consolidation(
            self.store.state, self.store.state_writer, self.house, record
        )
        remember = Remember(
            consolidation=self.consolidation,
            stream=self.hub,
        )
        thinning = self.store.thinning
        parts = {
            "record": record,
            "remember": remember.walk,
            "begin_thinning": lambda: thinning.begin(self.keep()),
            "thin": thinning.step,
        }
        kinds = job_kinds(parts)
        self.jobs = JobRunner(self.store.jobs, kinds, self.clock, give_way=self.give_way.leisure)
        known = Known(self.house, record, self.store.state, self.clock, self.places)
        self.understanding = GrammarUnderstanding(self._home_now)
        self.reader = SentenceReader(
            understanding=self.understanding,
            house=self.house,
            names=self._names(),
            schedule=self.alarms,
            clock=self.clock,
            language=self.language,
            zone=self.settings.time_zone,
            wheels=Wheels(self.base, {place.id: place.name for place in self.places}),
        )
        self.conversation = Conversation(self.llm, self.persona, known)
