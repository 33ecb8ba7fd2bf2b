"""Writers: lets a model add small episodes and the words of talks to the garden when idle."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.ports.garden import Draws, MiniEpisodeGenerator, TalkWriter
from companion.ports.llm import Llm
from companion.rooms.garden.episodes import LlmEpisodes, StubEpisodes
from companion.rooms.garden.talk_words import FormTalks, LlmTalks
from companion.words.language import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Writers:
    """Both writers; without a model they write nothing."""

    episodes: MiniEpisodeGenerator
    talks: TalkWriter


NO_WRITERS = Writers(episodes=StubEpisodes(), talks=FormTalks())


def llm_writers(
    llm: Llm,
    draws: Draws,
    *,
    probability: float,
    language: Language,
    may_ask: Callable[[], bool],
) -> Writers:
    """Writers that ask the model. `probability`: of an episode. `may_ask`: takes one of the
    garden's few calls of this hour; False where none is left."""
    return Writers(
        episodes=LlmEpisodes(
            llm, draws, probability=probability, language=language, may_ask=may_ask
        ),
        talks=LlmTalks(llm, language=language, may_ask=may_ask),
    )
