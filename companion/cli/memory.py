"""`companion memory import`, `memory index`, `recall` and `ask` take conversations in, find them
again and answer from them."""

import asyncio
import json
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Annotated, Any
from zoneinfo import ZoneInfo

import typer

from companion.app.memory import (
    DEFAULT_EMBEDDER,
    OpenedMemory,
    moment_of,
    opened_memory,
)
from companion.app.remembered import Asking, answer_from
from companion.app.told import remember_said
from companion.cli.asking import language_at, leave, settings_of, tell
from companion.cli.leaving import DEFAULT_CONFIG, ConfigPath
from companion.cli.record import TROUBLE, needs, record_of
from companion.phrases.recalled import why_said
from companion.ports.embedder import EmbedderUnavailable
from companion.rooms.recall.answer import CANDIDATES
from companion.service.wire_json import read_object
from companion.store.claim import claim_state_dir
from companion.store.imported import Imported, LineWrong, import_talk, time_of
from companion.store.sqlite import record_path
from companion.words.language import Bilingual, language_of
from companion.words.recalled import Found
from companion.words.remembered import Remembered

EXIT_REFUSED, EXIT_USAGE = 1, 2
REFUSED_SHOWN = 20
WAIT_S = 60.0
"""How long one question waits for vectors that are missing; a file of questions waits for all."""
TOLD_EVERY_S = 5.0

Data = Annotated[
    Path | None, typer.Option("--data", help="a separate store in this folder, not the household's")
]
AsJson = Annotated[bool, typer.Option("--json", help="one JSON object")]
AsOf = Annotated[str, typer.Option("--as-of", help="ask as at this time; default: now")]
NoLlm = Annotated[bool, typer.Option("--no-llm", help="no language model; none is used so far")]
Speaker = Annotated[str, typer.Option("--speaker", help="who asks: `my` is theirs")]
WordsOnly = Annotated[bool, typer.Option("--words-only", help="do not search by meaning")]
Questions = Annotated[
    Path | None, typer.Option("--jsonl", help="lines {question or query, as_of?, speaker?}")
]

_TAKEN = Bilingual(
    "{}件を取り込みました（すでにあったもの{}件、{:.1f}秒、毎秒{}件）。言葉で探せます",
    "{} turns taken in ({} were known, {:.1f} s, {} a second); they can be found by words",
)
_LATER = Bilingual(
    "意味でも探せるようにするには `companion memory index`（{}件）",
    "`companion memory index` makes them findable by meaning as well ({} turns)",
)
_REFUSED = Bilingual("{}行目は取り込めません: {}", "line {} was not taken: {}")
_MORE_REFUSED = Bilingual("ほかに{}行", "and {} lines more")
_READ = Bilingual("{}行読みました", "{} lines read")
_EMBEDDED = Bilingual("意味の索引: {}／{}", "index of meaning: {} of {}")
_WORDS_ALONE = Bilingual("言葉だけで探しました: {}", "searched by words alone: {}")
_NOT_ALL = Bilingual(
    "{}件はまだ意味で探せません。`companion memory index` で続けます",
    "{} turns cannot be found by meaning yet; `companion memory index` goes on with them",
)
_NO_QUERY = Bilingual("質問か --jsonl ファイルが必要です", "a question is needed, or --jsonl FILE")
_LINE_WRONG = Bilingual("{}行目: {}", "line {}: {}")

memory_app = typer.Typer(no_args_is_help=True, help="What was said and happened.")


@memory_app.command("import")
def import_file(
    file: Annotated[Path, typer.Argument(help="lines {id, time, speaker, text, source}")],
    data: Data = None,
    config: ConfigPath = DEFAULT_CONFIG,
    as_json: AsJson = False,
) -> None:
    """Take a talk into memory; ready when it can be found by words. Can be run again."""
    record = _record_to_fill(config, data)
    began = time.monotonic()
    try:
        with claim_state_dir(record.parent):
            record.touch(mode=0o600)
            done, waiting = asyncio.run(_import(file, record, Where(config, data)))
    except (*TROUBLE, sqlite3.Error) as error:
        leave(config, error)
    took_s = time.monotonic() - began
    for one in done.refused[:REFUSED_SHOWN]:
        typer.echo(_REFUSED.get(language_at(config)).format(one.line, one.why), err=True)
    if (more := len(done.refused) - REFUSED_SHOWN) > 0:
        typer.echo(_MORE_REFUSED.get(language_at(config)).format(more), err=True)
    if as_json:
        facts: dict[str, Any] = {
            "taken": done.taken,
            "known": done.known,
            "refused": len(done.refused),
        }
        facts |= {"lines_refused": [one.line for one in done.refused], "took_s": round(took_s, 3)}
        typer.echo(json.dumps({**facts, "without_vector": waiting}))
    else:
        tell(config, _TAKEN, done.taken, done.known, took_s, round(done.taken / took_s))
        if waiting:
            tell(config, _LATER, waiting)
    if done.refused:
        raise typer.Exit(EXIT_REFUSED)


async def _import(file: Path, record: Path, where: "Where") -> tuple[Imported, int]:
    from companion.store.migrations import migrate

    await asyncio.to_thread(migrate, str(record))
    async with opened_memory(record, where.engine, by_meaning=False) as memory:
        known = await memory.index.given_ids()

        def told(lines: int) -> None:
            typer.echo(_READ.get(language_at(where.config)).format(lines), err=True)

        done = await asyncio.to_thread(import_talk, file, record, known, where.zone, told)
        await memory.index.catch_up()
        every, embedded = await memory.index.counts()
    await remember_said(record, language_at(where.config))
    return done, every - embedded


@memory_app.command("index")
def index_meaning(
    data: Data = None, config: ConfigPath = DEFAULT_CONFIG, as_json: AsJson = False
) -> None:
    """Make what was said findable by meaning; goes on where it was cut off."""
    record = needs(config, record_of(config, data))

    async def index() -> tuple[int, int]:
        async with opened_memory(record, Where(config, data).engine) as memory:
            await _embed(memory, config, patience_s=None)
            return await memory.index.counts()

    try:
        every, embedded = asyncio.run(index())
    except (EmbedderUnavailable, *TROUBLE) as error:
        leave(config, error)
    if as_json:
        typer.echo(json.dumps({"episodes": every, "with_vector": embedded}))
    else:
        tell(config, _EMBEDDED, embedded, every)


def recall(
    query: Annotated[str, typer.Argument(help="what is looked for", metavar="[QUERY]")] = "",
    k: Annotated[int, typer.Option("-k", min=1, max=1000, help="how many")] = 10,
    jsonl: Questions = None,
    as_of: AsOf = "",
    data: Data = None,
    config: ConfigPath = DEFAULT_CONFIG,
    as_json: AsJson = False,
    no_llm: NoLlm = False,
    words_only: WordsOnly = False,
) -> None:
    """Find what was said about QUERY, or about each line of a file, best first."""
    where = Where(config, data)
    record = needs(config, record_of(config, data))

    async def tell_found() -> None:
        told = _found(where, record, query, jsonl, as_of, k, by_meaning=not words_only)
        async for _, asking, found in told:
            asked = asking.question
            if as_json or jsonl is not None:
                typer.echo(json.dumps(_told(asked, found), ensure_ascii=False))
            else:
                for one in found:
                    typer.echo(_line(one, asked, where.zone))

    try:
        asyncio.run(tell_found())
    except TROUBLE as error:
        leave(config, error)


def ask(
    question: Annotated[str, typer.Argument(help="what is asked", metavar="[QUESTION]")] = "",
    jsonl: Questions = None,
    as_of: AsOf = "",
    data: Data = None,
    config: ConfigPath = DEFAULT_CONFIG,
    speaker: Speaker = "",
    as_json: AsJson = False,
    no_llm: NoLlm = False,
    words_only: WordsOnly = False,
) -> None:
    """Answer QUESTION, or each line of a file, from what was said, with the evidence."""
    where = Where(config, data)
    record = needs(config, record_of(config, data))

    async def tell_answers() -> None:
        told = _found(where, record, question, jsonl, as_of, CANDIDATES, by_meaning=not words_only)
        async for memory, asking, found in told:
            asked = asking.question
            language = language_of(asked, language_at(config))
            asking = replace(asking, speaker=asking.speaker or speaker)
            answer = await answer_from(memory, asking, found, language)
            if as_json or jsonl is not None:
                typer.echo(json.dumps(_answer(asked, answer), ensure_ascii=False))
            else:
                typer.echo(answer.text)

    try:
        asyncio.run(tell_answers())
    except TROUBLE as error:
        leave(config, error)


async def _found(
    where: "Where",
    record: Path,
    query: str,
    jsonl: Path | None,
    as_of: str,
    limit: int,
    *,
    by_meaning: bool,
) -> AsyncIterator[tuple[OpenedMemory, "Asking", tuple[Found, ...]]]:
    """Each question with the best of what was said about it."""
    config = where.config
    async with opened_memory(record, where.engine, by_meaning=by_meaning) as memory:
        await _embed(memory, config, patience_s=WAIT_S if jsonl is None else None)
        now = await moment_of(memory, datetime.now(where.zone))
        for asked, moment, speaker in _questions(config, query, jsonl, as_of, where.zone):
            found = await memory.search.find(
                asked, moment or now, limit=limit, without=memory.withdrawn
            )
            yield memory, Asking(asked, moment or now, speaker), found
        if memory.search.meaning_missing and by_meaning:
            _aside(config, _WORDS_ALONE, memory.search.meaning_missing)


def _answer(asked: str, answer: Remembered) -> dict[str, Any]:
    return {
        "question": asked,
        "kind": answer.kind.value,
        "text": answer.text,
        "evidence": [one.name for one in answer.evidence],
    }


@dataclass(frozen=True)
class Where:
    """The household's settings, or those of a separate store."""

    config: Path
    data: Path | None

    @property
    def zone(self) -> tzinfo:
        """Of a time that is written without one."""
        if self.data is None:
            return ZoneInfo(settings_of(self.config).time_zone)
        zone = datetime.now().astimezone().tzinfo
        assert zone is not None  # `astimezone` gives one
        return zone

    @property
    def engine(self) -> str:
        """The embedder."""
        return DEFAULT_EMBEDDER if self.data else settings_of(self.config).embedder.engine


def _record_to_fill(config: Path, data: Path | None) -> Path:
    if data is None:
        return record_of(config, None)
    data.mkdir(parents=True, exist_ok=True)
    found = record_of(config, data)
    return found if found.exists() else record_path(data)


async def _embed(memory: OpenedMemory, config: Path, patience_s: float | None) -> None:
    """Give vectors to what has none, for at most so long; without an embedder, nothing."""
    await memory.index.catch_up()
    if memory.embedding is None:
        return
    began = told = time.monotonic()
    try:
        while await memory.embedding.step():
            now = time.monotonic()
            if patience_s is not None and now - began > patience_s:
                every, embedded = await memory.index.counts()
                _aside(config, _NOT_ALL, every - embedded)
                return
            if now - told > TOLD_EVERY_S:
                told = now
                every, embedded = await memory.index.counts()
                _aside(config, _EMBEDDED, embedded, every)
    except EmbedderUnavailable as error:
        if patience_s is None:
            raise
        _aside(config, _WORDS_ALONE, error)


def _questions(
    config: Path, query: str, jsonl: Path | None, as_of: str, zone: tzinfo
) -> Iterator[tuple[str, datetime | None, str]]:
    """Each question with its moment (None: now) and who asks. Leaves where a line is none."""
    if jsonl is None and not query.strip():
        leave(config, _NO_QUERY, EXIT_USAGE)
    with nullcontext([json.dumps({"query": query})]) if jsonl is None else jsonl.open() as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                read = read_object(line)
                asked = read.get("query", read.get("question"))
                if not isinstance(asked, str) or not asked.strip():
                    raise LineWrong('write {"question": ..., "as_of": ...}')
                moment = read.get("as_of") or as_of
                speaker = str(read.get("speaker") or "")
                yield asked, time_of(moment, zone) if moment else None, speaker
            except ValueError as error:
                told = _LINE_WRONG.filled(number, error)
                leave(config, told, EXIT_USAGE)


def _told(asked: str, found: tuple[Found, ...]) -> dict[str, Any]:
    language = language_of(asked, language_at(DEFAULT_CONFIG))
    return {
        "query": asked,
        "recalled": [
            {
                "id": one.episode.name,
                "why": why_said(one).get(language),
                "time": one.episode.at.isoformat(),
                "speaker": one.episode.speaker,
                "voice": one.episode.voice.value,
                "text": one.episode.text,
            }
            for one in found
        ],
    }


def _line(one: Found, asked: str, zone: tzinfo) -> str:
    at = one.episode.at.astimezone(zone)
    who = one.episode.speaker or one.episode.source
    why = why_said(one).get(language_of(asked, language_at(DEFAULT_CONFIG)))
    return f"{one.episode.name:<8} {at:%Y-%m-%d %H:%M} {who}: {one.episode.text}  [{why}]"


def _aside(config: Path, both: Bilingual, *values: object) -> None:
    """On stderr, beside the answer."""
    typer.echo(both.get(language_at(config)).format(*values), err=True)
