"""Mending: carries out the owner's answer to a damaged record, or to rows of another program."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.ports.mending import NothingToMend
from companion.store.check import RecordCheck
from companion.store.quarantine import Quarantine, QuarantinedRow
from companion.store.sqlite import Store
from companion.words.language import Bilingual

TABLES = {
    "schedule_entries": Bilingual("目覚ましや予定", "alarms, timers, reminders, routines"),
    "schedule_firings": Bilingual("予定を実行した記録", "what became of what was due"),
    "state": Bilingual("好み・目標・家の状態", "preferences, goals, what is known of the home"),
    "approvals": Bilingual("承認", "approvals"),
    "jobs": Bilingual("裏の仕事", "background work"),
    "goals": Bilingual("目標", "goals"),
    "tasks": Bilingual("目標の手順", "steps to a goal"),
    "intents": Bilingual("意図", "intents"),
    "plans": Bilingual("計画", "plans"),
    "runtime_snapshots": Bilingual("実行中の控え", "what was going on"),
}
SHOWN = ("label", "text", "name", "summary_en", "json", "value", "payload")
"""Columns that tell a person what a row is, the best first."""
LETTERS = 120


class RecordMending:
    """The port `Mending`. `restart` ends the house so that it starts anew; True: with a record
    begun with what can be read."""

    def __init__(self, store: Store, check: RecordCheck, restart: Callable[[bool], None]) -> None:
        self._store, self._check, self._restart = store, check, restart

    def damaged(self) -> bool:
        """True if a check found that the record is not what was written."""
        return self._check.damaged

    def held(self) -> tuple[Bilingual, ...]:
        """Rows that do not act until the owner says so."""
        return told_of(self._store.quarantine)

    async def needs_rescue(self) -> None:
        """Check the whole record where no check has found damage yet."""
        if not self.damaged():
            await self._check.look(nice=0)
        if not self.damaged():
            raise NothingToMend("the record is whole, as far as it was looked at")

    async def settle(self, *, keep: bool, channel: str) -> int:
        """Keep what is held back, or throw it away."""
        if not self._store.quarantine:
            raise NothingToMend("nothing is held back")
        return await self._store.settle_quarantine(keep=keep, by=channel)

    def begin_again(self, *, rescue: bool) -> None:
        """Restart the house."""
        self._restart(rescue)


def told_of(held: Quarantine) -> tuple[Bilingual, ...]:
    """Rows that are held back and rows that are missing, one line each, for a person."""
    lines = [_row(row) for row in held.rows]
    for table, (then, now) in (held.differing or {}).items():
        name = TABLES[table]
        lines.append(
            Bilingual(
                f"{name.ja}: {then}件のはずが、確かなものは{now}件です",
                f"{name.en}: {then} were written, {now} of them are there as they were",
            )
        )
    return tuple(lines)


def _row(row: QuarantinedRow) -> Bilingual:
    name, text = TABLES[row.table], _text(row.facts)
    return Bilingual(f"{name.ja}: {text}", f"{name.en}: {text}")


def _text(facts: Mapping[str, Any]) -> str:
    found = next((facts[name] for name in SHOWN if isinstance(facts.get(name), str)), "")
    return " ".join(str(found).split())[:LETTERS]
