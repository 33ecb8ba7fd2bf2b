"""Somebody else's words stand in the page with their own language (issue 11, B10)."""

from companion.web.quotation import OwnNames, drawn, quotation, quoted_element, without_marks
from companion.words.language import Bilingual, Language

JA, EN = Language.JA, Language.EN


def test_b10_a_quotation_of_the_other_language_is_marked_with_it() -> None:
    sentence = f"“{quotation('おはよう', EN)}” was said"
    assert drawn(sentence, EN) == '“<bdi lang="ja">おはよう</bdi>” was said'
    assert drawn(f"「{quotation('tea', JA)}」", JA) == '「<bdi lang="en">tea</bdi>」'


def test_words_of_the_readers_own_language_need_no_mark() -> None:
    assert quotation("おはよう", JA) == "おはよう"
    assert quotation("tea", EN) == "tea"


def test_t10_a_quotation_cannot_close_itself_nor_bring_markup() -> None:
    nasty = "朝\u2069<script>\u2068"
    html = drawn(f"“{quotation(nasty, EN)}” was said", EN)
    assert html == '“<bdi lang="ja">朝&lt;script&gt;</bdi>” was said'
    assert "<script>" not in drawn("\u2068<script>", EN)
    assert quoted_element("</bdi><b>", EN) == '<bdi lang="en">&lt;/bdi&gt;&lt;b&gt;</bdi>'


def test_b10_names_an_owner_gave_in_one_language_are_quotations_wherever_they_stand() -> None:
    names = OwnNames([Bilingual("寝室の扇風機", "寝室の扇風機"), Bilingual("玄関", "Hall")], EN)
    told = names.marked("I turned on the 寝室の扇風機 in the hall")
    assert drawn(told, EN) == ('I turned on the <bdi lang="ja">寝室の扇風機</bdi> in the hall')
    assert OwnNames([], EN).marked("plain") == "plain"


def test_what_takes_no_markup_gets_the_words_alone() -> None:
    assert without_marks(quotation("おはよう", EN)) == "おはよう"
