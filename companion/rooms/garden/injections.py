"""Injections: small events that the game master of the garden may bring up, and how they are told.

Each begins or carries on a story: something is lost and found, lent and given back, tried in vain
and managed. The texts speak of the garden's own people and things, and of nothing else.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.ports.garden import Draws
from companion.words.garden import Stat
from companion.words.language import Bilingual
from companion.words.story import StoryThread, StoryVerb
from companion.words.table import pairs, table


@dataclass(frozen=True, slots=True)
class Form:
    """How an event of one verb is told by the companion."""

    abouts: tuple[Bilingual, ...]
    """Things it may be about; empty where it is about nothing."""
    mine: Bilingual | None = None
    """The companion is `who`."""
    other: Bilingual | None = None
    """The companion is `whom`, or nobody's partner where the event has none."""
    mood: float = 0.0
    opens: bool = False
    """Whether it may begin a story of the companion."""
    opened_by_other: bool = False
    """Whether another begins that story, with the companion as `whom`."""
    alone: bool = False
    """It has no `whom`."""


def _forms() -> Iterator[tuple[StoryVerb, Form]]:
    read = table("companion.rooms.garden", "injections.toml")
    abouts = {name: pairs(rows) for name, rows in read["abouts"].items()}
    for verb, row in read["forms"].items():
        said = dict(row)
        about = abouts.get(said.pop("about", ""), ())
        said |= {key: Bilingual(*row[key]) for key in said.keys() & {"mine", "other"}}
        yield StoryVerb(verb), Form(about, **said)


FORMS: Final[Mapping[StoryVerb, Form]] = dict(_forms())
"""Each verb that the game master may bring up."""
_ABOUTS: Final = {one.en: one for form in FORMS.values() for one in form.abouts}
MOST_OFFERS: Final = 24
"""Events that are weighed against each other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """An event that could be brought up now."""

    verb: StoryVerb
    who: str
    other: str
    """`whom`; "" for none."""
    about: Bilingual
    words: Bilingual

    @property
    def mood(self) -> float:
        """Change of the companion's mood."""
        return FORMS[self.verb].mood


def offers(
    threads: Sequence[StoryThread],
    me: str,
    near: Sequence[str],
    names: Mapping[str, Bilingual],
    draws: Draws,
    minute: int,
) -> tuple[Offer, ...]:
    """Events that could happen to the companion now: those that open stories wait for, as far as
    the people in them are here, and one that could begin a story. `near`: who is at its place."""
    found = list(_openings(me, near, names, draws, minute))
    for thread in threads:
        if len(found) >= MOST_OFFERS:
            break
        offer = _wished(thread, me, near, names)
        if offer is not None and offer not in found:
            found.append(offer)
    return tuple(found)


def _openings(
    me: str, near: Sequence[str], names: Mapping[str, Bilingual], draws: Draws, minute: int
) -> Iterator[Offer]:
    """One beginning, by chance."""
    cases = []
    for verb, form in FORMS.items():
        for who in (me, *near) if form.alone else near:
            mine = form.opens and (who == me or not form.alone)
            if mine and form.mine is not None:
                cases.append((verb, me, "" if form.alone else who))
            if form.opened_by_other and who != me and form.other is not None:
                cases.append((verb, who, "" if form.alone else me))
    if not cases:
        return
    verb, who, other = cases[int(draws.at(minute, "injection", "case") * len(cases))]
    abouts = FORMS[verb].abouts
    about = abouts[int(draws.at(minute, "injection", "about") * len(abouts))] if abouts else NONE
    offer = _offer(verb, who, other, about, me, names)
    if offer is not None:
        yield offer


def _wished(
    thread: StoryThread, me: str, near: Sequence[str], names: Mapping[str, Bilingual]
) -> Offer | None:
    wish = thread.wish
    form = FORMS.get(wish.verb)
    if form is None:
        return None
    here = (me, *near)
    another = next((one for one in near if one not in thread.roles.values()), "")
    who = wish.who or (me if wish.whom != me else another)
    other = "" if form.alone else wish.whom or (me if who != me else another)
    about = _ABOUTS.get(wish.what) if wish.what else next(iter(form.abouts), NONE)
    if about is None or who not in here or (other and other not in here) or who == other:
        return None
    return _offer(wish.verb, who, other, about, me, names)


NONE: Final = Bilingual("", "")


def _offer(
    verb: StoryVerb,
    who: str,
    other: str,
    about: Bilingual,
    me: str,
    names: Mapping[str, Bilingual],
) -> Offer | None:
    form = FORMS[verb]
    words = form.mine if who == me else form.other if other in ("", me) else None
    if words is None or (not form.alone and not other):
        return None
    ja, en = (
        getattr(words, language).format(
            who=getattr(names.get(who, NONE), language),
            other=getattr(names.get(other, NONE), language),
            about=getattr(about, language),
        )
        for language in ("ja", "en")
    )
    return Offer(verb=verb, who=who, other=other, about=about, words=Bilingual(ja, en))


def mood_change(offer: Offer) -> dict[Stat, float]:
    """Change of the companion's needs by an event."""
    return {Stat.MOOD: offer.mood} if offer.mood else {}
