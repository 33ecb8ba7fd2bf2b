"""Functions that give the tasks of an aim ねらい from the home's own devices.

Each takes the home, the moment, and the rooms that are meant (none: its own).
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from companion.rooms.governance.draft import (
    Draft,
    ask,
    bring,
    every,
    find,
    glance,
    guard,
    look,
    tell,
)
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.themes import (
    CALM_BRIGHTNESS,
    COMFORT_C,
    COOL_C,
    ENTRANCE,
    LIVING,
    SAVING_SUMMER_C,
    SAVING_WINTER_C,
    SLEEPING,
    THEMES,
    is_summer,
)
from companion.rooms.governance.when import Span
from companion.words.device import Domain

WAY = ("hall", "bathroom", "kitchen")
"""Rooms through which people walk at night."""
WAY_BRIGHTNESS = 30
"""Of 255: enough to see the floor by, for eyes that were closed."""
FROST_C = 8
"""°C in a room at which pipes in a cold wall begin to be in danger."""
MOST_LOCKS = 2
_NIGHT, _SOON = timedelta(hours=10), timedelta(minutes=30)

Rooms = tuple[str, ...]
Compose = Callable[[HomeView, datetime, Rooms], tuple[Draft, ...]]


def dark(home: HomeView, at: datetime, rooms: Rooms) -> tuple[Draft, ...]:
    """Without light."""
    return every(
        bring(home, Domain.LIGHT, "turn_off", rooms, at=at, most=3),
        bring(home, Domain.COVER, "close", rooms or SLEEPING, at=at),
        glance(home, Domain.LIGHT, at, rooms=rooms),
    )


def soft(home: HomeView, at: datetime, rooms: Rooms) -> tuple[Draft, ...]:
    """Little light."""
    where = rooms or (*LIVING, *SLEEPING)
    return every(
        bring(home, Domain.LIGHT, "set_brightness", where, at=at, value=CALM_BRIGHTNESS, most=2),
        bring(home, Domain.COVER, "close", where, at=at),
    )


def way(home: HomeView, at: datetime, rooms: Rooms) -> tuple[Draft, ...]:
    """A faint light where people walk at night."""
    where = (*WAY, *(room for room in rooms if room not in WAY))
    return every(
        bring(home, Domain.LIGHT, "set_brightness", where, at=at, value=WAY_BRIGHTNESS, most=2),
        glance(home, Domain.LIGHT, at, rooms=where),
    )


def bright(home: HomeView, at: datetime, rooms: Rooms) -> tuple[Draft, ...]:
    """Much light."""
    return every(
        bring(home, Domain.COVER, "open", rooms or LIVING, at=at),
        bring(home, Domain.LIGHT, "turn_on", rooms or ENTRANCE, at=at, most=1 if rooms else 2),
    )


def lit(home: HomeView, room: str) -> tuple[Draft, ...]:
    """One light of this room, else where people are in the evening."""
    here = [*bring(home, Domain.LIGHT, "turn_on", (room,))]
    return tuple(here or bring(home, Domain.LIGHT, "turn_on", LIVING))[:1]


def quiet(home: HomeView, at: datetime, rooms: Rooms) -> tuple[Draft, ...]:
    """Without television, and with the vacuum at its dock."""
    return every(
        bring(home, Domain.MEDIA_PLAYER, "pause", rooms, at=at, most=2),
        bring(home, Domain.VACUUM, "return_to_dock", at=at),
    )


def warmth(home: HomeView, at: datetime, rooms: Rooms, *, saving: bool) -> tuple[Draft, ...]:
    """Neither too warm nor too cold."""
    summer = is_summer(at)
    comfort, sparing = (COOL_C, SAVING_SUMMER_C) if summer else (COMFORT_C, SAVING_WINTER_C)
    where = rooms or LIVING
    return every(
        look(home, "temperature", where, at),
        bring(
            home,
            *(Domain.CLIMATE, "set_temperature", where),
            at=at,
            value=sparing if saving else comfort,
        ),
        bring(home, Domain.LIGHT, "turn_off", rooms, at=at, most=2) if saving else (),
    )


def air(home: HomeView, at: datetime, rooms: Rooms) -> tuple[Draft, ...]:
    """Moving air."""
    return every(
        bring(home, Domain.FAN, "turn_on", rooms, at=at)
        if rooms
        else bring(home, Domain.FAN, "turn_on", at=at)
    )


def doors(home: HomeView, at: datetime, rooms: Rooms) -> tuple[Draft, ...]:
    """How the doors stand."""
    return every(look(home, "door", ("hall",), at), glance(home, Domain.LOCK, at, most=2))


def see(home: HomeView, at: datetime, rooms: Rooms) -> tuple[Draft, ...]:
    """How a room is."""
    where = rooms or LIVING
    return every(look(home, "temperature", where, at), look(home, "illuminance", where, at))


def nothing(home: HomeView, at: datetime, rooms: Rooms) -> tuple[Draft, ...]:
    """No act at all."""
    return ()


def storm(home: HomeView, at: datetime, rooms: Rooms) -> tuple[Draft, ...]:
    """Before bad weather."""
    return every(
        tell(
            "窓を閉め、飛びそうな物は中に入れ、懐中電灯と水を確かめてください",
            "Please shut the windows, bring in what could fly away, and check torches and water",
            at,
        ),
        find("天気予報 (weather forecast)", at),
        look(home, "door", ENTRANCE, at),
        bring(home, Domain.COVER, "close", rooms or LIVING, at=at, most=2),
    )


def frost(home: HomeView, at: datetime, rooms: Rooms) -> tuple[Draft, ...]:
    """Before frost."""
    sensors = home.sensing("temperature", rooms or LIVING)
    return every(
        tell(
            "凍りそうな水道は、夜のあいだ少しだけ水を出しておいてください",
            "Please let a tap that could freeze run a little through the night",
            at,
        ),
        find("夜の最低気温の予報 (forecast of the lowest temperature at night)", at),
        look(home, "temperature", rooms or LIVING, at),
        guard(sensors[:1], at + _NIGHT, at=at, below=FROST_C),
    )


def unlocked(home: HomeView, at: datetime, rooms: Rooms) -> tuple[Draft, ...]:
    """For doors that people forget to lock."""
    locks = home.able(Domain.LOCK, "lock", rooms) or home.able(Domain.LOCK, "lock")
    return every(
        glance(home, Domain.LOCK, at, most=MOST_LOCKS),
        bring(home, Domain.LOCK, "lock", at=at, most=MOST_LOCKS),
        guard(locks[:MOST_LOCKS], at + _NIGHT, at=at + _SOON, is_="unlocked"),
    )


def study(home: HomeView, at: datetime, rooms: Rooms) -> tuple[Draft, ...]:
    """For work that one puts off."""
    return every(
        tell("始める時間です。まず25分だけ", "Time to begin: just 25 minutes at first", at),
        bring(home, Domain.MEDIA_PLAYER, "pause", at=at),
        tell("少し休みましょう", "Take a short break", at + _SOON),
        tell("休憩は終わりです。続けましょう", "The break is over: go on", at + 2 * _SOON),
    )


def timings(home: HomeView, at: datetime, rooms: Rooms) -> tuple[Draft, ...]:
    """For work in the kitchen that has to end together."""
    return every(
        ask("材料はそろっていますか", "Do you have all that you need to cook?", at),
        tell("下ごしらえを始める時間です", "It is time to prepare what takes longest", at),
        tell("焼き加減を見る時間です", "Have a look at what is in the oven", at + 2 * _SOON),
        tell("食卓の用意を始めましょう", "Let us lay the table", at + 3 * _SOON),
    )


def explain(home: HomeView, at: datetime, rooms: Rooms) -> tuple[Draft, ...]:
    """For who does not know this house."""
    return every(
        tell(
            "明かりやカーテンは、部屋の名前と一緒に言えば動かします",
            "Lights and curtains move if you name the room and say what you want",
            at,
        ),
        tell(
            "家の様子は、いつでも聞いてください。ページでも見られます",
            "Ask me how the house is at any time; the page shows it too",
            at,
        ),
        ask("分からないことはありますか", "Is there anything you cannot find?", at + _SOON),
    )


def planned(name: str) -> Compose:
    """The plan of the theme of this English name as a part, without its report."""
    theme = next(theme for theme in THEMES if theme.name.en == name)

    def compose(home: HomeView, at: datetime, rooms: Rooms) -> tuple[Draft, ...]:
        drafts = theme.compose(home, at, Span(begin=at))
        return tuple(draft for draft in drafts if draft.kind not in ("report", "routine"))

    return compose
