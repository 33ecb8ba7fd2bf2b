"""Aim planner: proposes tasks for a purpose that no rule reads.

The embedder finds the aims whose examples are nearest to the purpose; the language model chooses
among them, under a grammar made of this home's own aims and rooms. Where the model is away the
nearest aim is taken, and without the embedder the model chooses among all. Code composes the tasks:
nothing that a model writes reaches a device or a person.
"""

import re
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from companion.ports.embedder import Embedder, EmbedderUnavailable, Vector
from companion.ports.llm import (
    Llm,
    ModelCrashed,
    ModelPreempted,
    ModelTimedOut,
    ModelUnavailable,
)
from companion.rooms.governance.aims import (
    KEEP,
    LOOK_UP,
    NOTICE,
    REMIND,
    Aim,
    acts_of,
    aims_for,
    composed,
    every_aim,
)
from companion.rooms.governance.draft import Draft, Proposal
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.knowing import remembering, researching
from companion.rooms.governance.rules import Ruled, ruled, watch_plan
from companion.rooms.governance.sorts import NOT_READ, Wanted, texts_of, wanted
from companion.rooms.governance.themes import theme_of, wants_to_know
from companion.rooms.governance.when import span_of
from companion.rooms.governance.wish import Wish, wish_of
from companion.words.language import Bilingual, Language, language_of
from companion.words.llm import LlmRequest, LlmRequestPurpose, PromptMessage
from companion.words.place import Place
from companion.words.text import data_line
from companion.words.trigger import Priority

ANY_ROOM = "any"
LOOK = "find_out"
"""The aim of a purpose that wants to know something."""
CANDIDATES = 3
"""So many of the nearest aims the model chooses from. Where reminding was always offered besides, a
small model chose it too often (measured)."""
MOST_AIMS, MOST_PARTS = 2, 3
"""Aims of one plan that are chosen by likeness, and with those that its words name."""
WHOLE_WEIGHT = 2.0
"""Of the whole purpose beside a part of it that is asked for."""
MARGIN = 0.04
"""By so much of 3 an aim that operates devices must be nearer than reminding."""
AT_ONCE = 8
"""Texts in one call of the embedder, which has a deadline of its own."""
DEADLINE_S = 180.0
TOKENS = 24
PURPOSE_CHARS = 160
_RULES = Bilingual(
    "家の目的を読み、役に立つことを選ぶ。多くても二つ。目的に反することは選ばない。"
    "機器で助けられなければonly_remindだけ。場所は目的に出てくるときだけ、なければany。\n選べること:\n",
    "Read the purpose of a home and choose what serves it, two at most, never what is against it. "
    "If no device helps, only remind. Name a room only if the purpose means it, else any.\n"
    "Choices:\n",
)
_EXAMPLES: Mapping[Language, tuple[tuple[str, str], ...]] = {
    Language.JA: (
        ("ピアノの練習を続けさせて", "only_remind @any"),
        ("今夜は早めに休みたい", "darken soften_light @bedroom"),
        ("子どもが夜中にトイレで怖がらないように", "light_way @bathroom"),
        ("うさぎが暑さに弱いので気をつけて", "temperature @any"),
        ("書斎で写真を撮るので明るさがほしい", "brighten @study"),
        ("泥棒が心配だ", "check_doors @any"),
        ("猫が花火の音におびえるので安心させたい", "soften_light pause_tv @living"),
        ("浴室にカビを生やしたくない", "run_fan @bathroom"),
        ("確定申告を今月中に終えたい", "only_remind @any"),
        ("電力不足だから協力したい", "save_power @any"),
        ("昨日から寝室が寒い理由を知りたい", "find_out @bedroom"),
    ),
    Language.EN: (
        ("keep me practising the piano", "only_remind @any"),
        ("I want an early night", "darken soften_light @bedroom"),
        ("my little girl is afraid of the way to the toilet at night", "light_way @bathroom"),
        ("our rabbit cannot stand the heat", "temperature @any"),
        ("I take photographs in the study", "brighten @study"),
        ("I worry about thieves", "check_doors @any"),
        ("the cat is scared of the noise outside", "soften_light pause_tv @living"),
        ("no mould in the bathroom, please", "run_fan @bathroom"),
        ("finish my tax return this month", "only_remind @any"),
        ("there is a power shortage, let us help", "save_power @any"),
        ("I want to know why the bedroom is so cold", "find_out @bedroom"),
    ),
}


_READ = Bilingual("目的を読み、これを選びました: {}", "I read the purpose and chose: {}")
_NAME = Bilingual("「{}」に取り組む", "work on “{}”")
_NAME_CHARS = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """選択: aims by name, and a room or ""."""

    aims: tuple[str, ...]
    room: str = ""


@dataclass(kw_only=True)
class AimPlanner:
    """Implements `rooms.governance.room.Planner`."""

    llm: Llm
    embedder: Embedder | None
    language: Language
    may_call: Callable[[], bool]
    """Whether the model may be asked now, by the budget of this hour."""
    leisure: Callable[[], Awaitable[None]]
    """Waits while a person has just asked for something."""
    _examples: dict[tuple[str, ...], tuple[Vector, ...]] = field(default_factory=dict)
    """Vectors of the examples of an aim."""

    async def propose(self, purpose: str, home: HomeView, now: datetime) -> Proposal | None:
        """Tasks for a purpose with the sorts of tasks that it wants: where the rules are sure,
        theirs; None where neither the model nor the embedder is there."""
        read_by_rules, wants = ruled(purpose, home, now), await self._wanted(purpose)
        sure, found = read_by_rules.sure, read_by_rules.proposal
        if not sure:
            near = await self._found(purpose, read_by_rules, home, now)
            if near is None or wants is NOT_READ:
                return near
            found = near
        elif wants is NOT_READ:
            return None
        likest = await self._likest(purpose, home, now) if "device" in wants.yes else ()
        serves = theme_of(purpose).serves if found.serves is None else found.serves
        serves = serves.union(_acts_of(likest, home))
        return replace(found, wanted=wants, likest=likest, serves=serves)

    async def make_ready(self) -> None:
        """Keep the vectors of all examples, computed a few at a time and while no person has just
        asked for something: the first purpose would wait for them, about 4 s."""
        for aim in every_aim():
            await self.leisure()
            try:
                await self._vectors(aim)
            except EmbedderUnavailable:
                return

    async def _wanted(self, purpose: str) -> Wanted:
        if self.embedder is None:
            return NOT_READ
        try:
            return wanted(purpose, await self.embedder.embed(texts_of(purpose)))
        except EmbedderUnavailable:
            return NOT_READ

    async def _likest(self, purpose: str, home: HomeView, now: datetime) -> tuple[Draft, ...]:
        """The acts of the aims that are nearest to the parts of a purpose."""
        wish, aims = wish_of(purpose), {n: a for n, a in aims_for(home).items() if a.serves}
        near = await self._nearest(purpose, wish, aims)
        room = home.room_in(wish.words) or home.room_in(purpose)
        most = len(wish.to_do[:MOST_AIMS])
        for rooms in ((room,), ()) if room else ((),):
            for at in range(len(near)):
                meant = [aims[name] for name in near[at : at + most]]
                if acts := acts_of(purpose, meant, home, now, rooms):
                    return acts
        return ()

    async def _found(
        self, purpose: str, read_by_rules: Ruled, home: HomeView, now: datetime
    ) -> Proposal | None:
        wish, watch = wish_of(purpose), watch_plan(purpose, home, now)
        acts = wish.may_act(named=bool(read_by_rules.named))
        # Likeness alone operates nothing: people who quarrel are like people who cannot sleep.
        aims = {
            name: aim
            for name, aim in aims_for(home).items()
            if re.search(aim.only, purpose.casefold())
            and (name != NOTICE or watch is not None)
            and (acts or not aim.serves)
        }
        if wants_to_know(purpose):
            return self._proposal(purpose, Chosen(aims=(LOOK,)), aims, home, now, "rules")
        near = await self._nearest(purpose, wish, aims)
        chosen = await self._chosen(purpose, near, aims, home)
        first = near[:1] if chosen is None else chosen.aims
        whole = None if read_by_rules.named else _whole(first, purpose, home, watch)
        if whole is not None:
            return replace(whole, planner="nearest" if chosen is None else self.llm.model_name())
        if chosen is not None:
            return self._proposal(purpose, chosen, aims, home, now, self.llm.model_name())
        if near:
            likest = near[: len(wish.to_do[:MOST_AIMS])]
            if named := [name for name in read_by_rules.named if name in aims]:
                likest = tuple(name for name in likest if name != REMIND)
            names = tuple(dict.fromkeys((*named, *likest)))[:MOST_PARTS]
            likest_aims = Chosen(aims=names, room=home.room_in(wish.words))
            return self._proposal(purpose, likest_aims, aims, home, now, "nearest")
        return None

    async def _nearest(self, purpose: str, wish: Wish, aims: Mapping[str, Aim]) -> tuple[str, ...]:
        """The aims by their nearest example, the nearest one of each part that is asked for first;
        none without an embedder. A part is read beside the whole, whose story says what it is
        about."""
        if self.embedder is None:
            return ()
        parts = wish.to_do[:MOST_AIMS]
        try:
            *asked, whole = await self.embedder.embed([*parts, purpose])
            examples = {name: await self._vectors(aim) for name, aim in aims.items()}
        except EmbedderUnavailable:
            return ()
        ranks = []
        for part in asked:
            near = {name: _near(part, whole, vectors) for name, vectors in examples.items()}
            ranked = sorted(near, key=near.__getitem__, reverse=True)
            doubtful = near[ranked[0]] < near.get(REMIND, 0.0) + MARGIN and aims[ranked[0]].serves
            ranks.append([*dict.fromkeys([REMIND, *ranked])] if doubtful else ranked)
        return tuple(dict.fromkeys(name for row in zip(*ranks, strict=True) for name in row))

    async def _vectors(self, aim: Aim) -> tuple[Vector, ...]:
        if self.embedder is None:
            return ()
        if aim.like not in self._examples:
            parts = [aim.like[at : at + AT_ONCE] for at in range(0, len(aim.like), AT_ONCE)]
            vectors = [vector for part in parts for vector in await self.embedder.embed(part)]
            self._examples[aim.like] = tuple(vectors)
        return self._examples[aim.like]

    async def _chosen(
        self, purpose: str, near: tuple[str, ...], aims: Mapping[str, Aim], home: HomeView
    ) -> Chosen | None:
        """The choice of the model; None where it is away, busy with people, or answers nothing that
        can be read."""
        if not (self.llm.ready() and self.may_call()):
            return None
        await self.leisure()
        offered = near[:CANDIDATES] or tuple(aims)
        rooms = [str(place.id) for place in home.places]
        language = language_of(purpose, self.language)
        request = LlmRequest(
            purpose=LlmRequestPurpose.ASYNC_GOAL_PLAN,
            messages=prompt(purpose, aims, home.places, language),
            max_tokens=TOKENS,
            grammar=grammar(offered, rooms),
            priority=Priority.PLAN,
            deadline_s=DEADLINE_S,
        )
        try:
            reply = await self.llm.complete(request)
        except (ModelUnavailable, ModelTimedOut, ModelCrashed, ModelPreempted):
            return None
        return read(reply.text, offered, rooms)

    def _proposal(
        self,
        purpose: str,
        chosen: Chosen,
        aims: Mapping[str, Aim],
        home: HomeView,
        now: datetime,
        planner: str,
    ) -> Proposal:
        meant = [aims[name] for name in chosen.aims]
        rooms = (chosen.room,) if chosen.room else ()
        labels = Bilingual(
            "、".join(aim.label.ja for aim in meant), ", ".join(aim.label.en for aim in meant)
        )
        said = data_line(purpose, _NAME_CHARS)
        return Proposal(
            name=Bilingual(_NAME.ja.format(said), _NAME.en.format(said)),
            judgment=Bilingual(_READ.ja.format(labels.ja), _READ.en.format(labels.en)),
            drafts=composed(purpose, meant, home, now, span_of(purpose, now, home), rooms),
            planner=planner,
            serves=frozenset().union(*(aim.serves for aim in meant)),
        )


def _whole(
    aims: Collection[str], purpose: str, home: HomeView, watch: Proposal | None
) -> Proposal | None:
    """The plan of an aim that is a whole plan; None for parts of one."""
    if watch is not None and NOTICE in aims:
        return watch
    if KEEP in aims:
        return remembering(purpose)
    return researching(purpose, home) if LOOK_UP in aims else None


def _acts_of(drafts: Iterable[Draft], home: HomeView) -> frozenset[str]:
    return frozenset(
        f"{home.domain_of(draft.slots['device'])}.{draft.slots['operation']}" for draft in drafts
    )


def _near(part: Vector, whole: Vector, examples: Iterable[Vector]) -> float:
    return max(_dot(part, one) + WHOLE_WEIGHT * _dot(whole, one) for one in examples)


def _dot(one: Vector, other: Vector) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def grammar(aims: Iterable[str], rooms: Iterable[str]) -> str:
    """GBNF: one or two aims of this home, and one of its rooms or any."""
    names = " | ".join(f'"{name}"' for name in aims)
    places = " | ".join(f'"{name}"' for name in (ANY_ROOM, *rooms))
    return f'root ::= aim (" " aim)? " @" room\naim ::= {names}\nroom ::= {places}\n'


def prompt(
    purpose: str, aims: Mapping[str, Aim], places: Iterable[Place], language: Language
) -> tuple[PromptMessage, ...]:
    """The choices and examples first, then this one purpose."""
    rooms = ", ".join(f"{place.id} ({place.name.get(language)})" for place in places)
    menu = "\n".join(f"{name}: {aim.label.get(language)}" for name, aim in aims.items())
    rules = f"{_RULES.get(language)}{menu}\n@ {rooms}"
    shots = [
        PromptMessage(role, text)
        for asked, answer in _EXAMPLES[language]
        for role, text in (("user", asked), ("assistant", answer))
    ]
    return (
        PromptMessage("system", rules),
        *shots,
        PromptMessage("user", data_line(purpose, PURPOSE_CHARS)),
    )


def read(text: str, aims: Iterable[str], rooms: Iterable[str]) -> Chosen | None:
    """The choice that the text holds; None where the text is not of the form."""
    found = re.fullmatch(r"(?P<aims>\S+(?: \S+)?) @(?P<room>\S+)", text.strip())
    if found is None:
        return None
    names, room = tuple(dict.fromkeys(found["aims"].split(" "))), found["room"]
    if not {*names} <= {*aims} or room not in (ANY_ROOM, *rooms):
        return None
    return Chosen(aims=names, room="" if room == ANY_ROOM else room)
