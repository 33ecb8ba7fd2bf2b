"""Index over the episodes of the record: words, vectors, time. One SQLite file beside the record.

The file is a cache: it can be deleted at any time and is made anew from the record, so it needs no
migration, no backup and no fsync, and a damaged one is thrown away. The chain of the newest
episode in it tells that it belongs to this record (`_belongs`).
"""

import asyncio
import contextlib
import logging
import math
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from companion.ports.embedder import Vector
from companion.ports.episodes import IndexUnusable, Span
from companion.store.commits import connect, is_damage
from companion.store.queries import sql
from companion.store.rows import event_of
from companion.store.vectors import Vectors, quantised
from companion.words.episode import Episode, episode_of
from companion.words.ids import EventId

log = logging.getLogger(__name__)
T = TypeVar("T")

FILE = "episodes.db"
FORM = 4
"""Changed with every change of the schema or of how text becomes words or a vector: an index of
another form is made anew."""
GROUP = 2000
"""Episodes in one transaction."""
TALK_GAP_S = 1800.0
"""A longer silence ends a talk."""
WEIGHED = 5000
"""Episodes that one question weighs by the rarity of their words: more take longer than a person
waits, and a word that stands in more of them tells little."""
SPEAKER_WEIGHT = 0.5
"""Of a word that is the speaker's name, beside one that was said."""

_SCHEMA = """
CREATE TABLE about (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE episodes (
  id INTEGER PRIMARY KEY, at REAL NOT NULL, given_id TEXT, speaker TEXT NOT NULL,
  is_talk INTEGER NOT NULL
);
CREATE INDEX episodes_at ON episodes (at, id);
CREATE UNIQUE INDEX episodes_given ON episodes (given_id) WHERE given_id IS NOT NULL;
CREATE TABLE vectors (id INTEGER PRIMARY KEY, vector BLOB NOT NULL);
CREATE TABLE without_vector (id INTEGER PRIMARY KEY);
CREATE VIRTUAL TABLE words USING fts5 (
  said, speaker, tokenize = 'porter unicode61 remove_diacritics 2'
);
"""
_BY_WORDS = """
SELECT e.id, -bm25(words, 1.0, ?) AS score FROM words JOIN episodes e ON e.id = words.rowid
WHERE words MATCH ? AND e.at <= ? ORDER BY score DESC, e.id DESC LIMIT ?
"""
_BEST_EVER = """
SELECT best.id, best.score, e.at FROM (
  SELECT rowid AS id, -bm25(words, 1.0, ?) AS score FROM words WHERE words MATCH ?
  ORDER BY score DESC, rowid DESC LIMIT ?
) best JOIN episodes e ON e.id = best.id ORDER BY best.score DESC, best.id DESC
"""
_NEWEST = """
SELECT e.id, 0.0 FROM words JOIN episodes e ON e.id = words.rowid
WHERE words MATCH ? AND e.at <= ? ORDER BY words.rowid DESC LIMIT ?
"""
_HOW_MANY = "SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ? LIMIT ?)"
_BEFORE = """
SELECT id, at FROM episodes WHERE (at, id) < (?, ?) AND is_talk ORDER BY at DESC, id DESC LIMIT ?
"""
_AFTER = """
SELECT id, at FROM episodes WHERE (at, id) > (?, ?) AND at <= ? AND is_talk ORDER BY at, id LIMIT ?
"""
_AFTER_GONE = """
CREATE TEMP TABLE follows AS SELECT next.id AS id FROM gone
JOIN main.episodes before ON before.id = gone.id
JOIN main.episodes next ON next.id = (
  SELECT e.id FROM main.episodes e WHERE (e.at, e.id) > (before.at, before.id) AND e.is_talk
  ORDER BY e.at, e.id LIMIT 1
) AND next.at - before.at <= ? WHERE before.is_talk AND next.id NOT IN (SELECT id FROM gone)
"""
_NEXT = f"SELECT id FROM ({_AFTER})"
_TO_EMBED = "SELECT id FROM without_vector ORDER BY id DESC LIMIT ?"
_KEEP = "INSERT OR REPLACE INTO vectors (id, vector) SELECT id, ? FROM episodes WHERE id = ?"


def _file_of(path: Path) -> int | None:
    """The inode of the file that stands there now; None for none."""
    try:
        return path.stat().st_ino
    except FileNotFoundError:
        return None


def index_path(record: Path) -> Path:
    """Where the index of a record lies."""
    return record.with_name(FILE)


class SqliteEpisodes:
    """The port `EpisodeIndex`. All questions are asked in a thread of its own."""

    def __init__(
        self, record: Path, words_of: Callable[[str], Sequence[str]], embedding: str
    ) -> None:
        """`words_of`: the words by which a text is found. `embedding`: which model's vectors these
        are; those of another are made anew."""
        self._record, self._path = record, index_path(record)
        self._words_of, self._embedding = words_of, embedding
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="episode index")
        self._opened: tuple[sqlite3.Connection, sqlite3.Connection] | None = None
        self._file: int | None = None
        self._vectors: Vectors | None = None
        self._version = 0

    async def close(self) -> None:
        """Close the files. Idempotent."""
        with contextlib.suppress(RuntimeError):  # it was closed before
            await asyncio.get_running_loop().run_in_executor(self._thread, self._let_go)
        await asyncio.to_thread(self._thread.shutdown)

    async def catch_up(self, *, most: int | None = None) -> int:
        """Take up what the record has gained."""
        return await self._ask(lambda record, index: self._catch_up(record, index, most))

    async def by_words(
        self, words: Sequence[str], until: datetime, *, limit: int
    ) -> Mapping[EventId, float]:
        """By the rarity of the words that were said; the name of the speaker is one of them."""
        if not words:
            return {}
        quoted = ['"{}"'.format(word.replace('"', '""')) for word in dict.fromkeys(words)]

        def ask(_: sqlite3.Connection, index: sqlite3.Connection) -> dict[EventId, float]:
            if rare := _rare(index, quoted):
                found = _by_words(index, " OR ".join(rare), until.timestamp(), limit)
            else:
                values = (" OR ".join(quoted), until.timestamp(), limit)
                found = index.execute(_NEWEST, values).fetchall()
            return {EventId(row[0]): row[1] for row in found}

        return await self._ask(ask)

    async def by_meaning(
        self, vector: Vector, until: datetime, *, limit: int
    ) -> Mapping[EventId, float]:
        """Brute force over all vectors: 100,000 take some 20 ms (ADR 0070)."""

        def ask(_: sqlite3.Connection, index: sqlite3.Connection) -> dict[EventId, float]:
            # Another process may have embedded meanwhile.
            version = index.execute("PRAGMA data_version").fetchone()[0]
            if self._vectors is None or version != self._version:
                self._vectors, self._version = Vectors.read(index), version
            return self._vectors.closest(vector, until.timestamp(), limit)

        return await self._ask(ask)

    async def closeness(
        self, vector: Vector, event_ids: Sequence[EventId]
    ) -> Mapping[EventId, float]:
        """Of these alone, read from the file."""

        def ask(_: sqlite3.Connection, index: sqlite3.Connection) -> dict[EventId, float]:
            some = Vectors.read(index, list(event_ids))
            return some.closest(vector, math.inf, len(event_ids))

        return await self._ask(ask)

    async def likeness(
        self, event_ids: Sequence[EventId]
    ) -> Mapping[EventId, Mapping[EventId, float]]:
        """Of these alone, read from the file."""

        def ask(
            _: sqlite3.Connection, index: sqlite3.Connection
        ) -> dict[EventId, dict[EventId, float]]:
            return Vectors.read(index, list(event_ids)).between()

        return await self._ask(ask)

    async def within(self, span: Span, *, limit: int) -> tuple[EventId, ...]:
        """Episodes of a span of time, oldest first."""

        def ask(_: sqlite3.Connection, index: sqlite3.Connection) -> tuple[EventId, ...]:
            found = index.execute(
                "SELECT id FROM episodes WHERE at >= ? AND at < ? ORDER BY at, id LIMIT ?",
                (span.start.timestamp(), span.end.timestamp(), limit),
            )
            return tuple(EventId(row[0]) for row in found)

        return await self._ask(ask)

    async def beside(
        self, event_ids: Sequence[EventId], until: datetime, *, reach: int
    ) -> Mapping[EventId, Mapping[EventId, int]]:
        """The turns before and after, as far as no silence of half an hour lies between."""

        def ask(
            _: sqlite3.Connection, index: sqlite3.Connection
        ) -> dict[EventId, dict[EventId, int]]:
            return {one: _beside(index, one, until.timestamp(), reach) for one in event_ids}

        return await self._ask(ask)

    async def episodes(self, event_ids: Sequence[EventId]) -> Mapping[EventId, Episode]:
        """As the record has them."""

        def ask(record: sqlite3.Connection, _: sqlite3.Connection) -> dict[EventId, Episode]:
            found = {}
            for one in event_ids:
                row = record.execute(sql("event_by_id"), (one,)).fetchone()
                episode = None if row is None else episode_of(event_of(row))
                if episode is not None:
                    found[one] = episode
            return found

        return await self._ask(ask)

    async def speakers(self) -> tuple[str, ...]:
        """By name."""

        def ask(_: sqlite3.Connection, index: sqlite3.Connection) -> tuple[str, ...]:
            found = index.execute("SELECT DISTINCT speaker FROM episodes WHERE speaker <> ''")
            return tuple(row[0] for row in found)

        return await self._ask(ask)

    async def to_embed(self, *, limit: int) -> Sequence[Episode]:
        """Newest first: what was said today is asked for first."""

        def ask(record: sqlite3.Connection, index: sqlite3.Connection) -> list[Episode]:
            self._catch_up(record, index, GROUP)
            found = []
            for (one,) in index.execute(_TO_EMBED, (limit,)).fetchall():
                row = record.execute(sql("event_by_id"), (one,)).fetchone()
                episode = None if row is None else episode_of(event_of(row))
                if episode is not None:
                    found.append(episode)
            return found

        return await self._ask(ask)

    async def embedded(
        self, vectors: Mapping[EventId, Vector], before: Mapping[EventId, EventId]
    ) -> None:
        """Keep these vectors, one byte a number."""

        def keep(_: sqlite3.Connection, index: sqlite3.Connection) -> None:
            with _transaction(index):
                # The turn before may have been erased, or another put in, while the model worked.
                made = [one for one in vectors if _turn_before(index, one) == before.get(one)]
                index.executemany(_KEEP, [(quantised(vectors[one]), one) for one in made])
                index.executemany(
                    "DELETE FROM without_vector WHERE id = ?", [(one,) for one in made]
                )
            if self._vectors is not None:
                self._vectors.add(Vectors.read(index, made))

        await self._ask(keep)

    async def counts(self) -> tuple[int, int]:
        """Episodes, and those with a vector."""

        def ask(_: sqlite3.Connection, index: sqlite3.Connection) -> tuple[int, int]:
            row = index.execute(
                "SELECT (SELECT count(*) FROM episodes), (SELECT count(*) FROM vectors)"
            ).fetchone()
            return int(row[0]), int(row[1])

        return await self._ask(ask)

    async def newest(self) -> datetime | None:
        """When the latest episode was; None where there is none."""

        def ask(record: sqlite3.Connection, index: sqlite3.Connection) -> datetime | None:
            self._catch_up(record, index)
            (at_s,) = index.execute("SELECT max(at) FROM episodes").fetchone()
            return None if at_s is None else datetime.fromtimestamp(at_s, UTC)

        return await self._ask(ask)

    async def named(self, given_id: str) -> EventId | None:
        """The episode with this id of a file that was imported."""

        def ask(_: sqlite3.Connection, index: sqlite3.Connection) -> EventId | None:
            found = index.execute("SELECT id FROM episodes WHERE given_id = ?", (given_id,))
            row = found.fetchone()
            return None if row is None else EventId(row[0])

        return await self._ask(ask)

    async def given_ids(self) -> frozenset[str]:
        """Ids that were imported already."""

        def ask(record: sqlite3.Connection, index: sqlite3.Connection) -> frozenset[str]:
            self._catch_up(record, index)
            found = index.execute("SELECT given_id FROM episodes WHERE given_id IS NOT NULL")
            return frozenset(row[0] for row in found)

        return await self._ask(ask)

    async def _ask(self, question: Callable[[sqlite3.Connection, sqlite3.Connection], T]) -> T:
        def ask() -> T:
            try:
                return question(*self._connections())
            except sqlite3.DatabaseError as error:
                if not is_damage(error):
                    raise IndexUnusable(f"the index {self._path}: {error}") from error
            log.warning("the index %s is damaged; it is made anew from the record", self._path)
            self._let_go()
            remove_index(self._record)
            record, index = self._connections()
            self._catch_up(record, index)
            return question(record, index)

        return await asyncio.get_running_loop().run_in_executor(self._thread, ask)

    def _connections(self) -> tuple[sqlite3.Connection, sqlite3.Connection]:
        if self._opened is not None and _file_of(self._path) != self._file:
            # An erasure that could not reach into it took the whole file away, or another process
            # made it anew.
            self._let_go()
        if self._opened is None:
            record = connect(self._record, b"")
            record.execute("PRAGMA query_only = ON")
            self._opened = record, self._open_index(record)
            self._file = _file_of(self._path)
        return self._opened

    def _open_index(self, record: sqlite3.Connection) -> sqlite3.Connection:
        index = _connect(self._path)
        if not _belongs(record, index, self._embedding):
            index.close()
            remove_index(self._record)
            index = _connect(self._path)
            index.executescript(_SCHEMA)
            _note(index, form=FORM, embedding=self._embedding, last=0, chain=b"")
        return index

    def _let_go(self) -> None:
        if self._opened is not None:
            for connection in self._opened:
                connection.close()
        self._opened = self._vectors = None

    def _catch_up(
        self, record: sqlite3.Connection, index: sqlite3.Connection, most: int | None = None
    ) -> int:
        read = 0
        while left := GROUP if most is None else min(GROUP, most - read):
            # Another process may take up the same events: who is in its transaction goes on from
            # where the other one came to.
            if not _is_new(record, index):
                break
            with _transaction(index):
                last = int(_noted(index, "last"))
                found = record.execute(sql("episodes_after"), (last, left)).fetchall()
                if not found:
                    break
                events = (episode_of(event_of(row)) for row in found)
                if _insert(index, (one for one in events if one), self._words_of):
                    self._vectors = None
                _note(index, last=found[-1]["id"], chain=bytes(found[-1]["chain"]))
            read += len(found)
        return read


def _is_new(record: sqlite3.Connection, index: sqlite3.Connection) -> bool:
    last = int(_noted(index, "last"))
    return record.execute(sql("episodes_after"), (last, 1)).fetchone() is not None


def _by_words(
    index: sqlite3.Connection, query: str, until_s: float, limit: int
) -> Sequence[tuple[int, float]]:
    """The best that were said by then. Times are looked up for the best of all times alone, and for
    every match only where one of these is later: that costs half as much again."""
    best = index.execute(_BEST_EVER, (SPEAKER_WEIGHT, query, limit)).fetchall()
    if all(at_s <= until_s for _, _, at_s in best):
        return [(one, score) for one, score, _ in best]
    return index.execute(_BY_WORDS, (SPEAKER_WEIGHT, query, until_s, limit)).fetchall()


def _rare(index: sqlite3.Connection, words: Sequence[str]) -> list[str]:
    """The rarest words that stand in at most `WEIGHED` episodes together; none where each alone
    stands in more."""
    count = {word: index.execute(_HOW_MANY, (word, WEIGHED + 1)).fetchone()[0] for word in words}
    taken, weighed = list[str](), 0
    for word in sorted(words, key=lambda one: count[one]):
        weighed += count[word]
        if weighed > WEIGHED:
            break
        taken.append(word)
    return taken


def _beside(
    index: sqlite3.Connection, event_id: EventId, until_s: float, reach: int
) -> dict[EventId, int]:
    row = index.execute("SELECT at FROM episodes WHERE id = ? AND is_talk", (event_id,)).fetchone()
    if row is None:
        return {}
    here = (row[0], event_id)
    before = index.execute(_BEFORE, (*here, reach)).fetchall()
    after = index.execute(_AFTER, (*here, until_s, reach)).fetchall()
    found: dict[EventId, int] = {}
    for side, sign in ((before, -1), (after, 1)):
        last_s = row[0]
        for steps, (one, at_s) in enumerate(side, 1):
            if abs(at_s - last_s) > TALK_GAP_S:
                break
            found[EventId(one)], last_s = sign * steps, at_s
    return found


def _turn_before(index: sqlite3.Connection, event_id: EventId) -> EventId | None:
    return next(iter(_beside(index, event_id, -math.inf, 1)), None)


def _insert(
    index: sqlite3.Connection, episodes: Iterable[Episode], words_of: Callable[[str], Sequence[str]]
) -> bool:
    """Take these up; True if a vector went, since its turn has another turn before it now."""
    rows, words = [], []
    for one in episodes:
        given_id = one.given_id or None
        rows.append((one.id, one.at.timestamp(), given_id, one.speaker, one.is_talk))
        said = [*words_of(one.text), *words_of(one.in_english)]
        words.append((one.id, " ".join(said), " ".join(words_of(one.speaker))))
    # Two files merged into one household may give the same id twice: the first keeps it.
    index.executemany("INSERT OR IGNORE INTO episodes VALUES (?, ?, ?, ?, ?)", rows)
    index.executemany("INSERT INTO words (rowid, said, speaker) VALUES (?, ?, ?)", words)
    index.executemany("INSERT INTO without_vector VALUES (?)", [(row[0],) for row in rows])
    # An import puts a turn between two others: the vector of the later one is made anew.
    talk = [(at_s, one, at_s + TALK_GAP_S, 1) for one, at_s, _, _, is_talk in rows if is_talk]
    index.executemany(f"INSERT OR IGNORE INTO without_vector {_NEXT}", talk)
    return index.executemany(f"DELETE FROM vectors WHERE id IN ({_NEXT})", talk).rowcount > 0


def remove_index(record: Path) -> None:
    """Take the index of a record away; it is made anew when it is needed."""
    for side in ("", "-journal"):
        path = index_path(record)
        path.with_name(path.name + side).unlink(missing_ok=True)


def _connect(path: Path) -> sqlite3.Connection:
    path.touch(mode=0o600)
    index = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    # A power cut may cost the file, which is a cache: no fsync wears the card.
    index.execute("PRAGMA synchronous = OFF")
    index.execute("PRAGMA journal_mode = TRUNCATE")
    index.execute("PRAGMA busy_timeout = 5000")
    return index


def _belongs(record: sqlite3.Connection, index: sqlite3.Connection, embedding: str) -> bool:
    """True if the index was made from this record, in this form, with this model's vectors."""
    try:
        form, last = _noted(index, "form"), int(_noted(index, "last"))
        if form != FORM or _noted(index, "embedding") != embedding:
            return False
        row = record.execute("SELECT chain FROM events WHERE id = ?", (last,)).fetchone()
        return last == 0 or (row is not None and bytes(row[0]) == _noted(index, "chain"))
    except (sqlite3.OperationalError, TypeError):
        return False


def _noted(index: sqlite3.Connection, name: str) -> Any:
    return index.execute("SELECT value FROM about WHERE name = ?", (name,)).fetchone()[0]


def _note(index: sqlite3.Connection, **values: Any) -> None:
    index.executemany("INSERT OR REPLACE INTO about VALUES (?, ?)", list(values.items()))


@contextlib.contextmanager
def _transaction(index: sqlite3.Connection) -> Iterator[None]:
    index.execute("BEGIN IMMEDIATE")
    try:
        yield
        index.execute("COMMIT")
    finally:
        if index.in_transaction:
            index.execute("ROLLBACK")


def forget_erased(record: Path) -> None:
    """Take what was erased out of the index, with its bytes; an index that cannot be read goes
    whole. Blocking. Raises `sqlite3.Error`."""
    path = index_path(record)
    if not path.exists():
        return
    try:
        _forget_erased(path, record)
    except sqlite3.DatabaseError as error:
        if not is_damage(error) and not isinstance(error, sqlite3.OperationalError):
            raise
        log.warning("the index %s goes whole: %s", path, error)
        remove_index(record)


def _forget_erased(path: Path, record: Path) -> None:
    index = _connect(path)
    try:
        index.execute("ATTACH DATABASE ? AS record", (str(record),))
        index.execute("PRAGMA secure_delete = ON")
        with _transaction(index):
            index.execute(
                "CREATE TEMP TABLE gone AS SELECT id FROM main.episodes"
                " WHERE id IN (SELECT id FROM record.events WHERE salt IS NULL)"
            )
            # The turn after one that was erased has a vector of both: it is made anew.
            index.execute(_AFTER_GONE, (TALK_GAP_S,))
            index.execute("DELETE FROM main.vectors WHERE id IN (SELECT id FROM follows)")
            index.execute("INSERT OR IGNORE INTO main.without_vector SELECT id FROM follows")
            index.execute("DELETE FROM main.words WHERE rowid IN (SELECT id FROM gone)")
            for table in ("vectors", "without_vector", "episodes"):
                index.execute(f"DELETE FROM main.{table} WHERE id IN (SELECT id FROM gone)")
            # A word that was deleted stays in its segment until the segments are merged.
            index.execute("INSERT INTO words (words) VALUES ('optimize')")
        index.execute("DETACH DATABASE record")
        index.execute("VACUUM")
    finally:
        index.close()
