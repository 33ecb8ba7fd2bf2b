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

B = Bilingual
THINGS: Final = (
    B("青い傘", "blue umbrella"),
    B("毛糸の手袋", "woollen gloves"),
    B("古い万年筆", "old fountain pen"),
    B("読みかけの本", "half-read book"),
    B("魔法びん", "flask"),
    B("小さな鈴", "little bell"),
)
SECRETS: Final = (
    B("夜の詩作", "poems written at night"),
    B("遠くの従兄への手紙", "letter to a cousin far away"),
    B("ひそかな貯金", "secret savings"),
    B("苦手な高い所", "fear of heights"),
)
SKILLS: Final = (
    B("口笛の二重奏", "whistling in two voices"),
    B("だし巻き卵", "rolled omelette"),
    B("一筆の墨絵", "ink drawing in one stroke"),
    B("水切り", "skipping stones"),
)
CHORES: Final = (
    B("棚の修理", "a broken shelf"),
    B("落ち葉掃き", "the fallen leaves"),
    B("荷物運び", "a heavy load"),
)
GAMES: Final = (
    B("将棋", "shogi"),
    B("釣り", "fishing"),
    B("早口言葉", "tongue twisters"),
)


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


V = StoryVerb
FORMS: Final[Mapping[StoryVerb, Form]] = {
    V.LOST: Form(
        THINGS,
        mine=B("{about}をどこかに置き忘れた。", "I left my {about} somewhere."),
        mood=-4.0,
        opens=True,
        alone=True,
    ),
    V.FOUND: Form(
        THINGS,
        mine=B("{about}が見つかった。", "My {about} turned up again."),
        other=B("{who}さんが{about}を見つけたらしい。", "{who} seems to have found my {about}."),
        mood=5.0,
        alone=True,
    ),
    V.GAVE_BACK: Form(
        THINGS,
        mine=B("{other}さんに{about}を返した。", "I gave the {about} back to {other}."),
        other=B("{who}さんが{about}を返してくれた。", "{who} brought the {about} back to me."),
        mood=4.0,
    ),
    V.LENT: Form(
        THINGS,
        mine=B("{other}さんに{about}を貸した。", "I lent {other} my {about}."),
        other=B("{who}さんに{about}を借りた。", "{who} lent me a {about}."),
        opens=True,
    ),
    V.CONFIDED: Form(
        SECRETS,
        other=B("{who}さんがそっと教えてくれた、{about}。", "{who} told me a secret: {about}."),
        mood=2.0,
        opened_by_other=True,
    ),
    V.ASKED_ABOUT: Form(
        SECRETS,
        other=B("{who}さんに{about}のことを聞かれた。", "{who} asked me about a secret: {about}."),
    ),
    V.KEPT_SILENT: Form(
        SECRETS,
        mine=B(
            "{other}さんには{about}のことを黙っていた。", "I told {other} nothing of it: {about}."
        ),
        mood=2.0,
    ),
    V.FAILED: Form(
        SKILLS,
        mine=B("{about}に挑んで、うまくいかず。", "I tried my hand in vain: {about}."),
        mood=-3.0,
        opens=True,
        alone=True,
    ),
    V.MANAGED: Form(
        SKILLS,
        mine=B("とうとう{about}ができた。", "At last I can do it: {about}."),
        mood=8.0,
        alone=True,
    ),
    V.GAVE_UP: Form(
        SKILLS,
        mine=B("{about}はあきらめることにした。", "I gave it up: {about}."),
        mood=-4.0,
        alone=True,
    ),
    V.HELPED: Form(
        CHORES,
        mine=B("{other}さんの{about}を手伝った。", "I helped {other} with {about}."),
        other=B("{who}さんが{about}を手伝ってくれた。", "{who} helped me with {about}."),
        mood=4.0,
        opens=True,
        opened_by_other=True,
    ),
    V.FELL_ILL: Form(
        (),
        other=B("{who}さんが熱を出した。", "{who} has a fever."),
        mood=-2.0,
        opened_by_other=True,
        alone=True,
    ),
    V.CARED_FOR: Form(
        (),
        mine=B("{other}さんにおかゆを届けた。", "I took {other} some rice soup."),
        mood=3.0,
    ),
    V.RECOVERED: Form(
        (),
        other=B("{who}さんはもう元気だ。", "{who} is well again."),
        mood=4.0,
        alone=True,
    ),
    V.OUTDID: Form(
        GAMES,
        mine=B("{about}で{other}さんに勝った。", "I beat {other} at {about}."),
        other=B("{about}では{who}さんにかなわない。", "{who} beat me at {about}."),
        mood=1.0,
        opens=True,
        opened_by_other=True,
    ),
}
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
