"""Built-in wake words as the engine's settings list them (issue 13, point 8)."""

import pytest

from companion.service.settings import Engine
from companion.service.wake_words import wake_words


@pytest.mark.parametrize("engine", ["pymicro_wakeword", "pyopen_wakeword"])
def test_built_in_words_are_listed(engine: str) -> None:
    words, chosen = wake_words(Engine(engine=engine, settings={"words": ["alexa"]}))
    assert {"okay_nabu", "alexa"} <= set(words)
    assert chosen == ("alexa",)


def test_an_engine_that_takes_any_name_lists_none() -> None:
    assert wake_words(Engine(engine="name_by_speech")) == ((), ())
