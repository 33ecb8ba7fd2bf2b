"""Bonds: a talk between two characters, and how it changes the way they stand with each other.

An exchange has two to six turns, made from the sheets of both and from the moment. Affinity moves
by at most five points a talk, and with many talks towards how well the two sheets suit each other;
promises, quarrels, making up and gifts come from it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Final, TypeVar

from companion.ports.garden import Draws
from companion.rooms.garden import talk_forms as forms
from companion.rooms.garden.being import Being, Bonds, Promise, pair_key
from companion.rooms.garden.body import ENERGY, MOOD
from companion.rooms.garden.town import Town
from companion.words.facts.garden import GardenBond, GardenLine, GardenTalked
from companion.words.garden import (
    DAY_MINUTES,
    FacilityTag,
    Inhabitant,
    Weather,
    clock_of,
)
from companion.words.language import Bilingual
from companion.words.persona import BigFive

_T = TypeVar("_T")
USUAL_AFFINITY = 50.0
LARGEST_STEP = 5.0
LEAST_SUITED, BEST_SUITED = 10.0, 95.0
PULL = 1 / 20
"""Share of what lies between the affinity and how well two suit each other, by which a talk of
usual mood moves it."""
USUAL_LIKENESS = 0.75
"""Likeness of two people drawn at random: with traits that are spread as those of the town, the
mean distance of a trait is a quarter of its scale."""
USUAL_MOOD = 0.75
_TRAITS: Final = tuple(one.name for one in fields(BigFive))
KEPT, BROKEN = 4.0, -6.0
"""Change of affinity by a kept and by a broken promise."""
TIRED_BELOW, FRESH_FROM, LOW_BELOW = 45.0, 75.0, 60.0
"""Energy below which an answer is that of a hard day and from which on it is a glad one, and mood
below which it is a hard one: about an eighth of all answers are hard ones, and half glad."""
FORGETS_FORM = 6
"""Talks of a pair after which a form may come again."""
_HOURS = (10, 11, 14, 15, 16, 17, 19)


@dataclass(frozen=True, kw_only=True)
class Talked:
    """A talk, and the turns that it brought."""

    talk: GardenTalked
    turns: tuple[GardenBond, ...]


class Society:
    """Knows how all stand with each other; the only place that changes it."""

    def __init__(self, town: Town, bonds: Bonds, draws: Draws) -> None:
        self._town = town
        self.bonds = bonds
        self._draws = draws

    def affinity(self, one: str, other: str) -> float:
        """0 to 100."""
        return self.bonds.affinity.get(pair_key(one, other), USUAL_AFFINITY)

    def talk(
        self, who: Being, other: Being, now: int, weather: Weather, everybody: Sequence[Being]
    ) -> Talked:
        """They talk; what changes between them is changed."""
        key, map_id = pair_key(who.id, other.id), who.state.map_id
        before = self.affinity(who.id, other.id)
        scene = _Scene(self._town, self._draws, who, other, now, weather, everybody)
        step = self._step(who, other, now, before)
        turn = self._turn(scene, key, step, before)
        talked = scene.exchange(turn, self.bonds.topics.setdefault(key, []), warm=step >= 0)
        self.bonds.topics[key] = [*self.bonds.topics[key], *scene.used][-FORGETS_FORM:]
        after = self._moved(key, step)
        talk = GardenTalked(
            who=who.id,
            other=other.id,
            at=now,
            map_id=map_id,
            topic=talked.topic,
            turns=scene.lines(talked),
            affinity_before=before,
            affinity_after=after,
            about=scene.about(talked.topic),
        )
        return Talked(talk=talk, turns=tuple(self._turned(scene, turn, key)))

    def settle(self, promise: Promise, present: Sequence[str], now: int) -> list[GardenBond]:
        """The time of a promise has come: who came, who did not."""
        self.bonds.promises.remove(promise)
        key = pair_key(promise.who, promise.other)
        absent = [one for one in (promise.who, promise.other) if one not in present]
        room = (100 - self.affinity(promise.who, promise.other)) / (100 - USUAL_AFFINITY)
        self._moved(key, BROKEN if absent else KEPT * min(1.0, room))

        def fact(turn: str, who: str, other: str) -> GardenBond:
            return GardenBond(
                turn=turn,
                who=who,
                other=other,
                at=now,
                map_id=promise.map_id,
                about=promise.about,
                promise=promise.number,
                due=promise.due,
                waited=turn == "broken" and len(absent) == 1,
            )

        if not absent:
            return [fact("kept", promise.who, promise.other)]
        both = {promise.who: promise.other, promise.other: promise.who}
        return [fact("broken", one, both[one]) for one in absent]

    def promise_of(self, who: str, now: int, within: int) -> Promise | None:
        """The next meeting of a character within so many minutes."""
        found = [
            one
            for one in self.bonds.promises
            if who in (one.who, one.other) and one.due - within <= now
        ]
        return min(found, key=lambda one: one.due, default=None)

    def _step(self, who: Being, other: Being, now: int, before: float) -> float:
        mood = (who.needs_at(now)[MOOD] + other.needs_at(now)[MOOD]) / 200
        draw = self._draws.at(now, who.id, "talk", other.id)
        step = (suited(who.sheet, other.sheet) - before) * PULL
        step += (mood - USUAL_MOOD) * 2.5 + (draw - 0.5) * 7
        return max(-LARGEST_STEP, min(LARGEST_STEP, step))

    def _turn(self, scene: "_Scene", key: str, step: float, before: float) -> str:
        who, other = scene.who, scene.other
        draw = self._draws.at(scene.now, who.id, "turn", other.id)
        if key in self.bonds.quarrels:
            soft = (who.sheet.big_five.agreeableness + other.sheet.big_five.agreeableness) / 2
            return "made_up" if step > -1 and draw < 0.25 + soft * 0.6 else ""
        if step <= -2.6 and draw < 0.35:
            return "quarrelled"
        free = not any(who.id in (p.who, p.other) for p in self.bonds.promises)
        free = free and not any(other.id in (p.who, p.other) for p in self.bonds.promises)
        if step > 0.5 and free and before >= 48 and draw < 0.3:
            return "promised"
        if step > 1.5 and before >= 62 and draw > 0.96:
            return "gave"
        return ""

    def _turned(self, scene: "_Scene", turn: str, key: str) -> list[GardenBond]:
        if not turn:
            return []
        number, due, map_id = 0, 0, scene.who.state.map_id
        if turn == "quarrelled":
            self.bonds.quarrels[key] = scene.now
        elif turn == "made_up":
            self.bonds.quarrels.pop(key, None)
        elif turn == "promised":
            self.bonds.numbered += 1
            number, due, map_id = self.bonds.numbered, scene.due, scene.meeting
            self.bonds.promises.append(
                Promise(
                    number=number,
                    who=scene.who.id,
                    other=scene.other.id,
                    map_id=map_id,
                    about=scene.about(turn),
                    due=due,
                )
            )
        return [
            GardenBond(
                turn=turn,
                who=scene.who.id,
                other=scene.other.id,
                at=scene.now,
                map_id=map_id,
                about=scene.about(turn),
                promise=number,
                due=due,
            )
        ]

    def _moved(self, key: str, step: float) -> float:
        value = self.bonds.affinity.get(key, USUAL_AFFINITY) + step
        self.bonds.affinity[key] = value = max(0.0, min(100.0, value))
        return value


def suited(one: Inhabitant, other: Inhabitant) -> float:
    """Affinity to which two come who talk with each other for long: people like best who is like
    themselves in character and values, and who is kind."""
    mine, yours = one.big_five, other.big_five
    apart: float = sum(abs(getattr(mine, of) - getattr(yours, of)) for of in _TRAITS)
    likeness = 1 - apart / len(_TRAITS)
    kind = (mine.agreeableness + yours.agreeableness) / 2
    shared = len({*one.values} & {*other.values})
    level = USUAL_AFFINITY + (likeness - USUAL_LIKENESS) * 120 + (kind - 0.5) * 50 + shared * 8
    return max(LEAST_SUITED, min(BEST_SUITED, level))


@dataclass(frozen=True, slots=True)
class _Exchange:
    """The topic of a talk, its first exchange, and what kind the two after it are of."""

    topic: str
    first: forms.Exchange
    follow: str
    parting: str


class _Scene:
    """One talk, as far as its words go."""

    def __init__(
        self,
        town: Town,
        draws: Draws,
        who: Being,
        other: Being,
        now: int,
        weather: Weather,
        everybody: Sequence[Being],
    ) -> None:
        self._town, self._draws = town, draws
        self.who, self.other, self.now, self._weather = who, other, now, weather
        self._everybody = everybody
        self.used: list[str] = []
        self.due, self.meeting = self._appointment()
        self._gift = self._pick("gift", forms.GIFTS)
        self._slots = self._filled()

    def exchange(self, turn: str, lately: Sequence[str], *, warm: bool) -> "_Exchange":
        """The topic, and the three exchanges that the talk may have. `warm`: whether the two get
        on well today."""
        parting = "warm" if warm and turn != "quarrelled" else "cool"
        if turn:
            return _Exchange(turn, self._pick("special", forms.SPECIAL[turn]), turn, parting)
        names = [one for one in forms.TOPICS if self._fits(one)]
        choices = [
            (name, n)
            for name in names
            for n in range(len(forms.TOPICS[name]))
            if f"{name}{n}" not in lately
        ] or [(name, 0) for name in names]
        name, number = self._pick("topic", choices)
        self.used.append(f"{name}{number}")
        opening, feels = forms.TOPICS[name][number], feeling(self.other, self.now)
        if not warm and feels == "glad":
            feels = "calm"
        follow = feels if warm else "cool"
        if opening.told and follow != "hard":
            follow = f"told_{follow}"
        return _Exchange(name, (opening.said, opening.answers[feels]), follow, parting)

    def lines(self, talked: "_Exchange") -> tuple[GardenLine, ...]:
        """The turns: two, and up to four more between two who like to talk. Each second one answers
        the one before."""
        lively = self.who.sheet.big_five.extraversion + self.other.sheet.big_five.extraversion
        more = round((lively / 2 + self._draws.at(self.now, self.who.id, "more") - 0.5) * 4)
        texts = [
            *talked.first,
            *self._pick("follow", forms.FOLLOW[talked.follow]),
            *self._pick("parting", forms.PARTING[talked.parting]),
        ][: 2 + max(0, min(4, more))]
        speakers = (self.who.id, self.other.id)
        return tuple(
            GardenLine(who=speakers[n % 2], words=self._fill(text)) for n, text in enumerate(texts)
        )

    def about(self, topic: str) -> Bilingual:
        """Subject of the talk, in a few words."""
        ja, en = self._slots
        form = self._pick("about", _ABOUT[topic])
        return Bilingual(form.ja.format_map(ja), form.en.format_map(en))

    def _fits(self, topic: str) -> bool:
        if topic == "work":
            return self.who.sheet.employment is not None and (
                self.other.sheet.employment is not None
            )
        needs = _NEEDS.get(topic)
        return needs is None or bool(self._slots[0][needs])

    def _appointment(self) -> tuple[int, str]:
        hour = self._pick("hour", _HOURS)
        days = 1 + int(self._draws.at(self.now, self.who.id, "days") * 3)
        due = (self.now // DAY_MINUTES + days) * DAY_MINUTES + hour * 60
        shared = [
            one.id
            for one in self._town.maps.values()
            if any(FacilityTag.PUBLIC in f.info.tags and not f.info.owner for f in one.facilities)
        ]
        return due, self._pick("meeting", shared)

    def _filled(self) -> tuple[dict[str, str], dict[str, str]]:
        me, you, town = self.who.sheet, self.other.sheet, self._town
        eateries = [
            one.label
            for one in town.facilities.values()
            if FacilityTag.RESTAURANT in one.info.tags and not one.info.owner
        ]
        days = self.due // DAY_MINUTES - self.now // DAY_MINUTES
        when = _DAYS[days - 1]
        words = {
            "weather": forms.SKY.get(self._weather, _NONE),
            "place": town.maps[self.who.state.map_id].name,
            "my_like": self._pick("my", me.likes),
            "other_like": self._pick("your", you.likes),
            "my_job": job_title(town, self.who),
            "other_job": job_title(town, self.other),
            "third": self._third(),
            "eatery": self._pick("eatery", eateries),
            "meet": town.maps[self.meeting].name,
            "gift": self._gift,
            "other": you.name,
            "who": me.name,
            "my_day": _did(town, self.who, self.now),
            "your_day": _did(town, self.other, self.now),
            "when": Bilingual(
                f"{when.ja}{self.due % DAY_MINUTES // 60}時", f"{when.en} at {clock_of(self.due)}"
            ),
        }
        ja = {name: text.ja for name, text in words.items()}
        en = {name: text.en for name, text in words.items()}
        en |= {name.capitalize(): _capital(en[name]) for name in ("weather", "my_day", "your_day")}
        return ja, en

    def _third(self) -> Bilingual:
        """A person whom the first met today, as the log has it; none where it met nobody else."""
        met, pair = self.who.state.met, (self.who.id, self.other.id)
        today = [
            one
            for one in self._everybody
            if one.id not in pair and met.get(one.id, -1) // DAY_MINUTES == self.now // DAY_MINUTES
        ]
        newest = max(today, key=lambda one: met[one.id], default=None)
        return _NONE if newest is None else newest.sheet.name

    def _fill(self, text: Bilingual) -> Bilingual:
        ja, en = self._slots
        return Bilingual(text.ja.format_map(ja), _capital(text.en.format_map(en)))

    def _pick(self, what: str, among: Sequence[_T]) -> _T:
        at = self._draws.at(self.now, self.who.id, "form", what, self.other.id)
        return among[int(at * len(among))]


def job_title(town: Town, being: Being) -> Bilingual:
    """Job of a character, in words."""
    employment = being.sheet.employment
    if employment is None:
        return Bilingual("自由人", "someone without a job")
    for one in employment.workplaces:
        place = town.facilities.get(f"{one.map_id}/{one.workplace_label}")
        if place is not None and place.info.job is not None:
            return place.info.job.title
    return Bilingual("働き手", "a worker")


def feeling(being: Being, now: int) -> str:
    """How a character feels: `glad`, `calm`, or `hard` for one who is tired or low."""
    needs = being.needs_at(now)
    if needs[ENERGY] < TIRED_BELOW or needs[MOOD] < LOW_BELOW:
        return "hard"
    return "glad" if needs[ENERGY] >= FRESH_FROM else "calm"


def _did(town: Town, being: Being, now: int) -> Bilingual:
    """The last deed of a character today, as the log of its steps has it; none where that is not
    known or not worth telling."""
    steps, visited = being.state.steps, being.state.visited
    for step, after in zip(steps[-2::-1], steps[:0:-1], strict=False):
        if after.at // DAY_MINUTES != now // DAY_MINUTES:
            break
        place = next((one for one, at in visited.items() if at == after.at and "/" in one), "")
        if step.action in forms.DID and place in town.facilities:
            facility = town.facilities[place]
            at = _AT_HOME if facility.info.owner == being.id else facility.label
            return forms.DID[step.action].filled(at=at)
    return _NONE


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


_NONE = Bilingual("", "")
_AT_HOME = Bilingual("家", "home")
_NEEDS = {"weather": "weather", "news": "third", "day": "your_day", "own_day": "my_day"}
"""Slot that a topic needs."""
_DAYS = (
    Bilingual("明日の", "tomorrow"),
    Bilingual("あさっての", "the day after tomorrow"),
    Bilingual("しあさっての", "in three days"),
)
_ABOUT: Final[Mapping[str, tuple[Bilingual, ...]]] = {
    "weather": (Bilingual("{weather}の空", "the {weather} sky"),),
    "likes": (Bilingual("{other_like}", "{other_like}"),),
    "mine": (Bilingual("{my_like}", "{my_like}"),),
    "work": (Bilingual("おたがいの仕事", "each other's work"),),
    "place": (
        Bilingual("近所の様子", "the neighbourhood"),
        Bilingual("このごろの町", "how the town is these days"),
        Bilingual("いつも通る道", "the ways we always take"),
    ),
    "news": (Bilingual("{third}さんのうわさ", "news of {third}"),),
    "day": (Bilingual("{other}さんの一日", "how {other} spent the day"),),
    "own_day": (Bilingual("私がしてきたこと", "what I had been doing"),),
    "food": (Bilingual("{eatery}", "{eatery}"),),
    "quarrelled": (Bilingual("この前のこと", "the other day"),),
    "made_up": (Bilingual("仲直り", "making up"),),
    "promised": (
        Bilingual("{meet}で{when}に会うこと", "meeting in {meet} {when}"),
        Bilingual("{when}、{meet}で待ち合わせ", "{when}, {meet}"),
        Bilingual("{when}に{meet}へ行くこと", "to be in {meet} {when}"),
        Bilingual("{meet}を{when}に歩くこと", "a walk through {meet} {when}"),
    ),
    "gave": (Bilingual("{gift}", "{gift}"),),
}
