"""Tests of the aims from which a plan for any purpose is put together."""

from datetime import timedelta

import pytest

from companion.rooms.governance.aims import aims_for, composed
from companion.rooms.governance.draft import Draft
from companion.rooms.governance.when import Span, on
from companion.words.language import has_japanese
from tests.proof.plans.home import bare
from tests.unit.rooms.governance.samples import NOW, home

AIMS = aims_for(home()[1])


def acts(drafts: tuple[Draft, ...]) -> list[tuple[str, str]]:
    """Device and operation of each device task."""
    return [(d.slots["device"], d.slots["operation"]) for d in drafts if d.kind == "device"]


@pytest.mark.parametrize("name", AIMS)
def test_an_aim_acts_only_as_it_says(name: str) -> None:
    """C-003: each act is one of those that serve it; none opens a lock or plays anything."""
    aim, view = AIMS[name], home()[1]
    found = acts(aim.compose(view, NOW, ()))
    done = {f"{device.partition('.')[0]}.{operation}" for device, operation in found}
    assert done <= aim.serves
    assert not aim.serves & {"lock.unlock", "lock.open", "media_player.play"}
    assert bool(found) == bool(aim.serves)


@pytest.mark.parametrize("name", AIMS)
def test_its_examples_are_in_both_languages(name: str) -> None:
    """Japanese and English are equals."""
    texts = AIMS[name].like
    assert {has_japanese(text) for text in texts} == {True, False}


def test_a_home_offers_only_what_it_has() -> None:
    """Without any device people are reminded, and nothing else is offered that acts."""
    offered = aims_for(bare())
    assert "only_remind" in offered
    assert not any(aim.serves for aim in offered.values())


def test_the_plan_speaks_of_the_purpose_and_keeps_to_its_day_and_hour() -> None:
    """C-003: people are reminded in their own words; the room that was meant goes first."""
    sunday = on(NOW + timedelta(days=4), 0)
    span = Span(begin=sunday, last=sunday)
    drafts = composed(
        "a recital on Sunday at six in the evening",
        [AIMS["brighten"]],
        *(home()[1], NOW, span, ("study",)),
    )
    assert acts(drafts) == [("cover.study_blind", "open"), ("light.study", "turn_on")]
    told = [draft for draft in drafts if draft.kind in ("tell", "ask")]
    assert all("a recital" in draft.slots["en"] for draft in told)
    assert all(draft.at is not None and draft.at >= on(sunday, 18) for draft in drafts)
