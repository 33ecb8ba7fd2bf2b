"""Interest as memory: which event draws attention, and how older attention fades."""

from dataclasses import replace

from companion.rooms.consolidation.kinds.persona_interest_state import (
    FADE,
    FLOOR,
    TARGETS_MAX,
    Pull,
    interest_change,
    pull_of,
)
from companion.words.areas import InterestValue, value_in
from companion.words.event import Event, EventSource
from companion.words.facts import payload_of
from companion.words.ids import EventId
from companion.words.observation import Certainty, Change, Observation
from companion.words.trust import TrustLabel
from companion.words.writeplan import StateChange
from tests.unit.rooms.consolidation.kinds.rows import as_row
from tests.unit.store.samples import START


def event(source: EventSource, trust: TrustLabel = TrustLabel.OBSERVED) -> Event:
    return Event(id=EventId(1), source=source, kind="x", at=START, trust=trust)


def seen(subject: str, certainty: Certainty) -> Event:
    fact = Observation(subject, "hall", Change.STATE, certainty, 0.9, START, "cam", "present")
    return replace(event(EventSource.OBSERVATION), payload=payload_of(fact))


def weights(change: StateChange) -> dict[str, float]:
    value = value_in(as_row(change), InterestValue)
    assert value is not None
    return {target.value: target.weight for target in value.attention_targets}


def test_only_a_fact_draws_attention() -> None:
    sure = pull_of(seen("person", Certainty.FACT))
    assert sure == Pull("person", "person@hall", 0.7, "observe")
    assert pull_of(seen("person", Certainty.ESTIMATE)) is None
    assert pull_of(event(EventSource.DEVICE_STATE)) is None


def test_a_person_who_speaks_draws_more_than_a_thing_that_is_seen() -> None:
    said, thing = pull_of(event(EventSource.USER_INPUT)), pull_of(seen("cat", Certainty.FACT))
    assert said is not None
    assert thing is not None
    assert said.weight > thing.weight
    assert thing.type == "topic"


def test_a_new_target_fades_the_others_and_the_same_target_does_not() -> None:
    cat, dog = Pull("topic", "cat", 0.7, "observe"), Pull("topic", "dog", 0.7, "observe")
    first = interest_change(seen("cat", Certainty.FACT), cat, None)
    again = interest_change(seen("cat", Certainty.FACT), cat, as_row(first))
    both = interest_change(seen("dog", Certainty.FACT), dog, as_row(again))
    assert weights(again) == {"cat": 0.7}
    assert weights(both) == {"dog": 0.7, "cat": round(0.7 * FADE, 3)}


def test_what_faded_below_the_floor_is_forgotten() -> None:
    change = interest_change(
        seen("cat", Certainty.FACT), Pull("topic", "cat", 0.7, "observe"), None
    )
    for number in range(20):
        pull = Pull("topic", f"thing {number}", 0.7, "observe")
        change = interest_change(seen("x", Certainty.FACT), pull, as_row(change))
    assert "cat" not in weights(change)
    assert len(weights(change)) <= TARGETS_MAX
    assert min(weights(change).values()) >= FLOOR


def test_interest_is_only_as_trusted_as_its_least_trusted_event() -> None:
    pull = Pull("person", "owner", 0.9, "support")
    by_owner = interest_change(event(EventSource.USER_INPUT, TrustLabel.OWNER), pull, None)
    after_a_sign = interest_change(seen("cat", Certainty.FACT), pull, as_row(by_owner))
    back = interest_change(
        event(EventSource.USER_INPUT, TrustLabel.OWNER), pull, as_row(after_a_sign)
    )
    assert by_owner.trust is TrustLabel.OWNER
    assert after_a_sign.trust is back.trust is TrustLabel.OBSERVED
