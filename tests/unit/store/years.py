"""Records with something in every table, as a house writes them."""

from dataclasses import replace
from pathlib import Path

from companion.store.sqlite import Store
from companion.words.decision import Thought
from companion.words.event import Event, EventSource
from companion.words.language import Bilingual
from companion.words.snapshot import RuntimeSnapshot
from companion.words.trust import TrustLabel
from companion.words.writeplan import StateChange, WritePlan
from tests.unit.store.samples import START, SetClock, decision, draft, result


async def filled(path: Path, walks: int) -> None:
    """`walks` times four events: seen, decided, done, said; and what belongs to them."""
    store = await Store.open(path, SetClock())
    for n in range(walks):
        await walked(store, n)
    await store.snapshots.save(RuntimeSnapshot(created_at=START, running=("a walk",)))
    await store.close()


async def walked(store: Store, n: int, because: Event | None = None, words: str = "") -> None:
    """One walk of the act corridor as it lies in the record; `words` wherever they may go."""
    seen = because or await store.events.append(
        draft(text=f"person {n} 玄関"), job="remember_event"
    )
    thought = Thought(belief=f"{words} is back")
    decided = await store.events.append(
        draft(EventSource.DELIBERATION_DECISION, evidence=(seen.id,), text=words),
        decision=replace(
            decision(evidence=(seen.id,)), reason=f"because of {words}", thought=thought
        ),
        durable=True,
    )
    if n % 5 == 0:
        lines = Bilingual("開ける", f"open {words}"), Bilingual("影響", "touches")
        await store.approvals.ask(decided.id, *lines, 2)
    await store.acts.begin(decided.id)
    acted = await store.events.append(
        draft(EventSource.ACTION_RESULT, evidence=(decided.id,)),
        result=replace(result(decided.id), summary_text=f"done {words}"),
    )
    said = draft(EventSource.AUTONOMY_MESSAGE, "report", evidence=(acted.id,), searchable=True)
    await store.events.append(said)
    change = StateChange(
        kind="world_item",
        key=f"person@{n % 7}",
        value={"value": n, "words": words},
        confidence=1,
        trust=TrustLabel.OBSERVED,
        observed_at=START,
        evidence_event_ids=(seen.id,),
    )
    await store.state_writer.apply(WritePlan(event_id=seen.id, changes=(change,)))
