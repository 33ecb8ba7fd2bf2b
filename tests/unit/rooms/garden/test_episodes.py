"""The generators of small episodes."""

import json
import re

import pytest

from companion.ports.llm import ModelUnavailable
from companion.rooms.garden.episodes import (
    NO_EPISODE,
    LlmEpisodes,
    StubEpisodes,
    episode_prompt,
    read_episode,
)
from companion.service.draws import SeededDraws
from companion.words.garden import CharacterNow, GardenAction, Stat
from companion.words.language import Bilingual, Language
from companion.words.llm import LlmReply, LlmRequest, LlmRequestPurpose
from companion.words.trigger import Priority
from tests.unit.rooms.garden.lives import weeks

GOOD = '{"episode": "湯上がりの風が心地よかった", "stat": "mood", "change": 5}'


class _Llm:
    def __init__(self, answer: str = GOOD, *, fails: bool = False, ready: bool = True) -> None:
        self.asked: list[LlmRequest] = []
        self._answer, self._fails, self._ready = answer, fails, ready

    async def complete(self, request: LlmRequest) -> LlmReply:
        self.asked.append(request)
        if self._fails:
            raise ModelUnavailable("none")
        return LlmReply(
            text=self._answer,
            prompt_tokens=1,
            reused_tokens=0,
            output_tokens=1,
            took_s=0,
            model="m",
        )

    def ready(self) -> bool:
        return self._ready

    def model_name(self) -> str:
        return "m"


def _now() -> CharacterNow:
    return weeks().world.character()


def _spring() -> object:
    return weeks().world.town.facilities["onsen/温泉"]


def _llm_episodes(llm: _Llm, probability: float = 1.0) -> LlmEpisodes:
    return LlmEpisodes(llm, SeededDraws(1), probability=probability, language=Language.JA)


async def test_a_083_the_stub_gives_none() -> None:
    """A-083, A-077."""
    assert await StubEpisodes().generate(_now(), GardenAction.EAT, None) is None


async def test_a_078_no_call_where_the_draw_says_so() -> None:
    """A-078."""
    llm = _Llm()
    assert await _llm_episodes(llm, 0.0).generate(_now(), GardenAction.EAT, None) is None
    assert llm.asked == []


async def test_a_073_about_half_of_the_actions_have_one() -> None:
    """A-073."""
    llm, given = _Llm(), 0
    episodes = _llm_episodes(llm, 0.5)
    for _ in range(200):
        given += await episodes.generate(_now(), GardenAction.EAT, None) is not None
    assert 70 < given < 130
    assert len(llm.asked) == given


async def test_a_077_a_079_an_episode_under_a_grammar() -> None:
    """A-077, A-079, T-41: with the lowest priority there is."""
    llm = _Llm()
    spring = weeks().world.town.facilities["onsen/温泉"]
    found = await _llm_episodes(llm).generate(_now(), GardenAction.BATHE, spring)
    assert found is not None
    assert found.episode == "湯上がりの風が心地よかった"
    assert dict(found.stat_changes) == {Stat.MOOD: 5.0}
    request = llm.asked[0]
    assert request.grammar
    assert request.priority is Priority.GARDEN
    assert request.purpose is LlmRequestPurpose.ASYNC_MINI_EPISODE


@pytest.mark.parametrize(("change", "kept"), [(10, 10), (99, 10), (-50, -10), (-3, -3)])
def test_a_079_changes_are_clamped(change: int, kept: float) -> None:
    """A-079."""
    found = read_episode(f'{{"episode": "雨", "stat": "energy", "change": {change}}}')
    assert found is not None
    assert dict(found.stat_changes) == {Stat.ENERGY: kept}


def test_a_077_money_never_changes() -> None:
    """A-077."""
    found = read_episode('{"episode": "小銭を拾った", "stat": "money", "change": 9}')
    assert found is not None
    assert dict(found.stat_changes) == {}


@pytest.mark.parametrize("text", ["", "no", "{}", '{"episode": "", "stat": "mood", "change": 1}'])
def test_what_leaves_the_form_is_dropped(text: str) -> None:
    """A-079."""
    assert read_episode(text) is None


async def test_a_model_that_fails_or_is_not_ready_gives_none() -> None:
    """A-075, T-41: nothing waits, and it is counted."""
    failing = _llm_episodes(_Llm(fails=True))
    assert await failing.generate(_now(), GardenAction.EAT, None) is None
    assert failing.dropped == 1
    away = _Llm(ready=False)
    assert await _llm_episodes(away).generate(_now(), GardenAction.EAT, None) is None
    assert away.asked == []


EXAMPLES = (
    (Bilingual("湯", "bath"), "mood", 5),
    (Bilingual("長湯", "too long"), "energy", -5),
    (Bilingual("常連", "regular"), "mood", 3),
    (Bilingual("料理が美味", "dish"), "mood", 5),
    (Bilingual("冷め", "cold"), "mood", -3),
    (Bilingual("褒め", "praised"), "mood", 10),
    (Bilingual("失敗", "mistake"), "mood", -5),
    (Bilingual("[よ良い]い?夢", "good dream"), "mood", 5),
    (Bilingual("悪い?夢", "nightmare"), "energy", -10),
    (Bilingual("休んで.*見えた", "resting.*saw"), "mood", 5),
)


@pytest.mark.parametrize("language", list(Language))
def test_a_080_a_088_the_prompt(language: Language) -> None:
    """A-080, A-088: name, personality, action, tags, stats; examples with small effects."""
    spring = weeks().world.town.facilities["onsen/温泉"]
    system, user = episode_prompt(_now(), GardenAction.BATHE, spring, language)
    sheet = _now().sheet
    for part in (sheet.name, sheet.personality, spring.label):
        assert part.get(language) in user.content
    assert "bathroom, hotspring" in user.content
    assert "bathe" in user.content
    examples = [json.loads(one) for one in re.findall(r"\{.*\}", system.content)]
    assert len(examples) == len(EXAMPLES)
    for found, (words, stat, change) in zip(examples, EXAMPLES, strict=True):
        assert re.search(words.get(language), found["episode"])
        assert (found["stat"], found["change"]) == (stat, change)


def test_a_074_no_episode_for_talk_thinking_and_idle() -> None:
    """A-074."""
    assert {GardenAction.TALK, GardenAction.THINKING, GardenAction.IDLE} == NO_EPISODE
