"""Garden replies tell of the companion's own life in answer to a question, from the garden alone.

Every reply says that it is of the garden, so that nobody takes it for something in the house.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from companion.words.garden import (
    WEATHER_WORDS,
    ActionHistoryEntry,
    GardenAction,
    Stat,
    Weather,
    clock_of,
)
from companion.words.garden_view import GardenView, PersonView
from companion.words.language import Bilingual
from companion.words.text import listed

Reply = Callable[[GardenView, PersonView | None], Bilingual]
MOST = 4
"""Things of one kind that a reply names."""
NEAR = 3
"""Friends that a reply names."""
RESTED, TIRED = 66, 34
"""Energy above which the companion is rested, and below which it is tired."""


def _newest(names: Sequence[Bilingual]) -> Bilingual:
    """The newest of some names, each once."""
    once = list(dict.fromkeys(names))[-MOST:]
    return Bilingual("、".join(one.ja for one in once), listed([one.en for one in once]))


def _named(names: Sequence[Bilingual], some: Bilingual, none: Bilingual) -> Bilingual:
    """The reply that lists the names, or the one for none."""
    if not names:
        return none
    return some.filled(_newest(names))


def _acts(view: GardenView, action: GardenAction) -> list[ActionHistoryEntry]:
    return [one for one in view.today if one.action is action]


def _went(view: GardenView, _: PersonView | None) -> Bilingual:
    return _named(
        [one.target for one in _acts(view, GardenAction.MOVE)],
        Bilingual("私の庭では、今日は{}に行きました。", "In my own garden, I went to {} today."),
        Bilingual(
            "私の庭では、今日はまだどこにも行っていません。",
            "In my own garden, I have not gone anywhere yet today.",
        ),
    )


def _met(view: GardenView, _: PersonView | None) -> Bilingual:
    return _named(
        view.met_today,
        Bilingual("私の庭では、今日は{}に会いました。", "In my own garden, I met {} today."),
        Bilingual(
            "私の庭では、今日はまだ誰にも会っていません。",
            "In my own garden, I have not met anybody yet today.",
        ),
    )


def _talked(view: GardenView, _: PersonView | None) -> Bilingual:
    if not view.talks_today:
        return Bilingual(
            "私の庭では、今日はまだ誰とも話していません。",
            "In my own garden, I have not talked with anybody yet today.",
        )
    newest = view.talks_today[-NEAR:]
    ja = "、".join(f"{name.ja}さんと{about.ja}のこと" for name, about in newest)
    en = ", ".join(f"with {name.en} about {about.en}" for name, about in newest)
    return Bilingual(
        f"私の庭では、今日は{ja}を話しました。", f"In my own garden, I talked {en} today."
    )


def _ate(view: GardenView, _: PersonView | None) -> Bilingual:
    meals = _acts(view, GardenAction.EAT)[-MOST:]
    if not meals:
        return Bilingual(
            "私の庭では、今日はまだ何も食べていません。",
            "In my own garden, I have not eaten yet today.",
        )
    ja = "、".join(f"{clock_of(one.started)}に{one.target.ja}" for one in meals)
    en = ", ".join(f"at {clock_of(one.started)} at {one.target.en}" for one in meals)
    return Bilingual(f"私の庭では、{ja}で食事をしました。", f"In my own garden, I ate {en}.")


def _slept(view: GardenView, _: PersonView | None) -> Bilingual:
    me = _self(view)
    if me is not None and me.action is GardenAction.SLEEP:
        return Bilingual("私の庭では、今ちょうど眠っています。", "In my own garden, I am asleep.")
    energy = round(view.stats.need(Stat.ENERGY))
    how = (
        Bilingual("よく休めています", "I am well rested")
        if energy > RESTED
        else Bilingual("疲れています", "I am tired")
        if energy < TIRED
        else Bilingual("少し疲れています", "I am a little tired")
    )
    return Bilingual(
        f"私の庭では、{how.ja}。元気は100のうち{energy}です。",
        f"In my own garden, {how.en}: my energy is {energy} of 100.",
    )


def _worked(view: GardenView, _: PersonView | None) -> Bilingual:
    me, shifts = _self(view), _acts(view, GardenAction.WORK)
    job = me.job if me is not None else Bilingual("", "")
    told = Bilingual(f"私の庭での仕事は{job.ja}です。", f"In my own garden, I am {_a(job.en)}.")
    if not shifts:
        return Bilingual(
            f"{told.ja}今日はまだ働いていません。", f"{told.en} I have not worked yet today."
        )
    last = shifts[-1]
    return Bilingual(
        f"{told.ja}今日は{clock_of(last.started)}から{last.minutes}分、{last.target.ja}で働きました。",
        f"{told.en} Today I worked for {last.minutes} minutes at {last.target.en}, from "
        f"{clock_of(last.started)}.",
    )


def _plans(view: GardenView, _: PersonView | None) -> Bilingual:
    me = _self(view)
    promises = me.promises if me is not None else ()
    to_come = [
        one
        for one in view.plan
        if not one.done and one.changed is None and clock_of(one.start) >= view.clock
    ]
    if not to_come and not promises:
        return Bilingual(
            "私の庭では、もう予定はありません。", "In my own garden, I have no plans left."
        )
    ja = "、".join(f"{clock_of(one.start)}に{one.why.ja}" for one in to_come[:NEAR])
    en = ", ".join(f"{clock_of(one.start)} ({one.why.en})" for one in to_come[:NEAR])
    told = (
        Bilingual(f"私の庭での予定は、{ja}です。", f"In my own garden, I have plans for {en}.")
        if to_come
        else Bilingual("", "")
    )
    if not promises:
        return told
    kept = _newest(promises)
    return Bilingual(
        f"{told.ja}私の庭で約束していること: {kept.ja}。",
        f"{told.en} In my own garden I promised: {kept.en}.".strip(),
    )


def _friends(view: GardenView, _: PersonView | None) -> Bilingual:
    others = _others(view)
    near = [one for one in others if not one.quarrelled][:NEAR]
    if not near:
        return Bilingual("私の庭には、まだ誰もいません。", "In my own garden there is nobody yet.")
    ja = "、".join(f"{one.job.ja}の{one.name.ja}" for one in near)
    en = ", ".join(f"{one.name.en} ({one.job.en})" for one in near)
    at_odds = _at_odds(view, Bilingual("", ""))
    return Bilingual(
        f"庭には{len(others)}人が住んでいます。仲がいいのは、{ja}です。{at_odds.ja}",
        f"{len(others)} people live in my garden. Closest to me: {en}. {at_odds.en}".strip(),
    )


def _person(view: GardenView, who: PersonView | None) -> Bilingual:
    if who is None:
        return _friends(view, who)
    who = next((one for one in view.people if one.id == who.id), who)
    place = next((one.name for one in view.places if one.id == who.place), who.name)
    rank = [one.id for one in _others(view)].index(who.id) + 1
    near = (
        Bilingual("今はけんか中です。", "We have fallen out at the moment.")
        if who.quarrelled
        else Bilingual("いちばんの仲良しです。", "Nobody is closer to me there.")
        if rank == 1
        else Bilingual("仲良しです。", "We are good friends.")
        if rank <= NEAR
        else Bilingual("顔なじみです。", "We know each other.")
    )
    return Bilingual(
        f"{who.name.ja}さんは私の庭の町の人で、{who.job.ja}です。{near.ja}今は{place.ja}にいます。",
        f"{who.name.en} lives in my own garden and is {_a(who.job.en)}. {near.en} Right now "
        f"{who.name.en} is in {place.en}.",
    )


def _quarrel(view: GardenView, _: PersonView | None) -> Bilingual:
    return _at_odds(
        view,
        Bilingual(
            "私の庭では、今は誰ともけんかしていません。",
            "In my own garden, I have no quarrel with anybody just now.",
        ),
    )


def _at_odds(view: GardenView, none: Bilingual) -> Bilingual:
    return _named(
        [one.name for one in _others(view) if one.quarrelled],
        Bilingual(
            "私の庭では、今は{}とけんか中です。", "In my own garden, I have fallen out with {}."
        ),
        none,
    )


def _money(view: GardenView, _: PersonView | None) -> Bilingual:
    money = round(view.stats.money)
    return Bilingual(
        f"私の庭では、{money}円持っています。", f"In my own garden, I have {money} yen."
    )


def _town(view: GardenView, _: PersonView | None) -> Bilingual:
    places = [one for one in view.places if one.facilities]
    names = Bilingual.joined((one.name for one in places), "、", ", ")
    busy = max(places, key=lambda one: len(one.facilities), default=None)
    there = _newest(busy.facilities) if busy is not None else Bilingual("", "")
    seen = busy.name if busy is not None else Bilingual("", "")
    sky = WEATHER_WORDS[view.weather]
    known = view.weather is not Weather.UNKNOWN
    ja = f"、天気は{sky.ja}" if known else ""
    en = f", and the weather is {sky.en}" if known else ""
    return Bilingual(
        f"私の庭は想像の小さな町で、{names.ja}があります。{seen.ja}には{there.ja}などがあります。"
        f"私のほかに{len(_others(view))}人が暮らしていて、今は{view.clock}{ja}です。",
        f"My own garden is a small imagined town: {names.en}. In {seen.en} there are {there.en}. "
        f"{len(_others(view))} people live there besides me. It is {view.clock} there{en}.",
    )


def _diary(view: GardenView, _: PersonView | None) -> Bilingual:
    del view
    return Bilingual(
        "私の庭の日記は、まだ一ページもありません。", "My garden diary has no page yet."
    )


def _news(view: GardenView, _: PersonView | None) -> Bilingual:
    told = view.told_stories[:2]
    if not told:
        return Bilingual(
            "私の庭では、まだ話すほどのことは起きていません。",
            "In my own garden, nothing worth telling has happened yet.",
        )
    ja = "".join(one.words.ja for one in told)
    en = " ".join(one.words.en for one in told)
    return Bilingual(f"私の庭の話です。{ja}", f"In my own garden: {en}")


def _self(view: GardenView) -> PersonView | None:
    return next((one for one in view.people if one.is_self), None)


def _others(view: GardenView) -> list[PersonView]:
    """The people of the town, those first who are nearest."""
    return sorted(
        (one for one in view.people if not one.is_self), key=lambda one: -(one.affinity or 0.0)
    )


def _a(noun: str) -> str:
    """An English noun with its article; a phrase that has none needs none."""
    if noun.startswith(("a ", "an ", "the ", "someone")):
        return noun
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


REPLIES: Final[Mapping[str, Reply]] = {
    "went": _went,
    "met": _met,
    "talked": _talked,
    "ate": _ate,
    "slept": _slept,
    "worked": _worked,
    "plans": _plans,
    "friends": _friends,
    "person": _person,
    "quarrel": _quarrel,
    "money": _money,
    "town": _town,
    "diary": _diary,
    "news": _news,
}
"""Reply by topic of `garden_asked.toml`; the day itself is told by the garden."""
