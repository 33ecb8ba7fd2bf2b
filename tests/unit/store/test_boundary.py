"""B-091: the storage boundary in the shipped documentation and in the code agree."""

import inspect
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import companion.store
from companion.rooms.journal.room import Journal
from companion.store.migrations import migrate
from companion.store.migrations.sql import statements
from companion.store.sqlite import Store
from companion.words.approval import Approval, ApprovalQuestion, ApprovalStatus
from companion.words.decision import ActionDecision, ConsoleDelivery, DeliveryKind
from companion.words.device import DeviceState
from companion.words.event import Event, EventDraft, EventSource
from companion.words.facts import GardenDayEnded, GardenInjected, kind_of
from companion.words.ids import ApprovalId, DeviceId, EventId
from companion.words.language import Bilingual, Language
from companion.words.result import ActionResult
from companion.words.ruling import Ruling
from companion.words.said import Said
from companion.words.schedule import Entry, EntryId, EntryKind, Firing
from companion.words.timing import After
from companion.words.trust import TrustLabel
from companion.words.utterance import Claim, Utterance
from tests.noted import Noted
from tests.unit.store.samples import (
    START,
    HeardStream,
    SetClock,
    decision,
    observation,
    result,
    trigger,
)

README = Path(companion.store.__file__).with_name("README.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(\w+)` \| `(\w+)` \| (yes|no) \| (yes|no) \| (yes|no) \|$", re.MULTILINE)
NOT_APPENDING = {"activity", "mistakes", "sync"}
"""`mistakes` notes, through `noted`."""


@dataclass(frozen=True)
class Stored:
    """One row of the table: what one journal method leaves in the record."""

    source: str
    durable: bool
    searchable: bool
    job: bool


class _Watched:
    """An event log that notes how each event was asked to be kept."""

    def __init__(self) -> None:
        self.store = Store.in_memory(SetClock())
        self.last: Stored | None = None

    async def append(
        self,
        draft: EventDraft,
        *,
        decision: ActionDecision | None = None,
        result: ActionResult | None = None,
        durable: bool = False,
        syncs: bool = True,
        job: str = "",
    ) -> Event:
        self.last = Stored(draft.source.value, durable, draft.searchable, bool(job))
        return await self.store.events.append(draft, decision=decision, result=result)

    async def sync(self) -> None:
        await self.store.events.sync()


QUESTION = ApprovalQuestion(
    id=ApprovalId(1),
    decision_event_id=EventId(1),
    summary=Bilingual("つける", "turn on"),
    impact=Bilingual("明かり", "light"),
    risk=2,
    asked_at=START,
)


def _calls(journal: Journal, decided: Event) -> dict[str, Callable[[], Awaitable[Any]]]:
    """One ordinary call of each method of the journal."""
    said = Utterance(
        text="つけたよ",
        language=Language.JA,
        delivery=ConsoleDelivery(DeliveryKind.CHAT),
        speaker_name="コト",
        claims=(Claim(event_id=decided.id, kind="done"),),
        decision_event_id=decided.id,
    )
    device = DeviceState(device_id=DeviceId("light.hall"), value="on", at=START)
    ruling = Ruling(allowed=True, reason_code="ok", reason=Bilingual("可", "ok"))
    approval = Approval(status=ApprovalStatus.NOT_NEEDED, rule="by_itself")
    owner = TrustLabel.OWNER
    return {
        "heard": lambda: journal.heard(Said("ただいま", "web"), owner),
        "requested": lambda: journal.requested("undo", {}, owner, "web"),
        "restated": lambda: journal.restated("it is 5 May", decided.id, "Ann", decided),
        "observed": lambda: journal.observed(observation()),
        "moved": lambda: journal.moved("Ann", Bilingual("帰宅", "Ann came home")),
        "device_changed": lambda: journal.device_changed(device),
        "due": lambda: journal.due(ALARM, FIRING),
        "decided": lambda: journal.decided(decision(), trigger()),
        "chose": lambda: journal.chose(decision(), trigger()),
        "lived": lambda: journal.lived(
            GardenDayEnded(who="x", at=1, began=0, done=0, missed=0, changed=0)
        ),
        "dropped": lambda: journal.dropped("not JSON", trigger()),
        "ruled": lambda: journal.ruled(ruling, decided),
        "judged": lambda: journal.judged(approval, decided),
        "asked": lambda: journal.asked(QUESTION),
        "answered": lambda: journal.answered(QUESTION, owner, "web"),
        "acted": lambda: journal.acted(result(decided.id)),
        "said": lambda: journal.said(said),
        "replied": lambda: journal.replied("おかえり", decided, trust=owner, speaker_name="コト"),
        "unanswered": lambda: journal.unanswered(decided, "no model"),
        "unsaid": lambda: journal.unsaid(decided),
        "still_thinking": lambda: journal.still_thinking(decided),
        "interrupted": lambda: journal.interrupted("stop"),
        "noted": lambda: journal.noted(Noted()),
        "kept_silent": lambda: journal.kept_silent(decided, "obvious"),
    }


ALARM = Entry(kind=EntryKind.ALARM, timing=After(60.0), created_at=START, id=EntryId(1))
FIRING = Firing(entry_id=EntryId(1), due=START, claimed_at=START)


def documented() -> dict[str, Stored]:
    """The table of the README."""
    return {
        name: Stored(source, durable == "yes", searchable == "yes", job == "yes")
        for name, source, durable, searchable, job in ROW.findall(README)
    }


def test_b_091_every_appending_method_is_in_the_documentation() -> None:
    """B-065..B-069, B-091: none is missing, none is made up."""
    public = {
        name
        for name, _ in inspect.getmembers(Journal, inspect.isfunction)
        if not name.startswith("_")
    }
    assert set(documented()) == public - NOT_APPENDING


@pytest.mark.parametrize("method", sorted(documented()))
async def test_b_091_each_is_stored_as_documented(method: str) -> None:
    """B-091: source, durability, searchability and memory job."""
    log = _Watched()
    journal = Journal(log, HeardStream(), SetClock())
    decided = await journal.decided(decision(), trigger())
    await _calls(journal, decided)[method]()
    assert log.last == documented()[method]


def test_b_091_every_source_is_used() -> None:
    """No source exists that nothing can ever store."""
    used = {stored.source for stored in documented().values()}
    brought_up = kind_of(GardenInjected)[0]
    assert {source.value for source in EventSource} == used | {brought_up.value}


def test_every_table_and_column_is_documented(tmp_path: Path) -> None:
    """B-106: the schemas in the documentation are those of the database."""
    migrate(str(tmp_path / "t.db"))
    tables = README.split("## Tables")[1].split("\n## ")[0]
    for statement in statements("step_0001", "step_0002", "step_0003"):
        added = re.match(r"ALTER TABLE \w+ (?:ADD|RENAME) COLUMN (?:\w+ TO )?(\w+)", statement)
        assert added is None or f"`{added[1]}`" in tables, statement
        found = re.match(r"CREATE TABLE (\w+)", statement)
        if found is None:
            continue
        assert f"**`{found[1]}`**" in tables, found[1]
        for column in re.findall(r"^  (\w+) (?:TEXT|INTEGER|REAL|BLOB)", statement, re.MULTILINE):
            told = f"`{column}`" in tables or column.startswith(("summary_", "impact_"))
            assert told or column == "id", f"{found[1]}.{column}"
