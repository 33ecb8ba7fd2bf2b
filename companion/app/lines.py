"""Lines: builds perception, and the queues in which its triggers wait to be walked."""

from dataclasses import dataclass
from functools import partial

from companion.app.body import Body
from companion.app.ground import Ground
from companion.app.skills import Skills
from companion.engines.llm_runtime.traffic import ModelTraffic
from companion.ports.house import area_of, device_of
from companion.ports.part import Tick
from companion.rooms.perception.occasions import Occasions
from companion.rooms.perception.queue import TriggerQueue
from companion.rooms.perception.reports import DeviceReports
from companion.rooms.perception.room import Perception
from companion.rooms.scheduler.room import heartbeat
from companion.service.policy_runs import PolicyRuns


@dataclass(frozen=True, kw_only=True)
class Lines:
    """Sources of triggers, the two lines, and the traffic between them."""

    perception: Perception
    occasions: Occasions
    reports: DeviceReports
    policies: PolicyRuns
    heartbeat: Tick
    triggers: TriggerQueue
    """Every reason to think."""
    thoughts: TriggerQueue
    """Those of them that need the model, with the hour's budget at its end."""
    traffic: ModelTraffic


def build_lines(ground: Ground, body: Body, skills: Skills) -> Lines:
    """Sources are held to their rate at the first line."""
    on, storage, mind = ground.foundations, ground.storage, ground.mind
    limits, house = on.settings.limits, ground.home.house
    triggers = TriggerQueue(
        on.clock,
        capacity=limits.trigger_queue,
        per_minute=limits.triggers_per_minute_per_source,
    )
    thoughts = TriggerQueue(
        on.clock,
        capacity=limits.trigger_queue,
        per_minute=limits.trigger_queue * 60,
        budget=mind.calls,
    )
    return Lines(
        perception=Perception(
            on.clock,
            on.ids,
            language=on.language,
            places={place.id: place for place in on.places},
            events_per_minute=limits.events_per_minute_per_source,
            dedup_window_s=limits.dedup_window_s,
            area_of=partial(area_of, house),
            device_of=partial(device_of, house),
        ),
        occasions=Occasions(house, on.clock),
        reports=DeviceReports(on.clock, per_minute=limits.events_per_minute_per_source),
        policies=PolicyRuns(
            policies=skills.policies, senses=body.sight, triggers=triggers, clock=on.clock
        ),
        heartbeat=heartbeat(
            triggers,
            on.clock,
            on.ids,
            on.language,
            limits.heartbeat_s,
            raised=lambda: triggers.counters.raised,
        ),
        triggers=triggers,
        thoughts=thoughts,
        traffic=ModelTraffic(mind.llm, triggers, thoughts, mind.calls, storage.journal),
    )
