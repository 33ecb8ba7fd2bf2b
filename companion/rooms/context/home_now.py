"""Home as it is now: reads the scene, the people, the mood and the preferences at this moment.

A deliberation's pack is made from it once; a walk that goes on after a wait asks it again."""

from collections.abc import Callable, Mapping, Sized

from companion.ports.blackboard import BlackboardView
from companion.ports.capability import Catalogue
from companion.ports.clock import Clock
from companion.ports.house import House
from companion.ports.record import Record
from companion.ports.state import StateReader
from companion.rooms.context.carried import turned_round
from companion.rooms.context.collect import Collected, Collector
from companion.rooms.context.plain import PlainNames
from companion.rooms.context.scene import build_scene, presence
from companion.rooms.context.select import Limits, dark_places, preference_lines
from companion.words.context import DeliberationContextPack, GardenBrief
from companion.words.decision import ActionDecision
from companion.words.language import Bilingual, Language
from companion.words.mood import Mood
from companion.words.persona import PersonaSheet
from companion.words.place import Place
from companion.words.scene import SceneState


class HomeNow:
    """The facts of this moment, each read anew when it is asked for."""

    def __init__(
        self,
        *,
        record: Record,
        state: StateReader,
        house: House,
        catalogue: Catalogue,
        persona: PersonaSheet,
        clock: Clock,
        language: Language,
        places: tuple[Place, ...],
        limits: Limits | None = None,
        blackboard: BlackboardView | None = None,
        garden: Callable[[], GardenBrief | None] = lambda: None,
        ringing: Callable[[], Sized] = tuple,
    ) -> None:
        """`limits`: how many preferences and lines a reader is given. `garden`: the companion's
        other world in a few words. `ringing`: alarms that sound now."""
        self.garden, self._ringing = garden, ringing
        self.persona = persona
        self.clock = clock
        self.language = language
        self.places = places
        self.limits = limits or Limits()
        self.collector = Collector(
            record=record, state=state, house=house, catalogue=catalogue, blackboard=blackboard
        )
        self._catalogue = catalogue
        self._blackboard = blackboard

    async def scene(self) -> SceneState:
        """The scene for the second look of the referee after a wait."""
        devices = self.collector.devices()
        plain = PlainNames.of((seen.device for seen in devices), self.places)
        scene = build_scene(
            devices=devices,
            world=await self.collector.world(),
            observations=self._blackboard.latest() if self._blackboard else (),
            catalogue=self._catalogue,
            places=self.places,
            mood=await self.collector.mood(),
            now=self.clock.now(),
            language=self.language,
            name=self.persona.name,
            ringing=bool(self._ringing()),
        )
        return plain.scene(scene, self.language)

    def scene_of(self, collected: Collected, place: str) -> SceneState:
        """The scene of what was collected, seen from `place`, with the devices' own names."""
        return build_scene(
            devices=collected.devices,
            world=collected.world,
            observations=collected.observations,
            catalogue=self._catalogue,
            places=self.places,
            mood=collected.mood,
            now=self.clock.now(),
            language=self.language,
            place=place,
            name=self.persona.name,
            ringing=bool(self._ringing()),
        )

    async def turned_round(
        self, decision: ActionDecision, pack: DeliberationContextPack
    ) -> Bilingual | None:
        """The fact that carried the decision and no longer holds, in words; None: all of them
        hold."""
        return turned_round(
            decision, pack, await self.people(), dark_places(self.collector.devices())
        )

    async def people(self) -> Mapping[str, str | None]:
        """Place -> `present`, `absent` or None (unknown), as it is held now."""
        seen = self._blackboard.latest() if self._blackboard else ()
        return presence(await self.collector.world(), seen)

    async def mood(self) -> Mood:
        """The mood as it is now."""
        return await self.collector.mood()

    async def preferences(self) -> tuple[str, ...]:
        """Confirmed preferences, surest first, for a message of the persona."""
        rows = await self.collector.preferences()
        lines = preference_lines(rows, self.limits)
        return tuple(line.text for line in lines if not line.foreign)
