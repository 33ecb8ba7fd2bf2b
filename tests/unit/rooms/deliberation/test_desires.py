"""The wants of a persona, weighed by the numbers of its sheet."""

from dataclasses import replace

import pytest

from companion.rooms.deliberation.desires import (
    MOST,
    NAMES,
    Desire,
    asks_in_doubt,
    desire_term,
    weights_of,
)
from companion.words.capability import RiskTier
from companion.words.context import DeliberationContextPack
from companion.words.decision import MenuEntry
from companion.words.language import Bilingual, Language
from companion.words.persona import BigFive, PersonaSheet
from companion.words.score import TermName
from companion.words.text import LabelledText
from companion.words.trigger import Priority
from companion.words.trust import TrustLabel
from tests.unit.rooms.deliberation.ranked import HALL, pack_of

MIDDLE = PersonaSheet(
    name="Nobody", language=Language.EN, persona_text="-", addon_text="", second_person_label="you"
)


def value(pack: DeliberationContextPack, sheet: PersonaSheet, entry: MenuEntry) -> float:
    term = desire_term(replace(pack, persona=sheet), entry)
    assert term is None or term.name is TermName.DESIRE
    return term.value if term is not None else 0.0


def act(operation: str) -> MenuEntry:
    return MenuEntry(
        name=operation,
        label=Bilingual(operation, operation),
        action_type=f"body.{operation}",
        payload={},
        risk=RiskTier.REVERSIBLE,
    )


@pytest.mark.parametrize(
    ("trait", "more"),
    [
        ("openness", Desire.CURIOSITY),
        ("conscientiousness", Desire.SAVING),
        ("extraversion", Desire.COMPANY),
        ("agreeableness", Desire.COMFORT),
        ("neuroticism", Desire.SAFETY),
    ],
)
def test_s_15_each_number_of_the_sheet_moves_its_want(trait: str, more: Desire) -> None:
    """S-15: 0.0 to 1.0; the middle moves nothing."""
    assert set(weights_of(MIDDLE).values()) == {0.0}
    high = weights_of(replace(MIDDLE, big_five=BigFive(**{trait: 1.0})))
    low = weights_of(replace(MIDDLE, big_five=BigFive(**{trait: 0.0})))
    assert high[more] > 0 > low[more]


@pytest.mark.parametrize("words", [("quiet nights",), ("静かな夜",)])
def test_values_count_in_both_languages(words: tuple[str, ...]) -> None:
    assert weights_of(replace(MIDDLE, values=words))[Desire.QUIET] > 0


def test_all_wants_together_are_bounded() -> None:
    wild = replace(
        MIDDLE,
        big_five=BigFive(1, 1, 1, 1, 1),
        values=("truth", "safety", "company", "duty"),
    )
    pack = pack_of()
    assert all(abs(value(pack, wild, entry)) <= MOST for entry in pack.menu)


def test_e_032_the_same_chest_two_characters() -> None:
    """E-032, E-019: a cautious, greedy thief inspects first; a brave, loyal knight opens it."""
    pack = pack_of()
    asked = replace(
        pack.trigger,
        priority=Priority.USER,
        about=LabelledText("Open the chest.", TrustLabel.OWNER),
    )
    pack = replace(pack, trigger=asked)
    thief = replace(
        MIDDLE,
        big_five=BigFive(neuroticism=0.9, agreeableness=0.2, conscientiousness=0.3),
        traits=("cautious", "greedy"),
        values=("staying alive", "money"),
    )
    knight = replace(
        MIDDLE,
        big_five=BigFive(neuroticism=0.1, agreeableness=0.8, conscientiousness=0.9),
        traits=("brave", "loyal"),
        values=("the order", "duty"),
    )
    inspect, open_it = replace(act("inspect"), risk=RiskTier.TALK), act("open")
    assert value(pack, thief, inspect) > value(pack, thief, open_it)
    assert value(pack, knight, open_it) > value(pack, knight, inspect)


def test_e_028_grit_looks_for_other_means_after_a_failure() -> None:
    """E-028, T-03: high grit speaks for another means, low grit for letting it rest."""
    pack = pack_of()
    failed = replace(pack, trigger=replace(pack.trigger, instead_of="device_control.light_turn_on"))
    lamp = next(e for e in pack.menu if e.name == HALL)
    high, low = replace(MIDDLE, grit=1.0), replace(MIDDLE, grit=0.0)
    assert value(failed, high, lamp) > 0 > value(failed, low, lamp)
    assert value(pack, high, lamp) == value(pack, low, lamp)


def test_of_a_player_only_playing_is_company() -> None:
    """To pause it, to stop it or to turn it down serves no company."""
    talkative = replace(MIDDLE, big_five=BigFive(extraversion=1.0))
    pack = pack_of()
    for operation in ("media_player_pause", "media_player_stop", "media_player_set_volume"):
        assert value(pack, talkative, act(operation)) <= 0, operation
    assert value(pack, talkative, act("media_player_play")) > 0


def test_e_023_the_easily_worried_ask_when_in_doubt() -> None:
    assert asks_in_doubt(replace(MIDDLE, big_five=BigFive(neuroticism=0.8)))
    assert not asks_in_doubt(MIDDLE)


def test_every_want_has_its_name() -> None:
    assert set(NAMES) == set(Desire)
