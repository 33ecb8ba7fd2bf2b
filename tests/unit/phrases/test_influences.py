"""The words for what persona and mood changed: computed by choosing once more without them."""

from companion.phrases.influences import influence_of
from companion.words.language import Bilingual
from companion.words.score import ScoredEntry, ScoreTerm, TermName, best_of

LAMP, NOTHING = (
    Bilingual("明かりをつける", "Turn on the light"),
    Bilingual("何もしない", "Do nothing"),
)
WHY = Bilingual("快適を重んじる", "cares for comfort")


def scored(name: str, label: Bilingual, sense: float, want: float = 0.0) -> ScoredEntry:
    terms = [ScoreTerm(TermName.SENSIBLE, sense, WHY)]
    if want:
        terms.append(ScoreTerm(TermName.DESIRE, want, WHY))
    return ScoredEntry(name=name, label=label, terms=tuple(terms))


def test_b_093_a_changed_choice_names_what_would_have_been_chosen() -> None:
    scores = (scored("lamp", LAMP, 0.45, 0.2), scored("skip", NOTHING, 0.55))
    assert best_of(scores).name == "lamp"
    told = influence_of(scores, TermName.DESIRE)
    assert told.en == "persona: without it I would have chosen “Do nothing” (cares for comfort)"
    assert told.ja == "人柄: なければ「何もしない」を選んでいた（快適を重んじる）"


def test_the_same_choice_is_told_as_the_same() -> None:
    told = influence_of(
        (scored("lamp", LAMP, 0.9, 0.2), scored("skip", NOTHING, 0.1)), TermName.DESIRE
    )
    assert told.en == (
        "persona: +0.20 for the chosen act (cares for comfort); "
        "without it the choice would be the same"
    )
    kept = (scored("lamp", LAMP, 0.9), scored("skip", NOTHING, 0.1, 0.2))
    other = influence_of(kept, TermName.DESIRE)
    assert "only acts that were not chosen" in other.en


def test_where_nothing_concerned_it_that_is_told() -> None:
    told = influence_of((scored("lamp", LAMP, 0.9),), TermName.MOOD)
    assert (told.ja, told.en) == (
        "気分: この選択に関わるところはなかった",
        "mood: nothing in this choice concerned it",
    )
