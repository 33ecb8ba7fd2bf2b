"""Announce: an announcement is recorded and goes to every mouth, for people of the home alone."""

from pathlib import Path

from companion.desk.answerers.announce import Announce
from companion.desk.requests import Requests
from companion.desk.teaching import Teaching
from companion.ports.answerer import Answerer
from companion.store.sqlite import Store
from companion.words.event import Event, EventSource
from companion.words.said import Said
from tests.twins.memory_house import MemoryHouse
from tests.unit.desk.door import door_of


async def test_a_message_is_recorded_with_its_sentence_and_sounds_in_every_room(
    tmp_path: Path,
) -> None:
    """A stranger cannot make the house speak."""
    sounded: list[Event] = []

    def everywhere(message: Event) -> int:
        sounded.append(message)
        return 3

    def answerers(requests: Requests, teaching: Teaching, store: Store) -> tuple[Answerer, ...]:
        said = requests.journal.said
        return (Announce(record=said, speak_everywhere=everywhere, speaker_name="Koto"),)

    door = door_of(tmp_path, MemoryHouse, answerers=answerers)
    await door.desk.say(Said("tell everyone the bath is free", "roblox"))
    await door.settled()
    assert not sounded
    asked = await door.desk.say(Said("tell everyone the bath is free", "web"))
    await door.settled()
    (message,) = sounded
    assert message.assistant_text == "Message: the bath is free"
    assert message.source is EventSource.AUTONOMY_MESSAGE
    assert message.evidence_event_ids == (asked,)
    assert await door.store.record.event(message.id) is not None
    (reply,) = await door.store.record.recent(limit=1, sources=(EventSource.CONVERSATION_REPLY,))
    assert reply.assistant_text == "All right, I tell everybody."
