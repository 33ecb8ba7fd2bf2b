"""Household lists: this answerer keeps the shopping list and others, and tells what is on them."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial

from companion.ports.answerer import Answer, HeardSentence
from companion.ports.state import StateReader
from companion.rooms.journal.room import Journal
from companion.rooms.understanding.list_wish import ListDeed, ListWish, list_wish
from companion.words.areas import HOUSEHOLD_LIST, HouseholdListValue, value_in
from companion.words.event import Event
from companion.words.language import Bilingual, Language
from companion.words.short_answer import ShortAnswer, short_answers
from companion.words.text import listed
from companion.words.trust import Authority, authority_of

FRESH = timedelta(minutes=3)
"""As long as this a sentence may go on with the list that was spoken of."""
MOST = 200
"""Items on one list."""
_LIST = Bilingual("買い物リスト", "the shopping list")
_ADDED = Bilingual("{list}に{items}を入れました。", "I put {items} on {list}.")
_THERE = Bilingual("{items}はもう{list}に入っています。", "{items} is already on {list}.")
_GONE = Bilingual("{list}から{items}を消しました。", "I took {items} off {list}.")
_NOT_ON = Bilingual("{items}は{list}に入っていません。", "{items} is not on {list}.")
_ALL = Bilingual("{list}には{items}があります。", "On {list}: {items}.")
_EMPTY = Bilingual("{list}には何もありません。", "There is nothing on {list}.")
_CLEAR = Bilingual(
    "{list}には{items}があります。全部消しますか？", "On {list}: {items}. Shall I clear it?"
)
_CLEARED = Bilingual("{list}を空にしました。", "I cleared {list}.")
_MADE = Bilingual("{list}を作りました。何を入れますか？", "I made {list}. What shall I put on it?")
_SHALL_I = Bilingual("{items}を{list}に入れますか？", "Shall I put {items} on {list}?")
_FULL = Bilingual(
    "{list}がいっぱいです。何か消してください。", "{list} is full. Please take something off."
)
_LEFT = Bilingual("分かりました。そのままにします。", "All right, I leave it as it is.")


@dataclass(frozen=True)
class _Asked:
    """Waits for a yes."""

    wish: ListWish
    at: datetime
    channel: str


@dataclass(kw_only=True)
class HouseholdLists:
    """Takes wishes of the people of the home. A thing that ran out is put on the list after a
    yes; a list is cleared after a yes."""

    state: StateReader
    journal: Journal
    keep: Callable[[str, HouseholdListValue, Event, Event], Awaitable[None]]
    _lately: dict[str, tuple[str, datetime]] = field(default_factory=dict)
    """Per channel the list that was spoken of last, and when."""
    _asked: _Asked | None = None

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """The reply tells the change, or what is on the list."""
        if authority_of(heard.event.trust) is not Authority.USER:
            return None
        if (asked := self._fresh(heard)) is not None:
            self._asked = None
            said = short_answers(heard.text)
            if ShortAnswer.YES in said:
                return Answer(work=partial(self._done, asked.wish, heard))
            if ShortAnswer.NO in said:
                return Answer(words=_LEFT)
        channel = heard.event.channel
        name, at = self._lately.get(channel, ("", None))
        goes_on = at is not None and heard.event.at - at <= FRESH
        wish = list_wish(heard.text, goes_on=goes_on)
        if wish is None:
            return None
        if wish.deed is ListDeed.MORE:
            wish = replace(wish, deed=ListDeed.ADD, name=name)
        return Answer(work=partial(self._taken, wish, heard), passes_on=True)

    def _fresh(self, heard: HeardSentence) -> _Asked | None:
        """The question of this channel that still waits for its answer."""
        asked = self._asked
        here = asked is not None and asked.channel == heard.event.channel
        return asked if here and asked and heard.event.at - asked.at <= FRESH else None

    async def _taken(self, wish: ListWish, heard: HeardSentence) -> Bilingual | None:
        held = await self._items(wish.name)
        if held is None and wish.name and wish.deed not in (ListDeed.NEW, ListDeed.ADD):
            return None  # no list of the home: somebody else may know
        on = held or ()
        match wish.deed:
            case ListDeed.READ:
                return _say(_ALL if on else _EMPTY, wish.name, on)
            case ListDeed.ASKS_FOR:
                there = [item for item in on if _among(item, wish.items)]
                return _say(_THERE if there else _NOT_ON, wish.name, there or wish.items)
            case ListDeed.CLEAR:
                return self._ask(wish, heard, _CLEAR, on) if on else _say(_EMPTY, wish.name)
            case ListDeed.LACKING:
                new = tuple(item for item in wish.items if not _has(on, item))
                asks = self._ask(wish, heard, _SHALL_I, new) if new else None
                return asks or _say(_THERE, wish.name, wish.items)
            case _:
                return await self._done(wish, heard)

    def _ask(
        self, wish: ListWish, heard: HeardSentence, question: Bilingual, items: tuple[str, ...]
    ) -> Bilingual:
        """The question whose yes does it."""
        self._asked = _Asked(replace(wish, items=items), heard.event.at, heard.event.channel)
        return _say(question, wish.name, items)

    async def _done(self, wish: ListWish, heard: HeardSentence) -> Bilingual:
        """The change is written down, then kept."""
        on = await self._items(wish.name) or ()
        self._lately[heard.event.channel] = (wish.name, heard.event.at)
        match wish.deed:
            case ListDeed.ADD | ListDeed.LACKING:
                more = tuple(item for item in dict.fromkeys(wish.items) if not _has(on, item))
                if len(on) + len(more) > MOST:
                    return _say(_FULL, wish.name)
                left, words, of = (*on, *more), _ADDED if more else _THERE, more or wish.items
            case ListDeed.REMOVE:
                gone = tuple(item for item in on if _among(item, wish.items))
                left = tuple(item for item in on if item not in gone)
                words, of = (_GONE, gone) if gone else (_NOT_ON, wish.items)
            case ListDeed.CLEAR:
                left, words, of = (), _CLEARED, ()
            case _:
                left, words, of = on, _MADE, ()
        told = _say(words, wish.name, of)
        if left != on or wish.deed is ListDeed.NEW:
            await self._keep(wish.name, left, told, heard.event)
        return told

    async def _keep(self, name: str, items: Sequence[str], told: Bilingual, of: Event) -> None:
        label = {lang.value: told.get(lang) for lang in Language}
        by = await self.journal.requested(
            told.get(Language.JA),
            {"action_type": "memory.list", "label": label},
            of.trust,
            of.channel,
        )
        value = HouseholdListValue(name=name, items=tuple(items))
        await self.keep(name.casefold(), value, of, by)

    async def _items(self, name: str) -> tuple[str, ...] | None:
        """Items of the list; None where there is no such list."""
        row = await self.state.row(HOUSEHOLD_LIST, name.casefold())
        held = None if row is None else value_in(row, HouseholdListValue)
        return None if held is None else held.items


def _has(items: Sequence[str], item: str) -> bool:
    return any(item.casefold() == other.casefold() for other in items)


def _among(item: str, named: Sequence[str]) -> bool:
    """Whether an item of the list is meant: eggs, of `a dozen eggs`."""
    own = item.casefold()
    return any(own == name.casefold() or name.casefold() in own.split() for name in named)


def _say(words: Bilingual, name: str, items: Sequence[str] = ()) -> Bilingual:
    """The sentence with the list's name and its items."""
    called = Bilingual(f"{name}のリスト", f"the {name} list") if name else _LIST
    ja = words.ja.format(list=called.ja, items="、".join(items))
    start = words.en.format(list=called.en, items=listed(items))
    return Bilingual(ja, start[:1].upper() + start[1:])
