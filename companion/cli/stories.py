"""`companion stories` tells the stories in the log of the garden, running or not."""

import asyncio
from collections import Counter
from datetime import UTC
from pathlib import Path
from typing import Annotated

import typer

from companion.cli.asking import language_at, leave, settings_of
from companion.cli.leaving import DEFAULT_CONFIG, ConfigPath
from companion.cli.record import needs, record_of
from companion.corridors.garden_stories import GardenStories, garden_stories
from companion.service.clock import SystemClock
from companion.service.garden_files import load_garden
from companion.service.settings import ConfigWrong, load_persona
from companion.store.log import SqliteRecord
from companion.store.readers import Readers
from companion.words.language import Bilingual, Language

Last = Annotated[int, typer.Option("--last", min=1, help="how many of the newest")]

_GARDEN = Bilingual("私の庭の物語:", "Stories of my garden:")
_NONE = Bilingual("庭にはまだ物語がありません", "there are no stories in the garden yet")
_LINE = Bilingual("{}  {}（{}）", "{}  {} ({})")
_EVENTS = Bilingual("記録 {}", "log {}")
_OPEN = Bilingual("まだ終わっていない物語: {}", "Still open: {}")


def stories(config: ConfigPath = DEFAULT_CONFIG, last: Last = 20) -> None:
    """Tell the stories found in the log of the garden, and how many are still open."""
    language = language_at(config)
    record = needs(config, record_of(config, None))
    found = asyncio.run(_found(record))
    if not found.told:
        typer.echo(_NONE.get(language))
        return
    names = names_of(config, language)
    names |= {thing: words.get(language) for thing, words in found.things.items()}
    typer.echo(_GARDEN.get(language))
    for match in found.told[-last:]:
        events = ", ".join(str(one) for one in match.event_ids)
        day, told = match.when.date().isoformat(), match.told(language, names)
        typer.echo(_LINE.get(language).format(day, told, _EVENTS.get(language).format(events)))
    kinds = Counter(one.label.get(language) for one in found.open)
    listed = ", ".join(f"{label} {count}" for label, count in kinds.most_common())
    typer.echo(_OPEN.get(language).format(listed))


def names_of(config: Path, language: Language) -> dict[str, str]:
    """Names of the people and places of the garden. Leaves with every problem of its files."""
    settings = settings_of(config)
    try:
        data = load_garden(*settings.garden.files(), load_persona(settings))
    except ConfigWrong as error:
        leave(config, error)
    names = {one.id: one.name.get(language) for one in data.inhabitants}
    for one in data.maps:
        names[one.id] = one.name.get(language)
        names |= {facility.id: facility.label.get(language) for facility in one.facilities}
    return names


async def _found(record: Path) -> GardenStories:
    clock = SystemClock(UTC)
    readers = Readers(record, clock)
    try:
        return await garden_stories(SqliteRecord(readers, clock))
    finally:
        await readers.close()
