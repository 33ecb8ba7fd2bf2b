"""A home that is talked to: the door, the answerer that unlearns, and consolidation behind them."""

from collections.abc import Sequence
from pathlib import Path

from companion.desk.answerers.correct_said import CorrectSaid
from companion.desk.answerers.unlearn import Unlearn
from companion.desk.requests import Requests
from companion.desk.unlearning import Unlearning
from companion.ports.answerer import Answerer
from companion.rooms.consolidation.room import Consolidation
from companion.rooms.feedback.room import FeedbackRoom
from companion.rooms.recall.room import Recall
from companion.rooms.recall.told import ToldThings
from companion.store.sqlite import Store
from companion.words.event import Event, EventSource
from companion.words.language import Language
from companion.words.said import Said
from tests.twins.clock import JumpClock
from tests.twins.memory_house import MemoryHouse
from tests.unit.desk.door import Door, door_of


class Home:
    """What is said is remembered at once; the replies are those of the answerer alone."""

    def __init__(
        self,
        folder: Path,
        clock: JumpClock | None = None,
        store: Store | None = None,
        then: Sequence[Answerer] = (),
        recall: Recall | None = None,
    ) -> None:
        """`then`: answerers after the one that unlearns. `recall`: by which it finds what a whole
        clause corrects."""
        self.clock = clock or JumpClock()
        self.store = store or Store.in_memory(self.clock)
        self.things = ToldThings(self.store.state)
        self.consolidation = Consolidation(
            self.store.state, self.store.state_writer, record=self.store.record
        )
        self.door: Door = door_of(
            folder,
            MemoryHouse,
            language=Language.EN,
            clock=self.clock,
            store=self.store,
            answerers=lambda requests, teaching, store: (self.unlearn(requests, recall), *then),
        )

    def unlearn(self, requests: Requests, recall: Recall | None) -> Unlearn:
        """The answerer under test, as the composition root joins it."""
        record = self.store.record
        unlearning = Unlearning(
            told=self.things,
            journal=requests.journal,
            record=record,
            language=Language.EN,
            withdraw=self.consolidation.withdraw,
            remember=self.remember,
            feedback=FeedbackRoom(state=self.store.state, record=record, clock=requests.clock),
            drop_feedback=self.consolidation.forget_feedback,
        )
        recall = recall or Recall(record, self.store.state)
        return Unlearn(
            unlearning=unlearning,
            settle=self.consolidation.settle,
            clock=requests.clock,
            whole=CorrectSaid(
                unlearning=unlearning, find=recall.find, evidence_for=recall.evidence_for
            ),
        )

    async def remember(self, event: Event) -> int:
        return await self.consolidation.apply(await self.consolidation.generate(event))

    async def say(self, text: str, speaker: str = "", channel: str = "chat") -> str:
        """Say it, let it be remembered, and give the reply."""
        event_id = await self.door.desk.say(Said(text, channel, speaker=speaker))
        await self.door.settled()
        event = await self.store.record.event(event_id)
        assert event is not None
        await self.remember(event)
        return next(iter(await self.door.replies(after=event_id)), "")

    async def values(self) -> list[str]:
        return [one.value for one in await self.things.told()]

    async def recalled(self) -> str:
        """All that comes to mind of the talk."""
        events = await self.store.record.recent(limit=1, sources=(EventSource.USER_INPUT,))
        mind = await Recall(self.store.record, self.store.state).recall(events[0], limit=100)
        return "\n".join(one.text.text for one in mind.turns)
