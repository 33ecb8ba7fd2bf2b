"""The room that a sentence is about, where no satellite tells it."""

from dataclasses import replace

from companion.rooms.context.whereabouts import named_place, place_of_activity
from companion.words.language import Bilingual
from companion.words.place import Place
from companion.words.trigger import Priority
from companion.words.trust import TrustLabel
from tests.twins.home import trigger
from tests.unit.rooms.context.home import Home
from tests.unit.rooms.context.occasion_home import Home as OccasionHome

PLACES = (
    Place(id="kitchen", name=Bilingual("台所", "Kitchen")),
    Place(id="bath", name=Bilingual("浴室", "Bathroom")),
    Place(id="bed", name=Bilingual("寝室", "Bedroom"), aliases=("sleeping room",)),
)


def test_issue_15_the_room_that_is_named() -> None:
    assert named_place("It is dark in the kitchen", PLACES) == "kitchen"
    assert named_place("寝室が寒い", PLACES) == "bed"
    assert named_place("the sleeping room is cold", PLACES) == "bed"
    assert named_place("kitchen or bathroom?", PLACES) == ""


def test_the_room_of_what_people_do() -> None:
    assert place_of_activity("I can't chop onions like this", PLACES) == "kitchen"
    assert place_of_activity("湯気で前が見えない", PLACES) == "bath"
    assert place_of_activity("good morning", PLACES) == ""


async def test_else_the_room_where_somebody_is_known_to_be() -> None:
    home = Home()
    home.person("present", "hall")
    said = replace(trigger(TrustLabel.OWNER, text="I can't see a thing"), place="")
    said = replace(said, priority=Priority.USER)
    pack = await home.room.gather(said)
    assert pack.trigger.place == "hall"
    dizzy = replace(said, about=replace(said.about, text="Oh, I do feel dizzy."))
    assert (await home.room.gather(dizzy)).trigger.place == "hall"
    nobody = Home()
    assert (await nobody.room.gather(said)).trigger.place == ""


def test_issue_15_out_there_is_before_the_door() -> None:
    places = (*PLACES, Place(id="porch", name=Bilingual("玄関先", "Porch")))
    assert place_of_activity("Careful, it's dark out there.", places) == "porch"
    assert place_of_activity("外がもう真っ暗だ", places) == "porch"


def test_a_room_by_a_word_of_its_own_and_by_what_people_do_there() -> None:
    rooms = (
        *PLACES,
        Place(id="cloaks", name=Bilingual("下足の間", "Cloak room")),
        Place(id="share", name=Bilingual("共用トイレ", "Shared toilet")),
    )
    assert named_place("There's no seeing anything by the cloak pegs", rooms) == "cloaks"
    assert named_place("トイレの鏡が見えない", rooms) == "share"
    assert named_place("this room is cold", rooms) == ""
    assert place_of_activity("I'm trying to get changed", rooms) == "bed"
    assert place_of_activity("味噌汁をよそうところ", rooms) == "kitchen"


async def test_issue_15_the_room_whose_meter_agrees_comes_before_who_was_seen_last() -> None:
    home = OccasionHome()
    home.person("hall", "present")
    home.set("sensor.living_temperature", "31")
    told = trigger(TrustLabel.OWNER, Priority.USER, text="I'm boiling.", place="")
    assert (await home.pack(told)).trigger.place == "living"
    home.set("sensor.living_temperature", "22")
    assert (await home.pack(told)).trigger.place == "hall"
