"""Context 選択の文脈 in which a persona chooses among memories."""

from dataclasses import dataclass, field

from companion.words.mood import Mood


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonaFocusHint:
    """人物の関心の手がかり: words to which this persona turns, or does not. Made of confirmed
    preferences and the interest alone; the text of the persona is not read for it."""

    topic_bias: frozenset[str] = frozenset()
    avoid_bias: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonaSelectionContext:
    """人物から見た選択の文脈: who chooses among the memories, and in what mood."""

    persona_text: str
    addon_text: str
    mood: Mood = field(default_factory=Mood)
    hint: PersonaFocusHint = field(default_factory=PersonaFocusHint)
