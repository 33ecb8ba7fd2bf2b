"""Influences as a story may find them in the record: computed, or said to be none."""

from companion.phrases.influences import ASKS_IN_DOUBT, influence_of
from companion.words.decision import ActionDecision
from companion.words.influence import NONE_APPLIED
from companion.words.score import TermName


def told_truly(decision: ActionDecision) -> bool:
    """Whether both influences are those that the recorded sum gives; of a decision without a sum,
    whether both say that none was applied."""
    both = (
        (decision.persona_influence, TermName.DESIRE),
        (decision.mood_influence, TermName.MOOD),
    )
    if not decision.scores:
        none = {words for text in NONE_APPLIED for words in (text.ja, text.en)}
        return all(said in none for said, _ in both)
    computed = [(said, influence_of(decision.scores, name)) for said, name in both]
    asks = (ASKS_IN_DOUBT.ja, ASKS_IN_DOUBT.en)
    return all(said in (words.ja, words.en, *asks) for said, words in computed)
