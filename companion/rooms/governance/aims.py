"""Aims ねらい: parts of a plan that serve many purposes, each composed from the home's own devices.

A theme is a whole plan for a purpose that rules read; an aim is one part (a dark room, a lit way, a
look at the doors) from which a plan for any other purpose is put together. Each names the acts on
devices that serve it, so that whoever chooses among them can choose nothing else.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from companion.home.device_operation import operation_of
from companion.rooms.governance.draft import Draft, ask, bring, every, glance, look, report, tell
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
    is_summer,
)
from companion.rooms.governance.when import Span, moment_of
from companion.words.device import Domain
from companion.words.language import Bilingual
from companion.words.text import short

WAY = ("hall", "bathroom", "kitchen")
"""Rooms through which people walk at night."""
WAY_BRIGHTNESS = 30
"""Of 255: enough to see the floor by, for eyes that were closed."""
QUOTED_CHARS = 60
"""Of the purpose, in the words of a task."""

Rooms = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """ねらい: one part of a plan."""

    label: Bilingual
    """Its effect, as the model reads it."""
    compose: Callable[[HomeView, datetime, Rooms], tuple[Draft, ...]]
    """Gives the tasks from the home, the moment, and the rooms that are meant (none: its own)."""
    hour: int | None = None
    """When it is done where the purpose tells no time; None: at once."""
    serves: frozenset[str] = frozenset()
    """Acts on devices that serve it, as `domain.operation`."""
    like: tuple[str, ...]
    """Purposes for which it is meant, in both languages."""


def aims_for(home: HomeView) -> Mapping[str, Aim]:
    """The aims for which this home has something, by their names."""
    switches = {
        f"start_{device.id.partition('.')[2]}": _start(device.id, home)
        for device in home.able(Domain.SWITCH, "turn_on")
    }
    here = {
        name: aim
        for name, aim in _AIMS.items()
        if aim.compose(home, _ANY_TIME, ()) or not aim.serves
    }
    return here | switches


def composed(
    purpose: str, aims: Iterable[Aim], home: HomeView, now: datetime, span: Span, rooms: Rooms
) -> tuple[Draft, ...]:
    """The tasks of these aims around the purpose itself, of which people are reminded in their own
    words and asked how it went."""
    said = short(purpose.strip().rstrip("。.!！"), QUOTED_CHARS)
    chosen = tuple(aims)
    told = moment_of(purpose, span, now)
    hours = [aim.hour for aim in chosen if aim.hour is not None]
    begin = told or _at(min(hours, default=None), span, now)
    last = begin
    parts: list[Draft] = []
    for aim in chosen:
        at = told or _at(aim.hour, span, now)
        last = max(last, at)
        parts += aim.compose(home, at, rooms)
    return every(
        tell(f"「{said}」の件です", f"This is about “{said}”", begin),
        parts,
        ask(
            f"「{said}」は、うまくいっていますか",
            f"Is it going well: “{said}”?",
            last + timedelta(minutes=30),
            hours=2,
        ),
        tell(
            f"「{said}」について、ほかにできることがあれば言ってください",
            f"Tell me if there is more to do for this: “{said}”",
            last + timedelta(minutes=40),
        ),
        report(last + timedelta(hours=3)),
    )


def _at(hour: int | None, span: Span, now: datetime) -> datetime:
    """The next such hour from the purpose's first day on; without an hour its beginning."""
    if hour is None:
        return max(now, span.begin.replace(hour=9)) if span.begin > now else now
    at = span.begin.replace(hour=hour, minute=0, second=0, microsecond=0)
    return at if at > now else at + timedelta(days=1)


def _dark(home: HomeView, at: datetime, rooms: Rooms) -> tuple[Draft, ...]:
    return every(
        bring(home, Domain.LIGHT, "turn_off", rooms, at=at, most=3),
        bring(home, Domain.COVER, "close", rooms or SLEEPING, at=at),
        glance(home, Domain.LIGHT, at, rooms=rooms),
    )


def _soft(home: HomeView, at: datetime, rooms: Rooms) -> tuple[Draft, ...]:
    where = rooms or (*LIVING, *SLEEPING)
    return every(
        bring(home, Domain.LIGHT, "set_brightness", where, at=at, value=CALM_BRIGHTNESS, most=2),
        bring(home, Domain.COVER, "close", where, at=at),
    )


def _way(home: HomeView, at: datetime, rooms: Rooms) -> tuple[Draft, ...]:
    where = (*WAY, *(room for room in rooms if room not in WAY))
    return every(
        bring(home, Domain.LIGHT, "set_brightness", where, at=at, value=WAY_BRIGHTNESS, most=2),
        glance(home, Domain.LIGHT, at, rooms=where),
    )


def _bright(home: HomeView, at: datetime, rooms: Rooms) -> tuple[Draft, ...]:
    return every(
        bring(home, Domain.COVER, "open", rooms or LIVING, at=at),
        bring(home, Domain.LIGHT, "turn_on", rooms or ENTRANCE, at=at, most=1 if rooms else 2),
    )


def _quiet(home: HomeView, at: datetime, rooms: Rooms) -> tuple[Draft, ...]:
    return every(bring(home, Domain.MEDIA_PLAYER, "pause", rooms, at=at))


def _warmth(home: HomeView, at: datetime, rooms: Rooms, *, saving: bool) -> tuple[Draft, ...]:
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


def _air(home: HomeView, at: datetime, rooms: Rooms) -> tuple[Draft, ...]:
    return every(
        bring(home, Domain.FAN, "turn_on", rooms, at=at)
        if rooms
        else bring(home, Domain.FAN, "turn_on", at=at)
    )


def _doors(home: HomeView, at: datetime, rooms: Rooms) -> tuple[Draft, ...]:
    return every(look(home, "door", ("hall",), at), glance(home, Domain.LOCK, at, most=2))


def _see(home: HomeView, at: datetime, rooms: Rooms) -> tuple[Draft, ...]:
    where = rooms or LIVING
    return every(look(home, "temperature", where, at), look(home, "illuminance", where, at))


def _nothing(home: HomeView, at: datetime, rooms: Rooms) -> tuple[Draft, ...]:
    return ()


def _start(device_id: str, home: HomeView) -> Aim:
    name = home.named(device_id)
    return Aim(
        label=Bilingual(f"{name.ja}を動かす", f"start the {name.en}"),
        compose=partial(_started, device_id),
        hour=7,
        serves=frozenset({"switch.turn_on"}),
        like=(
            name.en,
            f"have the {name.en} on when I get up",
            f"start the {name.en} for breakfast",
            name.ja,
            f"朝起きたときに{name.ja}の用意ができているように",
            f"朝食のために{name.ja}を動かして",
        ),
    )


def _started(device_id: str, home: HomeView, at: datetime, rooms: Rooms) -> tuple[Draft, ...]:
    device = home.device(device_id)
    if device is None or operation_of(device, "turn_on") is None:
        return ()
    return (Draft(kind="device", slots={"device": device.id, "operation": "turn_on"}, at=at),)


_ANY_TIME = datetime.fromisoformat("2000-01-01T00:00:00+00:00")
_AIMS: Mapping[str, Aim] = {
    "darken": Aim(
        label=Bilingual(
            "暗くする(眠る、昼に寝る、星を見る)", "make it dark (to sleep, also by day; for stars)"
        ),
        compose=_dark,
        hour=22,
        serves=frozenset({"light.turn_off", "cover.close"}),
        like=(
            "I want to sleep early",
            "make the bedroom dark",
            "let me sleep during the day after my shift",
            "we want to look at the stars tonight",
            "turn everything off at night",
            "寝室を真っ暗にしたい",
            "早く休みたい",
            "昼間に眠れるようにして",
            "星を見るので家を暗くして",
            "夜は全部消して",
        ),
    ),
    "soften_light": Aim(
        label=Bilingual(
            "明かりをやわらかくする(落ち着く、寝かしつけ、怖がる動物)",
            "soften the light (to calm down, for a baby, for a frightened animal)",
        ),
        compose=_soft,
        hour=20,
        serves=frozenset({"light.set_brightness", "cover.close"}),
        like=(
            "calm the baby down in the evening",
            "the cat is scared of the noise outside",
            "a relaxed atmosphere after a stressful day",
            "soft light for the evening",
            "help the children to wind down",
            "赤ん坊を落ち着かせたい",
            "猫が大きな音を怖がる",
            "疲れているのでゆったりした雰囲気に",
            "夜は落ち着いた明かりで過ごしたい",
            "動物が怖がらないように",
        ),
    ),
    "light_way": Aim(
        label=Bilingual(
            "夜の通り道をほのかに照らす(転ばない)", "light the way at night faintly (no falls)"
        ),
        compose=_way,
        hour=22,
        serves=frozenset({"light.set_brightness"}),
        like=(
            "so that nobody stumbles in the dark hall",
            "my little girl is afraid of the way to the toilet at night",
            "grandmother gets up at night",
            "夜中に廊下でつまずかないように",
            "子どもが夜トイレに行くのを怖がる",
            "母の目が悪いので夜の足元を照らして",
        ),
    ),
    "brighten": Aim(
        label=Bilingual(
            "明るくする(人が来る、起きる、体を動かす、画面に映る)",
            "make it bright (visitors, getting up, exercise, being on screen)",
        ),
        compose=_bright,
        hour=8,
        serves=frozenset({"cover.open", "light.turn_on"}),
        like=(
            "I take photographs in the study",
            "I need good light for sewing",
            "somebody comes to see the house",
            "wake me with light",
            "gymnastics in the morning",
            "online meetings look too dark",
            "明るい部屋で作業したい",
            "写真を撮るので明るく",
            "来る人のために家を明るくして",
            "朝日で起きたい",
            "ビデオ通話で暗く見えないように",
            "体操をするので",
        ),
    ),
    "pause_tv": Aim(
        label=Bilingual("テレビや音楽を止める", "pause television and music"),
        compose=_quiet,
        hour=22,
        serves=frozenset({"media_player.pause"}),
        like=(
            "the TV is too loud at night",
            "no more television after ten",
            "he watches TV too late",
            "テレビの音を夜は静かに",
            "遅くまでテレビを見てしまう",
            "ゲームを早くやめさせたい",
        ),
    ),
    "temperature": Aim(
        label=Bilingual(
            "部屋の温度を確かめ、暑すぎず寒すぎないようにする",
            "check the temperature and keep it from being too hot or cold",
        ),
        compose=partial(_warmth, saving=False),
        serves=frozenset({"climate.set_temperature"}),
        like=(
            "our rabbit cannot stand the heat",
            "the room must not get cold",
            "it is too warm in here",
            "reptiles need warmth",
            "暑さに弱い動物がいる",
            "部屋が寒くなりすぎないように",
            "蒸し暑いのをどうにかしたい",
            "水槽の温度",
        ),
    ),
    "save_power": Aim(
        label=Bilingual("電気や暖房を使いすぎない", "use less power and heating"),
        compose=partial(_warmth, saving=True),
        hour=23,
        serves=frozenset({"climate.set_temperature", "light.turn_off"}),
        like=(
            "there is a power shortage, let us help",
            "the bills are too high",
            "use less heating",
            "電気を無駄にしない",
            "光熱費が高い",
            "暖房代を減らしたい",
        ),
    ),
    "run_fan": Aim(
        label=Bilingual("換気扇を回す(乾かす、空気)", "run the fan (to dry, for fresh air)"),
        compose=_air,
        serves=frozenset({"fan.turn_on"}),
        like=(
            "no mould in the bathroom",
            "dry the clothes indoors",
            "damp air",
            "fresh air",
            "浴室にカビを生やしたくない",
            "湿気がひどい",
            "部屋干しが乾かない",
            "空気がこもる",
        ),
    ),
    "check_doors": Aim(
        label=Bilingual("扉と鍵の様子を見る", "look whether doors are shut and locked"),
        compose=_doors,
        hour=21,
        like=(
            "I worry about thieves",
            "is the door shut",
            "did I lock up",
            "泥棒が心配だ",
            "鍵をかけ忘れる",
            "扉が開いていないか見て",
        ),
    ),
    "find_out": Aim(
        label=Bilingual("部屋の様子を調べる", "find out how the room is"),
        compose=_see,
        like=(
            "I want to know why the bedroom is so cold",
            "find out how warm it gets",
            "どうして寒いのか知りたい",
            "部屋の様子を調べて",
        ),
    ),
    "only_remind": Aim(
        label=Bilingual(
            "声をかけるだけ(人が自分でする、機器では助けられない)",
            "only remind (people do it themselves, no device helps)",
        ),
        compose=_nothing,
        hour=18,
        like=(
            "keep me practising the piano",
            "finish my tax return this month",
            "I forget my umbrella",
            "call my sister on Sundays",
            "I want to read more",
            "take a walk every day",
            "a parcel is coming",
            "the plumber comes on Tuesday",
            "stop biting my nails",
            "prepare for the journey",
            "ピアノの練習を続けたい",
            "確定申告を終えたい",
            "傘を忘れる",
            "本をもっと読みたい",
            "毎日散歩する",
            "宅配便が来る",
            "水道屋さんが来る",
            "爪をかむのをやめたい",
            "資源ごみの日",
            "仲直りしたい",
            "やせたい",
            "お茶を飲む",
        ),
    ),
}
