"""Work: builds the background work: jobs, housekeeping, warm-up, and acts that were cut off."""

from dataclasses import dataclass
from functools import partial

from companion.app.acting import Acting
from companion.app.desk import Desk
from companion.app.door import Door
from companion.app.ground import Ground
from companion.app.talking import Talking
from companion.app.thought import Thought
from companion.engines.grammar_warm_up import FOLDER, GrammarWarmUp
from companion.engines.llm_runtime.warm_up import ModelWarmUp
from companion.ports.part import ResidentSpec
from companion.rooms.consolidation.jobs import job_kinds
from companion.rooms.consolidation.runner import JobRunner
from companion.rooms.recall.indexing import Indexing
from companion.service.health import HealthLog
from companion.service.home_steady import until_steady
from companion.service.housekeeping import Housekeeping
from companion.service.standing_prompts import StandingPrompts
from companion.service.supervision import until
from companion.service.unfinished_acts import UnfinishedActs


@dataclass(frozen=True, kw_only=True)
class Work:
    """Tasks that nobody waits for."""

    unfinished: UnfinishedActs
    jobs: JobRunner
    housekeeping: Housekeeping
    model: ModelWarmUp
    memory: Indexing
    grammar: GrammarWarmUp
    lives: ResidentSpec | None
    """The people of the doll's house, who wait until the companion is awake."""


async def build_work(
    ground: Ground,
    thought: Thought,
    talking: Talking,
    acting: Acting,
    door: Door,
    desk: Desk,
) -> Work:
    """Memory's jobs and housekeeping give way to a person who has just asked for something. Acts
    that the end of the last process cut off are found here, before a new one begins."""
    on, storage, house = ground.foundations, ground.storage, ground.home.house
    known, thinning = partial(until_steady, house), storage.store.thinning
    parts = {
        "record": storage.record,
        "remember": talking.remember.walk,
        "begin_thinning": partial(thinning.begin, storage.upkeep.keep),
        "thin": thinning.step,
        "sweep": storage.store.sweep,
        "anchor": storage.upkeep.anchor,
        "back_up": storage.upkeep.back_up,
        "snapshots": storage.store.snapshots,
        "look_for_habits": desk.planning.habits.look,
        "blackboard": on.blackboard,
        "snapshot_every_s": on.settings.limits.snapshot_s,
    }
    kinds = job_kinds(parts)
    prompts = StandingPrompts(
        context=thought.context,
        deliberation=thought.deliberation,
        expression=acting.messages.expression,
        conversation=talking.conversation,
        ranker=ground.mind.ranker,
        clock=on.clock,
        ids=on.ids,
        language=on.language,
    )
    model = ModelWarmUp(ground.mind.llm, prompts, known, ground.mind.awake)
    unfinished = UnfinishedActs(
        acts=storage.store.acts,
        approvals=storage.store.approvals,
        record=storage.record,
        journal=storage.journal,
        house=house,
        clock=on.clock,
        interrupted=on.blackboard.interrupted,
        walk_on=acting.act.answered,
        take_up=desk.reception.take_up,
    )

    async def nobody_wants_the_machine() -> None:
        await door.give_way.leisure()
        await until(ground.mind.llm.idle, look_every_s=0.2)

    await unfinished.look()
    await acting.put_off.begin()
    await desk.planning.cycle.begin()
    return Work(
        unfinished=unfinished,
        jobs=JobRunner(
            storage.store.jobs,
            kinds,
            on.clock,
            give_way=door.give_way.leisure,
            writable=storage.events.until_writable,
        ),
        housekeeping=Housekeeping(
            kinds,
            storage.store.jobs,
            on.clock,
            give_way=door.give_way.leisure,
            writable=storage.events.until_writable,
        ),
        model=model,
        memory=Indexing(
            ground.remembering.index,
            ground.remembering.embedding,
            on.hub,
            ready=model.ready,
            give_way=nobody_wants_the_machine,
        ),
        grammar=GrammarWarmUp(
            understanding=talking.grammar,
            folder=on.state_dir / FOLDER,
            home_known=known,
            told=HealthLog(storage.journal).changed,
        ),
        lives=on.dollhouse.resident(model.ready) if on.dollhouse and not on.staged else None,
    )
