"""Sentences in the words of strangers: two things in a breath, what is left out, whose coming and
going is waited for, and an alarm that is moved (issue 11, A3 to A5)."""

from datetime import time

import pytest

from companion.ports.understanding import SpokenSentence
from companion.rooms.understanding.answers import CLEAN_EVERYWHERE, CLEANS_EVERYWHERE
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import Home, Room, Thing
from companion.words.language import Language
from companion.words.timing import (
    EVERYBODY,
    After,
    Days,
    Holidays,
    Movement,
    Once,
    OnFact,
    OnMovement,
    Recurring,
    Timing,
)
from companion.words.understood import CHANGES, NOT_WANTED, SentenceKind
from tests.unit.rooms.understanding.test_engine import NOW, Listener
from tests.unit.rooms.understanding.test_whole_sentences import in_the_doll_house


def _once(timing: Timing | None) -> Once:
    assert isinstance(timing, Once)
    return timing


@pytest.mark.parametrize(
    ("text", "left_on"),
    [
        ("電気全部消して、あ、子ども部屋はまだいいや", "light.kids_room"),
        ("電気全部消して、でも子ども部屋はつけといて", "light.kids_room"),
        ("turn off all the lights, oh, not the study", "light.desk"),
        ("lights off everywhere, just not the study", "light.desk"),
        ("turn off all the lights actually leave the study I'm going back in", "light.desk"),
    ],
)
def test_what_is_left_out_afterwards_stays_as_it_is(text: str, left_on: str) -> None:
    """A3: the room that was taken out of the order behind it was put out too, or nothing was."""
    wishes = Listener()(text).wishes
    off = {target for wish in wishes for target in wish.targets}
    assert {wish.operation for wish in wishes} == {"device_control.light_turn_off"}
    assert len(off) > 3
    assert left_on not in off


@pytest.mark.parametrize(
    "text", ["掃除機かけて、寝室はなしで", "hoover everywhere but the bedroom"]
)
def test_a_vacuum_that_knows_no_rooms_asks_before_it_goes_everywhere(text: str) -> None:
    """A3: the bedroom with the sleeping child was dropped in silence."""
    understood = Listener()(text)
    assert understood.wishes == ()
    assert understood.ask_back == CLEAN_EVERYWHERE


def test_a_vacuum_that_is_sent_to_one_room_says_that_it_cleans_everywhere() -> None:
    """A3: half was done and nothing said."""
    understood = Listener()("vacuum the bedroom")
    assert [wish.operation for wish in understood.wishes] == ["device_control.vacuum_start"]
    assert understood.not_done == CLEANS_EVERYWHERE


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("麺が八分で卵が六分別々に測って", ["麺", "卵"]),
        ("ゆで卵七分とパスタ九分、別々にタイマー", ["ゆで卵", "パスタ"]),
        (
            "two timers, seven minutes for the eggs and nine for the pasta",
            ["the eggs", "the pasta"],
        ),
    ],
)
def test_two_timers_in_a_breath_are_two(text: str, names: list[str]) -> None:
    """A3, A5: one of them was proposed and the other lost."""
    wishes = Listener()(text).wishes
    assert [wish.slots["name"] for wish in wishes] == names
    assert len({wish.parameters["duration_s"] for wish in wishes}) == 2


@pytest.mark.parametrize(
    "text",
    ["六時に起こしてそれで起きなかったら六時半にもう一回", "wake me at six and again at half past"],
)
def test_two_alarms_in_a_breath_are_two(text: str) -> None:
    """A3."""
    found = [_once(wish.when).at.strftime("%H:%M") for wish in Listener()(text).wishes]
    assert found == ["06:00", "06:30"]


@pytest.mark.parametrize(
    ("text", "was", "hour"),
    [
        ("七時の目覚まし七時二十分にずらして", "07:00", "07:20"),
        ("アラームを7時から8時に変えて", "07:00", "08:00"),
        ("move my alarm from seven to twenty to seven", "07:00", "06:40"),
        ("change the seven o'clock alarm to eight", "07:00", "08:00"),
        ("push my alarm back to 8", "", "08:00"),
    ],
)
def test_an_alarm_is_moved_and_no_second_one_set(text: str, was: str, hour: str) -> None:
    """A5: the old alarm stayed, and rang too."""
    (wish,) = Listener()(text).wishes
    assert (wish.parameters[CHANGES], wish.operation) == (True, "schedule.alarm_set")
    assert wish.parameters.get("was", "") == was
    assert _once(wish.when).at.strftime("%H:%M") == hour


@pytest.mark.parametrize("text", ["set my alarm to 7", "7時に起こして"])
def test_an_alarm_that_is_set_takes_no_other_away(text: str) -> None:
    """A5."""
    (wish,) = Listener()(text).wishes
    assert CHANGES not in wish.parameters


@pytest.mark.parametrize(
    ("text", "movement"),
    [
        ("when everybody has left turn off the kettle", Movement.LEAVES),
        ("if nobody is home turn off the kettle", Movement.LEAVES),
        ("when we've gone out turn off the kettle", Movement.LEAVES),
        ("when the house is empty turn off the kettle", Movement.LEAVES),
        ("みんな出かけたら掃除機かけて", Movement.LEAVES),
        ("家に誰もいなくなったら掃除機かけて", Movement.LEAVES),
        ("みんな帰ってきたらテレビつけて", Movement.ARRIVES),
    ],
)
def test_the_household_as_a_whole_is_waited_for(text: str, movement: Movement) -> None:
    """A5: it was kept for a person called everybody, or for the arrival of nobody."""
    wishes = Listener()(text).wishes
    assert {wish.when for wish in wishes} == {OnMovement(movement, EVERYBODY)}


def test_when_all_have_left_no_one_room_is_meant() -> None:
    """A3: only the lights of the room where it was said would have gone out."""
    (wish,) = Listener("living_room")("when everybody has left turn off the lights").wishes
    assert {"light.kitchen_downlight", "light.desk"} <= set(wish.targets)


@pytest.mark.parametrize(
    "text",
    [
        "when the desk lamp comes on turn off the kettle and let me know",
        "デスクライトがついたらケトル消して教えて",
    ],
)
def test_an_act_and_a_word_wait_for_the_same_fact(text: str) -> None:
    """A3: the act became the text of the reminder."""
    act, told = Listener()(text).wishes
    assert act.operation == "device_control.switch_turn_off"
    assert told.operation == "schedule.reminder_set"
    assert isinstance(act.when, OnFact)
    assert act.when == told.when
    assert not act.when.once


@pytest.mark.parametrize(
    ("text", "hour"),
    [("get the bedroom warm for nine", 21), ("have the bedroom nice and warm for half nine", 21)],
)
def test_warm_for_an_hour_is_no_brightness(text: str, hour: int) -> None:
    """A3: the lamp of the bedroom went to nine percent."""
    (wish,) = Listener()(text).wishes
    assert wish.operation.startswith("device_control.climate_")
    assert _once(wish.when).at.hour == hour


def test_a_thing_is_called_by_the_last_word_of_its_name() -> None:
    """A5: `pump` of the one fish tank pump asked for a room."""
    pump = Thing(id="switch.pump", names=("Fish Tank Pump", "水槽のポンプ"), domain="switch")
    fan = Thing(id="fan.living", names=("Fan", "扇風機"), domain="fan")
    home = Home(things=(pump, fan), rooms=(Room(id="living", names=("Living Room", "居間")),))
    for text in ("turn off the pump", "pump off", "ポンプ消して"):
        language = Language.EN if text.isascii() else Language.JA
        said = SpokenSentence(text, language, NOW, "")
        (wish,) = GrammarUnderstanding(lambda: home).understand(said).wishes
        assert wish.targets == ("switch.pump",)


@pytest.mark.parametrize("text", ["don't wake me tomorrow", "土日は起こさんといて"])
def test_who_is_not_to_be_woken_skips_the_alarm(text: str) -> None:
    """A5."""
    (wish,) = Listener()(text).wishes
    assert wish.operation == "schedule.alarm_skip"


def test_off_for_a_while_is_one_order() -> None:
    """A3: 五分だけ...切ってまたつけて put it off and on at once."""
    off, on = in_the_doll_house("五分だけ換気するから寝室のエアコン切ってまたつけて").wishes
    assert off.when is None
    assert on.when is not None


@pytest.mark.parametrize(
    ("text", "operation"),
    [
        ("リビングの電気ちょっと暗くして目がしょぼしょぼする", "light_set_brightness"),
        ("寝室のカーテン閉めて赤ちゃんが起きちゃうから", "cover_close"),
        ("coffee at ten to seven", "switch_turn_on"),
        ("off the kettle please", "switch_turn_off"),
    ],
)
def test_what_is_told_behind_an_order_and_orders_without_a_verb(text: str, operation: str) -> None:
    """A3, A5: the same orders were understood alone, or with a pause."""
    operations = {wish.operation for wish in Listener("living_room")(text).wishes}
    assert operations == {f"device_control.{operation}"}


@pytest.mark.parametrize(
    "text",
    [
        "運転免許、受かったよ！",
        "電気消してたぶん寝る",
        "every single light on in that house two in the morning",
        "turn off the tv, no wait, leave it on",
        "yeah go on then",
        "go on",
    ],
)
def test_of_another_home_of_oneself_and_a_plain_yes_nothing_is_ordered(text: str) -> None:
    """A1, A7: all lights of this home came on in the morning."""
    understood = Listener("living_room")(text)
    assert understood.wishes == ()
    assert understood.ask_back is None


def test_weekdays_but_no_holidays() -> None:
    """A3: the holidays were dropped in silence."""
    for text in (
        "coffee at ten to seven on weekdays only not bank holidays obviously",
        "turn on the kettle at 6:50 on weekdays except holidays",
    ):
        (wish,) = Listener()(text).wishes
        assert wish.when == Recurring(time(6, 50), Days(frozenset(range(5)), Holidays.SKIPPED))


def test_off_and_back_on_after_a_while() -> None:
    """A3: it went off after the while, and stayed off."""
    off, on = Listener()("kettle off while I clean it and back on in ten minutes").wishes
    assert (off.when, on.when) == (None, After(600.0))


@pytest.mark.parametrize(
    "texts",
    [
        ("台所の電気消して", "冷房入れて"),
        ("turn on the living room light", "put the heating on"),
        ("turn off the lights in the kitchen", "寝室が28度超えたら冷房入れて"),
    ],
)
def test_a_mode_is_never_of_the_lamp_that_was_spoken_of(texts: tuple[str, str]) -> None:
    """A4, B11: the lights came on where cooling was asked for."""
    understood = in_the_doll_house(*texts)
    assert not any("light" in wish.operation for wish in understood.wishes)
    assert understood.wishes or understood.ask_back is not None


@pytest.mark.parametrize(
    "text",
    [
        "明日は掃除機なし",
        "今日は掃除機なしワックス塗ったばっかりだから",
        "no vacuum tomorrow we've got the carpet people in",
        "the kettle mustn't go on tomorrow the fuse is out",
    ],
)
def test_none_on_a_day_is_no_order_to_stop_then(text: str) -> None:
    """A7: the vacuum cleaner would have been stopped at eight in the morning."""
    understood = Listener()(text)
    assert understood.kind is SentenceKind.MUSING
    assert [wish.intent for wish in understood.wishes] == [NOT_WANTED]


@pytest.mark.parametrize(
    ("text", "operation"),
    [
        ("あー明日のアラームいらない祝日だった", "schedule.alarm_skip"),
        ("うるさいうるさい起きた起きた", "schedule.alarm_stop"),
        ("暑い暑いリビングの冷房二十四あーやっぱ二十五", "device_control.climate_set_temperature"),
        ("lock up for us please front and back", "device_control.lock_lock"),
        ("ten minutes lying here then every light you've got on", "device_control.light_turn_on"),
    ],
)
def test_what_is_said_around_an_order_leaves_it(text: str, operation: str) -> None:
    """A3, A5."""
    understood = Listener("living_room")(text)
    assert {wish.operation for wish in understood.wishes} == {operation}


@pytest.mark.parametrize("text", ["鍵は下駄箱の上", "鍵は玄関の鉢", "かぎは台所"])
def test_where_a_key_lies_locks_nothing(text: str) -> None:
    """A7: a remark locked every door."""
    assert Listener()(text).wishes == ()


def test_a_key_with_a_deed_is_the_lock() -> None:
    """A4."""
    (wish,) = Listener()("鍵は全部閉めて").wishes
    assert wish.operation == "device_control.lock_lock"
