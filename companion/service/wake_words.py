"""Wake words: read the built-in words of a wake word engine from its settings."""

from collections.abc import Sequence

from companion.service import plugins
from companion.service.settings import Engine


def wake_words(wake: Engine) -> tuple[Sequence[str], Sequence[str]]:
    """Built-in words of the engine in use, and those it listens for; none where it takes any name
    or its own code is broken."""
    try:
        settings = plugins.load(plugins.FAMILIES["wake"], wake.engine).Settings
    except plugins.PlugInBroken:
        return (), ()
    about = settings.model_json_schema()["properties"].get("words", {})
    if not about:
        return (), ()
    return tuple(about["items"]["enum"]), tuple(settings.model_validate(wake.settings).words)
