"""Every word of a sentence is used, each clause by itself, and nothing stands in (issue 11, A)."""

import pytest

from companion.cli.understand import configured_home
from companion.ports.understanding import SpokenSentence
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import Home, home_of
from companion.service.settings import Settings
from companion.words.language import Language
from companion.words.timing import After
from companion.words.understood import NOT_WANTED, SentenceKind, Understood
from tests.unit.rooms.understanding.test_engine import NOW, Listener, does

DOLL_HOUSE = configured_home(Settings())


def in_the_doll_house(*texts: str, room: str = "") -> Understood:
    """The last of several sentences, said one after the other in the house that is shipped."""
    engine = GrammarUnderstanding(lambda: DOLL_HOUSE)
    for text in texts:
        language = Language.EN if text.isascii() else Language.JA
        understood = engine.understand(SpokenSentence(text, language, NOW, room))
    return understood


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("左のカーテンは80%、右は30%にして", [80, 30]),
        ("リビングのエアコンは27度、寝室のは25度にして", [27, 25]),
        ("left curtain to 80 percent and right curtain to 30 percent", [80, 30]),
    ],
)
def test_each_clause_has_its_own_value(text: str, values: list[int]) -> None:
    """A3: two values in one sentence; both got the first."""
    wishes = Listener()(text).wishes
    assert [next(iter(wish.parameters.values())) for wish in wishes] == values


def test_each_clause_has_its_own_time() -> None:
    """A3: the television now, the alarm at six; the lights are not put out at seven."""
    off, alarm = Listener("living_room")("テレビを消して、6時に起こして").wishes
    assert off.when is None
    assert alarm.operation == "schedule.alarm_set"
    alarm, off = Listener("bedroom")("wake me at 7 and turn off the lights").wishes
    assert alarm.when is not None
    assert off.when is None


@pytest.mark.parametrize(
    ("text", "target", "named"),
    [
        ("turn off the lights in the kitchen and the garage", "kitchen_downlight", "Garage"),
        ("ガレージの電気消して、テレビも消して", "tv", "ガレージ"),
    ],
)
def test_what_is_not_there_is_named_and_the_rest_is_done(
    text: str, target: str, named: str
) -> None:
    """A3: half of an order is not done in silence."""
    understood = Listener("living_room")(text)
    assert understood.refused is None
    targets = {i.partition(".")[2] for wish in understood.wishes for i in wish.targets}
    assert target in targets
    assert understood.not_done is not None
    assert named in understood.not_done.ja + understood.not_done.en


def test_of_what_is_not_there_at_all_nothing_is_done() -> None:
    """A3, A4: where no half of it is there, it is said and nothing else stands in."""
    understood = Listener("living_room")("turn off the lights in the garage")
    assert understood.refused is not None
    assert not any(wish.targets for wish in understood.wishes)


@pytest.mark.parametrize(
    ("text", "length_s"),
    [
        ("set a timer for 1 hour, 15 minutes and 30 seconds", 4530.0),
        ("二時間十五分十秒のタイマースタート", 8110.0),
        ("turn off the desk lamp in a quarter of an hour", 900.0),
        ("turn off the desk lamp in three quarters of an hour", 2700.0),
    ],
)
def test_lengths_of_three_parts_and_fractions(text: str, length_s: float) -> None:
    """A5."""
    (wish,) = Listener()(text).wishes
    assert wish.when == After(length_s)


def test_the_owners_own_words_are_kept() -> None:
    """A5: kanji, katakana and capitals."""
    (wish,) = Listener()("30分後にゴミを出すってリマインドして").wishes
    assert wish.parameters["message"] == "ゴミを出す"
    (wish,) = Listener()("remind me at 5 p m to call Dr. Smith").wishes
    assert wish.parameters["message"] == "call Dr. Smith"
    assert wish.when is not None
    (wish,) = Listener()("明日7時に母の命日、忘れないように行ってってリマインドして").wishes
    assert wish.parameters["message"] == "母の命日、忘れないように行って"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("19時に食後30分の薬を飲むようにリマインドして", "食後"),
        ("19時に今後1時間の予定を確認するようにリマインドして", "今後"),
        ("18時に最後10分の確認をするようにリマインドして", "最後"),
    ],
)
def test_a_length_does_not_break_the_word_before_it(text: str, word: str) -> None:
    """A5: 食後30分 is not 食, and half an hour from now."""
    (wish,) = Listener()(text).wishes
    assert wish.parameters["message"].startswith(word)


def test_so_long_after_a_return_is_not_so_long_from_now() -> None:
    assert not Listener("living_room")("帰宅後30分でエアコンを消して").wishes


@pytest.mark.parametrize(
    ("asks", "answer", "operation"),
    [
        ("タイマーかけて", "5分", "timer_set"),
        ("set a timer", "10 minutes", "timer_set"),
        ("明日の朝起こして", "6時半", "alarm_set"),
        ("set an alarm", "7 am", "alarm_set"),
    ],
)
def test_what_lacks_its_time_is_asked_back(asks: str, answer: str, operation: str) -> None:
    """A5: and the answer completes it."""
    listen = Listener()
    understood = listen(asks)
    assert understood.ask_back is not None
    assert not understood.wishes
    (wish,) = listen(answer).wishes
    assert wish.operation == f"schedule.{operation}"
    assert wish.when is not None


def test_a_door_is_locked_by_its_lock_and_asked_of_its_lock() -> None:
    """A4: the contact `front door` takes no lock; `is it locked?` is not answered from it."""
    assert does(in_the_doll_house("lock the front door")) == [("lock_lock", {"front_door"})]
    for texts in (("is the front door locked?",), ("lock the front door", "is it locked?")):
        (wish,) = in_the_doll_house(*texts).wishes
        assert wish.targets == ("lock.front_door",)


@pytest.mark.parametrize("text", ["lock the side door", "turn on the pantry lights"])
def test_nothing_stands_in_for_what_is_not_there(text: str) -> None:
    """A4."""
    assert not any(wish.targets for wish in in_the_doll_house(text).wishes)


def test_a_vacuum_that_is_paused_is_not_started() -> None:
    """A2: also where no vacuum is there."""
    assert does(Listener()("pause the vacuum")) == [("vacuum_pause", {"rosie"})]
    assert (
        not in_the_doll_house("pause the vacuum").wishes
        or in_the_doll_house("pause the vacuum").wishes[0].intent != "HassVacuumStart"
    )


def test_a_comparative_means_what_was_spoken_of_or_the_room_or_asks() -> None:
    """B11: after a question about everything no air conditioner is made darker."""
    asked = in_the_doll_house("何がついてる？", "もう少し暗くして")
    assert asked.ask_back is not None
    assert all(choice.startswith("light.") for choice in asked.choices)
    for said, room in (("何がついてる？", "bathroom"), ("浴室の明かりをつけて", "living")):
        wishes = in_the_doll_house(said, "もう少し暗くして", room=room).wishes
        assert {t for wish in wishes for t in wish.targets} == {"light.bathroom"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mute the TV I'm on the phone", [("media_player_mute", {"tv"})]),
        ("ルンルン動かして、お菓子こぼしてもうた", [("vacuum_start", {"rosie"})]),
        ("料理終わったから換気扇消して", [("fan_turn_off", {"extractor"})]),
        ("パパ着いたみたいだから玄関の電気つけて", [("light_turn_on", {"entrance"})]),
        ("テレビもう見てないから消して", [("media_player_turn_off", {"tv"})]),
        ("床暖つけてちょうだい 足先が冷たくて", [("climate_turn_on", {"floor_heating"})]),
        ("足つめたい 床暖入れて", [("climate_turn_on", {"floor_heating"})]),
        ("mute the tv mom is calling", [("media_player_mute", {"tv"})]),
        (
            "it's freezing in here turn the floor heating on",
            [("climate_turn_on", {"floor_heating"})],
        ),
        ("i can't hear the tv turn it up a bit", [("media_player_set_volume", {"tv"})]),
    ],
)
def test_a_remark_beside_an_order_leaves_the_order(
    text: str, expected: list[tuple[str, set[str]]]
) -> None:
    """A7, the other way round: why somebody asks is no reason not to do it."""
    assert does(Listener("living_room")(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("家中の電気全部消してもろてええか", "light_turn_off"),
        ("テレビ消していただいてもよろしいですか", "media_player_turn_off"),
        ("玄関の電気つけるのお願いできる？", "light_turn_on"),
        ("外灯オンで", "light_turn_on"),
        ("i was wondering if you could turn the tv off", "media_player_turn_off"),
        ("do me a favour and turn the tv off", "media_player_turn_off"),
        ("make sure the back door is locked", "lock_lock"),
        ("turn on the tv no wait the floor lamp", "light_turn_on"),
    ],
)
def test_a_request_in_polite_words_is_one(text: str, expected: str) -> None:
    """A1: politeness is made by rule, so that no list has to hold it."""
    assert [operation for operation, _ in does(Listener("living_room")(text))] == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("テレビの音量二十、いや十五にして", [15]),
        ("living room ac to 26 and the bedroom one to 24", [26, 24]),
        ("left curtain to 80 percent and the right one to 30", [80, 30]),
    ],
)
def test_a_value_put_right_or_of_one_like_it(text: str, expected: list[float]) -> None:
    """A3: the last value said, and the sort of thing that `one` stands for."""
    values = [v for wish in Listener("living_room")(text).wishes for v in wish.parameters.values()]
    assert values == expected


def test_a_time_that_is_taken_back_is_replaced() -> None:
    """A3: of two lengths the one that was meant."""
    (timer,) = Listener()("タイマー五分、あっやっぱ七分").wishes
    assert timer.when == After(420.0)


def test_which_of_them_are_on_is_asked_of_the_whole_home() -> None:
    """A5: unless a room was meant."""
    (asked,) = Listener("kitchen")("which lights are on").wishes
    assert {"light.kitchen_downlight", "light.desk"} <= set(asked.targets)
    (here,) = Listener("living_room")("which lights are on in the kitchen").wishes
    assert set(here.targets) == {"light.kitchen_downlight", "light.kitchen_counter"}
    (one,) = Listener("kitchen")("is the light on").wishes
    assert "light.desk" not in one.targets


def test_less_of_nobody_knows_what_is_asked_back() -> None:
    """B11: `turn it down` with nothing said before is no guess between lamp, sound and heat."""
    engine = Listener("living_room")
    assert engine("turn it down").ask_back is not None
    assert does(engine("the tv")) == [("media_player_set_volume", {"tv"})]


def test_what_is_not_wanted_on_a_day_orders_nothing() -> None:
    """A7: it is told as such, so that what is planned can be offered to be skipped."""
    for text in ("今日は音楽はいらない", "no music today please"):
        understood = Listener()(text)
        (wish,) = understood.wishes
        assert (understood.kind, wish.intent) == (SentenceKind.MUSING, NOT_WANTED)
        assert wish.parameters["day"] == NOW.date().isoformat()
        assert all(target.startswith("media_player.") for target in wish.targets)


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("リビングは明るく、寝室は暗くして", [("living", 1), ("bedroom", -1)]),
        ("リビングの電気を暗く、寝室の電気を明るく", [("living", -1), ("bedroom", 1)]),
    ],
)
def test_two_things_that_shall_be_different(text: str, orders: list[tuple[str, int]]) -> None:
    """A3: the second room became as bright as the first."""
    wishes = in_the_doll_house(text).wishes
    found = {next(iter(w.targets)).partition(".")[2]: w.slots.get("brightness", 0) for w in wishes}
    assert len(wishes) == 2
    values = [next(iter(w.parameters.values())) for w in wishes]
    assert (values[0] > values[1]) is (orders[0][1] > 0)
    assert list(found) == [name for name, _ in orders]


@pytest.mark.parametrize(
    "text",
    [
        "台所の電気を消すのと、リビングのカーテンを閉めるのお願い",
        "once you've turned off the kitchen light, close the living room curtain",
        "close the living room curtain after you switch off the kitchen light",
        "turn off the kitchen light before you close the living room curtain",
    ],
)
def test_orders_in_their_order(text: str) -> None:
    """A3: both are done, the one that is said to be first goes first."""
    assert does(in_the_doll_house(text)) == [
        ("light_turn_off", {"kitchen"}),
        ("cover_close", {"living_curtain"}),
    ]


@pytest.mark.parametrize(
    "text",
    ["after you left the kitchen light was on", "I told them before you closed the curtain"],
)
def test_what_was_once_done_is_no_order(text: str) -> None:
    """The words of an order in a tale."""
    assert in_the_doll_house(text).kind is not SentenceKind.COMMAND


def tank() -> Home:
    """A living room with a lamp plug, a fish tank, and nothing else."""
    plugs = [("switch.lamp", "lamp plug"), ("switch.fish_tank", "fish tank")]
    entities = [{"entity_id": i, "name": n, "area": "living"} for i, n in plugs]
    rooms = [{"id": "living", "name": "living room"}]
    return home_of({"areas": rooms, "entities": entities, "language": "en"})


@pytest.mark.parametrize(
    ("text", "off"),
    [
        ("turn everything off", {"lamp"}),
        ("turn off all the plugs", {"lamp"}),
        ("turn off everything in the living room", {"lamp"}),
        ("turn off the fish tank", {"fish_tank"}),
    ],
)
def test_what_must_keep_running_goes_off_by_its_name_alone(text: str, off: set[str]) -> None:
    """No group of things has the fish tank, the fridge or a medical machine in it."""
    engine = GrammarUnderstanding(tank)
    heard = engine.understand(SpokenSentence(text, Language.EN, NOW, ""))
    assert does(heard) == [("switch_turn_off", off)]


def test_the_only_thing_of_its_sort_is_meant_by_its_sort() -> None:
    """`The boiler` names it, though it must keep running."""

    def boiler() -> Home:
        thing = {"entity_id": "switch.boiler", "name": "boiler", "area": "bath"}
        rooms = [{"id": "bath", "name": "bathroom"}]
        return home_of({"areas": rooms, "entities": [thing], "language": "en"})

    said = SpokenSentence("turn off the boiler", Language.EN, NOW, "")
    assert does(GrammarUnderstanding(boiler).understand(said)) == [("switch_turn_off", {"boiler"})]


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("what time is it love", True),
        ("今何時だろうね兄さん", False),
        ("what time is the dentist?", False),
        ("what date is the wedding", False),
        ("今日の会議は何時？", False),
        ("今日は何日だっけ兄さん", True),
    ],
)
def test_the_clock_is_asked_only_for_the_time_of_now(text: str, clock: bool) -> None:
    """Who asks for the time of something told asks those who told it."""
    wishes = in_the_doll_house(text).wishes
    assert any(wish.intent.startswith("HassGetCurrent") for wish in wishes) is clock


@pytest.mark.parametrize(
    "text",
    [
        "no alarm tonight, thanks",
        "I don't need an alarm tomorrow",
        "今夜は目覚ましいらない",
        "明日の目覚ましはもういらない",
    ],
)
def test_who_needs_no_alarm_skips_one(text: str) -> None:
    """A3: the alarm of that day or night is passed over once; both languages alike."""
    (wish,) = in_the_doll_house(text).wishes
    assert wish.operation == "schedule.alarm_skip"
    assert wish.parameters["which_day"] is True


@pytest.mark.parametrize(
    "text",
    [
        "tell me when the washing is done",
        "let me know as soon as the post arrives",
        "洗濯が終わったら教えて",
        "荷物が届いたら知らせて",
    ],
)
def test_a_promise_that_cannot_be_kept_is_not_given(text: str) -> None:
    """A4: in English it was a question for how it is now, and the promise was lost."""
    heard = in_the_doll_house(text)
    assert heard.refused is not None
    assert heard.wishes == ()


@pytest.mark.parametrize(
    "text",
    ["tell me when the front door was opened", "tell me when my next alarm is", "誰か来たら教えて"],
)
def test_a_question_for_a_time_or_a_coming_is_no_such_promise(text: str) -> None:
    """What was, what is planned, and who comes home, for which a reminder can wait."""
    assert in_the_doll_house(text).refused is None


@pytest.mark.parametrize(
    "text",
    [
        "台所の電気を消して、玄関の鍵が閉まってるか教えて",
        "turn off the kitchen light and tell me if the front door is open",
    ],
)
def test_an_order_before_a_question_is_done_and_the_rest_is_named(text: str) -> None:
    """A3: the order was left out in silence."""
    heard = in_the_doll_house(text)
    assert does(heard) == [("light_turn_off", {"kitchen"})]
    assert heard.not_done is not None


@pytest.mark.parametrize(
    "text",
    [
        "玄関の鍵が開いてて電気もついてるか教えて",
        "did you turn off the kitchen light and tell me when",
    ],
)
def test_a_question_of_two_states_is_no_order(text: str) -> None:
    """Nothing is done."""
    assert in_the_doll_house(text).kind is not SentenceKind.COMMAND


@pytest.mark.parametrize(
    ("text", "lock"),
    [("lock the back", "back_door"), ("lock the front please", "front_door")],
)
def test_a_door_is_named_by_its_side(text: str, lock: str) -> None:
    """`The back` locked both doors."""
    assert does(in_the_doll_house(text)) == [("lock_lock", {lock})]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("turn off all the lights bar the kitchen", "light.kitchen"),
        ("Turn the lights off everywhere bar the hall", "light.hall"),
    ],
)
def test_bar_leaves_out(text: str, left: str) -> None:
    """A2, A4: what was to stay on was proposed to be switched off."""
    (wish,) = in_the_doll_house(text).wishes
    assert wish.operation == "device_control.light_turn_off"
    assert left not in wish.targets
    assert len(wish.targets) > 3


@pytest.mark.parametrize(
    "text", ["エアコン、消さなくていいよ", "カーテン開けんでええよ", "電気はつけなくて大丈夫です"]
)
def test_what_need_not_be_done_is_no_order_and_no_question(text: str) -> None:
    """A7: the state of the thing was told instead."""
    assert in_the_doll_house(text) == Understood(kind=SentenceKind.MUSING)


@pytest.mark.parametrize(
    ("text", "operation"),
    [
        ("台所の電気つけろって言ってんだろ", "device_control.light_turn_on"),
        ("ほな十分だけ寝るさかい、起こしてや", "schedule.alarm_set"),
        ("pause whatever thats playing", "device_control.media_player_pause"),
        ("Can we have Radio Four on in the living room?", "device_control.media_player_play"),
    ],
)
def test_what_is_said_in_a_hurry_or_in_the_west_is_the_same_order(
    text: str, operation: str
) -> None:
    """A3, A5: read as a question, not at all, or the station's number as the volume."""
    (wish,) = in_the_doll_house(text, room="living").wishes
    assert wish.operation == operation
