"""Service: builds the supervisor, the scheduler and the health watch over the declared tasks of all
parts."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.app.ground import Ground
from companion.rooms.scheduler.room import Scheduler
from companion.service.declared import collect
from companion.service.health import HealthLog, HealthWatch
from companion.service.supervision import Supervisor
from companion.service.watchdog.systemd import status_teller


@dataclass(frozen=True, kw_only=True)
class Service:
    """Parts that keep everything running."""

    health: HealthWatch
    scheduler: Scheduler
    supervisor: Supervisor


def build_service(ground: Ground, records: Sequence[object]) -> Service:
    """`records`: everything built so far; their ticks and health checks are taken here, their tasks
    are added to the supervisor when the page stands too."""
    on, declared = ground.foundations, collect(records)
    health = HealthWatch(
        on.board,
        on.hub,
        on.clock,
        declared.checks,
        changed=status_teller(on.systemd, on.board.all, on.language),
        note=HealthLog(ground.storage.journal).changed,
    )
    return Service(
        health=health,
        scheduler=Scheduler(on.clock, declared.ticks),
        supervisor=Supervisor(on.clock, health.resident),
    )


def add_residents(service: Service, records: Sequence[object]) -> None:
    """Have the supervisor run the tasks of all parts, in this order."""
    for resident in collect(records).residents:
        service.supervisor.add(resident)
