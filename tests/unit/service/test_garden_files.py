"""The three files of the garden: what ships, and how a mistake in them is told."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.service.garden_files import load_garden
from companion.service.settings import ConfigWrong
from companion.words.garden import FacilityTag, GardenAction, GardenData, Stat
from tests.unit.rooms.garden.lives import FILES, SHEET, town

Change = Callable[[dict[str, Any]], None]


def _with(tmp_path: Path, name: str, change: Change) -> GardenData:
    paths = []
    for path in FILES:
        found = json.loads(path.read_text(encoding="utf-8"))
        if path.name == name:
            change(found)
        copy = tmp_path / path.name
        copy.write_text(json.dumps(found), encoding="utf-8")
        paths.append(copy)
    return load_garden(paths[0], paths[1], paths[2], SHEET)


def _wrong(tmp_path: Path, name: str, change: Change) -> str:
    with pytest.raises(ConfigWrong) as caught:
        _with(tmp_path, name, change)
    return str(caught.value)


def test_a_033_a_035_the_shipped_town() -> None:
    """A-033, A-035, A-048: maps, facilities, the home, the hot spring, the restaurant."""
    data = town()
    maps = {one.id: one for one in data.maps}
    assert maps["home"].name.ja == "自宅"
    home = {f.label.ja: f.info for f in maps["home"].facilities}
    assert set(home) == {"寝室", "調理台", "浴室", "トイレ", "デスク"}
    assert all(info.owner == data.self_id for info in home.values())
    assert (home["調理台"].cost, home["調理台"].quality) == (300, 50)
    spring = next(f for f in maps["onsen"].facilities if f.label.ja == "温泉").info
    assert spring.tags >= {FacilityTag.BATHROOM, FacilityTag.HOTSPRING, FacilityTag.PUBLIC}
    assert (spring.cost, spring.quality) == (500, 80)
    job = next(f for f in maps["town"].facilities if f.label.ja == "レストラン").info.job
    assert job is not None
    assert (job.job_id, job.title.ja, job.hourly_wage) == ("waiter", "ウェイター", 1000)
    assert (job.work_hours.start, job.work_hours.end) == (10, 22)
    public = [f for one in data.maps for f in one.facilities if not f.info.owner]
    assert len(data.maps) >= 6
    assert len(public) >= 15
    assert len(data.inhabitants) >= 11
    names = (*(one.label for one in public), *(one.name for one in data.inhabitants))
    assert all(name.ja != name.en for name in names)


def test_a_050_employment_is_read_from_the_characters() -> None:
    """A-049, A-050, T-39: the companion's figures are those of its own sheet."""
    me = next(one for one in town().inhabitants if one.id == town().self_id)
    assert me.employment is not None
    assert me.employment.job_id == "waiter"
    assert (me.employment.workplaces[0].workplace_label, me.employment.workplaces[0].map_id) == (
        "レストラン",
        "town",
    )
    assert me.big_five == SHEET.big_five


def test_a_057_to_a_064_lengths_and_effects_as_given() -> None:
    """A-057 to A-064, S-04."""
    actions = town().config.actions

    def of(name: str) -> tuple[int, int, int, dict[str, float]]:
        one = actions[GardenAction(name)]
        rates = {stat.value: rate for stat, rate in one.per_minute.items()}
        return one.shortest, one.longest, one.default, rates

    assert of("sleep") == (30, 480, 480, {"energy": 0.208, "mood": 0.042})
    assert of("eat") == (15, 60, 30, {"satiety": 1.67, "mood": 0.33})
    assert of("bathe") == (15, 60, 30, {"hygiene": 3.33, "mood": 0.5})
    assert of("rest") == (10, 60, 20, {"energy": 0.5, "mood": 0.17})
    assert of("work") == (30, 480, 240, {"energy": -0.33, "mood": -0.08})
    assert of("toilet") == (3, 15, 5, {"bladder": 20})
    talk, thinking = actions[GardenAction.TALK], actions[GardenAction.THINKING]
    assert (talk.fixed, talk.default, dict(talk.effects)) == (True, 5, {Stat.MOOD: 20})
    assert (thinking.fixed, thinking.default, dict(thinking.effects)) == (True, 0, {})
    assert town().config.mini_episode_probability == 0.5


@pytest.mark.parametrize(("wished", "given"), [(None, 30), (5, 15), (45, 45), (900, 60)])
def test_a_065_a_length_out_of_range_is_brought_into_it(wished: int | None, given: int) -> None:
    """A-065, S-04."""
    assert town().config.actions[GardenAction.EAT].within(wished) == given


def test_a_030_an_unknown_tag_is_refused_with_file_and_key(tmp_path: Path) -> None:
    """A-030."""

    def change(maps: dict[str, Any]) -> None:
        maps["maps"][0]["obstacles"][0]["facility"]["tags"] = ["sauna"]

    told = _wrong(tmp_path, "maps.json", change)
    assert "maps.json: maps.0.obstacles.0.facility.tags.0" in told


def test_a_031_all_keys_of_a_facility_but_the_tags_are_optional(tmp_path: Path) -> None:
    """A-031."""

    def change(maps: dict[str, Any]) -> None:
        maps["maps"][1]["obstacles"].append({"label": "x", "facility": {"tags": ["public"]}})
        maps["maps"][1]["obstacles"].append({"label": "a wall"})
        whole = {"tags": ["toilet"], "owner": "npc_haru", "cost": 7, "quality": 12}
        maps["maps"][1]["obstacles"].append({"label": "y", "facility": whole})

    data = _with(tmp_path, "maps.json", change)
    bare, whole = (one.info for one in data.maps[1].facilities[-2:])
    assert (bare.owner, bare.cost, bare.quality, bare.job) == ("", 0, None, None)
    assert whole.tags == {FacilityTag.TOILET}
    assert (whole.owner, whole.cost, whole.quality) == ("npc_haru", 7, 12)


@pytest.mark.parametrize(
    ("name", "change", "key"),
    [
        ("maps.json", lambda d: d["maps"][1].update(nmae="x"), "maps.1.nmae: unknown key"),
        (
            "maps.json",
            lambda d: d["maps"][1]["entrances"].append({"to": "moon"}),
            "maps.1.entrances.4.to: no map",
        ),
        (
            "maps.json",
            lambda d: d["maps"][0]["obstacles"][0]["facility"].update(owner="bob"),
            "maps.0.obstacles.0.facility.owner: nobody",
        ),
        ("maps.json", lambda d: d["maps"][5].update(entrances=[]), "maps: no entrances lead to"),
        ("maps.json", lambda d: d["maps"].append(dict(d["maps"][2])), "is there twice"),
        (
            "maps.json",
            lambda d: d["maps"][0]["obstacles"].pop(1),
            "characters.0.home: 'home' has none of its own: kitchen",
        ),
        ("characters.json", lambda d: d.update(self="x"), "self: no character"),
        (
            "characters.json",
            lambda d: d["characters"][0]["employment"]["workplaces"][0].update(mapId="park"),
            "characters.0.employment.workplaces.0: no facility",
        ),
        ("characters.json", lambda d: d["characters"][1].update(home="x"), "characters.1.home"),
        (
            "world-config.json",
            lambda d: d["actions"]["eat"]["durationRange"].update(min=90),
            "actions.eat",
        ),
        ("world-config.json", lambda d: d["decayRates"].pop("mood"), "decayRates lacks mood"),
        ("world-config.json", lambda d: d["actions"].pop("rest"), "actions lacks rest"),
        (
            "world-config.json",
            lambda d: d["miniEpisode"].update(probability=2),
            "miniEpisode.probability",
        ),
    ],
)
def test_t_36_each_mistake_is_told_with_file_and_key(
    tmp_path: Path, name: str, change: Change, key: str
) -> None:
    """T-36."""
    told = _wrong(tmp_path, name, change)
    assert key in told
    assert str(tmp_path) in told


def test_a_file_that_is_no_json_or_is_not_there_is_told(tmp_path: Path) -> None:
    broken = tmp_path / "maps.json"
    broken.write_text("{", encoding="utf-8")
    with pytest.raises(ConfigWrong, match=r"maps\.json"):
        load_garden(FILES[0], broken, FILES[2], SHEET)
    with pytest.raises(ConfigWrong, match="cannot be read"):
        load_garden(FILES[0], tmp_path / "none.json", FILES[2], SHEET)


def test_a_046_a_job_has_its_pay_and_its_hours_of_the_day(tmp_path: Path) -> None:
    """A-046: all four keys, and hours within a day; whatever lacks or breaks one is refused."""
    job = {"jobId": "guard", "title": "番", "titleEn": "guard", "hourlyWage": 900}

    def with_job(change: dict[str, Any]) -> Change:
        facility = {"tags": ["workspace"], "job": {**job, **change}}
        return lambda maps: maps["maps"][1]["obstacles"].append(
            {"label": "x", "facility": facility}
        )

    data = _with(tmp_path, "maps.json", with_job({"workHours": {"start": 6, "end": 22}}))
    read = data.maps[1].facilities[-1].info.job
    assert read is not None
    assert (read.job_id, read.title.ja, read.hourly_wage) == ("guard", "番", 900)
    assert (read.work_hours.start, read.work_hours.end) == (6, 22)
    hours = (
        {"start": 9},
        {"start": 22, "end": 6},
        {"start": 9, "end": 25},
        {"start": -1, "end": 9},
    )
    for wrong in ({}, *({"workHours": one} for one in hours)):
        assert "job" in _wrong(tmp_path, "maps.json", with_job(wrong))
