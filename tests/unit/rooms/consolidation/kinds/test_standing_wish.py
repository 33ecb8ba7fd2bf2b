"""Standing wishes: kept from one plain sentence until a person takes them back."""

from typing import Any

import pytest

from companion.rooms.consolidation.kinds import memory_kinds
from companion.rooms.consolidation.kinds.standing_wish import changes
from companion.rooms.consolidation.room import Consolidation
from companion.store.sqlite import Store
from companion.words.event import EventDraft, EventSource
from companion.words.facts import SaidFacts, payload_of
from companion.words.trust import TrustLabel
from tests.twins.clock import EVENING, JumpClock


class Talk:
    """What a household says, remembered."""

    def __init__(self) -> None:
        self.store = Store.in_memory(JumpClock())
        self.memory = Consolidation(
            self.store.state, self.store.state_writer, None, self.store.record
        )

    async def say(self, text: str, trust: TrustLabel = TrustLabel.OWNER, **more: Any) -> None:
        draft = EventDraft(
            source=EventSource.USER_INPUT,
            kind="said",
            at=EVENING,
            trust=trust,
            user_text=text,
            payload=payload_of(SaidFacts()),
            **more,
        )
        event = await self.store.events.append(draft)
        await self.memory.apply(await self.memory.generate(event))

    async def kept(self) -> list[str]:
        rows = await self.store.state.rows("standing_wish")
        return [f"{row.value['text']}" for row in rows if row.value["text"]]


def test_it_is_found_by_discovery() -> None:
    assert changes is dict(memory_kinds())["standing_wish"].changes


@pytest.mark.parametrize(
    ("wish", "back"),
    [
        (
            "When the cellar gets damp, switch the dehumidifier on.",
            "You needn't run the dehumidifier for the cellar any more.",
        ),
        ("風が強くなったら物干しの雨戸を閉めて", "雨戸はもう閉めなくていいよ"),
    ],
)
async def test_a_wish_is_kept_until_it_is_taken_back(wish: str, back: str) -> None:
    talk = Talk()
    await talk.say(wish)
    assert await talk.kept() == [wish]
    await talk.say("You needn't water the ferns any more.")
    await talk.say("猫の餌はもういらないよ")
    assert await talk.kept() == [wish], "another matter"
    await talk.say(back)
    assert await talk.kept() == []


@pytest.mark.parametrize("trust", [TrustLabel.GUEST, TrustLabel.OBSERVED])
async def test_a_guest_and_a_sign_make_none_and_end_none(trust: TrustLabel) -> None:
    talk = Talk()
    await talk.say("When it rains, close the roof window.", trust)
    assert await talk.kept() == []
    await talk.say("When it rains, close the roof window.")
    await talk.say("You needn't close the roof window any more.", trust)
    assert len(await talk.kept()) == 1


@pytest.mark.parametrize(
    "text", ["Lovely evening.", "Do you close the roof window when it rains?", "猫が寝ている"]
)
async def test_what_is_no_wish_is_not_kept(text: str) -> None:
    talk = Talk()
    await talk.say(text)
    assert await talk.kept() == []
