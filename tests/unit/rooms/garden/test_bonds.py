"""Talks and how two stand with each other."""

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from string import Formatter

from companion.rooms.garden import talk_forms
from companion.rooms.garden.being import Bonds, Promise, pair_key
from companion.rooms.garden.bonds import (
    BEST_SUITED,
    BROKEN,
    KEPT,
    LEAST_SUITED,
    Society,
    job_title,
    suited,
)
from companion.rooms.garden.world import World
from companion.service.draws import SeededDraws
from companion.words.facts import GardenActed, GardenMet, GardenTalked
from companion.words.garden import DAY_MINUTES, Weather
from companion.words.language import Bilingual
from tests.unit.rooms.garden.lives import BEGINS, town, weeks


def _society() -> tuple[Society, World]:
    world = World.begin(town(), SeededDraws(1), now=BEGINS, seed=1)
    return Society(world.town, Bonds(), SeededDraws(1)), world


def test_s_17_affinity_begins_at_fifty_and_is_the_same_both_ways() -> None:
    """S-17."""
    society, world = _society()
    assert society.affinity("a", "b") == 50
    assert pair_key("a", "b") == pair_key("b", "a")
    listed = {one.id: one.affinity for there in town().maps for one in there.neighbours}
    assert len(listed) >= 10
    for who, affinity in listed.items():
        assert world.society.affinity(town().self_id, who) == affinity


def test_a_kept_promise_brings_two_nearer_and_a_broken_one_apart() -> None:
    """A-092."""
    society, _ = _society()

    def promise(number: int) -> Promise:
        made = Promise(
            number=number,
            who="a",
            other="b",
            map_id="park",
            about=Bilingual("会う", "to meet"),
            due=9,
        )
        society.bonds.promises.append(made)
        return made

    kept = society.settle(promise(1), ["a", "b"], 10)
    assert [one.turn for one in kept] == ["kept"]
    assert society.affinity("a", "b") == 50 + KEPT
    broken = society.settle(promise(2), ["b"], 10)
    assert [(one.turn, one.who, one.other) for one in broken] == [("broken", "a", "b")]
    assert society.affinity("a", "b") == 50 + KEPT + BROKEN
    neither = society.settle(promise(3), [], 10)
    assert len(neither) == 2
    assert society.bonds.promises == []


def test_s_17_who_suits_each_other_comes_close_and_nobody_grows_closer_without_end() -> None:
    """S-17, A-022: after many talks affinity is about how well two suit each other, by character
    and values; promises kept do not carry it to the top."""
    society, world = _society()
    everybody = tuple(world.beings.values())
    koto = world.self_being

    def after(other: str, minutes: int) -> float:
        for n in range(300):
            society.talk(koto, world.beings[other], minutes + 60 * n, Weather.CLEAR, everybody)
        return society.affinity(koto.id, other)

    levels = {one: suited(koto.sheet, world.beings[one].sheet) for one in world.beings}
    del levels[koto.id]
    best, worst = max(levels, key=levels.__getitem__), min(levels, key=levels.__getitem__)
    assert LEAST_SUITED <= levels[worst] < 50 < 70 < levels[best] <= BEST_SUITED
    for one in (best, worst):
        assert abs(after(one, BEGINS) - levels[one]) < 20
    for n in range(200):
        made = Promise(
            number=n,
            who=koto.id,
            other=best,
            map_id="park",
            about=Bilingual("会う", "to meet"),
            due=9,
        )
        society.bonds.promises.append(made)
        before = society.affinity(koto.id, best)
        society.settle(made, [koto.id, best], 10)
        assert before < society.affinity(koto.id, best) < 100


def test_s_17_two_suit_each_other_by_character_and_values_and_kindness() -> None:
    """S-17."""
    world = World.begin(town(), SeededDraws(1), now=BEGINS, seed=1)
    ume = world.beings["npc_ume"].sheet
    kind = replace(ume.big_five, agreeableness=ume.big_five.agreeableness + 0.2)
    alone = replace(ume, id="other", values=())
    other = replace(ume.big_five, openness=1.0, conscientiousness=0.1, neuroticism=0.9)
    assert suited(ume, replace(ume, big_five=kind)) > suited(ume, alone)
    assert suited(ume, alone) < suited(ume, ume)
    assert suited(ume, replace(ume, big_five=other)) < suited(ume, ume) - 20
    assert suited(ume, alone) == suited(alone, ume)


def test_a_092_talkers_talk_longer() -> None:
    """A-092: the number of turns follows from the two sheets, and two forms do not follow."""
    society, world = _society()
    nana, haru = world.beings["npc_nana"], world.beings["npc_haru"]
    jun, mio = world.beings["npc_jun"], world.beings["npc_mio"]
    everybody = tuple(world.beings.values())

    def mean(one: object, other: object) -> float:
        talks = [
            society.talk(one, other, BEGINS + 13 * n, Weather.CLEAR, everybody).talk  # type: ignore[arg-type]
            for n in range(60)
        ]
        first = [talk.turns[0].words.ja for talk in talks]
        assert sum(x == y for x, y in pairwise(first)) <= 6
        return sum(len(talk.turns) for talk in talks) / len(talks)

    assert mean(nana, haru) > mean(jun, mio) + 1


def test_a_quarrel_can_be_made_up() -> None:
    """A-092."""
    society, world = _society()
    yui, jun = world.beings["npc_yui"], world.beings["npc_jun"]
    key = pair_key("npc_yui", "npc_jun")
    society.bonds.quarrels[key] = BEGINS
    turns: list[str] = []
    for n in range(30):
        talked = society.talk(yui, jun, BEGINS + 60 * n, Weather.RAIN, tuple(world.beings.values()))
        turns += [one.turn for one in talked.turns]
        if "made_up" in turns:
            break
    assert turns == ["made_up"]
    assert key not in society.bonds.quarrels


def test_nobody_promises_twice_at_once() -> None:
    society, world = _society()
    everybody = tuple(world.beings.values())
    for n in range(300):
        society.talk(
            world.beings["npc_haru"], world.beings["npc_yui"], BEGINS + n, Weather.CLEAR, everybody
        )
    assert len(society.bonds.promises) == 1
    assert society.promise_of("npc_haru", BEGINS, 10) is None
    due = society.bonds.promises[0].due
    assert society.promise_of("npc_haru", due - 5, 10) is society.bonds.promises[0]


def test_a_job_has_its_title() -> None:
    _, world = _society()
    assert job_title(world.town, world.beings["npc_haru"]).en == "baker"
    sora = world.beings["npc_sora"]
    assert job_title(world.town, sora).ja == "自由人"
    nowhere = replace(world.beings["npc_haru"].sheet, employment=None)
    sora.sheet = nowhere
    assert job_title(world.town, sora).ja == "自由人"


def test_a_022_each_line_is_of_the_sheets_the_log_and_the_moment() -> None:
    """A-022: a talk states only what is so: whom the first met on this day, and what each did."""
    log = weeks()
    names = {one.name.ja: one.id for one in log.data.inhabitants}
    told = [one for one in log.facts if isinstance(one, GardenTalked)]
    acts = [one for one in log.facts if isinstance(one, GardenActed) and not one.cut_short]
    met = {(m.who, m.other, m.at // DAY_MINUTES) for m in log.facts if isinstance(m, GardenMet)}
    met |= {(other, who, day) for who, other, day in met}
    checked = Counter[str]()
    for talk in told:
        day, own = talk.at // DAY_MINUTES, log.data.self_id
        third = re.search(r"今日、(.+)さんに会いました", talk.turns[0].words.ja)
        if third is not None and own in (talk.who, names[third[1]]):
            checked["met"] += 1
            assert (talk.who, names[third[1]], day) in met
        for form in talk_forms.DID.values():
            for turn in talk.turns[:2]:
                at = re.search(form.ja.format(at=r"(?:さっき、)?([^。、]+)"), turn.words.ja)
                if at is not None and turn.who == own:
                    checked["did"] += 1
                    done = [
                        one for one in acts if one.who == own and one.ended // DAY_MINUTES == day
                    ]
                    assert any(one.ended <= talk.at and _at(one, at[1]) for one in done)
    assert checked["met"] > 3
    assert checked["did"] > 10


def _at(act: GardenActed, said: str) -> bool:
    at = "家" if act.facility.startswith("home/") else act.facility.partition("/")[2]
    return said == at


def test_a_022_every_line_is_filled_and_every_answer_has_its_reaction() -> None:
    """A-022: in both languages, whatever the talk is about and however the other feels."""
    every = {"who", "other", "third", "place", "eatery", "weather", "meet", "when", "gift"}
    every |= {"my_like", "other_like", "my_job", "other_job", "my_day", "your_day", "at"}
    every |= {"Weather", "My_day", "Your_day"}
    feels = {"glad", "calm", "hard"}
    lines = [line for form in talk_forms.DID.values() for line in (form.ja, form.en)]
    for openings in talk_forms.TOPICS.values():
        for one in openings:
            assert one.answers.keys() == feels
            lines += [text for line in (one.said, *one.answers.values()) for text in _both(line)]
    for part in (talk_forms.SPECIAL, talk_forms.FOLLOW, talk_forms.PARTING):
        lines += [
            t for pairs in part.values() for pair in pairs for one in pair for t in _both(one)
        ]
    for line in lines:
        assert {slot for _, slot, _, _ in Formatter().parse(line) if slot} <= every
    assert talk_forms.FOLLOW.keys() >= feels | talk_forms.SPECIAL.keys() | {"cool", "told_cool"}
    assert talk_forms.FOLLOW.keys() >= {"told_glad", "told_calm"}


def _both(line: Bilingual) -> tuple[str, str]:
    return line.ja, line.en


def test_an_answer_is_of_how_the_other_feels() -> None:
    society, world = _society()
    koto, mio = world.beings["character_koto"], world.beings["npc_mio"]
    answers = {
        feels: {
            _both(one.answers[feels]) for openings in talk_forms.TOPICS.values() for one in openings
        }
        for feels in ("glad", "hard")
    }
    for needs, feels in (((80, 10, 80, 80, 90), "hard"), ((80, 90, 80, 80, 90), "glad")):
        mio.state.needs = tuple(map(float, needs))  # type: ignore[assignment]
        mio.state.running = None
        talks = [
            society.talk(koto, mio, BEGINS + 60 * n, Weather.CLEAR, tuple(world.beings.values()))
            for n in range(40)
        ]
        plain = [
            one.talk.turns[1].words
            for one in talks
            if not one.turns and one.talk.affinity_after >= one.talk.affinity_before
        ]
        assert len(plain) > 5
        assert all(_both(one) in answers[feels] for one in plain)
