"""Tests of the rules that read a purpose, judged by purposes that were written before them."""

from datetime import timedelta

import pytest

from companion.rooms.governance.themes import OPEN, THEMES, Theme, theme_of
from companion.rooms.governance.when import Span, on
from tests.proof.plans.evaluate import judged
from tests.unit.rooms.governance.samples import NOW, home


@pytest.mark.parametrize("name", ["open", "sealed"])
async def test_c_003_the_rules_plan_for_the_purpose(name: str) -> None:
    """C-003, C-043: all that is required and nothing forbidden, in four of five plans at least; no
    plan holds anything forbidden. The purposes of other households need the models: their figures
    are measured by `tests.proof.plans.evaluate`."""
    found = await judged(name)
    assert sum(verdict.good for _, _, verdict in found) >= 0.8 * len(found)
    assert [text for text, _, verdict in found if verdict.wrong] == []


def test_an_unknown_purpose_operates_nothing() -> None:
    """What no rule reads is asked about."""
    assert theme_of("世界を平和にして") is OPEN
    assert not OPEN.serves


@pytest.mark.parametrize(
    "text",
    [
        "find out which plants live without much light",
        "give me a summary of my sleep",
        "最近の睡眠について分かることをまとめて",
        "電気代を調べて",
    ],
)
def test_to_be_told_of_something_is_not_to_have_it_done(text: str) -> None:
    """Nobody waters plants or dims lights for somebody who wants to know of them."""
    assert theme_of(text) is OPEN


@pytest.mark.parametrize(
    "text",
    [
        "keep the shed from freezing, and tell me in the morning how cold it was",
        "write to me each evening how the dough rises",
        "夜中に雨が漏ったら朝に教えて",
    ],
)
def test_the_time_at_which_something_is_told_is_no_purpose(text: str) -> None:
    """Nobody is woken or dressed because a result is wanted in the morning."""
    assert theme_of(text) is OPEN


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name.en)
def test_a_later_day_is_waited_for(theme: Theme) -> None:
    """No device is operated before the day for which the purpose is meant."""
    sunday = on(NOW + timedelta(days=4), 0)
    drafts = theme.compose(home()[1], NOW, Span(begin=sunday, last=sunday))
    acts = [draft.at for draft in drafts if draft.kind == "device"]
    assert all(at is not None and at >= sunday for at in acts), theme.name.en


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name.en)
def test_no_theme_serves_by_letting_people_in(theme: Theme) -> None:
    """No purpose of a sentence opens a lock."""
    assert not {"lock.unlock", "lock.open"} & set(theme.serves)
