"""Context room: collects what matters now, selects, and hands over one pack."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta

from companion.home.scene_xml import render_layout
from companion.ports.blackboard import BlackboardView
from companion.ports.capability import Catalogue
from companion.ports.clock import Clock
from companion.ports.house import House
from companion.ports.record import Record
from companion.ports.state import StateReader
from companion.rooms.context.bearing import bearing_talk, names_of
from companion.rooms.context.carried import turned_round
from companion.rooms.context.collect import Collected, Collector
from companion.rooms.context.foreign import Words
from companion.rooms.context.menu import build_menu
from companion.rooms.context.plain import PlainNames
from companion.rooms.context.scene import build_scene, one_line, presence
from companion.rooms.context.select import (
    Limits,
    dark_places,
    focus_of,
    goal_lines,
    narrowed,
    preference_lines,
    recent_lines,
    sensed_by,
    situation_of,
    state_lines,
)
from companion.rooms.context.wording import event_line
from companion.words.context import DeliberationContextPack
from companion.words.decision import ActionDecision
from companion.words.event import Event
from companion.words.language import Bilingual, Language
from companion.words.mood import Mood
from companion.words.persona import PersonaSheet
from companion.words.place import Place
from companion.words.scene import SceneState
from companion.words.text import LabelledText
from companion.words.trigger import Trigger, TriggerKind
from companion.words.trust import TrustLabel


class ContextRoom:
    """Room whose door is `gather`; `scene` and `mood` serve a walk that goes on after a wait."""

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
        hushed: Callable[[], bool] = lambda: False,
    ) -> None:
        """`hushed`: whether quiet hours hold now for what sounds."""
        self.persona = persona
        self._collector = Collector(
            record=record, state=state, house=house, catalogue=catalogue, blackboard=blackboard
        )
        self._catalogue = catalogue
        self._blackboard = blackboard
        self._clock = clock
        self._language = language
        self._places = places
        self._limits = limits or Limits()
        self._hushed = hushed

    async def gather(self, trigger: Trigger) -> DeliberationContextPack:
        """The pack for one deliberation; persona, mood and context are all in it."""
        asked = trigger.requested is not None and trigger.kind is not TriggerKind.TIME
        # Who asks for exactly this is obeyed at once, by a reflex: no mind will read the rest.
        since = self._clock.now() - timedelta(seconds=self._limits.recent_horizon_s)
        collected = await (self._collector.at_hand() if asked else self._collector.collect(since))
        plain = PlainNames.of((seen.device for seen in collected.devices), self._places)
        scene = plain.scene(self._scene_of(collected, trigger.place), self._language)
        focus = focus_of(collected, trigger.place)
        now = self._clock.now()
        situation = situation_of(
            trigger, collected, focus, self._places, now, hushed=self._hushed()
        )
        menu = build_menu(trigger, collected, situation, scene, self._places, self._limits)
        layout = "" if asked else render_layout(plain.layout(_operable(scene)))
        words = Words(self._language, unnamed=bool(plain.called))
        names = names_of((seen.device for seen in collected.devices), self._places)
        return DeliberationContextPack(
            trigger=trigger,
            persona=self.persona,
            mood=collected.mood,
            scene=scene,
            menu=plain.menu(menu.entries),
            recent=recent_lines(
                trigger,
                bearing_talk(collected.events, names, self._language, obeyed=collected.obeyed),
                narrowed(self._limits.recent, collected),
                now - timedelta(seconds=self._limits.recent_horizon_s),
                words,
            ),
            state=state_lines(situation, collected, self._limits, now, self._language),
            goals=goal_lines(collected, self._limits),
            attention_targets=words.known(focus.attention_targets, collected),
            confirmed_preferences=preference_lines(collected.preferences, self._limits),
            persona_deliberation_focus=focus,
            runtime_blackboard=collected.blackboard,
            places=self._places,
            people=situation.people,
            dark=situation.dark,
            senses=sensed_by(collected),
            home_layout=layout,
            home_trust=LabelledText(layout, self._home_trust(collected)),
            aliases=plain.aliases,
            notes=menu.notes,
        )

    def after_refusal(
        self, pack: DeliberationContextPack, refused: ActionDecision, ruled: Event
    ) -> DeliberationContextPack:
        """The same moment once the GM refused: the refused entry is off the menu, the refusal is
        the last thing read and a cause of what is decided now. Nothing is added to the menu."""
        line = Words(self._language, unnamed=bool(pack.aliases)).of(
            ruled, one_line(event_line(ruled, self._language), 120)
        )
        same = (refused.action_type, dict(refused.action_payload))
        return replace(
            pack,
            trigger=replace(pack.trigger, event_ids=(*pack.trigger.event_ids, ruled.id)),
            menu=tuple(e for e in pack.menu if (e.action_type, dict(e.payload)) != same),
            recent=(*pack.recent, line),
        )

    async def scene(self) -> SceneState:
        """The scene as it is now, for the second look of the referee after a wait."""
        collector, devices = self._collector, self._collector.devices()
        plain = PlainNames.of((seen.device for seen in devices), self._places)
        scene = build_scene(
            devices=devices,
            world=await collector.world(),
            observations=self._blackboard.latest() if self._blackboard else (),
            catalogue=self._catalogue,
            places=self._places,
            mood=await collector.mood(),
            now=self._clock.now(),
            language=self._language,
            name=self.persona.name,
        )
        return plain.scene(scene, self._language)

    async def turned_round(
        self, decision: ActionDecision, pack: DeliberationContextPack
    ) -> Bilingual | None:
        """Which fact that carried the decision no longer holds; None: all of them do."""
        return turned_round(
            decision, pack, await self.people(), dark_places(self._collector.devices())
        )

    async def people(self) -> Mapping[str, str | None]:
        """Place -> `present`, `absent` or None (unknown), as it is held now."""
        seen = self._blackboard.latest() if self._blackboard else ()
        return presence(await self._collector.world(), seen)

    async def mood(self) -> Mood:
        """The mood as it is now."""
        return await self._collector.mood()

    async def preferences(self) -> tuple[str, ...]:
        """Confirmed preferences, surest first, for the one who tells."""
        rows = await self._collector.preferences()
        lines = preference_lines(rows, self._limits)
        return tuple(line.text for line in lines if not line.foreign)

    def _scene_of(self, collected: Collected, place: str) -> SceneState:
        return build_scene(
            devices=collected.devices,
            world=collected.world,
            observations=collected.observations,
            catalogue=self._catalogue,
            places=self._places,
            mood=collected.mood,
            now=self._clock.now(),
            language=self._language,
            place=place,
            name=self.persona.name,
        )

    def _home_trust(self, collected: Collected) -> TrustLabel:
        """Device names came over the wire and people were seen by a camera: with any of them in
        the scene, what the model reads of the home is `observed`."""
        sensed = collected.devices or collected.observations or collected.world
        return TrustLabel.OBSERVED if sensed else TrustLabel.SELF


def _operable(scene: SceneState) -> SceneState:
    """The fixed part tells what can be done with what; a sensor's reading stands in the part
    that varies, its id says what it is, and a quarter of the tokens is saved."""
    return replace(scene, objects=tuple(o for o in scene.objects if o.affordances))
