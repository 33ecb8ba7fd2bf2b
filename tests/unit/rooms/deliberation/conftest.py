"""A deliberation with a scripted model, for the tests of this folder."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from companion.engines.llm.scripted import Settings
from companion.words.language import Language
from tests.unit.rooms.deliberation.minds import Mind, Minded


@pytest.fixture
async def mind() -> AsyncIterator[Minded]:
    minds: list[Mind] = []

    async def make(
        language: Language = Language.EN,
        order: str = "choice_first",
        single_call: bool = False,
        **script: Any,
    ) -> Mind:
        settings = Settings(
            filler="部屋が暗い" if language is Language.JA else "it is dark", **script
        )
        minds.append(Mind(settings, language, order=order, single_call=single_call))
        await minds[-1].start()
        return minds[-1]

    yield make
    for one in minds:
        await one.stop()
