"""Set by hand 望み: finds devices that a person set and that are left as they are for a while.

A person asks for the hall light for a reason that no sensor tells. The companion does not
undo it two minutes later of its own accord because the hall is empty: it was empty when the light
was asked for. Once somebody came or left there, the room is judged afresh.
"""

from datetime import datetime, timedelta

from companion.rooms.context.collect import Collected
from companion.rooms.context.way_back import people_held
from companion.words.device import devices_in
from companion.words.ids import DeviceId
from companion.words.result import ResultStatus
from companion.words.trust import TrustLabel

KEPT_FOR = timedelta(minutes=30)
"""As far back as anything recent is read (`Limits.recent_horizon_s`)."""
_BY_REQUEST = "reflex"
"""`decided_by` of what was carried out exactly as asked."""
_PEOPLE = frozenset({TrustLabel.OWNER, TrustLabel.HOUSEHOLD})
_CHANGED = frozenset({ResultStatus.SUCCESS, ResultStatus.PARTIAL})


def wanted_so(collected: Collected, now: datetime) -> frozenset[DeviceId]:
    """Ids of the devices that are to be left as they are."""
    areas = {seen.device.id: seen.device.area for seen in collected.devices}
    people = people_held(collected)
    found: set[DeviceId] = set()
    for attempt in collected.attempts:
        decision = attempt.decision
        by_person = decision.decided_by == _BY_REQUEST and decision.trust in _PEOPLE
        if not by_person or attempt.result.status not in _CHANGED or now - attempt.at > KEPT_FOR:
            continue
        for device in devices_in(decision.action_payload):
            held = people.get(areas.get(device, ""))
            if held is None or held.since <= attempt.at:
                found.add(device)
    return frozenset(found)
