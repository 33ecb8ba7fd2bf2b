"""Ways to ask in Japanese, each made by rule and not by sentence (issue 11, A1 to A7)."""

import pytest

from companion.words.timing import After, Once, Recurring
from companion.words.understood import SentenceKind
from tests.unit.rooms.understanding.test_engine import NOW, Listener, does

UPSTAIRS = {"bedroom_ceiling", "bedside", "desk", "kids_room"}


@pytest.mark.parametrize(
    ("room", "text", "expected"),
    [
        ("kitchen", "二階の電気、誰もいないから全部消して", [("light_turn_off", UPSTAIRS)]),
        ("garage", "ストップ、シャッター止めて", [("garage_stop", {"garage"})]),
        (
            "",
            "5分後にケトル入れて、それと今すぐ換気扇つけて",
            [("switch_turn_on", {"kettle"}), ("fan_turn_on", {"extractor"})],
        ),
        (
            "",
            "リビングのエアコン暖房にして22度で",
            [("climate_set_mode", {"living"}), ("climate_set_temperature", {"living"})],
        ),
        ("bedroom", "冷房をやめて除湿にして", [("climate_set_mode", {"bedroom"})]),
        (
            "living_room",
            "フロアランプだけつけて他は消して",
            [("light_turn_on", {"floor_lamp"}), ("light_turn_off", {"living_ceiling"})],
        ),
        (
            "kitchen",
            "電気、台所だけ残して、居間は消して",
            [("light_turn_off", {"living_ceiling", "floor_lamp"})],
        ),
        ("kitchen", "勝手口閉めて、鍵ね", [("lock_lock", {"back_door"})]),
        ("study", "机の電気もうちっと明るうして", [("light_set_brightness", {"desk"})]),
        ("study", "早く電気つけて", [("light_turn_on", {"desk"})]),
        ("living_room", "テレビの消音をやめて", [("media_player_unmute", {"tv"})]),
        (
            "living_room",
            "毎晩10時に電気が消えるようにして",
            [("light_turn_off", {"living_ceiling", "floor_lamp"})],
        ),
    ],
)
def test_each_deed_is_of_its_own_thing(
    room: str, text: str, expected: list[tuple[str, set[str]]]
) -> None:
    """A3, A4: neither another thing nor another deed than was said."""
    found: dict[str, set[str]] = {}
    for operation, targets in does(Listener(room)(text)):
        found.setdefault(operation, set()).update(targets)
    assert sorted(found.items()) == sorted(expected)


def test_a_lamp_switched_off_keeps_no_lock_waiting() -> None:
    """A3: 鍵閉めて names no lamp, so it is of the locks."""
    lamps, locks = does(Listener("bedroom")("電気消して鍵閉めて"))
    assert lamps == ("light_turn_off", {"bedroom_ceiling", "bedside"})
    assert locks == ("lock_lock", {"front_door", "back_door"})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("子ども部屋のカーテンを7割閉めて", 30),
        ("寝室のカーテン四分の三閉めて", 25),
        ("寝室のメインライト四分の一まで絞って", 64),
        ("シーリングライト、光量は六割五分で", 166),
        ("寝室のエアコン26度半", 26.5),
        ("書斎のブラインドを25パーセントの高さまで下げて", 25),
        ("テレビの音量をゼロにして", 0),
        ("換気扇、30、いや違う、60パーセント", 60),
    ],
)
def test_values_as_they_are_said(text: str, value: float) -> None:
    """A3: shares, halves of a degree and goals, in the unit of the operation."""
    (wish,) = Listener()(text).wishes
    assert list(wish.parameters.values()) == [value]


def test_two_timers_and_a_chore_beside_a_deed() -> None:
    """A3: the second half is not dropped."""
    timers = Listener("kitchen")("パスタ用に8分、お茶用に4分のタイマーお願い").wishes
    assert [(w.slots["name"], w.when) for w in timers] == [
        ("パスタ", After(480.0)),
        ("お茶", After(240.0)),
    ]
    kettle, timer = Listener("kitchen")(
        "お湯沸かしたいからケトル入れて、5分のタイマーもお願い"
    ).wishes
    assert kettle.targets == ("switch.kettle",)
    assert timer.when == After(300.0)


def test_the_time_of_each_deed() -> None:
    """A3: what a reason hangs on, what shall be at once, and what both were named for."""
    (light,) = Listener()("17時になったら炊事するから台所のダウンライトつけて").wishes
    assert isinstance(light.when, Once)
    assert light.when.at == NOW.replace(hour=17)
    kettle, fan = Listener("kitchen")("5分後にケトル入れて、それと今すぐ換気扇つけて").wishes
    assert (kettle.when, fan.when) == (After(300.0), None)
    on, off = Listener()("廊下と玄関の電気つけて、5分後に両方消して").wishes
    assert (on.when, off.when, set(on.targets)) == (None, After(300.0), set(off.targets))
    (vacuum,) = Listener()("週末の朝9時に掃除機が走るようにして").wishes
    assert isinstance(vacuum.when, Recurring)
    (nap,) = Listener("bedroom")("20分だけ寝るから起こして").wishes
    assert nap.when == After(1200.0)
    (sunset,) = Listener()("日が沈みましたら外灯をつけていただけますか").wishes
    assert sunset.when is not None


@pytest.mark.parametrize(
    "text",
    [
        "音楽止めて、電話",
        "換気扇もっと強く、焦げてる焦げてる",
        "今手離せないんで、換気扇回してくれる？",
        "赤ちゃん抱えてて手が使えないので換気扇回してください",
        "換気扇回して、いい天気だし",
        "うわ臭い、換気扇つけて",
        "勝手口の鍵をかけ忘れたようです、かけておいていただけますか",
        "お忙しいところ恐れ入りますが換気扇を止めていただければと思います",
        "タイマーやめて、もう茹で上がった",
        "明日8時半に起こして、まじで1限やばい",
    ],
)
def test_what_is_told_beside_an_order_may_be_any_words(text: str) -> None:
    """A7: a reason in words that no table holds leaves the order an order."""
    understood = Listener("kitchen")(text)
    assert (understood.kind, understood.ask_back) == (SentenceKind.COMMAND, None)
    assert len(understood.wishes) == 1


@pytest.mark.parametrize(
    "text",
    [
        "「玄関の鍵開けて」ってテレビのやつが言ってたんだけど",
        "電気消して、寝ちゃった",
        "電気消して、お母さん",
        "電気つけて、ミカ",
        "電気消して、は言い過ぎ",
        "電気消すのやめて",
        "戸締まりできてる",
        "閉まってない鍵ある",
        "寝室いま冷房それとも除湿",
        "コーヒーメーカーつけて、いや、なんでもない",
        "エアコンつけてもらえてますかね",
        "鍵の閉め忘れはないですか",
        "二階の電気で消し忘れないか確認してもらっていい",
        "電気つけたよね私",
    ],
)
def test_words_of_others_what_was_done_and_what_is_asked_never_act(text: str) -> None:
    """A1, A7: none of these is an order."""
    understood = Listener("study")(text)
    acts = understood.kind is SentenceKind.COMMAND and understood.ask_back is None
    assert not (acts and understood.wishes)


@pytest.mark.parametrize(
    ("room", "text", "targets"),
    [
        ("", "勝手口って鍵かかってる", {"lock.back_door"}),
        ("", "外の気温は", {"sensor.outdoor_temperature"}),
        ("", "ミカってもう帰ってきてますか", {"person.mika"}),
        ("kids_room", "カーテン開いてるの閉まってるの", {"cover.kids_curtain"}),
        ("entrance", "コーヒーメーカー切ったよね私", {"switch.coffee_maker"}),
        ("living_room", "二酸化炭素の濃度高くなってない", {"sensor.living_co2"}),
        ("kitchen", "ミカ帰った？ご飯よそうんだけど", {"person.mika"}),
        ("", "戸締まりできてる", {"lock.front_door", "lock.back_door"}),
        ("", "洗濯まだ回ってる？", {"binary_sensor.washer"}),
    ],
)
def test_a_question_needs_no_mark(room: str, text: str, targets: set[str]) -> None:
    """A1: as speech to text writes it, and with why it is asked."""
    understood = Listener(room)(text)
    assert understood.kind is SentenceKind.QUESTION
    assert {t for wish in understood.wishes for t in wish.targets} == targets


@pytest.mark.parametrize(
    ("room", "text", "expected"),
    [
        ("", "リビングと寝室のエアコン切って", [("climate_turn_off", {"living", "bedroom"})]),
        ("", "テレビつけて、じゃなくて消して", [("media_player_turn_off", {"tv"})]),
        (
            "bedroom",
            "メインライトは消して 枕元のランプだけにしてちょうだい",
            [("light_turn_off", {"bedroom_ceiling"}), ("light_turn_on", {"bedside"})],
        ),
        (
            "living_room",
            "テレビとエアコンと電気、全部消して",
            [
                ("media_player_turn_off", {"tv"}),
                ("climate_turn_off", {"living"}),
                ("light_turn_off", {"living_ceiling", "floor_lamp"}),
            ],
        ),
        (
            "bedroom",
            "冷房28度にして1時間後に切って",
            [("climate_set_temperature", {"bedroom"}), ("climate_turn_off", {"bedroom"})],
        ),
        ("", "掃除機の運転を停止してください", [("vacuum_stop", {"rosie"})]),
        ("", "掃除ロボ帰還", [("vacuum_return_to_dock", {"rosie"})]),
        ("", "寝室の、えっと、加湿器つけて", [("switch_turn_on", {"humidifier"})]),
        (
            "living_room",
            "電球色の色温度にして",
            [("light_set_color_temperature", {"living_ceiling", "floor_lamp"})],
        ),
        (
            "living_room",
            "外から見えちゃうからカーテン引いて",
            [("cover_close", {"living_curtain_left", "living_curtain_right"})],
        ),
        (
            "living_room",
            "冷房27度、扇風機弱",
            [("climate_set_temperature", {"living"}), ("fan_set_percentage", {"standing"})],
        ),
        ("", "テレビついてたら消して", [("media_player_turn_off", {"tv"})]),
        ("kitchen", "換気して", [("fan_turn_on", {"extractor"})]),
    ],
)
def test_no_other_thing_is_done_than_was_said(
    room: str, text: str, expected: list[tuple[str, set[str]]]
) -> None:
    """A3, A4: what stands beside, what is taken back, and what a machine does."""
    found: dict[str, set[str]] = {}
    for operation, targets in does(Listener(room)(text)):
        found.setdefault(operation, set()).update(targets)
    assert sorted(found.items()) == sorted(expected)


def test_what_shall_stay_on_is_left_out_behind_the_order_too() -> None:
    """A3: ただし外灯は残して put out the porch light."""
    ((operation, targets),) = does(Listener("")("全部の電気消して、ただし外灯は残して"))
    assert operation == "light_turn_off"
    assert "porch" not in targets
    assert len(targets) == 11


def test_an_end_comes_after_its_begin() -> None:
    """A3: the length of a time to come is counted from its begin."""
    on, off = Listener("")("5時から30分だけイルミつけといて").wishes
    assert isinstance(on.when, Once)
    assert isinstance(off.when, Once)
    assert (off.when.at - on.when.at).total_seconds() == 1800
    on, off = Listener("")("22時に加湿器つけて6時に消して").wishes
    assert isinstance(on.when, Once)
    assert isinstance(off.when, Once)
    assert (off.when.at - on.when.at).total_seconds() == 8 * 3600
    assert len(Listener("")("1時間だけ加湿器つけて、そのあと消して").wishes) == 2
    assert not Listener("")("ミカが帰ってきたら30分だけイルミつけて").wishes


def test_what_is_to_be_done_now_waits_for_no_time_of_another() -> None:
    """A3: each clause has its own time."""
    off, lock = Listener("living_room")("10分後に電気消して、玄関の鍵は今閉めて").wishes
    assert (off.when, lock.when) == (After(600.0), None)


@pytest.mark.parametrize(
    "text",
    [
        "換気扇もう止めていいよ",
        "音楽いったん止めて電話きた",
        "裏口の鍵あけてー ゴミ出す",
        "スタンド青にして、気分変えたい",
        "枕元の電気もうちょい暗くできる 起きちゃいそう",
        "スタンドをオレンジっぽくして",
        "手が濡れてるの、換気扇つけて",
        "今両手ふさがってて、玄関の電気お願いできる？",
        "抱っこしてて動けないから換気扇消してくれる",
        "子どもが寝る時間だから夜九時になったらテレビ消して",
        "急に寒くなったから床暖房つけて",
        "換気扇をつけておいていただけますと安心です",
        "加湿器をつけていただくことはできますか",
        "外灯を点灯するようお願いいたします",
        "テレビ消しんさい",
        "テレビば消してくれんね",
        "扇風機つけるください",
        "秒でテレビ消して",
    ],
)
def test_one_order_whatever_stands_around_it(text: str) -> None:
    """A7: reasons without a pause, leave that is given, politeness and dialects by rule."""
    understood = Listener("kitchen")(text)
    assert (understood.kind, understood.ask_back) == (SentenceKind.COMMAND, None)
    assert len(understood.wishes) == 1


@pytest.mark.parametrize(
    ("text", "operation"),
    [
        ("6時半の目覚ましやっぱりなしにして", "schedule.alarm_cancel"),
        ("6時半のアラームもういらないから消しといて", "schedule.alarm_cancel"),
        ("牛乳買うってリマインダーもう買ったから消しといて", "schedule.reminder_cancel"),
        ("タイマー再開していいよ", "schedule.timer_resume"),
        ("さっきのタイマーもういいや 取り消し", "schedule.timer_cancel"),
        ("目覚まし8時にずらして", "schedule.alarm_set"),
        ("10分タイマー パスタ", "schedule.timer_set"),
    ],
)
def test_a_chore_with_its_reason_is_the_chore(text: str, operation: str) -> None:
    """A7: why it is given up changes nothing of what is given up."""
    (wish,) = Listener("")(text).wishes
    assert wish.operation == operation


def test_a_day_told_behind_is_that_of_the_hour() -> None:
    """A3: a time behind the chore is used, or nothing is done."""
    (wish,) = Listener("")("8時10分になったら保育園出るよって教えて 明日の朝ね").wishes
    assert isinstance(wish.when, Once)
    assert (wish.when.at.day - NOW.day, wish.when.at.hour, wish.when.at.minute) == (1, 8, 10)


@pytest.mark.parametrize(
    "text",
    [
        "電気消していいよね",
        "電気消していいよって言われた",
        "青にできる電気がほしい",
        "電気の色って変えられる？",
        "電気消して暗い",
        "カーテン開けてまぶしい",
        "電気つけてないから暗い",
        "テレビつけててうるさい",
        "テレビつけてて電話鳴った",
        "玄関開けて虫入ってきた",
        "エアコンつけて電気代がやばい",
        "電気つけて、ミカがそう言ってたよ",
        "もし地震が来たら全部つけて",
        "暖房はいいや",
        "玄関の電気はつけっぱなしで、他は全部消して",
        "子ども部屋の電気を30分かけて暗くして",
        "明日6時起こして、あとコーヒーもね",
        "電気ついてたらテレビ消して",
        "お茶入れたから休憩しよか",
        "スピーカーで音楽流して",
        "8時にカーテン開けて、それまでは閉めといて",
    ],
)
def test_consequences_other_people_and_what_cannot_be_done_never_act(text: str) -> None:
    """A1, A3, A7: each of these was obeyed, by a stranger's wording of it."""
    understood = Listener("living_room")(text)
    acts = understood.kind is SentenceKind.COMMAND and understood.ask_back is None
    assert not (acts and understood.wishes and understood.refused is None)


@pytest.mark.parametrize(
    ("room", "text", "targets"),
    [
        ("bedroom", "いま外何度", {"sensor.outdoor_temperature"}),
        ("", "いま外何度くらい ミカに上着着せるか迷う", {"sensor.outdoor_temperature"}),
        ("", "寝室の湿度はどのくらいでしょう", {"sensor.bedroom_humidity"}),
        ("living_room", "床暖房はついているんだったかしら", {"climate.floor_heating"}),
    ],
)
def test_a_soft_question_is_one(room: str, text: str, targets: set[str]) -> None:
    """A1: asked by でしょう and かしら, or with why beside it."""
    understood = Listener(room)(text)
    assert understood.kind is SentenceKind.QUESTION
    assert {t for wish in understood.wishes for t in wish.targets} == targets
