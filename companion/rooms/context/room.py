"""Context room: collects what matters now, selects, and hands over one pack."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from companion.home.scene_xml import render_layout
from companion.ports.ranker import Ranker
from companion.rooms.context.bearing import bearing_talk, names_of
from companion.rooms.context.collect import Collected
from companion.rooms.context.foreign import Words
from companion.rooms.context.home_now import HomeNow
from companion.rooms.context.menu import build_menu
from companion.rooms.context.plain import PlainNames
from companion.rooms.context.reported import is_sight
from companion.rooms.context.scene import one_line
from companion.rooms.context.select import (
    focus_of,
    goal_lines,
    narrowed,
    preference_lines,
    recent_lines,
    sensed_by,
    situation_of,
    state_lines,
)
from companion.rooms.context.told import Listening
from companion.rooms.context.whereabouts import placed
from companion.rooms.context.wording import event_line
from companion.words.context import DeliberationContextPack
from companion.words.decision import ActionDecision
from companion.words.event import Event
from companion.words.scene import SceneState
from companion.words.text import LabelledText
from companion.words.trigger import Trigger, TriggerKind
from companion.words.trust import TrustLabel

_WISHES_HOLD = timedelta(days=3)
"""So long a wish against a routine is looked for; what a prompt shows of talk is shorter
(`Limits.recent_horizon_s`)."""


class ContextRoom:
    """Room whose door is `gather`; `now` serves a walk that goes on after a wait."""

    def __init__(
        self,
        now: HomeNow,
        *,
        hushed: Callable[[], bool] = lambda: False,
        dark: Callable[[datetime], bool] = lambda _: False,
        ranker: Ranker | None = None,
    ) -> None:
        """`hushed`: whether quiet hours hold now for what sounds. `dark`: whether the sun is down
        at a time. `ranker`: reads what no closed list does."""
        self.now = now
        self._hushed = hushed
        self._dark = dark
        self._listening = Listening(ranker, now.clock)

    async def gather(self, trigger: Trigger) -> DeliberationContextPack:
        """The pack for one deliberation; persona, mood and context are all in it."""
        home, limits = self.now, self.now.limits
        language, places = home.language, home.places
        asked = trigger.requested is not None and trigger.kind is not TriggerKind.TIME
        # Who asks for exactly this is obeyed at once, by a reflex: no mind will read the rest.
        since = home.clock.now() - _WISHES_HOLD
        collected = await (home.collector.at_hand() if asked else home.collector.collect(since))
        told = await self._listening.to(trigger, collected)
        trigger = placed(trigger, collected, places, told.needs)
        plain = PlainNames.of((seen.device for seen in collected.devices), places)
        scene = plain.scene(home.scene_of(collected, trigger.place), language)
        focus = focus_of(collected, trigger.place)
        now = home.clock.now()
        situation = situation_of(
            trigger,
            collected,
            focus,
            places,
            now,
            hushed=self._hushed(),
            told=told,
            sun_down=is_sight(trigger, collected) and self._dark(now),
        )
        menu = build_menu(trigger, collected, situation, scene, places, limits)
        layout = "" if asked else render_layout(plain.layout(_operable(scene)))
        words = Words(language, unnamed=bool(plain.called))
        names = names_of((seen.device for seen in collected.devices), places)
        return DeliberationContextPack(
            trigger=trigger,
            persona=home.persona,
            mood=collected.mood,
            scene=scene,
            menu=plain.menu(menu.entries),
            recent=recent_lines(
                trigger,
                bearing_talk(collected.events, names, language, obeyed=collected.obeyed),
                narrowed(limits.recent, collected),
                now - timedelta(seconds=limits.recent_horizon_s),
                words,
            ),
            state=state_lines(situation, collected, limits, now, language),
            goals=goal_lines(collected, limits),
            attention_targets=words.known(focus.attention_targets, collected),
            confirmed_preferences=preference_lines(collected.preferences, limits),
            persona_deliberation_focus=focus,
            runtime_blackboard=collected.blackboard,
            garden=home.garden(),
            places=places,
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
        the last thing read and a cause of what is decided now. No entry is added to the menu."""
        line = Words(self.now.language, unnamed=bool(pack.aliases)).of(
            ruled, one_line(event_line(ruled, self.now.language), 120)
        )
        same = (refused.action_type, dict(refused.action_payload))
        return replace(
            pack,
            trigger=replace(pack.trigger, event_ids=(*pack.trigger.event_ids, ruled.id)),
            menu=tuple(e for e in pack.menu if (e.action_type, dict(e.payload)) != same),
            recent=(*pack.recent, line),
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
