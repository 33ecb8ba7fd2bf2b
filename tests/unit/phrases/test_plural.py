"""English plurals by rule (A9: `switchs` stood on the record)."""

import pytest

from companion.home.kinds import KINDS
from companion.phrases.plural import plural


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("light", "lights"),
        ("switch", "switches"),
        ("vacuum cleaner", "vacuum cleaners"),
        ("person", "people"),
        ("battery", "batteries"),
        ("display", "displays"),
        ("box", "boxes"),
        ("hall switch", "hall switches"),
    ],
)
def test_the_plural(one: str, many: str) -> None:
    assert plural(one) == many


def test_every_kind_of_device_has_an_english_plural() -> None:
    many = {kind.name: plural(kind.called.en) for kind in KINDS}
    assert (many["vacuum"], many["switch"], many["person"]) == (
        "vacuum cleaners",
        "switches",
        "people",
    )
    for kind in KINDS:
        regular = many[kind.name].endswith("s") and many[kind.name] != kind.called.en
        assert regular or kind.name == "person"
