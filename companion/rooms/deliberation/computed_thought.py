"""Computed thought 考え: puts the terms of a sum into belief, desires and intention.

A model's thought is about whatever it writes; this one is what decided. The belief is what was read
in the situation, the desires are the terms that speak for an act, of the chosen one and of those
that it won against, and the intention is the choice.
"""

from collections.abc import Sequence

from companion.words.context import GardenBrief
from companion.words.decision import Thought
from companion.words.language import Bilingual, Language
from companion.words.persona import PersonaSheet
from companion.words.score import ScoredEntry, TermName, best_of

HIGH, MID, LOW = 0.3, 0.12, 0.02
"""Sizes of a term from which on the want behind it is of that priority."""
MOST = 4
"""Wants in one thought."""
_WAITS = Bilingual("庭で待っていること: {}", "what waits in my garden: {}")
_WANTS = frozenset(
    {
        TermName.DESIRE,
        TermName.NEED,
        TermName.TAUGHT,
        TermName.ROLE,
        TermName.MOOD,
        TermName.ATTENTION,
    }
)


def thought_of(
    persona: PersonaSheet,
    scores: Sequence[ScoredEntry],
    belief: str,
    language: Language,
    garden: GardenBrief | None = None,
) -> Thought:
    """The thought behind the best of the scored entries. A need that waits in the garden is a
    want of it that decided nothing here."""
    found: dict[str, float] = {}
    for entry in scores:
        for term in entry.terms:
            if term.name in _WANTS and term.value >= LOW:
                want = f"{term.why.get(language)}: {entry.label.get(language)}"
                found[want] = max(term.value, found.get(want, 0.0))
    wants = sorted(found, key=lambda want: (-found[want], want))[:MOST]
    waits = garden.waits if garden is not None else None
    own = () if waits is None else ((_WAITS.filled(waits).get(language), _priority(0.0)),)
    return Thought(
        personality=", ".join(persona.traits),
        belief=belief,
        desires=(*((want, _priority(found[want])) for want in wants), *own),
        intention=best_of(scores).label.get(language),
    )


def _priority(size: float) -> str:
    return "High" if size >= HIGH else "Mid" if size >= MID else "Low"
