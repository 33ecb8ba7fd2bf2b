"""Facts: only what was reported, seen or tried, each with its age."""

import pytest

from companion.rooms.conversation.facts import Fact
from companion.rooms.conversation.vocabulary import devices_named
from companion.words.observation import Certainty
from companion.words.result import ResultStatus
from companion.words.trust import TrustLabel
from tests.unit.rooms.conversation.home import Evening


def _of(facts: tuple[Fact, ...], kind: str) -> list[str]:
    return [f.words.en for f in facts if f.name.en.startswith(kind)]


@pytest.mark.parametrize("asked", ["Is the hall light on?", "玄関の明かりはついてる?"])
async def test_a_sentence_selects_the_device_it_names(asked: str) -> None:
    """T-54: a few facts, not the whole home; the same in both languages."""
    home = await Evening().lived()
    named = devices_named(asked, home.house.devices(), home.known.places)
    assert [d.id for d in named] == ["light.hall"]
    facts = await home.known.about(asked, to=TrustLabel.OWNER)
    assert len(facts) <= 8
    assert _of(facts, "state") == [
        "the hall light is on (reported 3 minutes ago). "
        "I tried to turn on the hall light, and saw it happen (3 minutes ago)"
    ]


async def test_a_thing_that_reported_nothing_is_unknown_and_never_off() -> None:
    """F16: also all things while the carrier is away."""
    home = await Evening().lived()
    (kitchen,) = _of(await home.known.about("the kitchen light", to=TrustLabel.OWNER), "state")
    assert kitchen.startswith("the kitchen light does not tell me how it is now")
    home.house.disconnect()
    (hall,) = _of(await home.known.about("the hall light", to=TrustLabel.OWNER), "state")
    assert "does not tell me how it is now" in hall


@pytest.mark.parametrize(
    ("status", "why", "ja", "en"),
    [
        (ResultStatus.SUCCESS, "", "確かにそうなりました", "and saw it happen"),
        (ResultStatus.PARTIAL, "", "途中まででした", "only part of the way"),
        (ResultStatus.FAILED, "", "できませんでした", "did not work"),
        (ResultStatus.NO_EFFECT, "", "変化は見られませんでした", "saw no change"),
        (ResultStatus.FAILED, "outcome_unknown", "確かめられませんでした", "could not see"),
    ],
)
async def test_each_status_has_its_own_words(
    status: ResultStatus, why: str, ja: str, en: str
) -> None:
    """B-055, B-056, F29: nothing but an observed success sounds like one."""
    home = Evening()
    await home.did("light.hall", "light_turn_on", status, why)
    (did,) = [
        f
        for f in await home.known.about(
            "who left the hall light on, and at what time?", to=TrustLabel.OWNER
        )
        if f.about_device
    ]
    assert ja in did.words.ja
    assert en in did.words.en


async def test_an_act_that_is_not_in_the_record_is_said_to_be_missing() -> None:
    """DESIGN 1.2: asked whether it did a thing, it can only cite its record."""
    home = await Evening().lived()
    (did,) = _of(
        await home.known.about("Did you turn off the bedroom light?", to=TrustLabel.OWNER), "state"
    )
    assert did.split(". ")[1] == "My recent record holds nothing that I did with the bedroom light"


async def test_of_a_sensor_no_deeds_are_told() -> None:
    """What cannot be operated was not operated; its reading has its unit."""
    home = await Evening().lived()
    warm, *_ = _of(
        await home.known.about("What is the living room temperature?", to=TrustLabel.OWNER), "state"
    )
    assert warm == "the living room temperature is at 21.5°C (reported 3 minutes ago)"


async def test_what_was_seen_keeps_its_certainty_and_age() -> None:
    """B-046..B-048: fact, estimate and unknown never mix; who it is stays unsaid."""
    home = Evening()
    (nobody,) = _of(await home.known.about("Who is home?", to=TrustLabel.OWNER), "who")
    assert nobody == "I do not know who is where"
    await home.saw("hall", "present", Certainty.ESTIMATE)
    await home.saw("kitchen", None, Certainty.UNKNOWN)
    home.clock.pass_time(hours=2)
    (who,) = _of(await home.known.about("Who is home?", to=TrustLabel.OWNER), "who")
    assert who.startswith("I may have seen somebody in the hall 2 hours ago, but I am not sure")
    assert "I cannot see the kitchen now" in who
    assert await home.known.seen_somebody()


async def test_a_room_no_camera_sees_is_unknown_and_never_empty() -> None:
    """F13: asked for it, the answer is that, with since when, in both languages."""
    home = Evening()
    await home.saw("hall", "absent", Certainty.FACT)
    await home.saw("kitchen", "absent", Certainty.FACT)
    home.clock.pass_time(minutes=5)
    await home.saw("hall", None, Certainty.UNKNOWN)
    home.clock.pass_time(minutes=7)
    (who,) = (
        f
        for f in await home.known.about("Is anybody in the hall?", to=TrustLabel.OWNER)
        if f.name.en == "who"
    )
    assert who.words.en.startswith(
        "I cannot see the hall now and do not know whether anybody is there (since 7 minutes ago)"
    )
    assert who.words.ja.startswith("玄関は今見えず、人がいるか分かりません（7分前から）")
    assert "nobody in the hall" not in who.words.en
    assert who.brief.en.startswith("I cannot see the hall now")
    await home.saw("hall", "absent", Certainty.FACT)
    (who,) = (
        f
        for f in await home.known.about("Is anybody in the hall?", to=TrustLabel.OWNER)
        if f.name.en == "who"
    )
    assert who.words.en.startswith("I saw nobody in the hall just now")


async def test_a_follow_up_is_about_what_was_named_before() -> None:
    """D-069: `did it work?` names nothing itself."""
    home = await Evening().lived()
    (did,) = _of(
        await home.known.about(
            "Did it work?", "Close the living room curtain", to=TrustLabel.OWNER
        ),
        "state",
    )
    assert "curtain" in did


async def test_every_fact_of_the_home_is_observed() -> None:
    """T-56: names and states came over the wire."""
    known = (await Evening().lived()).known
    facts = await known.about("Who is in the hall at this time?", to=TrustLabel.OWNER)
    labels = {f.name.en: f.trust for f in facts}
    assert labels.pop("time") is TrustLabel.SELF
    assert set(labels.values()) == {TrustLabel.OBSERVED}


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("is the bedroom light on?", False),
        ("寝室の明かりついてる？", False),
        ("did you turn off the bedroom light?", True),
        ("寝室の明かり消してくれた？", True),
    ],
)
async def test_b16_that_nothing_was_done_is_told_to_who_asks_for_it(asked: str, told: bool) -> None:
    """ "is the front door locked?" was answered with what was never done to it as well."""
    home = await Evening().lived()
    (fact,) = await home.known.of(["light.bedroom"], asked, to=TrustLabel.OWNER)
    assert ("nothing that I did" in fact.words.en) is told


@pytest.mark.parametrize("remark", ["I'm going to bed", "もう寝るね", "What a day"])
async def test_a_remark_that_names_nothing_gets_no_facts(remark: str) -> None:
    """A small model told the time to who goes to bed."""
    known = (await Evening().lived()).known
    earlier = "Is the hall light on?"
    assert await known.about(remark, earlier, to=TrustLabel.OWNER) == ()


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("Did anybody come by?", {"who"}),
        ("誰か来た？", {"who"}),
        ("What music do you like?", set()),
        ("What time is it?", {"time"}),
        ("How tall is that tower?", set()),
    ],
)
async def test_only_facts_that_are_asked_for_are_put_before_the_model(
    asked: str, told: set[str]
) -> None:
    """What others did and what it likes is no deed of its own, and the clock answers few."""
    known = (await Evening().lived()).known
    names = {fact.name.en for fact in await known.about(asked, to=TrustLabel.OWNER)}
    assert names == told
