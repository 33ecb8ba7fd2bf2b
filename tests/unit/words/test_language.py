"""Labels in both languages: gaps filled and labels in a row, each language by its own side."""

from companion.words.language import Bilingual

LAMP = Bilingual("ランプ", "lamp")
SHELF = Bilingual("棚", "shelf")


def test_a_bilingual_value_is_put_in_by_its_own_side() -> None:
    form = Bilingual("{0}を{at}に{1}個", "{1} of {0} at {at}")
    assert form.filled(LAMP, 2, at=SHELF) == Bilingual("ランプを棚に2個", "2 of lamp at shelf")


def test_a_value_is_never_a_form() -> None:
    name = Bilingual("{0}", "{at}")
    assert Bilingual("「{}」", "“{}”").filled(name) == Bilingual("「{0}」", "“{at}”")


def test_labels_in_a_row_have_the_mark_of_each_language_between_them() -> None:
    assert Bilingual.joined([LAMP, SHELF], "と", " and ") == Bilingual(
        "ランプと棚", "lamp and shelf"
    )
    assert Bilingual.joined((), "、", ", ") == Bilingual("", "")
