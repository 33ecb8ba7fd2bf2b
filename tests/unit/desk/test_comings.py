"""Comings and goings: remembered by name, and the alarm clock is told all the same."""

from companion.desk.comings import Comings
from companion.rooms.journal.room import Journal
from companion.store.sqlite import Store
from companion.words.episode import episode_of
from companion.words.event import EventSource
from companion.words.language import Bilingual, Language
from companion.words.timing import Movement
from companion.words.trust import TrustLabel
from tests.unit.store.samples import HeardStream, SetClock


async def test_who_came_and_left_is_an_episode_in_both_languages() -> None:
    """Issue 14, 1: "who came yesterday?" has an answer."""
    clock = SetClock()
    store = Store.in_memory(clock)
    told: list[tuple[str, Movement, str]] = []

    async def then(person: str, movement: Movement, place: str) -> None:
        told.append((person, movement, place))

    comings = Comings(
        journal=Journal(store.events, HeardStream(), clock),
        called={"mika": Bilingual("ミカ", "Mika")},
        then=then,
    )
    await comings.moved("mika", Movement.ARRIVES, "")
    await comings.moved("ken", Movement.LEAVES, "")
    left, came = await store.record.recent(sources=(EventSource.SYSTEM,))
    assert [person for person, _, _ in told] == ["mika", "ken"]
    found = episode_of(came)
    assert found is not None
    assert found.told(Language.JA) == "ミカが家に帰ってきた。"
    assert found.told(Language.EN) == "Mika came home."
    assert found.trust is TrustLabel.OBSERVED
    assert episode_of(left) is not None
    # It is no turn of the talk that goes on.
    assert await store.record.recallable() == ()
