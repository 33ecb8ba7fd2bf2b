"""Engines: list the programs that can carry the link to the hub (ADR 0021)."""

from pathlib import Path

from companion.links.home_assistant.hub import Open


def engine_of(package: Path | None) -> Open:
    """Our own, or the package in the environment at this folder. Only the one chosen is loaded."""
    if package is None:
        from companion.links.home_assistant.wire import open_wire

        return open_wire
    from companion.links.home_assistant.api_wire import api_engine
    from companion.links.home_assistant.install import python_of

    return api_engine(python_of(package))
