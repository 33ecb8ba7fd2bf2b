"""Facts 知っていること: collect the facts of the home that a reply may state, each with age and
trust label."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from companion.home.device_group import parts_of
from companion.ports.clock import Clock
from companion.ports.house import House
from companion.ports.record import Record
from companion.ports.state import StateReader
from companion.rooms.conversation.vocabulary import (
    asks,
    asks_opinion,
    claims_past_words,
    devices_named,
    places_named,
)
from companion.rooms.conversation.wording import (
    ago,
    condition,
    device_name,
    said_name,
    the,
    what_came,
)
from companion.words.areas import INTEREST, INTEREST_KEY, InterestValue, value_in
from companion.words.device import Device
from companion.words.disclosure import Topic, may_be_told
from companion.words.event import EventSource
from companion.words.facts import acted_of
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.mood import MOOD, MOOD_KEY, Mood, mood_of
from companion.words.observation import Certainty
from companion.words.place import Place
from companion.words.result import ActionResult
from companion.words.trust import TrustLabel
from companion.words.world import WORLD_ITEM, WorldItem, world_item_of

RESULTS_READ = 20
"""Newest action results looked through; "no record" is said of these only."""
RESULTS_TOLD = 2
ROOMS_TOLD = 4
INTERESTS_TOLD = 3


@dataclass(frozen=True, slots=True)
class Fact:
    """知っていること: a clause that code wrote. The model can name it and not change it."""

    name: Bilingual
    """Name by which the model chooses the fact: `state_1`, `did_1`, `who`, `time`. A small model
    follows a label best in the language of its prompt."""
    brief: Bilingual
    """As the prompt shows it."""
    words: Bilingual
    """As it is said, with its age; no full stop."""
    trust: TrustLabel

    @property
    def about_device(self) -> bool:
        """Whether it is the state of a device that was named."""
        return self.name.en.startswith(_STATE.en)


@dataclass(frozen=True, slots=True)
class Known:
    """既知: asks house, record and state; nothing is kept between two replies."""

    house: House
    record: Record
    state: StateReader
    clock: Clock
    places: tuple[Place, ...]

    async def mood(self) -> Mood:
        """The mood as `state` holds it."""
        return mood_of(await self.state.row(MOOD, MOOD_KEY))

    async def interest(self) -> tuple[Bilingual, ...]:
        """Names of the things and rooms that draw the companion now, strongest first: the lasting
        interest that deliberation reads as well."""
        row = await self.state.row(INTEREST, INTEREST_KEY)
        value = value_in(row, InterestValue) if row is not None else None
        rooms = {place.id: said_name(place.name) for place in self.places}
        found: list[Bilingual] = []
        for target in () if value is None else value.attention_targets:
            thing, _, place = target.value.partition("@")
            device = self.house.device(DeviceId(thing))
            name = device_name(device) if device is not None else rooms.get(place or thing)
            if name is not None and name not in found:
                found.append(name)
        return tuple(found[:INTERESTS_TOLD])

    async def seen_somebody(self) -> bool:
        """Whether somebody is held to be in the home now."""
        return any(i.value == "present" for i in await self._people())

    async def about(self, sentence: str, earlier: str = "", *, to: TrustLabel) -> tuple[Fact, ...]:
        """The facts nearest to a sentence that `to` may be told; `earlier` is looked at where it
        names no device."""
        if asks_opinion(sentence):
            return ()  # what it likes or thinks is no matter of facts
        now, devices = self.clock.now(), self.house.devices()
        home, deeds = may_be_told(to, Topic.HOME), may_be_told(to, Topic.DEEDS)
        named = devices_named(sentence, devices, self.places) if home else ()
        if home and not named and asks(sentence) and _REFERS_BACK.search(sentence):
            named = devices_named(earlier, devices, self.places)
        results = await self._results() if deeds else []
        states = [self._thing(device, results, now) for device in named]
        # Who asks for no account gets none: what was done would only lead astray.
        asked = asks(sentence) and _DEEDS.search(sentence) and not _OTHERS.search(sentence)
        told = deeds and asked and not named
        done = self._done(results, now) if told else []
        if not named and not (asks(sentence) or claims_past_words(sentence)):
            return ()  # a remark: "it is 18:14" answers nobody who goes to bed
        people = may_be_told(to, Topic.PEOPLE) and _PEOPLE.search(sentence) is not None
        time = Bilingual(f"今は{now.hour}時{now.minute}分です", f"it is {now:%H:%M}")
        return (
            *_numbered(_STATE, states),
            *_numbered(_DID, done),
            *(await self._seen_where(sentence, now) if people else ()),
            *((Fact(_TIME, time, time, TrustLabel.SELF),) if _CLOCK.search(sentence) else ()),
        )

    async def _seen_where(self, sentence: str, now: datetime) -> tuple[Fact, ...]:
        rooms = places_named(sentence, self.places)
        return (Fact(_WHO, *self._who(await self._people(), rooms, now), TrustLabel.OBSERVED),)

    async def of(self, ids: Iterable[str], asked: str, *, to: TrustLabel) -> tuple[Fact, ...]:
        """The facts of these very things, for a question that was understood. That nothing was
        done with one is told only to who `asked` for deeds."""
        if not may_be_told(to, Topic.HOME):
            return ()
        now, results = self.clock.now(), await self._results()
        devices = [d for i in ids if (d := self.house.device(DeviceId(i))) is not None]
        deeds = _DEEDS.search(asked) is not None
        told = [self._thing(d, results, now, deeds=deeds) for d in devices]
        return tuple(_numbered(_STATE, told))

    def _thing(
        self, device: Device, results: list[ActionResult], now: datetime, *, deeds: bool = True
    ) -> tuple[Bilingual, Bilingual]:
        """How a device is and what we last did with it: together, for `is it on` and `did you
        turn it on` are easily mixed, and both answers are true."""
        state, name = self.house.state(device.id), device_name(device)
        how = condition(device, state, reachable=self.house.connected())
        is_so = Bilingual(f"{name.ja}は{how.ja}", f"{the(name.en)} {how.en}")
        with_age = is_so if state is None else _aged(is_so, state.at, now)
        own = (r for r in results if acted_of(r).device_id == device.id)
        told = next((t for r in own if (t := _told(r, device, now)) is not None), None)
        if told is None and not (deeds and device.operations):
            return is_so, with_age
        if told is None:
            return is_so, _joined([with_age, _nothing_done(device)])
        return _joined([is_so, told[0]]), _joined([with_age, told[1]])

    def _done(
        self, results: list[ActionResult], now: datetime
    ) -> list[tuple[Bilingual, Bilingual]]:
        """The last results, one for each device."""
        latest: dict[DeviceId, tuple[Bilingual, Bilingual]] = {}
        for result in results:
            device_id = DeviceId(acted_of(result).device_id)
            device = self.house.device(device_id)
            if device is None or device_id in latest:
                continue
            if (told := _told(result, device, now)) is not None:
                latest[device_id] = told
        return list(latest.values())[:RESULTS_TOLD] or [(_NOTHING, _NOTHING)]

    async def _results(self) -> list[ActionResult]:
        sources = (EventSource.ACTION_RESULT,)
        events = await self.record.recent(limit=RESULTS_READ, sources=sources)
        found = [await self.record.result(event.id) for event in events]
        results = [result for result in found if result is not None]
        # Of an act on several devices each has its own result to tell.
        return [one for result in results for one in parts_of(result) or (result,)]

    async def _people(self) -> list[WorldItem]:
        items = [world_item_of(row) for row in await self.state.rows(WORLD_ITEM)]
        known = ("present", "absent", None)
        return [i for i in items if i.entity == "person" and _held(i) in known]

    def _who(
        self, people: list[WorldItem], rooms: frozenset[str], now: datetime
    ) -> tuple[Bilingual, Bilingual]:
        called = {place.id: said_name(place.name) for place in self.places}
        known = [i for i in people if i.location in called]
        if all(_held(i) is None and i.location not in rooms for i in known):
            return _NOBODY_KNOWN, _NOBODY_KNOWN
        known.sort(key=lambda i: (i.location not in rooms, _held(i) != "present", i.location))
        told = known[:ROOMS_TOLD]
        seen = [_seen(i, called[i.location], ago(_when(i), now)) for i in told]
        unnamed = [_WHO_UNKNOWN] if any(_held(i) == "present" for i in told) else []
        brief = _joined(_seen(i, called[i.location], Bilingual("", "")) for i in told)
        return brief, _joined([*seen, *unnamed])


_DEEDS = re.compile(
    r"\b(?:did|have|has|when|who)\b|た(?:の|ん)?(?:です)?(?:か|っけ)?[？?。]*$|くれた|いつ|誰が",
    re.IGNORECASE,
)
"""A question after what was done, not only after how it is."""
_REFERS_BACK = re.compile(
    r"\b(?:it|that|this|they|them|those|these|one|ones|there|still|again|now|too)\b"
    r"|それ|あれ|そっち|そこ|あっち|まだ|もう|今|いま|は[？?]$|も[？?]$",
    re.IGNORECASE,
)
"""Words of a question about the thing that was spoken of before."""
_PEOPLE = re.compile(
    r"\b(?:who|anybody|anyone|somebody|someone|everybody|everyone|nobody|people|home|here|there"
    r"|alone|visitors?|guests?|you see|seen?)\b|誰|だれ|いる|いない|います|人|帰|見え|見た",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"\btime\b|\bo'clock\b|\blate\b|\bearly\b|何時|時間|時刻|なんじ", re.IGNORECASE)
_OTHERS = re.compile(r"\b(?:anybody|anyone|somebody|someone|visitors?)\b|[誰だれ]か", re.IGNORECASE)
"""Questions about what others did: that is no deed of the companion."""
_STATE, _DID = Bilingual("様子", "state"), Bilingual("操作", "did")
_WHO, _TIME = Bilingual("人", "who"), Bilingual("時刻", "time")
_NOBODY_KNOWN = Bilingual("誰がどこにいるかは分かりません", "I do not know who is where")
_WHO_UNKNOWN = Bilingual("それが誰かは分かりません", "I do not know who it was")
_NOTHING = Bilingual(
    "最近の記録に、私がした機器の操作はありません",
    "my recent record holds nothing that I did with a device",
)


def _nothing_done(device: Device) -> Bilingual:
    name = device_name(device)
    return Bilingual(
        f"最近の記録に、私がした{name.ja}の操作はありません",
        f"my recent record holds nothing that I did with {the(name.en)}",
    )


def _aged(words: Bilingual, at: datetime, now: datetime) -> Bilingual:
    since = ago(at, now)
    return Bilingual(f"{words.ja}（{since.ja}の報告）", f"{words.en} (reported {since.en})")


def _told(
    result: ActionResult, device: Device, now: datetime
) -> tuple[Bilingual, Bilingual] | None:
    form = what_came(result)
    if form is None:
        return None
    name, when = device_name(device), ago(result.observed_at, now)
    brief = Bilingual(form.ja.format(name.ja), form.en.format(the(name.en)))
    return brief, Bilingual(f"{brief.ja}（{when.ja}）", f"{brief.en} ({when.en})")


def _held(item: WorldItem) -> str | None:
    """`present`, `absent`, or None for what no camera can tell now."""
    return None if item.certainty is Certainty.UNKNOWN else item.value


def _when(item: WorldItem) -> datetime:
    """When it was seen to be so; of an unknown, since when."""
    return item.since if _held(item) is None else item.observed_at


def _seen(item: WorldItem, place: Bilingual, when: Bilingual) -> Bilingual:
    ja, en = f"{when.ja}、" if when.ja else "", f" {when.en}" if when.en else ""
    room = the(place.en)
    if _held(item) is None:
        lost = Bilingual(f"（{when.ja}から）", f" (since {when.en})") if when.ja else when
        return Bilingual(
            f"{place.ja}は今見えず、人がいるか分かりません{lost.ja}",
            f"I cannot see {room} now and do not know whether anybody is there{lost.en}",
        )
    if item.value == "absent":
        return Bilingual(f"{ja}{place.ja}では人を見ませんでした", f"I saw nobody in {room}{en}")
    if item.certainty is Certainty.ESTIMATE:
        return Bilingual(
            f"{ja}{place.ja}で人のような姿を見ましたが、確かではありません",
            f"I may have seen somebody in {room}{en}, but I am not sure",
        )
    return Bilingual(f"{ja}{place.ja}で人を見ました", f"I saw somebody in {room}{en}")


def _joined(clauses: Iterable[Bilingual]) -> Bilingual:
    parts = list(clauses)
    later = [f"{c.en[:1].upper()}{c.en[1:]}" for c in parts[1:]]
    return Bilingual("。".join(c.ja for c in parts), ". ".join([parts[0].en, *later]))


def _numbered(kind: Bilingual, told: list[tuple[Bilingual, Bilingual]]) -> list[Fact]:
    return [
        Fact(
            Bilingual(f"{kind.ja}{number}", f"{kind.en}_{number}"),
            brief,
            words,
            TrustLabel.OBSERVED,
        )
        for number, (brief, words) in enumerate(told, start=1)
    ]
