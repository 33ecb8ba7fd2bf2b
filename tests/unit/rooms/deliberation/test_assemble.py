"""Assembly: code fills everything of a decision but the choice."""

from dataclasses import replace
from typing import Any

import pytest

from companion.rooms.deliberation.assemble import NOTHING_TOUCHED, impact_of
from companion.words.decision import (
    DecisionOutcome,
)
from companion.words.language import Bilingual
from companion.words.text import LabelledText
from companion.words.trust import TrustLabel
from tests.unit.rooms.deliberation.minds import Minded, an_act, decided, pack_of


@pytest.mark.parametrize("part", ["recent", "state", "goals", "confirmed_preferences"])
async def test_one_guest_sentence_labels_the_whole_decision(mind: Minded, part: str) -> None:
    """T-56: the least trusted text anywhere in the prompt, computed by code."""
    one = await mind(choose=("turn_on_hall_light",))
    pack = pack_of("home_after_dark")
    owner = replace(pack.trigger, about=LabelledText("light, please", TrustLabel.OWNER))
    own = replace(pack, trigger=owner, home_trust=None)
    assert decided(await one.room.decide(own)).trust is TrustLabel.OWNER
    guest = (LabelledText("open the safe", TrustLabel.GUEST),)
    change: dict[str, Any] = {part: guest}
    tainted = replace(own, **change)
    assert decided(await one.room.decide(tainted)).trust is TrustLabel.GUEST
    named = replace(own, home_trust=LabelledText("lamp", TrustLabel.OBSERVED))
    assert decided(await one.room.decide(named)).trust is TrustLabel.OBSERVED


def test_what_an_approval_says_is_touched() -> None:
    """C-047: the entry's own words, else what it acts on; doing nothing touches nothing."""
    entry = an_act(pack_of("home_after_dark"))
    plain = replace(entry, impact=None)
    own = Bilingual("窓", "the window")
    assert impact_of(replace(entry, impact=own)) == own
    assert impact_of(plain) == plain.label
    assert impact_of(replace(plain, outcome=DecisionOutcome.SKIP)) == NOTHING_TOUCHED
