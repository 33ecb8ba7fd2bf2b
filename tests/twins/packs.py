"""A few packs as the context room gives them, for tests of form: not an evaluation.

How well a model chooses is `companion eval deliberation`.
"""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from companion.words.capability import RiskTier
from companion.words.context import DeliberationContextPack
from companion.words.decision import DecisionOutcome, MenuEntry
from companion.words.ids import EventId, TriggerId
from companion.words.language import Bilingual, Language
from companion.words.mood import Mood
from companion.words.persona import PersonaSheet
from companion.words.scene import SceneActor, SceneObject, SceneState
from companion.words.text import LabelledText
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import TrustLabel

NOW = datetime(2026, 11, 21, 19, 42, tzinfo=ZoneInfo("Asia/Tokyo"))

PERSONA = {
    Language.EN: PersonaSheet(
        name="Koto",
        language=Language.EN,
        persona_text="You are attentive and warm, a little shy, and you speak plainly.",
        addon_text="You care for quiet evenings and for not wasting light.",
        second_person_label="Master",
        traits=("attentive", "careful", "kind", "calm"),
    ),
    Language.JA: PersonaSheet(
        name="コト",
        language=Language.JA,
        persona_text="気が利いて温かく、少し恥ずかしがりで、飾らずに話す。",
        addon_text="静かな夜を好み、明かりの無駄を気にする。",
        second_person_label="ご主人",
        traits=("気配り", "慎重", "優しさ", "落ち着き"),
    ),
}
ROOMS = Bilingual(
    "部屋: 廊下、居間。機器: light.hall, cover.living_room, fan.kitchen",
    "Rooms: hall, living room. Devices: light.hall, cover.living_room, fan.kitchen",
)
SKIP = ("skip", Bilingual("何もしない", "Do nothing"))
HALL_LIGHT = ("turn_on_hall_light", Bilingual("廊下の明かりをつける", "Turn on the hall light"))
CURTAIN = (
    "close_living_room_curtain",
    Bilingual("居間のカーテンを閉める", "Close the living room curtain"),
)
FAN = ("turn_on_kitchen_fan", Bilingual("台所の換気扇をつける", "Turn on the kitchen fan"))


@dataclass(frozen=True)
class Situation:
    """What happened where, and the menu."""

    id: str
    time: str
    place: str
    happened: Bilingual
    menu: tuple[tuple[str, Bilingual], ...]


SITUATIONS = (
    Situation(
        "home_after_dark",
        "19:42",
        "hall",
        Bilingual(
            "人が帰ってきた。廊下に人が現れた。", "The resident came home. Somebody is in the hall."
        ),
        (CURTAIN, HALL_LIGHT, FAN, SKIP),
    ),
    Situation(
        "asleep_night",
        "01:30",
        "bedroom",
        Bilingual("寝室の人は一時間前から寝ている。", "The person in the bedroom has been asleep."),
        (CURTAIN, FAN, SKIP),
    ),
    Situation(
        "kitchen_steam",
        "18:30",
        "kitchen",
        Bilingual("台所に湯気が立っている。", "There is steam in the kitchen."),
        (FAN, SKIP),
    ),
)


@dataclass(frozen=True)
class Case:
    """A pack by name."""

    id: str
    pack: DeliberationContextPack


def cases(language: Language, *, mood: Mood | None = None) -> list[Case]:
    """Every pack in one language."""
    return [Case(s.id, _pack(s, language, mood or Mood())) for s in SITUATIONS]


def _pack(situation: Situation, language: Language, mood: Mood) -> DeliberationContextPack:
    persona, place = PERSONA[language], situation.place
    return DeliberationContextPack(
        trigger=Trigger(
            id=TriggerId(situation.id),
            kind=TriggerKind.EVENT,
            priority=Priority.OBSERVATION,
            at=NOW,
            about=LabelledText(situation.happened.get(language), TrustLabel.OBSERVED, EventId(11)),
            event_ids=(EventId(11),),
            place=place,
        ),
        persona=persona,
        mood=mood,
        scene=SceneState(
            location=place,
            time=situation.time,
            weather="不明",
            tension_level="Low",
            actors=(SceneActor("self", persona.name, "standing", "何も持っていない"),),
            objects=(SceneObject("light.hall", "device", "off", "light.hall", (), place),),
        ),
        menu=tuple(_entry(name, label) for name, label in situation.menu),
        home_layout=ROOMS.get(language),
        home_trust=LabelledText("", TrustLabel.OBSERVED),
    )


def _entry(name: str, label: Bilingual) -> MenuEntry:
    acts = name != "skip"
    return MenuEntry(
        name=name,
        label=label,
        action_type=f"device_control.{name}" if acts else "",
        payload={},
        risk=RiskTier.REVERSIBLE,
        outcome=DecisionOutcome.DO_ACTION if acts else DecisionOutcome.SKIP,
    )
