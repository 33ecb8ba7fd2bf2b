"""T-56: no text reaches a deciding prompt without lowering its label or being withheld.

Every place a pack can carry text gets a mark of its own; the prompt that the model would read is
built by the product, and the label by the product's code. Whatever the prompt's layout becomes.
"""

import ast
from collections.abc import Callable
from dataclasses import fields, replace
from typing import get_type_hints

import pytest

from companion.rooms.deliberation.assemble import prompted_by, trust_of
from companion.rooms.deliberation.prompt import Phase, lay_out
from companion.words.context import DeliberationContextPack
from companion.words.language import Language
from companion.words.text import LabelledText
from companion.words.trust import UNTRUSTED, TrustLabel
from tests.law.measures import nodes_of, sources
from tests.twins.packs import cases

MARK = "zyzzyva"
Fill = Callable[[DeliberationContextPack, LabelledText], DeliberationContextPack]

PLACES: dict[str, Fill] = {
    "trigger": lambda pack, text: replace(pack, trigger=replace(pack.trigger, about=text)),
    "recent": lambda pack, text: replace(pack, recent=(text,)),
    "state": lambda pack, text: replace(pack, state=(text,)),
    "goals": lambda pack, text: replace(pack, goals=(text,)),
    "preferences": lambda pack, text: replace(pack, confirmed_preferences=(text,)),
    "home": lambda pack, text: replace(pack, home_layout=text.text, home_trust=text),
}


COVERED = {
    "trigger",
    "recent",
    "state",
    "goals",
    "confirmed_preferences",
    "home_layout",
    "home_trust",
}
"""Fields whose words are marked above."""
NOT_ANYBODYS_WORDS = {
    "persona",
    "mood",
    "scene",
    "menu",
    "attention_targets",
    "persona_deliberation_focus",
    "runtime_blackboard",
    "aliases",
    "places",
    "people",
    "dark",
    "senses",
    "notes",
    "garden",
}
"""Of the owner's files, of closed lists, or never shown to a model."""


def test_every_field_of_a_pack_says_whose_words_it_holds() -> None:
    """T-56: a field added to the pack is put into one of the lists, or this fails."""
    held = {one.name for one in fields(DeliberationContextPack)}
    assert held == COVERED | NOT_ANYBODYS_WORDS
    hints = get_type_hints(DeliberationContextPack)
    labelled = {name for name in held if "LabelledText" in str(hints[name])}
    assert labelled <= COVERED


def _clean(language: Language) -> DeliberationContextPack:
    pack = cases(language)[0].pack
    about = LabelledText("somebody came", TrustLabel.SELF)
    return replace(
        pack,
        trigger=replace(pack.trigger, about=about),
        recent=(),
        state=(),
        goals=(),
        confirmed_preferences=(),
        home_trust=None,
    )


def _prompt(pack: DeliberationContextPack, language: Language) -> str:
    messages = (m for phase in Phase for m in lay_out(pack, language, phase))
    return "\n".join(m.content for m in messages)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("trust", TrustLabel)
@pytest.mark.parametrize("place", PLACES)
def test_what_stands_in_the_prompt_lowers_the_label(
    place: str, trust: TrustLabel, language: Language
) -> None:
    """T-56: computed by code from what is rendered; nothing the model cites plays a part."""
    pack = PLACES[place](_clean(language), LabelledText(MARK, trust))
    assert MARK in _prompt(pack, language)
    assert trust_of(pack) is trust


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("trust", sorted(UNTRUSTED))
@pytest.mark.parametrize("place", [p for p in PLACES if p != "home"])
def test_foreign_words_are_withheld_or_flagged(
    place: str, trust: TrustLabel, language: Language
) -> None:
    """T1-T4: in one and the same pack there is no third way."""
    foreign = LabelledText(MARK, trust, foreign=True, plain="words were read")
    pack = PLACES[place](_clean(language), foreign)
    assert MARK in _prompt(pack, language)
    assert MARK in prompted_by(pack)
    own = pack.without_foreign()
    assert MARK not in _prompt(own, language)
    assert prompted_by(own) == ""
    assert trust_of(own) is trust, "the label does not rise by leaving words out"


@pytest.mark.parametrize("language", Language)
def test_data_never_stands_in_the_fixed_part(language: Language) -> None:
    """T3: the system part is our code's and the owner's alone."""
    pack = _clean(language)
    for fill in PLACES.values():
        pack = fill(pack, LabelledText(MARK, TrustLabel.OBSERVED))
    for phase in Phase:
        system = [m.content for m in lay_out(pack, language, phase) if m.role == "system"]
        assert system
        assert all(MARK not in text for text in system)


def test_only_untrusted_words_are_foreign() -> None:
    """T-09: whoever has user authority is never masked away."""
    for trust in TrustLabel:
        if trust in UNTRUSTED:
            LabelledText("x", trust, foreign=True)
        else:
            with pytest.raises(ValueError, match="not foreign"):
                LabelledText("x", trust, foreign=True)


def test_whoever_builds_a_device_from_the_wire_says_who_named_it() -> None:
    """T3: a name that came over the wire is never the owner's by default."""
    found = 0
    for path in sources("companion/links"):
        for node in nodes_of(path):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Device":
                found += 1
                assert "name_trust" in {k.arg for k in node.keywords}, path
    assert found >= 2, "MQTT and the hub"
