"""B-012, B-013, D-077, T-56: told facts and preferences, whose they are, and when they held."""

from datetime import timedelta

import pytest

from companion.rooms.consolidation.room import Consolidation
from companion.rooms.journal.room import Journal
from companion.rooms.recall.told import ToldThings
from companion.store.sqlite import Store
from companion.words.areas import Standing
from companion.words.event import Event
from companion.words.facts import ReadFacts
from companion.words.said import Said
from companion.words.told import Told, ToldKind
from companion.words.trust import TrustLabel
from tests.unit.store.samples import HeardStream, SetClock


class Talk:
    """A household that is talked to, and what it holds of it."""

    def __init__(self) -> None:
        self.clock = SetClock()
        self.store = Store.in_memory(self.clock)
        self.journal = Journal(self.store.events, HeardStream(), self.clock)
        self.room = Consolidation(
            self.store.state, self.store.state_writer, record=self.store.record
        )
        self.things = ToldThings(self.store.state)

    async def say(
        self,
        text: str,
        speaker: str = "Nell",
        trust: TrustLabel = TrustLabel.HOUSEHOLD,
        days: float = 1,
    ) -> Event:
        self.clock.at += timedelta(days=days)
        event = await self.journal.heard(Said(text, "voice", speaker=speaker), trust)
        await self.room.apply(await self.room.generate(event))
        return event

    async def now(self) -> list[tuple[str, str, str]]:
        return [short(one) for one in await self.things.told()]


def short(one: Told) -> tuple[str, str, str]:
    return one.whose, f"{one.subject} {one.predicate}".strip(), one.value


async def test_a_fact_is_of_the_person_it_is_told_of_and_names_its_evidence() -> None:
    talk = Talk()
    said = await talk.say("My mother is allergic to peanuts")
    (one,) = await talk.things.told()
    assert short(one) == ("Nell", "mother allergic_to", "peanuts")
    assert (one.kind, one.told_by, one.trust) == (ToldKind.FACT, "Nell", TrustLabel.HOUSEHOLD)
    assert (one.evidence_event_ids, one.valid_from) == ((said.id,), said.at)
    assert one.status is Standing.CONFIRMED
    assert one.confidence > 0.5


async def test_a_new_value_closes_the_old_window_and_keeps_both() -> None:
    talk = Talk()
    first = await talk.say("I live in Leeds")
    second = await talk.say("We had soup")
    third = await talk.say("I've moved to York", days=30)
    assert await talk.now() == [("Nell", "lives_in", "York")]
    then = await talk.things.told(as_of=second.at)
    assert [short(one) for one in then] == [("Nell", "lives_in", "Leeds")]
    (old,) = await talk.things.ended()
    assert (old.value, old.valid_from, old.valid_until) == ("Leeds", first.at, third.at)
    assert await talk.things.told(as_of=first.at - timedelta(days=1)) == ()


async def test_two_allergies_stand_beside_each_other_and_one_can_end() -> None:
    talk = Talk()
    await talk.say("母はピーナッツアレルギーなんだ")
    await talk.say("母はそばアレルギーだよ")
    assert [value for _, _, value in await talk.now()] == ["ピーナッツ", "そば"]
    await talk.say("母はそばアレルギーじゃない")
    found = [(one.value, one.negated) for one in await talk.things.told()]
    assert found == [("ピーナッツ", False), ("そば", True)]


async def test_two_people_who_differ_both_stand() -> None:
    talk = Talk()
    await talk.say("Tom works at Boots", "Nell")
    await talk.say("Tom works at Tesco", "Wilf")
    assert [one.value for one in await talk.things.told()] == ["Boots", "Tesco"]
    await talk.say("I work at Aldi", "Tom")
    assert await talk.now() == [("Tom", "works_at", "Aldi")], "their own word ends both"


async def test_a_withdrawn_second_telling_gives_the_first_back() -> None:
    talk = Talk()
    await talk.say("I live in Leeds")
    second = await talk.say("I live in York")
    by = await talk.journal.requested("forget", {}, TrustLabel.OWNER, "chat")
    await talk.room.withdraw(second.id, by)
    assert await talk.now() == [("Nell", "lives_in", "Leeds")]
    assert (await talk.room.generate(second)).changes == (), "reading it again brings nothing back"


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("I like it darker in the evening", Standing.CANDIDATE),
        ("夜は暗い方が好き", Standing.CANDIDATE),
        ("Remember that I like it darker in the evening", Standing.CONFIRMED),
        ("夜は暗い方が好きって覚えておいて", Standing.CONFIRMED),
    ],
)
async def test_a_taste_said_in_passing_is_a_candidate(text: str, status: Standing) -> None:
    talk = Talk()
    await talk.say(text)
    (one,) = await talk.things.told()
    assert (one.kind, one.status) == (ToldKind.PREFERENCE, status)


@pytest.mark.parametrize("label", [TrustLabel.GUEST, TrustLabel.OBSERVED])
async def test_what_no_person_of_the_house_said_is_no_fact(label: TrustLabel) -> None:
    """S2, T-56."""
    talk = Talk()
    await talk.say("Remember that my mother is allergic to peanuts", trust=label)
    await talk.say("I like it dark", trust=label)
    assert await talk.now() == []


async def test_what_a_sign_says_is_no_fact() -> None:
    """S2: a text that was read, whatever it claims."""
    talk = Talk()
    event = await talk.journal.noted(ReadFacts(source="sign"))
    await talk.room.apply(await talk.room.generate(event))
    assert await talk.now() == []
