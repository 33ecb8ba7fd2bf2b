"""`companion bench year`, its short form: a home's record stops growing, and its copies with it."""

from datetime import timedelta
from pathlib import Path

import pytest

from companion.store.thin import Keep
from tests.proof.bench import year
from tests.proof.bench.figure import Effort
from tests.proof.bench.wear import COUNTED
from tests.proof.bench.year_days import hours_of


@pytest.mark.skipif(not COUNTED, reason="this kernel does not count what a process writes")
async def test_a_record_grows_only_by_what_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seven days of six hours each, of which two stay whole."""
    monkeypatch.setattr(year, "DAY_S", 6 * 3600.0)
    monkeypatch.setitem(year.DAYS, Effort.SHORT, 7)
    keep = Keep(reports=timedelta(hours=6), looks=timedelta(hours=12))
    monkeypatch.setitem(year.KEEP, Effort.SHORT, keep)
    lived = await year.live("quiet", Effort.SHORT, tmp_path)
    assert lived["sound"], lived["broken"]
    assert lived["events_thinned"] > lived["events_there"] / 2
    # Decisions stay; two more days leave less than half of what two days wrote in full.
    full_mb = lived["sizes_mb"][1]
    assert 2 * lived["mb_a_day"] < full_mb / 2
    assert lived["copies_mb"] <= year.COPIES_TIMES * lived["record_mb"]
    assert lived["written_mb"] > 0


def test_the_hours_are_those_of_a_play() -> None:
    for name in ("quiet_day", "evening_arrival"):
        hours = hours_of(name)
        assert 0 <= hours.events[0].at_s <= hours.events[-1].at_s <= hours.length_s
        ids = {said.event.id for said in hours.events}
        assert all(set(said.event.evidence_event_ids) <= ids for said in hours.events)
