"""LLM engine scripted: the scripted twin of a model, for configurations of tests."""

from pathlib import Path

from companion.engines.llm_runtime.scripted_llm import (
    BYTES_PER_TOKEN,
    MODEL_NAME,
    Rule,
    ScriptedLlm,
    Settings,
    Writer,
)
from companion.ports.clock import Clock

__all__ = ["BYTES_PER_TOKEN", "MODEL_NAME", "Rule", "ScriptedLlm", "Settings", "Writer", "build"]


def build(settings: Settings, *, clock: Clock, state_dir: Path) -> "ScriptedLlm":
    """Build the scripted model. Raises `ValueError` for a script that cannot be read."""
    return ScriptedLlm(settings)
