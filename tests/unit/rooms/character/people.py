"""People in one small scene: a locked door, water, and whoever a test wants."""

from companion.rooms.stage.world import opened
from companion.words.language import Language
from companion.words.persona import BigFive
from companion.words.scene import SceneActor, SceneObject, SceneState
from companion.words.stage import (
    ActorView,
    Appearance,
    CharacterSheet,
    Effect,
    Percept,
    PlayedScene,
    SceneBook,
    Value,
    Want,
)
from tests.twins.played import seen

ME, OTHER = "char_A", "char_B"
DOOR = Want(id="door", text="外へ出る", value=Value.TRUTH, pull=0.9, object_id="door", state="open")
THIRST = Want(id="thirst", text="喉を潤したい", value=Value.COMFORT, pull=1.0, status="渇き")
LINES = {
    one: (one,)
    for one in ("care", "direct", "force", "help", "refused", "gives_up", "waits", "event")
}


def person(
    *,
    o: float = 0.5,
    c: float = 0.5,
    e: float = 0.5,
    a: float = 0.5,
    n: float = 0.5,
    grit: float = 0.5,
    growth: float = 0.5,
    strength: float = 0.5,
    values: dict[Value, float] | None = None,
    wants: tuple[Want, ...] = (DOOR,),
    actor: str = ME,
) -> CharacterSheet:
    """A character of these figures; all else is middling."""
    return CharacterSheet(
        id=actor,
        role="somebody",
        name=actor,
        text="",
        big_five=BigFive(o, c, e, a, n),
        grit=grit,
        growth_mindset=growth,
        strength=strength,
        traits=("ふつう",),
        values={value: 0.5 for value in Value} | (values or {}),
        wants=wants,
        lines=LINES,
    )


def book_with(*cast: CharacterSheet, danger: float = 0.0, worth: float = 0.0) -> SceneBook:
    """A book with these people before a locked door, a bell and a cup of water."""
    return SceneBook(
        id="room",
        title="部屋",
        language=Language.JA,
        opening=SceneState(
            location="部屋",
            time="夜 20:00",
            weather="不明",
            tension_level="Low",
            actors=tuple(
                SceneActor(one.id, one.name, "立っている", "何も持っていない", ("渇き(Lv.3)",))
                for one in cast
            ),
            objects=(
                SceneObject("door", "prop", "locked", "扉", ("開ける(要:鍵)", "蹴る", "呼ぶ")),
                SceneObject("cup", "prop", "clickable", "水", ("飲む",)),
            ),
        ),
        opening_hidden=frozenset(),
        effects=(
            Effect(object_id="door", affordance="開ける", from_states=("locked",), state="open"),
            Effect(
                object_id="door",
                affordance="蹴る",
                from_states=("locked",),
                chance=0.2,
                state="open",
            ),
            Effect(object_id="door", affordance="呼ぶ", event="返事がない"),
            Effect(object_id="cup", affordance="飲む", held=True, levels=(("渇き", -3),)),
        ),
        truths=(),
        appearances=(Appearance(object_id="door", danger=danger, worth=worth),),
        cast=cast,
        events=(),
        order=None,
        drift=(),
        turn_minutes=1.0,
        states={},
    )


def view(
    sheet: CharacterSheet,
    *percepts: Percept,
    other: CharacterSheet | None = None,
    danger: float = 0.0,
    failures: int = 0,
) -> ActorView:
    """The scene as this person sees it, after these percepts and failures of the door."""
    book = book_with(*(one for one in (sheet, other) if one is not None), danger=danger)
    opening = opened(book)
    scene = PlayedScene(
        state=opening.state,
        percepts={sheet.id: percepts},
        failures={sheet.id: {"door": failures}},
    )
    return seen(book, scene, sheet.id)
