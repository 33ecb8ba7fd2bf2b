"""Scenarios are data files (issue 2.8)."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from companion.dollhouse.home import load_home
from companion.dollhouse.scenario import (
    DAY_S,
    Scenario,
    ScenarioWrong,
    Step,
    load_scenario,
    parse_scenario,
    scenario_names,
)
from companion.words.timing import WEEKDAYS

HEAD = """
name: x
about: {ja: x, en: x}
starts_at: 2026-11-20T18:00:00+09:00
lasts_s: 10
people: [{id: resident, name: {ja: x, en: x}}]
"""


def test_the_promised_ones_are_there() -> None:
    assert {"evening_arrival", "quiet_day", "first_evening"} <= set(scenario_names())


@pytest.mark.parametrize("name", scenario_names())
def test_each_names_only_what_the_home_has(name: str) -> None:
    scenario = load_scenario(name)
    home = load_home().furnished(scenario.more)
    assert scenario.name == name
    rooms = {p.id for p in home.places}
    for step in scenario.timeline:
        nobodys = step.does in ("announce", "write")
        assert nobodys or not step.device or home.device(step.device)
        assert step.does != "go" or step.to in rooms
    assert all(home.device(device) for device in scenario.devices)
    assert all(p.starts in rooms | {""} for p in scenario.people)


def test_evening_arrival_has_four_opportunities_after_dark() -> None:
    """Issue 2, done when: complete_loops >= 3 must be reachable."""
    scenario = load_scenario("evening_arrival")
    moves = [s for s in scenario.timeline if s.does in ("come_home", "go", "go_out")]
    assert len(moves) >= 4
    assert scenario.weather.as_sky().daylight(scenario.starts_at) == 0


def test_quiet_day_is_bright() -> None:
    scenario = load_scenario("quiet_day")
    assert scenario.weather.as_sky().daylight(scenario.starts_at) == 1


def test_the_first_evening_begins_with_what_is_worth_seeing() -> None:
    """Issue 2, done when: three loops within five minutes of `make run`."""
    scenario = load_scenario("first_evening")
    assert scenario.weather.as_sky().daylight(scenario.starts_at) == 0
    early = [s for s in scenario.timeline if s.at_s < 240]
    moves = [(s.who, s.does, s.to) for s in early if s.does in ("come_home", "go", "go_out")]
    assert moves == [
        ("resident", "come_home", ""),
        ("resident", "go", "living"),
        ("resident", "go", "kitchen"),
    ]
    assert max(s.at_s + s.later_up_to_s for s in early) < 240


def _week(scenario: Scenario) -> list[tuple[datetime, Step]]:
    """What happens in the week after the start, at the earliest."""
    assert scenario.repeat_every_s == DAY_S
    days = [scenario.starts_at + timedelta(days=day) for day in range(7)]
    times = [(day + timedelta(seconds=s.at_s), s) for day in days for s in scenario.timeline]
    return [(at, step) for at, step in times if WEEKDAYS[at.weekday()] in step.days]


def test_the_days_after_it_are_days_people_could_live() -> None:
    """B19: the front door opened 17 times in 28 minutes. Who goes out was in, the nights are quiet,
    and a working day is not a Sunday."""
    week = _week(load_scenario("first_evening"))
    door = [(at, s) for at, s in week if s.does in ("come_home", "go_out")]
    assert all(not 0 <= at.hour < 6 for at, _ in door)
    for at, _ in door:
        assert sum(at <= other < at + timedelta(minutes=30) for other, _ in door) <= 2
    inside = {"resident": False, "guest": False}
    outs = set()
    for at, step in door:
        if step.does == "go_out":
            assert inside[step.who], f"{step.who} goes out at {at} and is not there"
            outs.add((step.who, at.time()))
        inside[step.who] = step.does == "come_home"
    assert len(outs) >= 3
    slept = [s.does for _, s in week if s.does in ("sleep", "wake")]
    assert slept == ["sleep", "wake"] * (len(slept) // 2)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("timeline: [{at_s: 1, does: go, who: resident}]", "to what"),
        ("timeline: [{at_s: 1, does: switch, who: resident, to: x}]", "which device"),
        ("timeline: [{at_s: 1, does: come_home}]", "who"),
        ("timeline: [{at_s: 1, does: come_home, who: ghost}]", "ghost"),
        ("habits: [{who: ghost, does: visit, to: hall, every_s: [1, 2]}]", "ghost"),
        (
            "timeline: [{at_s: 2, does: mend, device: x}, {at_s: 1, does: mend, device: x}]",
            "order",
        ),
        ("weather: {sky: frogs}", "sky"),
        ("surprise: 1", "surprise"),
        ("timeline: [", "x.yaml"),
    ],
)
def test_mistakes_are_named_with_the_file(text: str, why: str) -> None:
    with pytest.raises(ScenarioWrong, match=why) as wrong:
        parse_scenario(HEAD + text, "x.yaml")
    assert "x.yaml" in str(wrong.value)


def test_a_time_without_offset_is_refused() -> None:
    with pytest.raises(ScenarioWrong, match="offset"):
        parse_scenario(HEAD.replace("+09:00", ""), "x.yaml")


def test_files_are_read_by_path_and_unknown_names_list_what_there_is(tmp_path: Path) -> None:
    file = tmp_path / "own.yaml"
    file.write_text(HEAD, encoding="utf-8")
    assert isinstance(load_scenario(str(file)), Scenario)
    with pytest.raises(ScenarioWrong, match="evening_arrival"):
        load_scenario("no_such_story")
    with pytest.raises(ScenarioWrong, match=r"gone\.yaml"):
        load_scenario(str(tmp_path / "gone.yaml"))


def test_a_story_may_bring_devices_of_its_own() -> None:
    """They stand in that story only: the home that everything else is measured in stays as it
    is."""
    scenario = load_scenario("rain_at_window")
    more = {device.id for device in scenario.more}
    assert more
    assert not more & {device.id for device in load_home().devices}
    assert more <= {device.id for device in load_home().furnished(scenario.more).devices}
    with pytest.raises(ValueError, match="two devices"):
        load_home().furnished((*scenario.more, *scenario.more))
