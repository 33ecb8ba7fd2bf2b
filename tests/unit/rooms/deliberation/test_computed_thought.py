"""Thinking first, as code computes it: it is true to the choice (E-018, E-020..E-022, T-18)."""

import pytest

from companion.rooms.deliberation.computed_thought import thought_of
from companion.words.context import GardenBrief
from companion.words.language import Bilingual, Language
from companion.words.persona import PersonaSheet
from companion.words.score import ScoredEntry, ScoreTerm, TermName

GRUFF = PersonaSheet(
    name="Gen",
    language=Language.EN,
    persona_text="-",
    addon_text="",
    second_person_label="friend",
    traits=("gruff", "dry"),
)


def scored(name: str, label: Bilingual, *terms: tuple[TermName, float, Bilingual]) -> ScoredEntry:
    return ScoredEntry(
        name=name, label=label, terms=tuple(ScoreTerm(n, value, why) for n, value, why in terms)
    )


SAVING, COMFORT = Bilingual("節約を重んじる", "cares for saving"), Bilingual("快適", "comfort")
JUDGED = Bilingual("見立て", "judged")
OFF = scored(
    "off",
    Bilingual("明かりを消す", "turn off the light"),
    (TermName.SENSIBLE, 0.6, JUDGED),
    (TermName.DESIRE, 0.31, SAVING),
)
ON = scored(
    "on",
    Bilingual("明かりをつける", "turn on the light"),
    (TermName.SENSIBLE, 0.7, JUDGED),
    (TermName.DESIRE, 0.13, COMFORT),
    (TermName.DISTURBING, -0.04, JUDGED),
)


@pytest.mark.parametrize("scores", [(OFF, ON), (ON, OFF)])
def test_t_18_the_thought_has_the_wants_that_decided_and_the_choice(
    scores: tuple[ScoredEntry, ...],
) -> None:
    """T-18, E-021: competing wants with their priority; the intention is what was chosen."""
    thought = thought_of(GRUFF, scores, "nobody is in the hall", Language.EN)
    assert thought.personality == "gruff, dry"
    assert thought.belief == "nobody is in the hall"
    assert thought.desires == (
        ("cares for saving: turn off the light", "High"),
        ("comfort: turn on the light", "Mid"),
    )
    assert thought.intention == "turn off the light"
    japanese = thought_of(GRUFF, scores, "", Language.JA)
    assert japanese.desires[0] == ("節約を重んじる: 明かりを消す", "High")


def test_what_speaks_against_an_act_and_what_is_sensible_is_no_want() -> None:
    cold = scored("skip", JUDGED, (TermName.SENSIBLE, 0.9, JUDGED), (TermName.MOOD, -0.2, COMFORT))
    assert thought_of(GRUFF, (cold,), "", Language.EN).desires == ()


def test_t_25_what_waits_in_the_garden_is_the_last_want_and_decides_nothing() -> None:
    """T-25, T-20: with the lowest priority, behind the wants that decided."""
    waits = GardenBrief(Bilingual("町で食事", "eating (Town)"), Bilingual("眠い", "I was sleepy"))
    thought = thought_of(GRUFF, (OFF, ON), "", Language.EN, waits)
    without = thought_of(GRUFF, (OFF, ON), "", Language.EN, GardenBrief(waits.now))
    assert thought.desires == (
        *without.desires,
        ("what waits in my garden: I was sleepy", "Low"),
    )
    assert thought.intention == without.intention
