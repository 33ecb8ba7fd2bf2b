"""Port of the feedback: tells what the signs of this household say for and against acts."""

from collections.abc import Mapping
from typing import Protocol

from companion.words.context import DeliberationContextPack
from companion.words.feedback import FeedbackLearnt
from companion.words.score import ScoreTerm


class HouseholdFeedback(Protocol):
    """Reader of what the household taught by undo, by hand, by yes and no."""

    async def terms(self, pack: DeliberationContextPack) -> Mapping[str, ScoreTerm]:
        """The term of each entry of the menu that the household gave signs about, by its name.
        Never of an entry that needs a person's yes in any case."""

    async def learnt(self) -> tuple[FeedbackLearnt, ...]:
        """Everything that weighs now, the strongest first."""
