"""The reflex: exact requests of a person and the word stop need no model."""

from dataclasses import replace

import pytest

from companion.words.capability import RiskTier
from companion.words.decision import (
    ConsoleDelivery,
    DeliveryKind,
)
from companion.words.influence import REFLEX
from companion.words.language import Bilingual
from companion.words.text import LabelledText
from companion.words.trigger import Priority
from companion.words.trust import TrustLabel
from tests.unit.rooms.deliberation.minds import Minded, an_act, decided, pack_of, requested


async def test_a_request_is_decided_by_reflex(mind: Minded) -> None:
    """T-06, T-56: exactly what was asked, with the asker's label, without a model."""
    one = await mind()
    payload = {"device_id": "light.hall"}
    pack = requested(
        pack_of("home_after_dark"), action_type="device_control.light_turn_on", payload=payload
    )
    decision = decided(await one.room.decide(pack))
    assert decision.decided_by == "reflex"
    assert decision.persona_influence == decision.mood_influence == REFLEX.en
    assert decision.action_payload == payload
    assert decision.object_id == "light.hall"
    assert decision.trust is TrustLabel.OWNER
    assert decision.risk is RiskTier.REVERSIBLE
    assert decision.console_delivery == ConsoleDelivery(DeliveryKind.ACTIVITY_ONLY)
    assert one.asked == []


async def test_b16_a_request_keeps_its_own_words_also_where_the_menu_has_it(mind: Minded) -> None:
    """The log said "set how far living room curtain is open (50%)" of "open it half way"."""
    one, plain = await mind(), pack_of("home_after_dark")
    entry = next(e for e in plain.menu if e.action_type)
    label = Bilingual("半分開ける", "open it half way")
    pack = requested(plain, action_type=entry.action_type, payload=entry.payload, label=label)
    assert decided(await one.room.decide(pack)).summary == label


async def test_a_request_for_the_undeclared_is_of_the_highest_risk(mind: Minded) -> None:
    """S6: risk comes from the declaration; without one nothing is done by itself."""
    one = await mind()
    pack = requested(pack_of("home_after_dark"), action_type="sorcery.fly", payload={})
    assert decided(await one.room.decide(pack)).risk is RiskTier.NEVER_BY_ITSELF


@pytest.mark.parametrize("word", ["Stop!", "stop", "止まれ", "ストップ。", "止めて"])
async def test_stop_is_a_reflex(mind: Minded, word: str) -> None:
    """T-06: the word stop, alone and exact, needs no thought and no trust."""
    one = await mind()
    pack = pack_of("home_after_dark")
    said = replace(pack.trigger, priority=Priority.USER, about=LabelledText(word, TrustLabel.GUEST))
    decision = decided(await one.room.decide(replace(pack, trigger=said)))
    assert decision.action_type == "mobility_move.stop"
    assert decision.decided_by == "reflex"


@pytest.mark.parametrize("priority", [p for p in Priority if p is not Priority.USER])
async def test_only_a_person_stops_by_saying_so(mind: Minded, priority: Priority) -> None:
    """The answer to a question, or a chore of that name, is no word of a person's to the body."""
    one = await mind(choose=("skip",))
    pack = pack_of("home_after_dark")
    said = replace(pack.trigger, priority=priority, about=LabelledText("stop", TrustLabel.OWNER))
    assert decided(await one.room.decide(replace(pack, trigger=said))).decided_by == "llm"


async def test_another_act_on_the_same_thing_is_not_the_one_on_the_menu(mind: Minded) -> None:
    """The entry for switching on does not lend its risk and its words to something else."""
    one = await mind()
    pack = pack_of("home_after_dark")
    entry = replace(an_act(pack), payload={"device_id": "light.hall"})
    pack = replace(pack, menu=(entry, *pack.menu[-1:]))
    for other in (f"{entry.action_type}_not", entry.action_type[:-1]):
        asked = requested(pack, action_type=other, payload=entry.payload)
        decision = decided(await one.room.decide(asked))
        assert (decision.action_type, decision.risk) == (other, RiskTier.NEVER_BY_ITSELF)
        assert decision.summary != entry.label


async def test_a_sign_that_says_stop_is_not_a_word_said(mind: Minded) -> None:
    """T-56: what is read on a wall is an observation, not speech."""
    one = await mind(choose=("skip",))
    pack = pack_of("home_after_dark")
    seen = replace(pack.trigger, about=LabelledText("stop", TrustLabel.OBSERVED))
    assert decided(await one.room.decide(replace(pack, trigger=seen))).decided_by == "llm"
