"""Rules that read a purpose without a model, and propose its tasks.

In this order: a purpose that asks to notice something gets a guard over the things that it names;
one that asks for words in time gets them; else its theme is taken; without a theme the parts whose
need the words name.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from companion.home.device_operation import operation_of
from companion.rooms.governance.aims import REMIND, Aim, aims_for, composed
from companion.rooms.governance.draft import Draft, Proposal
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.knowing import knowing
from companion.rooms.governance.needs import Watched, aims_named, watched_in
from companion.rooms.governance.ordered import Ordered, ordered
from companion.rooms.governance.themes import OPEN, proposal_for, theme_of, wants_to_know
from companion.rooms.governance.watching import watching
from companion.rooms.governance.when import Span, span_of
from companion.rooms.governance.wish import Wish, wish_of
from companion.words.language import Bilingual

MOST_AIMS = 3
"""Parts of a plan that are taken for the words of one purpose."""
MOST_BESIDE = 2
"""Acts beside those of a theme."""
_NAME = Bilingual("目的に取り組む", "work on the purpose")
_WATCH = Bilingual("見守ってほしいと読みました", "I read it as something to watch for")
_WATCH_NAME = Bilingual("見守る", "keep watch")
_REMIND = Bilingual(
    "時間に声をかけてほしいと読みました", "I read it as something to be reminded of"
)
_REMIND_NAME = Bilingual("声をかける", "remind in time")
_ORDERED = Bilingual("頼みがあると読みました", "I read orders in it")
_PARTS = Bilingual("目的の言葉からこう読みました: {}", "I read this from its words: {}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """規則の読み: tasks by rules alone, and whether the words leave a doubt."""

    proposal: Proposal
    sure: bool
    """Likeness would find no better plan."""
    named: tuple[str, ...] = ()
    """Aims that the words name."""


def ruled(purpose: str, home: HomeView, now: datetime) -> Ruled:
    """The tasks that the rules propose for a purpose."""
    wish, span, theme = wish_of(purpose), span_of(purpose, now, home), theme_of(purpose)
    aims = aims_for(home)
    names = tuple(name for name in aims_named(purpose) if name in aims)[:MOST_AIMS]
    orders = ordered(purpose, home, now)
    if not orders.reminds and (known := knowing(purpose, wish, home)) is not None:
        return Ruled(proposal=known, sure=True)
    # What an order names is operated and not watched, and its time is not that of the guard.
    to_notice = orders.rest if wish_of(orders.rest).notices else purpose
    watch = watch_plan(to_notice, home, now) if wish.notices else None
    if wish.talk_only and watch is None:
        return Ruled(proposal=_with_orders(_spoken(purpose, home, now, span), orders), sure=True)
    complains = not wish.marked or not theme.serves
    if watch is not None and (wish.only_told or (watch.serves and complains)):
        acting = _acting(watch, wish, purpose, home, now)
        return Ruled(proposal=_with_orders(acting, orders), sure=True)
    reminds = wish.reminds or orders.reminds or names == (REMIND,)
    if reminds and (theme is OPEN or theme.serves):
        whole = _acting(_spoken(purpose, home, now, span), wish, purpose, home, now)
        return Ruled(proposal=_with_orders(whole, orders), sure=True)
    if orders.whole or (orders.drafts and theme is OPEN):
        whole = Proposal(name=_NAME, judgment=_ORDERED, drafts=(), serves=frozenset())
        return Ruled(proposal=_with_orders(whole, orders), sure=True)
    if theme is not OPEN:
        # A theme with acts of its own is whole: more would turn things against it.
        beside = [] if theme.serves else [aims[name] for name in names]
        whole = _beside(proposal_for(purpose, home, now), beside, purpose, home)
        served = replace(whole, serves=whole.serves or theme.serves)
        return Ruled(proposal=_with_orders(served, orders), sure=True)
    if not names or wants_to_know(purpose):
        return Ruled(proposal=proposal_for(purpose, home, now), sure=False)
    meant = [aims[name] for name in names]
    return Ruled(proposal=_parts(purpose, meant, home, now, span), sure=False, named=names)


def _spoken(purpose: str, home: HomeView, now: datetime, span: Span) -> Proposal:
    """Words in time, and a question."""
    drafts = composed(purpose, [aims_for(home)[REMIND]], home, now, span, ())
    return Proposal(name=_REMIND_NAME, judgment=_REMIND, drafts=drafts, serves=frozenset())


def _acting(whole: Proposal, wish: Wish, purpose: str, home: HomeView, now: datetime) -> Proposal:
    """A plan of words or of watching, with acts for the parts that ask for the home's own doing:
    those that their words name, else their story, else those of their theme."""
    if not (wish.marked and wish.acts):
        return whole
    text, aims = " ".join(wish.acts), aims_for(home)
    names = [*aims_named(text)] or [*aims_named(purpose)]
    if meant := [aims[name] for name in names if name in aims and aims[name].serves]:
        return _beside(whole, meant, text, home)
    theme = theme_of(text)
    drafts = theme.compose(home, now, span_of(purpose, now, home))
    acts = [draft for draft in drafts if draft.kind == "device"][:MOST_BESIDE]
    serves = (whole.serves or frozenset()) | theme.serves
    return replace(whole, drafts=(*acts, *whole.drafts), serves=serves)


def _with_orders(whole: Proposal, orders: Ordered) -> Proposal:
    """The plan with what is ordered in it, which comes first, in the place of the same act of its
    own: twenty degrees, and not those of a theme."""
    serves = (whole.serves or frozenset()) | orders.serves
    named = {_act(draft) for draft in orders.drafts if draft.kind == "device"}
    others = [one for one in whole.drafts if one.kind != "device" or _act(one) not in named]
    drafts = (*orders.drafts, *others)
    return replace(whole, drafts=drafts, serves=serves, ordered=orders.drafts)


def _act(draft: Draft) -> tuple[object, object]:
    return draft.slots["device"], draft.slots["operation"]


def _beside(whole: Proposal, aims: Iterable[Aim], purpose: str, home: HomeView) -> Proposal:
    """The plan of a theme, with the acts of parts for which it has none, at the time of its first
    act or words."""
    meant = [aim for aim in aims if aim.serves]
    at = next((draft.at for draft in whole.drafts if draft.at is not None), None)
    if not meant or at is None:
        return whole
    room = home.room_in(purpose)
    acts = [
        draft
        for aim in meant
        for draft in aim.compose(home, at, (room,) if room else ())
        if draft.kind == "device"
    ]
    return replace(
        whole,
        drafts=(*acts[:MOST_BESIDE], *whole.drafts),
        serves=(whole.serves or frozenset()).union(*(aim.serves for aim in meant)),
    )


def watch_plan(purpose: str, home: HomeView, now: datetime) -> Proposal | None:
    """A guard over the things that the purpose names, and what mends it at once where that is not
    all that is asked for; None where this home has no such thing."""
    things = watched_in(purpose, home)
    if not things:
        return None
    drafts = watching(purpose, things, home, now)
    wish = wish_of(purpose)
    told = wants_to_know(purpose) or wish.only_told or not wish.notices
    mends = () if told else tuple(_mended(things, drafts[0].at))
    serves = frozenset(
        f"{device.domain.value}.{one.mended_by}"
        for one in things
        for device in one.devices
        if one.mended_by
    )
    return Proposal(name=_WATCH_NAME, judgment=_WATCH, drafts=(*drafts, *mends), serves=serves)


def _mended(things: Iterable[Watched], at: datetime | None) -> Iterable[Draft]:
    for one in things:
        for device in one.devices:
            if one.mended_by and operation_of(device, one.mended_by) is not None:
                slots = {"device": device.id, "operation": one.mended_by}
                yield Draft(kind="device", slots=slots, at=at)


def _parts(
    purpose: str, meant: Iterable[Aim], home: HomeView, now: datetime, span: Span
) -> Proposal:
    aims = tuple(meant)
    room = home.room_in(purpose)
    labels = Bilingual(
        "、".join(aim.label.ja for aim in aims), ", ".join(aim.label.en for aim in aims)
    )
    return Proposal(
        name=_NAME,
        judgment=Bilingual(_PARTS.ja.format(labels.ja), _PARTS.en.format(labels.en)),
        drafts=composed(purpose, aims, home, now, span, (room,) if room else ()),
        serves=frozenset().union(*(aim.serves for aim in aims)),
    )
