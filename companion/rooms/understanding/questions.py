"""Reads a question about the home 様子の問い: its sort, and the things it is about."""

import re
from collections.abc import Sequence

from companion.rooms.understanding.acts import KIND_DOMAINS
from companion.rooms.understanding.cover import Token
from companion.rooms.understanding.fold import fold_name
from companion.rooms.understanding.frame import Frame
from companion.rooms.understanding.home import Home, Thing
from companion.rooms.understanding.resolve import _placed, of_kinds
from companion.rooms.understanding.wishes import slots_of
from companion.words.understood import UnderstoodWish

_STATES = {"on": "on", "off": "off", "open": "open", "closed": "closed", "close": "closed",
           "lock": "locked", "unlock": "unlocked", "play": "playing", "stop": "off",
           "be_on": "on", "be_off": "off",
           "be_open": "open", "be_closed": "closed", "be_locked": "locked",
           "lockup": "locked"}  # fmt: skip
_SAID_SO = (
    (re.compile("[つ付点着]い(?:て|た)|灯って|点灯して"), "on"),
    (re.compile("消えて|切れて"), "off"),
    (re.compile("[開空あ]いて|開けっ|あけっ"), "open"),
    (re.compile("[閉し]まって|閉じて"), "closed"),
)
"""How things stand, said with verbs that nobody gives an order by: ついてる, 消えてる."""
_LOCKED = {"open": "unlocked", "closed": "locked"}
_ANYTHING = {
    "on": ("light", "switch", "fan", "climate", "media_player", "vacuum", "humidifier"),
    "open": ("cover",),
    "playing": ("media_player",),
    "unlocked": ("lock",),
}
"""Domains that a question without a subject is about."""
_ANY_OF_THEM = ("ある", "あるん", "ない", "忘れ", "all", "any", "every")
"""Words of a question about the whole home if no room is named: which lights are on,
ついてる電気ある."""
_CLASS_OF_ATTR = {
    "temperature": "temperature",
    "humidity": "humidity",
    "battery": "battery",
    "co2": "carbon_dioxide",
}
_SENSED = {"window": "window", "door": "door", "garage": "garage_door"}
_INTENTS = {"time": "HassGetCurrentTime", "date": "HassGetCurrentDate", "weather": "HassGetWeather"}

_OF_TASTE = re.compile(
    r"\byou (?:really |also |ever |even |still |actually )*"
    r"(?:like|love|enjoy|hate|prefer|miss|fear|feel)\b"
)
"""Words about the likes and feelings of the companion itself; no device knows them."""


_OF_WHAT_WAS = re.compile(
    r"^who(?:'s| has| just)? (?:(?:turned|switched|put|opened|closed|shut|locked|unlocked|left|set"
    r"|started|stopped|touched|changed|moved|dimmed|raised|lowered)\b)"
    r"|^(?:who|which of [\w' ]{2,24}) (?:(?!lives?\b|is\b|are\b|likes?\b)\w+ed|broke|took|ate"
    r"|left|did|made|put|let|threw|lost|hid|drank|spilt|bought|wrote|sent|gave|rang|came|went)\b"
    r"(?! you\b)"
    r"|^(?:did|has|have|was|were|who|what|which|when)\b.*\b(?:last night|yesterday"
    r"|(?:during|in) the night|overnight|last week)\b"
    r"|^did (?:you|anybody|anyone|anything|somebody|someone|something|the [a-z' ]+?) .*"
    r"\b(?:today|again|earlier|while|since|this (?:morning|afternoon|evening)"
    r"|(?:at|about|around) \d)"
    r"|^how come\b"
    r"|(?:昨日|昨夜|ゆうべ|夕べ|昨晩|きのう|おととい|一昨日|夜中).*"
    r"(?:開け|あけ|閉め|しめ|つけ|消し|けし|鳴|動|入っ|来|押し|触)"
    r"|(?:さっき|先ほど|今朝|けさ|昼間|今日|きょう|留守|午前中|午後).*"
    r"(?:[何誰]|なに|なん|だれ)[かがをは][がをは]?、?.{0,8}[ただ](?:の|ん|か|っけ)*[?？]?$"
    r"|(?:さっき|先ほど|今朝|けさ|昼間|留守).*(?:鳴っ|来|開い|動い|届い)た(?:の|ん|か|っけ)*[?？]?$"
    r"|(?:誰|だれ|どっち|どちら)が?.{0,12}(?:開け|あけ|閉め|しめ|つけ|消し|けし|切っ|止め|動かし|触っ)た"
    r"|(?:誰|だれ|どっち|どちら)が[^。、]{1,12}[しっいえけべれめ][ただ](?:の|ん)?"
    r"|何が(?:入って|はいって|置いて|ある)"
    r"|[しっいえけべれめ][ただ](?:の|ん|のは)(?:は)?(?:誰|だれ)|電気(?:屋|代|工事)|ガス(?:屋|代)"
)


def asks_what_was(text: str) -> bool:
    """Whether it asks who did it, or what was in the night, and not how it is now."""
    return _OF_WHAT_WAS.search(text) is not None


def question_of(
    frame: Frame, tokens: Sequence[Token], home: Home, room: str, before: Sequence[str] = ()
) -> UnderstoodWish | None:
    """The question as a wish; None where it is not about the home."""
    asked = {t.value for t in tokens if t.cls == "ask"}
    if "why" in asked or _of_another(frame, tokens):
        return None  # the cause chain knows, not the state
    several = bool(asked & {"what", "much", "any"}) or any(t.text in _ANY_OF_THEM for t in tokens)
    wide = several and bool(_state(frame, tokens))  # which lamp is on, and not: what is it set to
    things, state = _asked_of(frame, tokens, home, "" if wide else room, before)
    for word, intent in _INTENTS.items():
        if word in asked and not things:
            return None if _of_something_told(word, tokens) else UnderstoodWish(intent=intent)
    felt = any(t.is_("adj", "hot", "cold") for t in tokens)  # 外寒い?
    degrees = "degrees" in asked or "temperature" in frame.attrs or felt
    if degrees and not frame.named and not frame.kinds & {"ac", "heating", "climate"}:
        return _of_the_air(frame, tokens, home, room)
    if not things and _of_people(frame, tokens):
        things = [t for t in home.things if t.is_person]
    if not things:
        return None
    slots = slots_of(frame, None, home, things)
    if state:
        slots["state"] = state
    return UnderstoodWish(intent="HassGetState", slots=slots, targets=tuple(t.id for t in things))


_NOW = {
    "time": re.compile(r"\bis it\b(?! in )|今(?!日)|いま"),
    "date": re.compile(r"\bis it\b|\bis today\b|今日"),
}


def _of_something_told(word: str, tokens: Sequence[Token]) -> bool:
    """`What time is the dentist?` asks those who told of it, and not the clock."""
    named = any(token.cls == "unread" for token in tokens)
    now = _NOW.get(word)
    return now is not None and named and not now.search(" ".join(t.text for t in tokens))


_ARTICLE = re.compile(r"(?:^|\b)(?:the|my|our|your|that|this)$")
_NO_NAME = frozenset({"anything", "something", "everything", "been", "one", "ones"})


def _of_another(frame: Frame, tokens: Sequence[Token]) -> bool:
    """Whether no thing of the home is meant: a liking of the companion, or a thing that is not
    here."""
    text = " ".join(t.text for t in tokens)
    return _OF_TASTE.search(text) is not None or _of_a_strange_thing(frame, tokens)


def _of_a_strange_thing(frame: Frame, tokens: Sequence[Token]) -> bool:
    """`Is the sauna on?`, 地下室の電気ついてる?: a word that nobody knows stands where the thing is
    named, or where its room is."""
    if any(g.names or g.placed or g.everything for g in frame.groups):
        return False
    bare = not any(g.said for g in frame.groups)
    for before, token, behind in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if token.cls != "unread" or token.text in _NO_NAME or token.value is not None:
            continue
        if _ARTICLE.search(before.text) and (bare or behind.cls == "kind"):
            return True
    return any(
        one.cls == "unread" and fill.text == "の" and thing.cls == "kind"
        for one, fill, thing in zip(tokens, tokens[1:], tokens[2:], strict=False)
    )


def _of_people(frame: Frame, tokens: Sequence[Token]) -> bool:
    """True if the question is about everybody: who's home, anybody in."""
    who = any(t.text.startswith("who") or t.is_("mark", "somebody") for t in tokens)
    return who and "presence" in frame.attrs and not any(g.placed for g in frame.groups)


def _asked_of(
    frame: Frame, tokens: Sequence[Token], home: Home, room: str, before: Sequence[str]
) -> tuple[list[Thing], str]:
    """The things of the question, and the state that is asked for."""
    things, state = _meant(frame, home, room), _state(frame, tokens)
    if state in _LOCKED.values():
        things = _locks(things, home, before)
    return (things, state) if things else _of_state(frame, home, state)


def _locks(named: Sequence[Thing], home: Home, before: Sequence[str]) -> list[Thing]:
    """The locks of the question: the detector of a door knows nothing of its lock."""
    locks = [t for t in home.things if t.domain == "lock"]
    for things in (named, [t for i in before if (t := home.thing(i))]):
        own = [t for t in things if t.domain == "lock"]
        names = {name for t in things for name in map(fold_name, t.names)}
        called = [
            t for t in locks for n in t.names if any(fold_name(n).startswith(m) for m in names)
        ]
        near = [t for t in locks for thing in things if t.area and t.area == thing.area]
        if found := list(dict.fromkeys(own or called or near)):
            return found
    return [] if named else locks


def _state(frame: Frame, tokens: Sequence[Token]) -> str:
    """As what they are asked of: `on`, `closed` ...; empty where it is asked how they are."""
    by_dir = next((_STATES[d] for d in frame.dirs if d in _STATES), "")
    by_verb = next(
        (s for word, form in frame.verbs if form != "noun" and (s := _STATES.get(word))), ""
    )
    said = "".join(t.text for t in tokens)
    by_word = next((state for pattern, state in _SAID_SO if pattern.search(said)), "")
    return by_dir or by_verb or by_word


def _of_state(frame: Frame, home: Home, state: str) -> tuple[list[Thing], str]:
    """鍵は閉まってる?: the locks; `what is on?`: whatever can be."""
    named = any(g.names or g.kinds for g in frame.groups)
    if state == "locked" and not named and not any(g.said for g in frame.groups):
        return [t for t in home.things if t.domain == "lock"], state
    if state in _LOCKED and any(word == "lock" for word, _ in frame.verbs):
        state = _LOCKED[state]
        return [t for t in home.things if t.domain == "lock"], state
    if named or frame.attrs or state not in _ANYTHING:
        return [], state
    pool = [t for t in home.things if t.domain in _ANYTHING[state]]
    if state == "open":
        pool += [t for t in home.things if t.device_class in _SENSED.values()]
    placed = next((g for g in frame.groups if g.placed), None)
    return _placed(placed, pool, home) if placed is not None else pool, state


def _meant(frame: Frame, home: Home, room: str) -> list[Thing]:
    things: list[Thing] = []
    for group in frame.groups:
        if group.names:
            there = [t for ids in group.names for i in ids if (t := home.thing(i))]
            things += _placed(group, there, home) or there
            continue
        pool = _placed(group, home.things, home)
        if group.here and room:
            pool = [t for t in pool if t.area == room]
        kinds = group.kinds or (("ac",) if frame.modes and not frame.attrs else ())
        chosen = [t for t in of_kinds(kinds, pool) if t.domain != "scene"]
        if not chosen and "heating" in kinds:
            chosen = of_kinds(("ac",), pool)  # what heats a home without heaters
        chosen += [t for t in pool for k in group.kinds if t.device_class == _SENSED.get(k)]
        for attr in frame.attrs:
            chosen += [t for t in pool if t.device_class == _CLASS_OF_ATTR.get(attr, "-")]
        if group.placed and not kinds and not frame.attrs:
            chosen = [t for t in pool if t.domain in _of_place(frame)]
        if not group.placed and room and not group.everything:
            chosen = [t for t in chosen if t.area == room] or chosen
        things += chosen
    return list(dict.fromkeys(things))


def _of_place(frame: Frame) -> tuple[str, ...]:
    """The kinds that a question about a place alone means: is the garage open, is the kitchen
    on."""
    if {"open", "closed"} & set(frame.dirs) or frame.does("open", "close"):
        return ("cover",)
    return ("light",) if frame.dirs or frame.does("on", "off") else ()


def _of_the_air(frame: Frame, tokens: Sequence[Token], home: Home, room: str) -> UnderstoodWish:
    """How warm it is: in a room, or outside, where the weather tells if no sensor does."""
    out = _OUTSIDE.search(" ".join(t.text for t in tokens)) is not None
    out = out and not any(g.placed for g in frame.groups)
    there = _outdoors(home) if out else _climate(frame, home, room)
    if out and not there:
        return UnderstoodWish(intent=_INTENTS["weather"])
    return UnderstoodWish(
        intent="HassClimateGetTemperature",
        slots=slots_of(frame, None, home),
        targets=tuple(t.id for t in there),
    )


_OUTSIDE = re.compile(r"\b(?:outside|outdoors?|out there)\b|屋外|(?<![以例意市])外(?![出食国])")


def _outdoors(home: Home) -> list[Thing]:
    """Sensors of the air outside, by their names."""
    sensors = [t for t in home.things if t.device_class == "temperature"]
    return [t for t in sensors if any(_OUTSIDE.search(fold_name(n)) for n in t.names)]


def _climate(frame: Frame, home: Home, room: str) -> list[Thing]:
    sensors = [t for t in home.things if t.device_class == "temperature"]
    climates = [t for t in home.things if t.domain in KIND_DOMAINS["climate"][0]]
    for pool in (sensors, climates):
        for group in frame.groups:
            there = _placed(group, pool, home) if group.placed and not group.here else []
            if not group.placed or group.here:
                there = [t for t in pool if room and t.area == room] or (
                    pool if len(pool) == 1 else []
                )
            if there:
                return there
    return []
