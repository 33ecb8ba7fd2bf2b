"""Influences 影響の言い方: words the difference that the persona or the mood made to a choice.

It is computed from the terms of the sum: the choice is made once more without the terms of that
name, and both choices are compared. No model tells any of it.
"""

from collections.abc import Mapping, Sequence

from companion.phrases.remembered import day_said
from companion.words.language import Bilingual, Language
from companion.words.score import ScoredEntry, TermName, best_of
from companion.words.standing_wish import StandingWish
from companion.words.text import quoted

_CALLED: Mapping[TermName, Bilingual] = {
    TermName.DESIRE: Bilingual("人柄", "persona"),
    TermName.MOOD: Bilingual("気分", "mood"),
}
_NONE = Bilingual(
    "{0}: この選択に関わるところはなかった", "{0}: nothing in this choice concerned it"
)
_SAME = Bilingual(
    "{0}: 選んだものに{2}（{1}）。なくても同じものを選んでいた",
    "{0}: {2} for the chosen act ({1}); without it the choice would be the same",
)
_SAME_OTHERS = Bilingual(
    "{0}: 選ばなかったものにだけ関わり、なくても同じものを選んでいた",
    "{0}: concerned only acts that were not chosen; without it the choice would be the same",
)
_CHANGED = Bilingual(
    "{0}: なければ「{1}」を選んでいた（{2}）", "{0}: without it I would have chosen “{1}” ({2})"
)

ASKS_IN_DOUBT = Bilingual(
    "人柄: 迷ったので、ひとりで決めずに尋ねる",
    "persona: in doubt it would rather ask than act alone",
)


def influence_of(scores: Sequence[ScoredEntry], name: TermName) -> Bilingual:
    """The difference that the terms of one name made. Raises `ValueError` for no entries."""
    called = _CALLED[name]
    if not any(term.name is name for entry in scores for term in entry.terms):
        return _filled(_NONE, called)
    chosen, without = best_of(scores), best_of(scores, {name})
    own = next((term for term in chosen.terms if term.name is name), None)
    if chosen.name != without.name:
        against = next((term for term in without.terms if term.name is name), None)
        moved = own if own is not None and own.value > 0 else against or own
        why = moved.why if moved is not None else called
        return _filled(_CHANGED, called, without.label, why)
    if own is None:
        return _filled(_SAME_OTHERS, called)
    size = f"{own.value:+.2f}"
    return _filled(_SAME, called, own.why, Bilingual(size, size))


def taught_for(scores: Sequence[ScoredEntry]) -> Bilingual | None:
    """Signs of the household that made the choice what it is; None where the choice would be
    the same without it."""
    chosen, without = best_of(scores), best_of(scores, {TermName.TAUGHT})
    if chosen.name == without.name:
        return None
    terms = (*chosen.terms, *without.terms)
    return next((term.why for term in terms if term.name is TermName.TAUGHT), None)


def asked_ahead(wish: StandingWish) -> Bilingual:
    """The reason of an act that was asked for ahead: the day, and the household's own words."""
    on = day_said(wish.at)
    form = Bilingual("{0}に{1}と言われたから", "because you asked on {0}: {1}")
    said = Bilingual(quoted(wish.text, Language.JA), quoted(wish.text, Language.EN))
    return _filled(form, on, said)


def wish_for(scores: Sequence[ScoredEntry]) -> Bilingual | None:
    """The remembered wish that speaks for the choice; None where none does."""
    terms = best_of(scores).terms
    return next((t.why for t in terms if t.name is TermName.WISH and t.value > 0), None)


def _filled(form: Bilingual, *parts: Bilingual) -> Bilingual:
    ja, en = form.ja, form.en
    for at, part in enumerate(parts):
        ja, en = ja.replace(f"{{{at}}}", part.ja), en.replace(f"{{{at}}}", part.en)
    return Bilingual(ja, en)
