"""`companion memory show`, `correct`, `forget`, `export`: told things in the owner's hands."""

import asyncio
import json
import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from companion.app.memory import opened_memory
from companion.app.told import OpenedTold, opened_told
from companion.cli.asking import ask, language_at, leave, tell
from companion.cli.leaving import DEFAULT_CONFIG, ConfigPath
from companion.cli.memory import AsJson, Data, Where
from companion.cli.record import TROUBLE, needs, record_of
from companion.desk.answerers.unlearn import words_about
from companion.desk.unlearning import said_about
from companion.phrases.kinship import relation_of
from companion.rooms.recall.summaries import Summaries
from companion.rooms.recall.told import ToldThings
from companion.service.clock import SystemClock
from companion.store.claim import StateDirTaken, claim_state_dir
from companion.store.exported import exported
from companion.store.imported import LineWrong, time_of
from companion.store.log import SqliteRecord
from companion.store.readers import Readers
from companion.store.state import SqliteState
from companion.words.areas import Standing
from companion.words.episode import Episode
from companion.words.event import Event
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.number import whole_number
from companion.words.summary import Span, Summary
from companion.words.told import Told, told_json
from companion.words.trust import TrustLabel

T = TypeVar("T")
EXIT_USAGE = 2
MOST = 2**62
"""Numbers of events are smaller."""
MOST_SUMMARIES = 31
"""Newest days or months that are shown."""
Id = Annotated[str, typer.Argument(help="as `companion memory show` and `recall` print it")]
Yes = Annotated[bool, typer.Option("--yes", help="do not ask")]

NO_SUCH = Bilingual("{}という記憶はありません", "there is no memory {}")
NOTHING = Bilingual("当てはまるものはありません", "nothing matches")
_WHICH = Bilingual("番号か --query が必要です", "an id is needed, or --query")
_CORRECTED = Bilingual("覚え直しました: {}", "put right: {}")
_TO_FORGET = Bilingual("{}件を忘れます:", "{} to forget:")
_SURE = Bilingual("忘れますか", "Forget them?")
FORGOTTEN = Bilingual("{}件を忘れました", "{} forgotten")
_EXPORTED = Bilingual("{}行を書きました: {}", "{} lines written: {}")
_UNTIL = Bilingual("{}まで", "until {}")
_CANDIDATE = Bilingual("未確認", "not confirmed")


def show(
    person: Annotated[str, typer.Option(help="of this person or relative only")] = "",
    as_of: Annotated[str, typer.Option("--as-of", help="as it was held then")] = "",
    since: Annotated[str, typer.Option(help="only what began or ended since then")] = "",
    by: Annotated[Span | None, typer.Option(help="summaries of days or months instead")] = None,
    data: Data = None,
    config: ConfigPath = DEFAULT_CONFIG,
    as_json: AsJson = False,
) -> None:
    """Show facts and preferences that people told: whose they are, when they held, who said so."""
    record = needs(config, record_of(config, data))
    where = Where(config, data)
    zone = where.zone
    if by is not None:
        _show_summaries(record, by, zone, config, as_json=as_json)
        return
    moments = [_time(config, text, zone) for text in (as_of, since)]
    try:
        found = asyncio.run(_shown(record, where.engine, person, *moments))
    except (*TROUBLE, sqlite3.Error) as error:
        leave(config, error)
    if as_json:
        typer.echo(
            json.dumps(
                {"told": [told_json(one, [e.name for e in said]) for one, said in found]},
                ensure_ascii=False,
            )
        )
        return
    if not found:
        tell(config, NOTHING)
    for thing, evidence in found:
        typer.echo(_said(thing, evidence, zone, config))


def _show_summaries(record: Path, span: Span, zone: tzinfo, config: Path, *, as_json: bool) -> None:
    """Days or months with the sentences that tell most of them, the newest first."""
    try:
        found = asyncio.run(_summaries(record, span, zone))
    except (*TROUBLE, sqlite3.Error) as error:
        leave(config, error)
    if as_json:
        plain = [
            {
                "span": one.span.value,
                "begins": one.begins.isoformat(),
                "said": one.said,
                "evidence": [line.name for line in one.lines],
                "lines": [line.text for line in one.lines],
            }
            for one in found
        ]
        typer.echo(json.dumps({"summaries": plain}, ensure_ascii=False))
        return
    if not found:
        tell(config, NOTHING)
    for one in found:
        typer.echo(f"{one.begins:%Y-%m}" if span is Span.MONTH else f"{one.begins}")
        for line in one.lines:
            typer.echo(f"  {line.speaker}: {line.text}  [{line.name}]")


async def _summaries(record: Path, span: Span, zone: tzinfo) -> tuple[Summary, ...]:
    clock = SystemClock(UTC)
    readers = Readers(record, clock)
    try:
        summaries = Summaries(SqliteRecord(readers, clock), SqliteState(readers))
        return await summaries.of(span, zone, limit=MOST_SUMMARIES)
    finally:
        await readers.close()


async def _shown(
    record: Path, engine: str, person: str, as_of: datetime | None, since: datetime | None
) -> list[tuple[Told, list[Episode]]]:
    readers = Readers(record, SystemClock(UTC))
    try:
        things = ToldThings(SqliteState(readers))
        held = await things.told(as_of=as_of)
        ended = await things.ended() if since is not None else ()
    finally:
        await readers.close()
    wanted = [
        one
        for one in {one.id: one for one in (*held, *ended)}.values()
        if (not person or _is_of(one, person))
        and (since is None or max(one.valid_from, one.valid_until or since) > since)
    ]
    async with opened_memory(record, engine, by_meaning=False) as memory:
        ids = [event_id for one in wanted for event_id in one.evidence_event_ids]
        episodes = await memory.index.episodes(ids)
    return [(one, [episodes[i] for i in one.evidence_event_ids if i in episodes]) for one in wanted]


def correct(
    memory_id: Id,
    text: Annotated[str, typer.Argument(help="the right value, or the whole right sentence")],
    data: Data = None,
    config: ConfigPath = DEFAULT_CONFIG,
    as_json: AsJson = False,
) -> None:
    """Put right what was told: the wrong version never comes back."""
    record, engine = needs(config, record_of(config, data)), Where(config, data).engine

    async def put_right(opened: OpenedTold, by: Event) -> dict[str, Any]:
        event = await opened.unlearning.correct_event(event_id, text, by)
        return {"event_id": event.id, "text": event.user_text}

    try:
        event_id = asyncio.run(_event_id(record, engine, memory_id))
        path = f"/api/memory/{event_id}/correct"
        done = done_by(record, config, data, put_right, path, {"right": text})
    except KeyError:
        leave(config, NO_SUCH.filled(memory_id), EXIT_USAGE)
    except (*TROUBLE, sqlite3.Error) as error:
        leave(config, error)
    if as_json:
        told = {"id": f"{done['event_id']}", "text": done["text"]}
        typer.echo(json.dumps(told, ensure_ascii=False))
    else:
        tell(config, _CORRECTED, done["text"])


def forget(
    memory_id: Annotated[str, typer.Argument(help="as `show` prints it", metavar="[ID]")] = "",
    query: Annotated[str, typer.Option(help="everything that people said with these words")] = "",
    yes: Yes = False,
    data: Data = None,
    config: ConfigPath = DEFAULT_CONFIG,
    as_json: AsJson = False,
) -> None:
    """Rely on something no more: it is not recalled again. `companion erase` also removes it."""
    record, engine = needs(config, record_of(config, data)), Where(config, data).engine
    if not (memory_id or query.strip()):
        leave(config, _WHICH, EXIT_USAGE)

    async def forgotten(opened: OpenedTold, by: Event) -> None:
        await opened.unlearning.forget_said(ids, by)

    try:
        ids, episodes = asyncio.run(_meant(record, engine, memory_id, query))
        if query and not (as_json or yes) and not _agreed(config, episodes.values()):
            ids = []
        if ids:
            done_by(record, config, data, forgotten, "/api/memory/forget", {"events": ids})
    except KeyError:
        leave(config, NO_SUCH.filled(memory_id), EXIT_USAGE)
    except (*TROUBLE, sqlite3.Error) as error:
        leave(config, error)
    if as_json:
        names = [episodes[i].name if i in episodes else f"{i}" for i in ids]
        typer.echo(json.dumps({"forgotten": names}))
    else:
        tell(config, FORGOTTEN, len(ids))


def export(
    file: Annotated[Path, typer.Argument(help="lines as `companion memory import` reads them")],
    data: Data = None,
    config: ConfigPath = DEFAULT_CONFIG,
) -> None:
    """Write everything that was said and is still relied on to a file."""
    record, engine = needs(config, record_of(config, data)), Where(config, data).engine

    async def withdrawn() -> frozenset[EventId]:
        async with opened_memory(record, engine, by_meaning=False) as memory:
            return memory.withdrawn

    try:
        gone, count = asyncio.run(withdrawn()), 0
        with file.open("w", encoding="utf-8") as lines:
            for line in exported(record, gone):
                lines.write(json.dumps(line, ensure_ascii=False) + "\n")
                count += 1
    except (*TROUBLE, sqlite3.Error) as error:
        leave(config, error)
    tell(config, _EXPORTED, count, file)


def done_by(
    record: Path,
    config: Path,
    data: Path | None,
    work: Callable[[OpenedTold, Event], Awaitable[T]],
    path: str,
    body: dict[str, Any],
) -> Any:
    """Do it on the files; while the companion runs on them, ask it at this path of its API."""
    try:
        return asyncio.run(_written(record, config, work))
    except StateDirTaken as error:
        if data is not None:
            leave(config, error)
        return ask(config, path, body)


async def _written(
    record: Path, config: Path, work: Callable[[OpenedTold, Event], Awaitable[T]]
) -> T:
    """Do it on the files, as the owner; no companion may run on them."""
    with claim_state_dir(record.parent):
        async with opened_told(record, language_at(config)) as opened:
            by = await opened.unlearning.journal.requested(
                "memory", {"action_type": "memory.edit"}, TrustLabel.OWNER, "cli"
            )
            return await work(opened, by)


async def _event_id(record: Path, engine: str, memory_id: str) -> EventId:
    """The event of an id of a file, of the record, or of a told thing. Raises `KeyError`."""
    async with opened_memory(record, engine, by_meaning=False) as memory:
        await memory.index.catch_up()
        found = await memory.index.named(memory_id)
    number = memory_id.partition(".")[0]
    if found is None and (count := whole_number(number, least=1, most=MOST)) is not None:
        found = EventId(count)
    if found is None:
        raise KeyError(memory_id)
    return found


async def _meant(
    record: Path, engine: str, memory_id: str, query: str
) -> tuple[list[EventId], Mapping[EventId, Episode]]:
    """The events of an id, and of all that people said with these words. Raises `KeyError`."""
    ids = [await _event_id(record, engine, memory_id)] if memory_id else []
    if query:
        clock = SystemClock(UTC)
        readers = Readers(record, clock)
        try:
            ids += await said_about(SqliteRecord(readers, clock), words_about(query))
        finally:
            await readers.close()
    return ids, await _episodes(record, engine, ids)


async def _episodes(record: Path, engine: str, ids: Sequence[EventId]) -> Mapping[EventId, Episode]:
    async with opened_memory(record, engine, by_meaning=False) as memory:
        return await memory.index.episodes(ids)


def _agreed(config: Path, episodes: Iterable[Episode]) -> bool:
    found = list(episodes)
    tell(config, _TO_FORGET, len(found))
    for one in found:
        typer.echo(f"  {one.name:<8} {one.at:%Y-%m-%d} {one.speaker}: {one.text}")
    return bool(found) and typer.confirm(_SURE.get(language_at(config)))


def _time(config: Path, text: str, zone: tzinfo) -> datetime | None:
    try:
        return time_of(text, zone) if text else None
    except LineWrong as error:
        leave(config, error, EXIT_USAGE)


def _is_of(one: Told, person: str) -> bool:
    wanted = person.casefold()
    parts = one.subject.casefold().split("'s ")
    return wanted == one.whose.casefold() or bool({wanted, relation_of(wanted)} & set(parts))


def _said(one: Told, evidence: Sequence[Episode], zone: tzinfo, config: Path) -> str:
    language = language_at(config)
    notes = [episode.name for episode in evidence]
    if one.valid_until is not None:
        notes.append(_UNTIL.get(language).format(f"{one.valid_until.astimezone(zone):%Y-%m-%d}"))
    if one.status is Standing.CANDIDATE:
        notes.append(_CANDIDATE.get(language))
    day = f"{one.valid_from.astimezone(zone):%Y-%m-%d}"
    return f"{one.id:<8} {day} {one.told_by}: {one.text}  [{', '.join(notes)}]"
