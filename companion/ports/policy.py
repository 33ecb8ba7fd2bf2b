"""Port of a policy 自動実行ルール: it knows only when to look or think."""

from typing import Protocol

from companion.ports.clock import Clock
from companion.ports.senses import Senses
from companion.words.language import Bilingual, Language
from companion.words.schedule import Entry, EntryKind, Firing, SavedAction
from companion.words.trigger import Trigger


class TriggerSink(Protocol):
    """Bounded priority queue that takes triggers."""

    def raise_trigger(self, trigger: Trigger) -> bool:
        """Queue it; False when rate-limited, coalesced away or shed, and counted."""


class TurnsDue(Protocol):
    """Policy that turns a due, saved entry into a trigger."""

    KIND: EntryKind

    def trigger_for(
        self, entry: Entry, firing: Firing, action: SavedAction, clock: Clock, language: Language
    ) -> Trigger:
        """The trigger of one saved action; the caller that raises it gives the id."""


class Policy(Protocol):
    """Watching rule in one file of `policies/`; it runs as a supervised resident."""

    LABEL: Bilingual
    USES: tuple[str, ...]
    """Capability operations it uses, `vision_perception.observe_scene`."""

    async def run(self, senses: Senses, triggers: TriggerSink, clock: Clock) -> None:
        """Watch until cancelled."""
