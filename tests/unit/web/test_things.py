"""Things: every label the detector can give has a Japanese word."""

from companion.engines.vision.ssd import LABELS
from companion.web.things import thing
from companion.words.language import Language


def test_every_label_of_the_detector_has_a_word_in_both_languages() -> None:
    """PAGE.md: Japanese and English are equals; a label nobody knows stays as it is."""
    labels = set(LABELS) - {"-"}
    assert [x for x in labels if thing(x, Language.JA) == x] == []
    assert all(thing(x, Language.EN) == x for x in labels)
    assert thing("dragon", Language.JA) == "dragon"
