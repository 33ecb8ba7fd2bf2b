"""The referee's reasons: one sentence in each language that names the thing."""

import pytest

from companion.phrases.rulings import CODES, not_possible, refused
from companion.rooms.referee.reasons import already
from companion.words.language import Bilingual


def test_rejection_reads_as_the_design_says() -> None:
    """E-044, S-14: the fixed sentence, the reason as attribute, well-formed whatever its name."""
    message = not_possible(refused("already_so", '"<x>').reason.en)
    assert message.endswith(">それはできません</gm_message>")
    assert message.startswith("<gm_message reason=")
    assert "<x>" not in message


def test_every_reason_has_its_place_for_the_thing() -> None:
    """Bilingual reasons name what they are about."""
    for code in CODES - {"after_refusal", "empty_hands"}:  # about no thing
        ruling = refused(code, "X")
        assert "X" in ruling.reason.ja
        assert "X" in ruling.reason.en


@pytest.mark.parametrize(
    ("operation", "ja", "en"),
    [
        ("light_turn_on", "玄関の明かりはもうついている", "hall light is on already"),
        ("cover_close", "玄関の明かりはもう閉まっている", "hall light is closed already"),
        ("lock_lock", "玄関の明かりはもうかかっている", "hall light is locked already"),
        ("dream", "玄関の明かりはもうそうなっている", "hall light is that way already"),
    ],
)
def test_b16_what_is_so_already_says_how(operation: str, ja: str, en: str) -> None:
    """Issue 11: "living room light is already so" and "It is so already." told nothing."""
    ruling = already(operation, Bilingual("玄関の明かり", "hall light"))
    assert (ruling.reason.ja, ruling.reason.en) == (ja, en)
    assert ruling.reason_code == "already_so"
