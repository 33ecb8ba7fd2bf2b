"""Names 呼び名: the home's own names, with readings, other spellings and slips of the finger."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import islice, product

from companion.home.kinds import KINDS
from companion.phrases.plural import plural
from companion.rooms.understanding.fold import fold_name
from companion.rooms.understanding.home import Home, Storey, Thing
from companion.rooms.understanding.lexicon import DATA, Lexeme, Words, words_of
from companion.words.language import Language

AS_WRITTEN, ROOM_WORD, THING_WORD, JOINED = 0.85, 0.9, 2.0, 1.3
PLURAL, PART, OWN = 1.1, 1.4, 0.6
"""Cost of a name as the owner wrote it, and what each departure adds: a kind's other word costs
more than room + kind do, for 台所の照明 means the room's lights before it means 台所ライト."""
MOST_SPELLINGS = 90
LEAST_PART = 2
SHORTEST_TO_CORRECT = 4
SHORTEST_HEAD = 3


@cache
def _groups() -> dict[str, tuple[tuple[str, ...], float]]:
    """Each known word of a name -> the words that mean the same, and what changing it costs."""
    data = tomllib.loads((files(DATA) / "names.toml").read_text("utf-8"))
    found: dict[str, tuple[tuple[str, ...], float]] = {}
    for part, cost in (("things", THING_WORD), ("rooms", ROOM_WORD)):
        for group in data[part]:
            same = tuple(dict.fromkeys(fold_name(word) for word in group))
            for word in same:
                found[word] = (same, cost)
    return found


PERSON = 2.0
"""Cost of a person's name: less than its letters unread, more than any word it is made of."""


NEARBY = 1.5
"""Extra cost up to which a name may be meant too, if the thing stands in the room of the
speaker."""


class Meant(tuple[str, ...]):
    """呼ばれたもの: the ids a spelling stands for first, and those nearby that it may stand for."""

    nearby: tuple[str, ...] = ()


@dataclass(slots=True)
class Names:
    """呼び名: the spellings of one home, and the words they are made of."""

    words: Words
    single: frozenset[str]
    """English words that occur in names, for slips of the finger; none of what is guarded."""
    spoken: frozenset[str]
    """All English words that occur in names."""
    written: frozenset[str]
    """Japanese names as the owner wrote them, for the same."""


_kept: dict[tuple[object, ...], Names] = {}
MOST_HOMES = 8


def names_of(home: Home) -> Names:
    """All spellings of what the home has; kept while the names are the same."""
    key = home.spelled()
    if key not in _kept:
        if len(_kept) >= MOST_HOMES:
            _kept.pop(next(iter(_kept)))
        _kept[key] = _read(home)
    return _kept[key]


_NOUNS = {kind.domain.value: kind.nouns for kind in KINDS if kind.nouns}
"""Nouns that a kind of device brings with it, where the home has one."""


def _read(home: Home) -> Names:
    words = Words()
    called = [r.names for r in home.rooms] + [s.names for s in home.storeys]
    places = {spelling for names in called for spelling, _ in spellings(names)}
    cheapest: dict[tuple[str, str], dict[str, float]] = {}
    named = [("name", thing.id, thing.names) for thing in home.things]
    named += [("area", room.id, room.names) for room in home.rooms]
    named += [("floor", s.id, (*s.names, *more)) for s, more in called_by_height(home.storeys)]
    named += [("name", t.id, tuple(_doors(t))) for t in home.things if t.domain == "lock"]
    named += [("name", t.id, tuple(_settings(t))) for t in home.things if t.domain in _SETTINGS]
    named += [("name", t.id, _NOUNS[t.domain]) for t in home.things if t.domain in _NOUNS]
    for head, item in _alone(home):
        cheapest[("name", head)] = {item: AS_WRITTEN + PART}
    for cls, item, names in named:
        for spelling, cost in spellings(names):
            held = cheapest.setdefault((cls, spelling), {})
            held[item] = min(cost, held.get(item, cost))
        for own in _without_room(names, called) if cls == "name" else ():
            held = cheapest.setdefault((cls, own), {})
            held[item] = min(AS_WRITTEN + OWN, held.get(item, AS_WRITTEN + OWN))
        for part in _telling_parts(names) if cls == "name" else ():
            if part not in places:
                cheapest.setdefault((cls, part), {}).setdefault(item, AS_WRITTEN + PART)
    for name in (fold_name(n) for n in home.people):
        words.add(name, Lexeme("unread", None, cost=PERSON))
    _put(words, cheapest)
    english = {w for s in words.spellings() if s.isascii() for w in s.split()}
    guarded = {fold_name(n) for t in home.things if is_guarded(t) for n in t.names}
    free = {
        w for t in home.things if not is_guarded(t) for n in t.names for w in fold_name(n).split()
    }
    never = {w for name in guarded for w in name.split()} - free
    written = {fold_name(name) for _, _, names in named for name in names} - guarded
    return Names(
        words,
        frozenset(w for w in english - never if len(w) >= SHORTEST_TO_CORRECT),
        frozenset(english),
        frozenset(w for w in written if not w.isascii() and _can_slip(w)),
    )


def _put(words: Words, cheapest: Mapping[tuple[str, str], Mapping[str, float]]) -> None:
    """Each spelling with what it stands for first, at its cost."""
    for (cls, spelling), items in cheapest.items():
        best = min(items.values())
        meant = Meant(item for item, cost in items.items() if cost == best)
        meant.nearby = tuple(i for i, cost in items.items() if best < cost <= best + NEARBY)
        words.add(spelling, Lexeme(cls, meant, cost=best))


def _doors(lock: Thing) -> Iterator[str]:
    """`front door` of the `front door lock`: who locks a door means its lock."""
    for name in map(fold_name, lock.names):
        if name.endswith(" lock") and name.count(" ") > 1:
            yield name.removesuffix(" lock")


_SETTINGS = ("scene", "script")
_OF_A_SETTING = re.compile(
    r"^(?P<of>[^ ].*?)(?: (?P<en>time|mode|scene|routine|setting)|(?P<ja>もーど|しーん|たいむ))$"
)


def _settings(scene: Thing) -> Iterator[str]:
    """Movie time, movie mode and the movie scene are one: each word for a scene stands for the
    other."""
    for name in map(fold_name, scene.names):
        found = _OF_A_SETTING.match(name)
        if found is not None and found["en"]:
            yield from (f"{found['of']} {word}" for word in ("time", "mode", "scene", "setting"))
        elif found is not None:
            yield from (
                f"{found['of']}{word}" for word in ("もーど", "しーん", "のしーん", "のもーど")
            )


GUARDED_KINDS = (
    *("lock", "locks", "door", "doors", "garage"),
    *("heating", "heater", "radiator", "climate"),
)
"""Sorts of things that nothing is corrected into."""


def is_guarded(thing: Thing) -> bool:
    """True for a thing that lets people in or heats: it is never guessed from a similar name."""
    return lets_in(thing) or thing.domain == "climate"


def lets_in(thing: Thing) -> bool:
    """Whether it lets people in; its room may name it too: open the garage."""
    return thing.domain == "lock" or thing.kind == "garage"


_KANJI = re.compile("[\u4e00-\u9fff]{3,}")


def _can_slip(name: str) -> bool:
    """Three letters are enough where each is a word of its own: 加湿機 for 加湿器."""
    return len(name) >= SHORTEST_TO_CORRECT or _KANJI.fullmatch(name) is not None


_BELOW = (
    "1階",
    "下の階",
    "階下",
    "下の",
    "したのかい",
    "downstairs",
    "ground floor",
    "lower floor",
)
_ABOVE = ("2階", "上の階", "階上", "上の", "うえのかい", "upstairs", "upper floor")
_NUMBERED = re.compile(r"(b|地下)?(\d+)(?: ?(?:階|f\b)|(?:st|nd|rd|th) floor)")
_LEVELS = {"first": 1, "second": 2, "third": 3, "地下": -1, "basement": -1, "cellar": -1,
           "ground": 0, "downstairs": 0, "lower": 0, "下": 0, "upstairs": 1, "upper": 1, "上": 1,
           "attic": 9, "loft": 9, "屋根裏": 9}  # fmt: skip
"""How high a word puts a floor; only the order counts."""


def called_by_height(storeys: Sequence[Storey]) -> Iterator[tuple[Storey, tuple[str, ...]]]:
    """Each floor with what it is called for its height: where there are two, up and down."""
    levels = [level_of(storey) for storey in storeys]
    known = [level for level in levels if level is not None]
    two = len(storeys) == 2 and len(set(known)) == 2
    for storey, level in zip(storeys, levels, strict=True):
        yield storey, () if not two else _ABOVE if level == max(known) else _BELOW


def level_of(storey: Storey) -> int | None:
    """How high a floor lies; None where its name does not tell either."""
    if storey.level is not None:
        return storey.level
    for name in map(fold_name, storey.names):
        if (found := _NUMBERED.search(name)) is not None:
            return int(found[2]) * (-1 if found[1] else 1)
        if (word := next((w for w in _LEVELS if w in name), None)) is not None:
            return _LEVELS[word]
    return None


def spellings(names: Iterable[str]) -> Iterator[tuple[str, float]]:
    """Every way one of these names may be said, with what it costs."""
    for name in names:
        folded = fold_name(name)
        yield folded, AS_WRITTEN
        if folded.isascii():
            yield from _plurals(folded)
        parts = list(_parts(folded))
        ways = product(*(_ways(part) for part in parts))
        for way in islice(ways, MOST_SPELLINGS):
            yield from _joined([p for p, _ in way], sum(c for _, c in way), folded)


_OVERHEAD = ("main light", "ceiling light", "overhead light")


def _without_room(names: Iterable[str], rooms: Iterable[Iterable[str]]) -> Iterator[str]:
    """メインライト of 寝室のメインライト, where more than the kind is left."""
    places = {fold_name(word) for words in rooms for word in words}
    for name in map(fold_name, names):
        if name.isascii():
            own = next((name.removeprefix(f"{p} ") for p in places if name.startswith(f"{p} ")), "")
            if own.count(" ") == 1 and (own in _OVERHEAD or own not in _groups()):
                yield own
            continue
        head, joint, own = name.partition("の")
        if joint and head in places and len(own) > LEAST_PART and own not in _groups():
            yield own


def _telling_parts(names: Iterable[str]) -> Iterator[str]:
    """The part of a name that tells a thing from others of its kind: 枕元 of 枕元のランプ,
    `extractor` of `Extractor Fan`."""
    groups = _groups()
    for name in names:
        parts = [part for part in _parts(fold_name(name)) if part.strip() not in ("", "の")]
        if len(parts) < 2 or parts[-1] not in groups or parts[0] in _KIND_NAMES:
            continue
        head = "".join(parts[:-1]).strip().removesuffix("の")
        if "'" in head:
            continue  # whose it is does not name it
        if len(head) >= LEAST_PART or (not head.isascii() and head):
            yield head


def _alone(home: Home) -> Iterator[tuple[str, str]]:
    """`pump`, `fish pump` and `fish tank`, of the one `Fish Tank Pump` of a home, where the words
    mean nothing else: each with the id of its thing."""
    taken = {fold_name(name) for room in home.rooms for name in room.names}
    taken |= {fold_name(name) for thing in home.things for name in thing.names}
    heads: dict[str, set[str]] = {}
    for thing in home.things:
        named = () if thing.is_person or thing.domain in _SETTINGS else thing.names
        for name in map(fold_name, named):
            mark = " " if name.isascii() else "の"
            heads.setdefault(name.rpartition(mark)[2], set()).add(thing.id)
            words = name.split()
            if len(words) > 2 and name.isascii():
                heads.setdefault(f"{words[0]} {words[-1]}", set()).add(thing.id)
                heads.setdefault(" ".join(words[:-1]), set()).add(thing.id)
    for head, ids in heads.items():
        if len(ids) > 1 or len(head) < SHORTEST_HEAD or head in taken or head in _groups():
            continue
        own = words_of(Language.EN if head.isascii() else Language.JA)
        if not any(end == len(head) for end, _ in own.at(head, 0)):
            yield head, next(iter(ids))


_KIND_NAMES = frozenset({"light", "lamp", "電気", "らいと", "照明"})


def _joined(parts: list[str], cost: float, folded: str) -> Iterator[tuple[str, float]]:
    text = "".join(parts)
    yield text, AS_WRITTEN + cost
    words = [part for part in parts if part.strip()]
    if len(words) > 1 and not folded.isascii() and "の" not in words:
        yield "の".join(words), AS_WRITTEN + cost + JOINED
    if "の" in words:
        yield "".join(word for word in words if word != "の"), AS_WRITTEN + cost + JOINED


def _plurals(name: str) -> Iterator[tuple[str, float]]:
    if name.endswith("ie"):  # as speech to text spells it
        yield from ((name.removesuffix("ie") + end, AS_WRITTEN + 0.1) for end in ("y", "ey", "i"))
    yield (name[:-1] if name.endswith("s") else plural(name)), AS_WRITTEN + PLURAL
    if "'" in name:
        yield name.replace("'", ""), AS_WRITTEN + 0.1
    for tail in (" light", " lights", " lamp"):
        if not name.endswith(tail):
            continue
        other = " lights" if tail == " light" else " light"
        yield name.removesuffix(tail) + other, AS_WRITTEN + PLURAL


def _parts(name: str) -> Iterator[str]:
    """Cut a name at the words that have other spellings, the longest first."""
    groups, at, rest = _groups(), 0, ""
    while at < len(name):
        end = next((e for e in range(len(name), at, -1) if _whole(name, at, e)), at)
        if end == at or name[at:end] not in groups:
            rest, at = rest + name[at], at + 1
            continue
        if rest:
            yield rest
        yield name[at:end]
        rest, at = "", end
    if rest:
        yield rest


def _whole(name: str, start: int, end: int) -> bool:
    if name[start:end] not in _groups():
        return False
    if not name.isascii():
        return True
    return (start == 0 or name[start - 1] == " ") and (end == len(name) or name[end] == " ")


def _ways(part: str) -> tuple[tuple[str, float], ...]:
    same, cost = _groups().get(part, ((part,), 0.0))
    return ((part, 0.0), *((other, cost) for other in same if other != part))


@cache
def _dictionary() -> str:
    """The common words of English, each between two line ends; read when a slip is first looked
    for."""
    return (files(DATA) / "words_en.txt").read_text("utf-8")


def joined_up(word: str, known: Iterable[str]) -> str | None:
    """`backdoor` as the two words of a name that it is made of."""
    held = set(known)
    ways = (f"{word[:at]} {word[at:]}" for at in range(3, len(word) - 2))
    return next((way for way in ways if set(way.split()) <= held), None)


def corrected(word: str, known: Iterable[str]) -> str | None:
    """The one known word that differs by a slip; None where there is none or more than one, and
    where it is a word of its own: `look` is no slip of `lock`."""
    if len(word) < SHORTEST_TO_CORRECT or f"\n{word}\n" in _dictionary():
        return None
    allowed = 1 if len(word) < 8 else 2
    letters = frozenset(word)
    near = {
        k
        for k in known
        if abs(len(k) - len(word)) <= allowed
        and (k[0] == word[0] or len(word) >= 6)
        and len(letters.symmetric_difference(k)) <= 2 * allowed  # one slip changes two at most
        and slips(word, k) <= allowed
    }
    stems = {k.removesuffix("s") for k in near}
    return min(near) if len(stems) == 1 else None


def slips(one: str, other: str) -> int:
    """Letters to change, add, drop or swap between two words (Damerau-Levenshtein)."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, start=1):
        older, before, row = before, row, [i]
        for j, b in enumerate(other, start=1):
            row.append(min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b)))
            if older and j > 1 and i > 1 and a == other[j - 2] and one[i - 2] == b:
                row[j] = min(row[j], older[j - 2] + 1)
    return row[-1]


def name_like(
    text: str, names: Names, unread: Iterable[tuple[int, int]]
) -> tuple[int, int, str] | None:
    """A stretch of a Japanese sentence that is nearly a name: from, to, and the name. It holds an
    unread letter and begins as the name does: 階の電気 is no slip of 机の電気."""
    best: tuple[int, int, int, str] | None = None
    letters, strange = set(text), list(unread)
    for name in names.written:
        allowed = 1 if len(name) < 7 else 2
        if len(letters & set(name)) < len(set(name)) - allowed:
            continue
        for start, part in _stretches(text, name, allowed, strange):
            found = slips(part, name)
            if 0 < found <= allowed:
                candidate = (found, -len(part), start, name)
                best = min(best, candidate) if best else candidate
    return None if best is None else (best[2], best[2] - best[1], best[3])


def _stretches(
    text: str, name: str, allowed: int, strange: Iterable[tuple[int, int]]
) -> Iterator[tuple[int, str]]:
    """Where a slip of this name could stand; what is longer or shorter also ends as it does."""
    end = name.rstrip("ー")[-1:]
    for low, high in strange:
        for start in range(max(0, low - len(name)), high):
            if text[start] != name[0]:
                continue
            for size in range(len(name) - allowed, len(name) + allowed + 1):
                part = text[start : start + size]
                ends = size == len(name) or part.rstrip("ー")[-1:] == end
                if len(part) == size and start + size > low and ends:
                    yield start, part
