"""The scripted actor thinks in the order of the design before it acts, and acts by itself."""

from dataclasses import replace

from companion.rooms.character.scripted import ScriptedActor, thought_of
from companion.words.stage import Percept, Value
from tests.unit.rooms.character.people import DOOR, THIRST, person, view

FAILED = Percept(kind="refusal", text="鍵がかかっている", object_id="door", verb="OPEN")


async def test_e_033_e_017_between_input_and_speech_stand_belief_desire_and_intention() -> None:
    """E-033, E-017, E-022: none of the three is ever left out."""
    now = view(person(wants=(DOOR, THIRST)))
    found = await ScriptedActor().think(now)
    thought = found.thought
    assert thought.personality
    assert thought.belief
    assert thought.desires
    assert thought.intention
    performance = await ScriptedActor().perform(now, found)
    assert performance.tags == found.tags


def test_e_022_the_intention_is_carried_out_whole() -> None:
    """E-022: the cup is taken and then drunk, in one performance."""
    now = replace(view(person(wants=(THIRST,))), levels={"渇き": 5})
    assert [str(tag) for tag in thought_of(now).tags] == ["(GET: 水)", "(DRINK: 水)"]


def test_e_055_a_character_acts_on_its_own_desire_with_nothing_said_to_it() -> None:
    """E-055."""
    found = thought_of(view(person(wants=(DOOR,))))
    assert found.tags
    assert found.want == "door"


async def test_a_line_that_was_just_said_is_not_said_again() -> None:
    """The next of its lines is; and where all were said, it acts in silence."""
    sheet = replace(person(wants=(DOOR,)), lines={"direct": ("さあ", "よし"), "care": ("さて",)})
    now = view(sheet)
    thought = replace(thought_of(now), mood="direct")
    said = []
    for _ in range(3):
        line = (await ScriptedActor().perform(now, thought)).line
        said.append(line)
        now = replace(now, history=(*now.history, f"char_A「{line}」"))
    assert said == ["さあ", "よし", ""]


def test_e_028_low_grit_turns_to_something_else_and_high_grit_goes_on() -> None:
    """E-028: after two failures at the door."""
    both = (DOOR, replace(THIRST, pull=0.5))
    dear = {Value.TRUTH: 1.0}
    fresh = thought_of(view(person(grit=0.1, wants=both, values=dear)))
    weak = thought_of(view(person(grit=0.1, wants=both, values=dear), FAILED, failures=2))
    strong = thought_of(view(person(grit=0.9, wants=both, values=dear), FAILED, failures=2))
    assert fresh.want == "door"
    assert (weak.want, strong.want) == ("thirst", "door")
    alone = thought_of(view(person(grit=0.1, wants=(DOOR,)), FAILED, failures=2))
    assert (alone.tags, alone.mood) == ((), "gives_up")


def test_e_019_e_030_personality_filters_belief_desire_and_means() -> None:
    """E-030: the same scene leads two people to different acts."""
    rough = thought_of(view(person(o=0.2, c=0.1, a=0.1, n=0.2), danger=0.6))
    careful = thought_of(view(person(o=0.9, c=0.8, a=0.8, n=0.8), danger=0.6))
    assert rough.thought.belief != careful.thought.belief
    assert rough.tags != careful.tags
    assert rough.scores[0].total >= rough.scores[-1].total
    assert rough.tags[0].verb == rough.scores[0].name.rpartition("(")[2].partition(":")[0]
    both = thought_of(replace(view(person(wants=(DOOR, THIRST))), levels={"渇き": 2}))
    words = ("High", "Mid", "Low")
    order = [words.index(word) for _, word in both.thought.desires]
    assert order == sorted(order), "the strongest want stands first in the thought"
