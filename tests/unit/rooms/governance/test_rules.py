"""Tests of the rules that read a purpose without a model."""

from datetime import timedelta
from typing import Any

import pytest

from companion.rooms.governance.room import LEFT_ALONE, Governance, PlannedGoal
from companion.rooms.governance.rules import watch_plan
from companion.words.ids import EventId
from companion.words.plan import OwnerPurpose, Task
from tests.proof.plans.home import StandingHouse, home_of, view
from tests.unit.rooms.governance.samples import NOW

PLAN = home_of("strangers3_open")
HOME = view(StandingHouse(NOW, PLAN), PLAN)


async def tasks(text: str) -> tuple[Task, ...]:
    made = await Governance(home=HOME).goal_for(
        OwnerPurpose(text=text, by=EventId(1), since=NOW), 1, NOW
    )
    assert isinstance(made, PlannedGoal)
    return made.goal.tasks


def slots(found: tuple[Task, ...], kind: str) -> list[dict[str, Any]]:
    return [dict(task.slots) for task in found if task.kind == kind]


@pytest.mark.parametrize(
    "text",
    [
        "let me know whenever the kitchen door is opened tonight",
        "今夜、勝手口の扉が開いたら教えて",
    ],
)
async def test_to_be_told_of_a_thing_is_a_guard_over_it(text: str) -> None:
    """C-003: what is to be noticed is watched by its own sensor."""
    (watch,) = slots(await tasks(text), "watch")
    assert watch["device"] == "binary_sensor.back_door"
    assert watch["guard"]


@pytest.mark.parametrize(
    ("text", "mends"),
    [
        ("my uncle leaves the front door unlocked", True),
        ("祖父が玄関の鍵をかけ忘れる", True),
        ("I want to know how often the front door is left unlocked", False),
    ],
)
async def test_what_is_forgotten_is_mended_unless_only_known(text: str, mends: bool) -> None:
    """C-003: a complaint asks for more than a note of it."""
    found = await tasks(text)
    assert slots(found, "watch")[0]["is"] == "unlocked"
    assert bool(slots(found, "device")) is mends


@pytest.mark.parametrize(
    "text", ["remind me on Saturday morning to ring the vet", "土曜の朝、出る時間を知らせて"]
)
async def test_to_be_reminded_moves_no_device(text: str) -> None:
    """A morning that is spoken of is no wish for its curtains."""
    found = await tasks(text)
    assert not slots(found, "device")
    told = [task.not_before for task in found if task.kind == "tell" and task.not_before]
    assert {at.weekday() for at in told} == {5}


@pytest.mark.parametrize(
    "text", ["just let me be today", "今日は何もしなくていい", "please leave us in peace"]
)
async def test_where_nothing_is_wanted_nothing_is_planned(text: str) -> None:
    """C-003: no word, no question, no act; the reason is told."""
    purpose = OwnerPurpose(text=text, by=EventId(1), since=NOW)
    assert await Governance(home=HOME).goal_for(purpose, 1, NOW) == LEFT_ALONE


@pytest.mark.parametrize(
    "text", ["make it dark in the bedroom and don't wake anybody", "起こさずに寝室を暗くして"]
)
async def test_without_a_word_there_are_looks_instead(text: str) -> None:
    """C-060: five tasks at least, of which none speaks or asks."""
    found = await tasks(text)
    assert len(found) >= 5
    assert not {"tell", "ask"} & {task.kind for task in found}


async def test_a_theme_without_acts_gets_those_that_its_words_name() -> None:
    """Homework wants light and no television."""
    found = await tasks("she has homework to do in the study, help her to concentrate")
    acts = {(one["device"], one["operation"]) for one in slots(found, "device")}
    assert ("light.study", "turn_on") in acts


async def test_a_time_of_the_day_without_a_day_goes_on() -> None:
    """A routine is proposed for it; not for the same on one day."""
    assert slots(await tasks("my screen off after nine"), "routine")
    assert not slots(await tasks("my screen off tonight after nine"), "routine")


@pytest.mark.parametrize(
    "text",
    [
        "my aunt is staying and doesn't hear the doorbell",
        "叔母が泊まりに来るが、呼び鈴が聞こえない",
    ],
)
async def test_a_trouble_is_watched_beside_the_plan_of_its_theme(text: str) -> None:
    """C-003: the visit is prepared, and the bell is watched after the last of its tasks, which
    would wait for the end of the watch."""
    found = await tasks(text)
    (watch,) = [task for task in found if task.kind == "watch"]
    assert watch.slots["device"] == "binary_sensor.doorbell"
    assert slots(found, "device")
    assert [task.kind for task in found if task.kind != "routine"][-2:] == ["watch", "report"]


@pytest.mark.parametrize(
    "text", ["remember that the pipe was mended today", "樋を直したことを覚えておいて"]
)
async def test_a_fact_to_be_kept_is_remembered(text: str) -> None:
    """C-003: in the owner's words, and no device is moved."""
    found = await tasks(text)
    assert slots(found, "remember") == [{"words": text}]
    assert not slots(found, "device")
    assert not slots(found, "routine")


async def test_things_of_one_sign_share_one_guard() -> None:
    """C-066: tasks run one after another; two guards would not watch at the same time."""
    found = await tasks("tell me if a window or the back door opens tonight")
    (watch,) = slots(found, "watch")
    watched = {watch["device"], *watch["also"]}
    assert {"binary_sensor.living_window", "binary_sensor.back_door"} <= watched


@pytest.mark.parametrize(
    "text",
    [
        "she leaves the study light on every evening and I am sick of it",
        "夫がいつも書斎の明かりをつけっぱなしにする",
    ],
)
async def test_a_light_that_is_left_on_is_mended_by_a_routine(text: str) -> None:
    """C-003: and watched, since it is a complaint and no question."""
    found = await tasks(text)
    assert {one["device"] for one in slots(found, "watch")} == {"light.study"}
    (made,) = slots(found, "routine")
    assert (made["device"], made["operation"]) == ("light.study", "turn_off")


@pytest.mark.parametrize(
    "text",
    [
        "Grandpa wanders to the front door at night, I do want to know",
        "wake me as soon as the front door is unlocked",
        "玄関の鍵が開いたら起こして",
    ],
)
async def test_who_wants_to_be_told_gets_no_act(text: str) -> None:
    """C-003: a lock that is watched is not locked."""
    found = await tasks(text)
    assert slots(found, "watch")
    assert slots(found, "tell")
    assert not slots(found, "device")


@pytest.mark.parametrize(
    "text",
    [
        "my nephew visits on Sunday and eats all the biscuits, warn me beforehand",
        "日曜に甥が来る、着く前に一言ゆうてほしい",
    ],
)
async def test_a_word_before_a_visit_is_no_preparation_of_it(text: str) -> None:
    """C-003: told on that day, and no device is moved."""
    found = await tasks(text)
    told = [task.not_before for task in found if task.kind == "tell" and task.not_before]
    assert {at.weekday() for at in told} == {6}
    assert not slots(found, "device")


@pytest.mark.parametrize(
    "text",
    [
        "Make the flat look lived in while we are away, and don't open the curtains",
        "しばらく留守だけど、人がいるように見せて。カーテンは開けないで",
    ],
)
async def test_a_thing_that_is_not_to_be_moved_leaves_the_others(text: str) -> None:
    """C-003: lights come on and go off in the evening, and no curtain opens."""
    found = await tasks(text)
    acts = {(one["device"], one["operation"]) for one in slots(found, "device")}
    assert ("light.living", "turn_on") in acts
    assert ("light.living", "turn_off") in acts
    assert slots(found, "routine")
    assert not any(str(device).startswith("cover.") for device, _ in acts)


@pytest.mark.parametrize(
    "text",
    [
        "Keep half an ear out for my uncle. If he hasn't been up by nine let me know",
        "叔父は一人暮らしだ。九時を過ぎても起きてこなかったら連絡して",
    ],
)
async def test_who_should_be_about_is_missed(text: str) -> None:
    """C-003: told when nothing stirred, not when something does."""
    (watch,) = slots(await tasks(text), "watch")
    assert watch["hopes"]


@pytest.mark.parametrize(
    "text",
    [
        "the vet wants us to log when the cat eats and how often, for two weeks",
        "二週間、猫がえさを食べた回数を記録しておいて",
    ],
)
async def test_what_is_to_be_logged_is_watched(text: str) -> None:
    """C-003: by the thing of this home that tells of it, to the end of the two weeks."""
    watches = slots(await tasks(text), "watch")
    assert {one["device"] for one in watches} == {"switch.cat_feeder"}
    assert watches[-1]["until"] == (NOW + timedelta(days=14)).isoformat()


@pytest.mark.parametrize(
    "text",
    [
        "cut our heating bill this winter. Look into where it all goes",
        "この冬の光熱費を下げたい。何に使っているのか調べながらやって",
    ],
)
async def test_to_look_into_it_is_beside_the_plan_of_the_theme(text: str) -> None:
    """C-003: what is to be known does not stand in the way of what is to be done."""
    found = await tasks(text)
    assert slots(found, "research")
    assert slots(found, "device")


@pytest.mark.parametrize(
    "text",
    [
        "why is the study so damp? tell me what I can do about it for under twenty pounds",
        "書斎がなぜ湿っぽいのか、五千円以内でできる対策を教えて",
    ],
)
async def test_advice_is_looked_up_also_for_a_room_of_the_home(text: str) -> None:
    """C-003: no sensor gives it."""
    assert slots(await tasks(text), "research")


@pytest.mark.parametrize(
    "text",
    [
        "I open a tin on Monday, remember which. In three days tell me to throw it out",
        "缶を開けた日を覚えておいて、三日たったら言って",
    ],
)
async def test_a_fact_with_a_reminder_is_both(text: str) -> None:
    """C-003: nothing of the home is watched for it."""
    found = await tasks(text)
    assert slots(found, "remember")
    assert [task for task in found if task.kind == "tell" and task.not_before is not None]
    assert not slots(found, "watch")


@pytest.mark.parametrize(
    "text",
    [
        "the recycling goes out on Tuesdays and we keep missing it",
        "段ボールの日をいつも逃す",
        "my wife waters the seedlings while I'm away, tell my wife every morning at eight",
        "出張中は夫に毎朝言って、苗の水やりを",
        "叔母に毎週電話するのを忘れんようにうるさく言って",
        "結婚記念日は六月二日。前の日に教えて",
    ],
)
async def test_what_people_do_themselves_is_reminded_of(text: str) -> None:
    """C-003: and no device is moved."""
    found = await tasks(text)
    assert slots(found, "tell")
    assert not slots(found, "device")


def test_what_is_only_like_a_wish_to_notice_mends_nothing() -> None:
    """The lights of somebody who wants them on are not switched off."""
    plan = watch_plan("when the boys come home I want the study light on", HOME, NOW)
    assert plan is not None
    assert not [draft for draft in plan.drafts if draft.kind == "device"]


@pytest.mark.parametrize(
    "text",
    [
        "is there any point insulating an attic as old as ours",
        "what's the rule about bonfires in a back garden",
    ],
)
async def test_a_question_about_the_world_is_looked_up(text: str) -> None:
    """C-003: no device of the home answers it."""
    found = await tasks(text)
    assert slots(found, "research")
    assert not slots(found, "device")


async def test_who_comes_once_gets_no_routine() -> None:
    """C-003: a time is named, and the visit is one."""
    found = await tasks("friends come round at nine, get the hall ready for them")
    assert slots(found, "device")
    assert not slots(found, "routine")


async def test_a_secret_from_one_person_is_told_to_the_other() -> None:
    """To be silent towards somebody is not to be silent."""
    assert slots(await tasks("妻には黙って、日曜の朝に予約の時間を教えて"), "tell")


@pytest.mark.parametrize(
    "text",
    [
        "have a kind word with my nephew every evening, he misses his mother",
        "毎晩、甥の話し相手になってやって",
        "quiz me on the stars for my exam, five questions at breakfast",
    ],
)
async def test_to_be_spoken_with_moves_no_device(text: str) -> None:
    """C-003: an evening that is spoken of is no wish for its light."""
    found = await tasks(text)
    assert not slots(found, "device")
    assert slots(found, "tell")
    assert slots(found, "ask")


@pytest.mark.parametrize(
    ("text", "act"),
    [
        (
            "our parrot hates the cold. Warm the living room, tell me if a window is opened",
            "climate",
        ),
        ("インコは寒がりです。リビングを暖かくして、窓が開いたら教えて", "climate"),
        ("make the living room warm, and remind me at six to ring the vet", "climate"),
    ],
)
async def test_words_and_acts_of_one_purpose_are_both_planned(text: str, act: str) -> None:
    """C-003: what is watched or told takes nothing from what is to be done."""
    found = await tasks(text)
    assert act in {HOME.domain_of(one["device"]) for one in slots(found, "device")}
    assert slots(found, "tell")
    assert slots(found, "watch") or "at six" in text


@pytest.mark.parametrize(
    "text",
    [
        "the kids leave the front door unlocked. Tell me when it is, but don't lock it",
        "勝手口の鍵が開いていたら教えて。閉めるのは自分でやる",
        "tell me if the back door is left open, leave shutting it to me",
    ],
)
async def test_it_is_the_thing_that_was_spoken_of(text: str) -> None:
    """C-003: an act that is ruled out with `it` is none of the plan."""
    found = await tasks(text)
    assert slots(found, "watch")
    assert not slots(found, "device")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I want a record of every time the back door opens this week", "remember"),
        ("勝手口が開いた時刻を一週間残しておいて", "remember"),
        ("help me to sleep well and ask me in the morning how it was", "ask"),
        ("よく眠れるように部屋を整えて、翌朝どうだったか聞いて", "ask"),
    ],
)
async def test_a_record_is_kept_and_a_question_is_put_as_asked(text: str, kind: str) -> None:
    """C-003: beside whatever else the plan does."""
    assert slots(await tasks(text), kind)


@pytest.mark.parametrize(
    "text",
    [
        "tell me if the back door opens, and turn the study light on at ten tonight",
        "勝手口の扉が開いたら知らせて。それと今夜10時に書斎の明かりをつけて",
    ],
)
async def test_c_066_an_order_in_time_does_not_wait_for_the_end_of_a_guard(text: str) -> None:
    """C-003, C-066: the guard begins at once, is cut for the order, and goes on after it."""
    found = await tasks(text)
    kinds = [task.kind for task in found if task.kind in ("watch", "device")]
    assert kinds == ["watch", "device", "watch"]
    before, after = slots(found, "watch")
    (act,) = [task for task in found if task.kind == "device"]
    assert act.not_before is not None
    assert before["until"] == act.not_before.isoformat()
    assert before["device"] == after["device"] == "binary_sensor.back_door"
    assert "also" not in before


@pytest.mark.parametrize(
    "text",
    [
        "I am on the phone all morning, no vacuum cleaner please",
        "午前は電話が続く。掃除機はなしで",
        "keep the house quiet until noon, never the television and no coffee maker",
    ],
)
async def test_what_a_purpose_rules_out_is_not_begun(text: str) -> None:
    """C-003: a noun alone would be an order for it."""
    begun = {one["operation"] for one in slots(await tasks(text), "device")}
    assert not {"start", "turn_on", "play"} & begun


async def test_what_must_not_be_forgotten_is_ordered() -> None:
    """C-003: it rules nothing out."""
    found = await tasks("don't forget to turn on the study light at ten tonight")
    assert {one["device"] for one in slots(found, "device")} == {"light.study"}


@pytest.mark.parametrize(
    "text",
    [
        "if the living room gets above twenty-eight, remind us to drink something",
        "居間が28度を超えたら、水を飲んでと言ってほしい",
    ],
)
async def test_to_be_spoken_to_at_a_limit_is_a_guard(text: str) -> None:
    """C-003: no daily word."""
    found = await tasks(text)
    assert {one["device"] for one in slots(found, "watch")} == {"sensor.living_temperature"}
    assert not slots(found, "device")


async def test_the_thermometer_of_a_fridge_is_none_of_its_room() -> None:
    """C-003: only the fridge's own purpose watches it."""
    found = await tasks("tell me if the kitchen drops below eighteen degrees tonight")
    watched = {one for slot in slots(found, "watch") for one in (slot["device"], *slot["also"])}
    assert "sensor.fridge_temperature" not in watched
    (own,) = slots(await tasks("tell me if the fridge gets above eight degrees"), "watch")
    assert own["device"] == "sensor.fridge_temperature"
