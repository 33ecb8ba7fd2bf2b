"""Standing prompts: the model reads ahead what never changes, in the order of what matters."""

from typing import Any, cast

import pytest

from companion.engines.ranker.scripted import ScriptedRanker, Settings
from companion.ports.ranker import RankerUnavailable
from companion.rooms.conversation.room import Conversation
from companion.rooms.deliberation.room import Deliberation
from companion.rooms.expression.room import Expression
from companion.service.clock import SystemIds
from companion.service.standing_prompts import StandingPrompts
from companion.words.context import DeliberationContextPack
from companion.words.language import Language
from tests.unit.rooms.context.home import KOTO, Home

LANGUAGE = Language.EN


def prompts(ranker: Any = None) -> StandingPrompts:
    home = Home()
    model: Any = None
    return StandingPrompts(
        context=home.room,
        deliberation=Deliberation(
            llm=model, clock=home.clock, catalogue=home.catalogue, language=LANGUAGE
        ),
        expression=Expression(
            llm=model,
            clock=home.clock,
            house=home.house,
            catalogue=home.catalogue,
            record=home.store.record,
            places={},
            language=LANGUAGE,
        ),
        conversation=Conversation(model, KOTO, cast(Any, None)),
        ranker=ranker,
        clock=home.clock,
        ids=SystemIds(),
        language=LANGUAGE,
    )


async def test_a_decision_is_read_ahead_first_then_a_message_then_a_reply() -> None:
    found = await prompts().prefixes()
    assert len(found) == 3
    assert len({prefix[1][0].content for prefix in found}) == 3
    again = await prompts().prefixes()
    assert again == found, "nothing of it changes"


async def test_the_ranker_reads_the_names_of_the_home_before_anybody_waits() -> None:
    asked: list[DeliberationContextPack] = []

    class Listening(ScriptedRanker):
        async def rank(self, pack: DeliberationContextPack) -> Any:
            asked.append(pack)
            return await super().rank(pack)

    await prompts(Listening(Settings())).rank_ahead()
    (pack,) = asked
    assert pack.scene.find("light.hall") is not None


@pytest.mark.parametrize("gone", [True, False])
async def test_without_a_ranker_nothing_is_read_ahead_and_nothing_fails(gone: bool) -> None:
    class Gone:
        async def rank(self, pack: DeliberationContextPack) -> Any:
            raise RankerUnavailable("not loaded")

    await prompts(Gone() if gone else None).rank_ahead()
