"""Context 文脈: the selected pack that alone is given to the LLM."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.words.decision import MenuEntry
from companion.words.language import Bilingual
from companion.words.mood import Mood, Vad
from companion.words.persona import PersonaSheet
from companion.words.place import Place
from companion.words.scene import SceneState
from companion.words.snapshot import RuntimeSnapshot
from companion.words.text import LabelledText
from companion.words.trigger import Trigger


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonaDeliberationFocus:
    """熟考の焦点: what decides order and number of the material; structured only."""

    confirmed_preferences: tuple[str, ...] = ()
    long_mood_state: Vad = field(default_factory=Vad)
    attention_targets: tuple[str, ...] = ()
    """Momentary ones of the blackboard, then the lasting ones of the interest state."""
    goals: tuple[str, ...] = ()
    world_model_items: tuple[str, ...] = ()
    """Entities held in the world model at the place in question."""


@dataclass(frozen=True, slots=True)
class GardenBrief:
    """庭の要約: the other world in a few words; no reason for an act in the home."""

    now: Bilingual
    """Where the companion is there, and what it does."""
    waits: Bilingual | None = None
    """The need there that is nearly empty while something else goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliberationContextPack:
    """熟考の材料: Persona + Mood + Context, all mandatory."""

    trigger: Trigger
    persona: PersonaSheet
    mood: Mood
    scene: SceneState
    menu: tuple[MenuEntry, ...]
    """Feasible actions only, `skip` included; never an infeasible one."""
    recent: tuple[LabelledText, ...] = ()
    """Selected recent events, oldest first."""
    state: tuple[LabelledText, ...] = ()
    goals: tuple[LabelledText, ...] = ()
    attention_targets: tuple[str, ...] = ()
    confirmed_preferences: tuple[LabelledText, ...] = ()
    persona_deliberation_focus: PersonaDeliberationFocus = field(
        default_factory=PersonaDeliberationFocus
    )
    runtime_blackboard: RuntimeSnapshot | None = None
    """As it was when the material was gathered."""
    garden: GardenBrief | None = None
    """None for a companion without a garden."""
    home_layout: str = ""
    """Fixed part of the scene: rooms, names, affordances; label `self` or `observed`."""
    home_trust: LabelledText | None = None
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Device id -> what a prompt calls it, for devices the owner gave no name: the id came over
    the wire and could be a sentence. The others are called by their id."""
    places: tuple[Place, ...] = ()
    """The rooms of the home, with their names."""
    people: Mapping[str, str | None] = field(default_factory=dict)
    """Place -> `present`, `absent` or None (unknown), as `scene` was built from."""
    dark: Mapping[str, bool] = field(default_factory=dict)
    """Place -> whether its light meter reads dark; a place without one is not in it."""
    senses: Mapping[str, str] = field(default_factory=dict)
    """Sensor id -> what it says it senses (Home Assistant's device class), as announced: to be
    looked up in a vocabulary of one's own, never read as words."""
    notes: tuple[str, ...] = field(default_factory=tuple)
    """Why things were left out, for the why-chain."""

    def foreign(self) -> tuple[LabelledText, ...]:
        """Foreign words in the pack, those of the trigger first."""
        return tuple(text for text in (self.trigger.about, *self._texts()) if text.foreign)

    def without_foreign(self) -> "DeliberationContextPack":
        """The same moment with nobody else's words in it: what may be acted on unasked."""
        about = self.trigger.about.without_words()
        if about is None:
            about = LabelledText("", self.trigger.about.trust, self.trigger.about.event_id)
        return replace(
            self,
            trigger=replace(self.trigger, about=about),
            recent=_own(self.recent),
            state=_own(self.state),
            goals=_own(self.goals),
            confirmed_preferences=_own(self.confirmed_preferences),
        )

    def _texts(self) -> tuple[LabelledText, ...]:
        return (*self.recent, *self.state, *self.goals, *self.confirmed_preferences)


def _own(texts: Iterable[LabelledText]) -> tuple[LabelledText, ...]:
    return tuple(own for text in texts if (own := text.without_words()) is not None)
