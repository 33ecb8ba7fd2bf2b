"""The benchmarks of the garden's stories at the door and of its month beside a model."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.rooms.perception.budget import CallBudget
from companion.words.llm import LlmReply, LlmRequest
from companion.words.trigger import Priority
from tests.proof.bench import garden_month
from tests.proof.bench.garden_arrivals import Arrivals
from tests.proof.bench.garden_leaks import (
    OF_PERSONS,
    PURPOSES,
    Chatty,
    Year,
    leaks,
    living,
    written,
)
from tests.proof.bench.garden_month import GARDEN, Met, month_of, most_in_an_hour
from tests.unit.desk.coming_home import EVENING


def _met() -> Met:
    """A model that takes six seconds for an answer of the garden."""

    def reply(text: str) -> LlmReply:
        return LlmReply(
            text=text, prompt_tokens=400, reused_tokens=0, output_tokens=9, took_s=6.0, model="m"
        )

    vote, episode, talk = (
        LlmRequest(purpose=one, messages=(), max_tokens=4, priority=Priority.GARDEN)
        for one in GARDEN
    )
    lived = '{"episode": "湯気が窓を曇らせた", "stat": "mood", "change": 3}'
    return Met([(vote, reply("2")), (episode, reply(lived)), (talk, reply("コト: あの"))], 0.3)


async def test_days_beside_a_model_hold_the_budget_and_no_person_waits() -> None:
    """Issue 17, T-41: an owner's turn is served at the model's next step."""
    month, engine = await month_of(_met(), 1)
    assert len(month.asked) > 50
    assert most_in_an_hour(month.asked) <= garden_month.PER_HOUR
    assert month.refused
    assert month.behind >= 4
    assert len(month.waited) == garden_month.TURNS_A_DAY
    assert max(month.waited) <= engine.step_s + 0.01
    await month.store.close()


async def test_a_budget_that_is_not_held_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CallBudget, "left", lambda self: 1)
    month, _ = await month_of(_met(), 1)
    assert most_in_an_hour(month.asked) > garden_month.PER_HOUR
    await month.store.close()


async def test_a_queue_that_lets_nobody_cut_in_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    async def goes_on(self: Any) -> None:
        return None

    monkeypatch.setattr(garden_month.Model, "preempt", goes_on)
    month, engine = await month_of(_met(), 1)
    assert max(month.waited) > engine.step_s + 0.01
    await month.store.close()


@pytest.mark.parametrize("of", ["", "weighs no signs", "forgets"])
async def test_stories_at_the_door_are_judged_by_what_was_so(
    of: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue 17: whatever the product thinks."""
    lived = Arrivals()
    if of == "weighs no signs":

        async def never(*_: object) -> bool:
            return False

        monkeypatch.setattr(type(lived.home.story), "_keeps_back", never)
    if of == "forgets":
        monkeypatch.setattr(type(lived.home.story), "_was_told", lambda *_: False)
    await lived.live(24)
    told = lived.home.told()
    assert len(told) > 3
    assert bool(lived.wrong) == (of == "weighs no signs")
    assert (len(set(told)) < len(told)) == (of == "forgets")
    assert lived.now - EVENING > timedelta(days=6)
    await lived.home.store.close()


@pytest.mark.parametrize("leak", ["", "to the home", "to a plan", "to the garden"])
async def test_what_leaks_between_garden_and_home_is_found(tmp_path: Path, leak: str) -> None:
    """T-23, issue 17: by made-up words and by evidence, in both directions."""
    async with living(tmp_path) as year:
        if leak == "to the garden":
            year.episodes.made_up = _of_the_home(year)
        for number in range(2):
            await year.day(number)
            if leak == "to the home":
                word = year.episodes.planted[-1]
                await year.say(f"{word} が来たよ")
                await year.ask(f"{word[:-1]}?")
            if leak == "to a plan":
                await year.say(PURPOSES[1].format(year.episodes.planted[-1]))
        found = {one.what: one.value for one in await leaks(year, 2)}
    # A leak may show in other figures too: a remark with a word of the garden is thought over.
    ways = {"answers": "to the home", "plans": "to a plan", "private": "to the garden"}
    for of, at in ways.items():
        told = sum(value for what, value in found.items() if of in what)
        assert told > 0 if leak == at else leak or not told, (of, found)


async def test_a_model_that_tells_of_its_garden_is_not_said_about_the_home(tmp_path: Path) -> None:
    """T-23, issue 17: a model that answers each question with a line of its garden."""
    chatty = Chatty()
    async with living(tmp_path, llm=chatty) as year:
        await year.ask_model(OF_PERSONS)
        assert year.shown >= len(OF_PERSONS) // 2
        assert len(year.written) >= len(OF_PERSONS) // 2
        assert any("空を横切った" in shown for shown in chatty.shown)
        assert written(year, "chatty").value == 0


def _of_the_home(year: Year) -> Iterator[str]:
    while True:
        yield year.private[-1] if year.private else "x"
