"""Frame 枠: what one clause speaks of, before the home is asked."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from companion.rooms.understanding.clauses import Clause
from companion.rooms.understanding.cover import Token
from companion.rooms.understanding.lexicon import Lexeme
from companion.rooms.understanding.times import When
from companion.words.language import Language


@dataclass(frozen=True, slots=True)
class Group:
    """言及: things named together: a place, a kind, a name."""

    names: tuple[tuple[str, ...], ...] = ()
    """For each name said the things it may be."""
    areas: tuple[str, ...] = ()
    floors: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    everything: str = ""
    """`all` or `house`."""
    here: bool = False
    it: bool = False
    other: bool = False

    @property
    def placed(self) -> bool:
        """Whether a place was said."""
        return bool(self.areas or self.floors or self.here)

    @property
    def thing(self) -> bool:
        """Whether something to act on was said."""
        return bool(self.names or self.kinds)

    @property
    def said(self) -> bool:
        """Whether anything was."""
        return self.placed or self.thing or bool(self.everything) or self.it or self.other


@dataclass(slots=True)
class Frame:
    """枠: verb, direction, values and what they are about."""

    verbs: list[tuple[str, str]] = field(default_factory=list)
    """The ordered operations with their forms, in the order said."""
    dirs: list[str] = field(default_factory=list)
    out: bool = False
    """Its `off` was said as `out`, of lights: a garage door that is "out" was misheard for "up"."""
    adjs: list[str] = field(default_factory=list)
    attrs: list[str] = field(default_factory=list)
    colors: list[str] = field(default_factory=list)
    modes: list[str] = field(default_factory=list)
    levels: list[str] = field(default_factory=list)
    step: str = ""
    number: float | None = None
    unit: str = ""
    when: When | None = None
    torn: bool = False
    """Two times were said (明日と明後日は6時に): which is meant of which nobody could tell."""
    until: When | None = None
    """When it shall be over."""
    span_s: float | None = None
    within: bool = False
    """The length is when it shall be done (2時間で止めて), not for how long."""
    groups: list[Group] = field(default_factory=list)
    excepted: list[Group] = field(default_factory=list)
    ensured: bool = False
    requested: bool = False

    def does(self, *ops: str) -> bool:
        """Whether one of these was ordered."""
        return any(op in ops for op, _ in self.verbs)

    @property
    def kinds(self) -> set[str]:
        """All kinds said."""
        return {kind for group in self.groups for kind in group.kinds}

    @property
    def named(self) -> tuple[str, ...]:
        """All things that may be named."""
        return tuple(i for g in self.groups for ids in g.names for i in ids)


def frame_of(clause: Clause, language: Language) -> Frame:
    """Fill a frame from the words of a clause."""
    frame, japanese = Frame(), language is Language.JA
    spoken, excepted = _split_except(clause.tokens, language)
    sized = any(t.cls in ("unit", "step", "number") or t.is_("attr") for t in spoken)
    for before, token in zip([None, *spoken], spoken, strict=False):
        _put(frame, _as_change(_as_mode(before, token)) if sized else _as_mode(before, token))
        if before is not None and _describes(before, token):
            frame.adjs.append(before.value)
    frame.torn = frame.torn or _unspent(spoken) or (not japanese and _several(spoken))
    if _by_so_much(spoken, language):
        frame.step = "by"
    frame.out = any(t.cls == "dir" and t.text == "out" for t in spoken)
    frame.ensured = any(t.cls == "ensure" for t in spoken)
    frame.within = japanese and any(a.cls == "span" and b.text == "で" for a, b in pairwise(spoken))
    frame.requested = any(t.is_("tail", "please") for t in spoken)
    frame.groups = _narrowed(_groups(spoken), spoken) if japanese else _groups(spoken)
    lights = any(t.cls == "verb" and t.text.startswith(_SAYS_LIGHT) for t in spoken)
    if lights and not any(g.thing for g in frame.groups):
        frame.groups = [replace(g, kinds=("light",)) for g in frame.groups]
    frame.excepted = [g for g in _groups(excepted) if g.said]
    if japanese:
        _leave_how_soon(frame, spoken)
        placed = [g for g in frame.groups if g.placed]
        if frame.excepted and placed:
            frame.groups = placed  # 電気、台所だけ残して、居間は消して
    return frame


def _leave_how_soon(frame: Frame, tokens: Sequence[Token]) -> None:
    """早く電気つけて: how soon, and of no speed."""
    soon = [t.value for t in tokens if t.is_("adj", "faster", "slower") and t.text[0] in "早はゆ"]
    if soon and "speed" not in frame.attrs and not frame.does("do", "set"):
        frame.adjs = [adj for adj in frame.adjs if adj not in soon]


_SAYS_LIGHT = (
    "消灯",
    "真っ暗",
    "まっくら",
    "点灯",
    "明かり",
    "灯り",
    "あかり",
    "光が",
    "らいと",
    "照明",
    "電気",
)
"""Words for a deed that name its thing: 明かりがほしい."""
_DEEDS = frozenset({"on", "off", "open", "close", "lock", "unlock", "play", "pause", "mute", "dim"})


def _unspent(tokens: Sequence[Token]) -> bool:
    """Whether more was said than one wish can hold: two numbers, two colours, two deeds."""
    numbers = sum(t.cls == "number" for t in tokens)
    colors = {t.value for t in tokens if t.cls == "color"}
    deeds = {t.value for t in tokens if t.cls == "verb" and t.value in _DEEDS and t.form != "noun"}
    return numbers > 1 or len(colors) > 1 or len(deeds) > 1


_STARTS_ANEW = frozenset({
    "turn", "on", "off", "open", "close", "lock", "unlock", "play", "pause", "mute", "unmute",
    "dim", "brighten", "raise", "lower", "start", "clean",
})  # fmt: skip


def _several(tokens: Sequence[Token]) -> bool:
    """Whether English words order several deeds with no word between them: two ways (`floor lamp
    on big light off`), or a verb with its thing after another."""
    ways = {t.value for t in tokens if t.cls == "dir"}
    if {"on", "off"} <= ways or {"up", "down"} <= ways or {"open", "closed"} <= ways:
        return True
    verbs = [
        n
        for n, t in enumerate(tokens)
        if t.cls == "verb" and t.value in _STARTS_ANEW and t.text != "up"
    ]
    things = [n for n, t in enumerate(tokens) if t.cls in ("name", "kind", "area")]
    others = [n for n, t in enumerate(tokens) if t.is_("verb", "set") or n in verbs]
    shown = [n for n, t in enumerate(tokens) if t.cls == "dir"]
    if any(
        way < verb and any(thing < way for thing in things) and any(thing > way for thing in things)
        for way in shown
        for verb in verbs
    ):
        return True  # telly off lock the front door; lights on curtains shut
    return any(
        any(one < thing < other for thing in things) and any(thing > other for thing in things)
        for one in verbs
        for other in others
    )


def _describes(before: Token, token: Token) -> bool:
    """もっと小さい音に: how what follows shall be."""
    adjective = before.cls == "adj" and before.form == "is" and before.text.endswith("い")
    return adjective and token.cls == "attr"


def _as_mode(before: Token | None, token: Token) -> Token:
    """`to heat`, `to cool` are modes; elsewhere these words order or name."""
    if before is None or before.text not in ("to", "on", "in") or token.as_("mode") is None:
        return token
    return replace(token, meanings=(Lexeme("mode", token.as_("mode")), *token.meanings))


def _as_change(token: Token) -> Token:
    """Drop the temperature a degree: beside an amount a word that also means less means that."""
    change = next((m for m in token.meanings if m.cls == "verb" and m.value in _CHANGES), None)
    if token.cls != "verb" or change is None or token.value not in ("cancel", "off", "drop"):
        return token
    return replace(token, meanings=(change, *token.meanings))


_CHANGES = ("raise", "lower")


def _by_so_much(tokens: Sequence[Token], language: Language) -> bool:
    """Whether a number is a change and not a goal: `up by 10`, 2度上げて, but not 20度に上げて."""
    at = next((n for n, t in enumerate(tokens) if t.cls == "number"), None)
    if at is None:
        return False
    if language is Language.EN:
        moved = any(t.is_("verb", "raise", "lower", "add", "subtract") for t in tokens)
        before = tokens[at - 1].text if at else ""
        return before == "by" or _up_some(tokens, at) or (moved and before not in ("to", "at"))
    after = "".join(t.text for t in tokens[at + 1 : at + 5] if t.cls != "unit")
    moved = any(
        t.is_("verb", "raise", "lower", "extend", "shorten")
        or (t.is_("adj", *_MORE_OR_LESS) and t.form in ("ku", "te"))
        for t in tokens
    )
    return moved and _AIMED.match(after) is None


_MORE_OR_LESS = ("brighter", "darker", "louder", "quieter", "stronger", "weaker")
_AIMED = re.compile(
    "(?:くらい|ぐらい|程度|ほど|前後|あたり|ちょうど|の?(?:高さ|とこ|ところ|位置|明るさ|強さ|大きさ|線))*(?:に|まで|で|へ)"
)
"""After a number: that it is the goal, 30くらいまで下げて."""


def _up_some(tokens: Sequence[Token], at: int) -> bool:
    """`up 2 degrees`: no `to` stands before the number."""
    return at > 0 and tokens[at - 1].is_("dir", "up", "down")


def _split_except(tokens: Sequence[Token], language: Language) -> tuple[list[Token], list[Token]]:
    """Japanese names first what is left out, English last."""
    at = next((n for n, t in enumerate(tokens) if t.cls == "except"), None)
    if at is None:
        return list(tokens), []
    if language is Language.EN:
        rest = [t for t in tokens[at + 1 :] if t.cls not in ("dir", "verb", "when")]
        kept = [t for t in tokens[at + 1 :] if t.cls == "when"]
        return [*tokens[:at], *kept], rest
    first = at
    while first > 0 and _chained(tokens, first - 1):
        first -= 1
    return [*tokens[:first], *tokens[at + 1 :]], list(tokens[first:at])


def _chained(tokens: Sequence[Token], at: int) -> bool:
    token = tokens[at]
    if token.text == "、":
        return False
    if token.cls in ("name", "area", "floor", "kind", "all", "and", "place"):
        return True
    return token.cls == "fill" and token.text in ("の", "だけ")


_LISTS = {
    "adj": "adjs",
    "attr": "attrs",
    "color": "colors",
    "mode": "modes",
    "level": "levels",
    "dir": "dirs",
}

_FIRST = ("step", "number", "unit")
"""Of these the first one said counts."""


def _put(frame: Frame, token: Token) -> None:
    if token.cls == "verb":
        frame.verbs.append((token.value, token.form))
        level = token.as_("level") if token.form == "noun" else None
        frame.levels += [level] if level is not None else []
    elif token.cls == "adj" and token.form not in ("", "ku", "te"):
        return
    elif token.cls in _LISTS:
        getattr(frame, _LISTS[token.cls]).append(token.value)
    elif token.cls == "when":
        _put_when(frame, token.value)
    elif token.cls in _FIRST and getattr(frame, token.cls) in (None, ""):
        setattr(frame, token.cls, token.value)
    elif token.cls == "span":
        frame.span_s = (frame.span_s or 0.0) + float(token.value)


def _put_when(frame: Frame, when: When) -> None:
    if when.until:
        frame.until = when
        return
    frame.torn = frame.torn or (frame.when is not None and frame.when.timing != when.timing)
    frame.when = frame.when or when


def _groups(tokens: Iterable[Token]) -> list[Group]:
    groups, group = [], Group()
    joined = open_ended = False
    for token in tokens:
        if token.text == "、" and open_ended:
            continue  # 寝室の、えっと、加湿器
        open_ended = token.text == "の" or (open_ended and token.cls == "fill")
        if token.cls == "and":
            groups.append(group)
            joined, group = True, Group()
            continue
        if joined and _all_of_both(groups[-1], token):
            group = Group(everything="all")  # all the blinds and curtains
        joined = False
        group = _with(group, token)
    groups.append(group)
    said = _gathered([_by_itself(g) for g in groups if g.said])
    if any(g.thing for g in said):
        said = [g for g in said if g.thing or not g.it or g.placed]
    return _shared(said) or [Group()]


def _all_of_both(before: Group, token: Token) -> bool:
    """Whether `all` of the sort before is said of the next one too: a plural with no article."""
    bare = token.cls == "kind" and token.text.endswith("s")
    sort = before.everything == "all" and bool(before.kinds) and not before.names
    return bare and sort and not before.placed


def _narrowed(groups: list[Group], tokens: Sequence[Token]) -> list[Group]:
    """台所の電気、手元だけ: after a pause, only what `only` is said of."""
    pause = next((n for n, t in enumerate(tokens) if t.text == "、"), None)
    rest = tokens[pause + 1 :] if pause is not None else ()
    only = next((n for n, t in enumerate(rest) if t.text.startswith("だけ")), None)
    if pause is None or only is None or rest[only - 1].cls not in ("name", "kind", "area"):
        return groups
    told, meant = _groups(tokens[:pause]), _groups(rest)
    if not any(g.said for g in told) or not any(g.thing for g in meant):
        return groups
    place = told[0]
    return [g if g.placed else replace(g, areas=place.areas, floors=place.floors) for g in meant]


def _by_itself(group: Group) -> Group:
    """掃除機のスイッチ: the switch of what has a name is that thing."""
    if "music" in group.kinds and set(group.kinds) & {"speaker", "tv"}:
        kinds = tuple(kind for kind in group.kinds if kind != "music")
        return replace(group, kinds=kinds)  # スピーカーで音楽: no other player than that
    named = group.names and set(group.kinds) <= {"switch"}
    return replace(group, kinds=()) if named else group


_ALL_OF_IT = (Group(everything="all"), Group(everything="both"))


def _gathered(groups: list[Group]) -> list[Group]:
    """リビングの電気、全部消して: `all` by itself is said of what stands beside it."""
    named = [g for g in groups if g not in _ALL_OF_IT]
    if len(named) == len(groups) or not any(g.thing or g.placed for g in named):
        return groups
    if len(named) > 1 and Group(everything="both") in groups:
        return named  # 玄関と外灯、両方: each was named
    if len(named) > 1 and len({g.kinds for g in named} | {g.names for g in named}) > 2:
        return named  # テレビとエアコンと電気、全部: all that was named
    whole = "all" if Group(everything="all") in groups else "both"
    return [g if g.everything else replace(g, everything=whole) for g in named]


def _with(group: Group, token: Token) -> Group:
    if token.cls == "name":
        return replace(group, names=(*group.names, token.value), it=False)  # that floor lamp
    if token.cls == "area":
        return replace(group, areas=(*group.areas, *token.value))
    if token.cls == "floor":
        return replace(group, floors=(*group.floors, *token.value))
    if token.cls == "kind":
        return replace(group, kinds=(*group.kinds, token.value), it=False)
    if token.cls == "all":
        house = "house" in (token.value, group.everything)
        return replace(group, everything="house" if house else token.value)
    if token.cls == "place":
        return replace(group, here=True)
    if token.is_("pron"):
        return replace(group, other=True) if token.value == "other" else replace(group, it=True)
    return group


def _shared(groups: list[Group]) -> list[Group]:
    """Spread what was said once over its neighbours: リビングと寝室の電気, the kitchen lights
    and fan."""
    spread = list(groups)
    for n, group in enumerate(groups):
        if not group.thing and group.placed:
            giver = next((g for g in (*groups[n + 1 :], *reversed(groups[:n])) if g.thing), None)
            if giver is not None and not giver.names:
                spread[n] = replace(group, kinds=giver.kinds, everything=giver.everything)
        elif group.kinds and not group.placed and not group.everything:
            before = next((g for g in reversed(groups[:n]) if g.placed), None)
            after = next((g for g in groups[n + 1 :] if g.placed), None)
            giver = before or (after if after is not None and after.kinds else None)
            if giver is not None:
                spread[n] = replace(group, areas=giver.areas, floors=giver.floors, here=giver.here)
    return spread
