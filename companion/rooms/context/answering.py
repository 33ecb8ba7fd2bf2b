"""Answering 手当て: judges which uses answer a lack, a report in words, or a routine that is due.

A sentence or a report in words has no occasion, so its remedies are found from the need that is
read in it, from the thing that it names, and from the room it is about. Each use gets a fit of 0
to 1: how well code holds that it answers; below 0 where somebody of the household spoke against it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from types import MappingProxyType

from companion.home.kinds import kind_of
from companion.home.occasion import is_opening, is_rain_sensor, is_strong_wind
from companion.home.purpose import purpose_of
from companion.home.room_effect import RoomEffect
from companion.rooms.context.borne_out import bed_in_use, borne_out, meters_say
from companion.rooms.context.cancelled import (
    ended_lately,
    is_going_on,
    left_as_it_is,
    speaks_against,
    spoken_against,
    told_by_household,
)
from companion.rooms.context.collect import Collected, Offer, Seen
from companion.rooms.context.farewell import APPEARED
from companion.rooms.context.matters import NEED_OF, Matter
from companion.rooms.context.meant import things_meant
from companion.rooms.context.mentions import (
    QUIETER,
    SHUT,
    deeds_against,
    deeds_wanted,
    does_one_of,
    is_head_of,
    kinds_in,
    meant_by_work,
    named_in,
)
from companion.rooms.context.needs import (
    Need,
    all_as_it_is,
    feels_unwell,
    need_by_degrees,
    needs_in,
)
from companion.rooms.context.reported import (
    is_at_rest,
    is_doubted,
    is_reminder,
    somebody_sleeps,
    went_to_bed,
)
from companion.rooms.context.standing import NO_WISHES, Wishes, wished, wishes_for
from companion.rooms.context.told import NOTHING_TOLD, Told
from companion.rooms.context.way_back import is_night
from companion.words.device import Device
from companion.words.event import EventSource
from companion.words.ids import DeviceId
from companion.words.number import real_number
from companion.words.place import Place
from companion.words.purpose import Purpose
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import UNTRUSTED

AGREED, SURE, GOOD, FAIR, POOR = 0.95, 0.85, 0.75, 0.6, 0.4
"""Fits: a routine that wakes, as agreed; named with its act; the plain remedy; a second one; one
that may do."""
_NEAR = 0.1
"""Remedies this near to each other are equally good."""
AGAINST = -0.6
"""For what somebody of the household spoke against."""
_DIMMED = 100
"""Brightness (0..255) at or below which a lamp is dimmed."""
_SHOWY = re.compile(
    r"\bparty|disco|\buv\b|fish|aquarium|\btank|on.?air|\bsign\b|christmas|fairy|\bgrow|\bhens?\b"
    r"|紫外|水槽"
    r"|イルミ|ツリー|看板|電飾",
    re.IGNORECASE,
)
"""Lamps that light no room."""
_HEATER = re.compile(
    r"heater|heated|heating|underfloor|stove|radiator|towel|kotatsu|blanket|ヒーター|ストーブ"
    r"|こたつ|コタツ|毛布|床暖|暖房"
    r"|カーペット",
    re.I,
)
_BEDROOM = re.compile(
    r"bed|bunk|nursery|cabin|child|kids?\b|kodomo|washitsu|shinshitsu|寝|子供|子ども|和室|客間",
    re.IGNORECASE,
)
_MOISTENS = re.compile(r"\bhumidifier|\bmister\b|加湿", re.IGNORECASE)
_DRIES = re.compile(r"\bdehumidifier|除湿|浴室乾燥|浴室の乾燥|乾燥暖房", re.IGNORECASE)
_CHARGES = re.compile(r"charg|充電", re.IGNORECASE)
_NOISY = re.compile(
    r"vacuum|wash|laundry|\bdryer|mixer|blender|grinder|shredder|掃除|洗濯|乾燥機|食洗|ミキサー|餅つき"
    r"|シュレッダー",
    re.IGNORECASE,
)
"""Machines that wake who sleeps."""
_FOR_SLEEP = re.compile(
    r"lullab|(?:white|pink|brown) noise|sleep (?:sounds?|music)"
    r"|子守|寝かしつけ|ホワイトノイズ|オルゴール",
    re.IGNORECASE,
)
"""Sounds that are played for who sleeps."""
_HEARD_FOR = timedelta(hours=1)
"""So long somebody who spoke is taken to be there still."""
_MILD_C = (12.0, 26.0)
"""Between these an empty room is neither near frost nor a danger to who stays in it."""
_NOT_COLD_C, _NOT_HOT_C = 23.0, 21.0
"""Room temperatures that most people call no reason to heat, or to cool."""
_MORNING, _DAYLIGHT = range(5, 11), range(7, 16)
_RESTED = timedelta(hours=5)
_WAKES = re.compile(r"\bwake\b|\bwaking\b|起こ(?:す|し)|目覚", re.IGNORECASE)
_SWEEPS = re.compile(r"vacuum|掃除機|掃除ロボット|ロボット掃除|モップ|\bmop", re.IGNORECASE)
"""Machines that need the floor for themselves."""
_GAS = re.compile(
    r"\bgas\b(?! (?:ring|hob|cooker))|ガス(?!コンロ|こんろ|レンジ|の火)", re.IGNORECASE
)
_OUTSIDE = re.compile(
    r"awning|shade|sail|dome|slit|roof|sky ?light|vent|日よけ|オーニング|天窓", re.IGNORECASE
)
"""Covers that stand in the weather."""
_WAY_IN = re.compile(
    r"\b(?:front|back|side|entry|entrance) door|\bgate\b|garage|玄関|勝手口|門扉|ガレージ", re.I
)
"""Doors that let people in."""
_DRAWS_OUT = re.compile(
    r"extract|hood|vent|bath|wet|shower|dust|換気|フード|集じん|集塵|排気", re.I
)
_FOR_STEAM = re.compile(
    r"hood|bath|wet|shower|cook|kitchen|galley|dust|フード|浴室|風呂|台所|厨房|集じん|集塵|レンジ",
    re.I,
)
"""Fans that draw out steam and cool nobody."""
_WARMTH = re.compile(
    r"\bheating\b|\bair.?con|\bcooling\b|暖房|冷房|エアコン|暖め|温め|暖ま|\bwarm\b|\bheat\b",
    re.IGNORECASE,
)
_NO_LIGHT = re.compile(
    r"(?<!there's )(?<!there is )\bno (?:\w+ )?(?:lamps?|lights?)\b"
    r"|(?:明かり|電気|照明)は?(?:(?:つけ|点け)ない|いら|要ら)",
    re.IGNORECASE,
)
_LATER = re.compile(
    r"^(?:when|once|after|as soon as|if)\b.*,|\b(?:later|tomorrow morning|in the morning) (?:open"
    r"|close"
    r"|turn|switch|put)\b|(?:止んだら|やんだら|晴れたら|明日の朝|あとで)",
    re.IGNORECASE,
)
"""Wishes for a later moment: nothing is to be done now."""
_DIMS = re.compile(
    r"\bdim\w*|\b(?:lights?|lamps?)(?: turned)? (?:down|low)\b|落と|暗く|弱め|絞|半分|薄明",
    re.IGNORECASE,
)
_BY_HAND = re.compile(r"\bcheck\b|\block up\b|確かめ|確認|戸締", re.IGNORECASE)
"""Acts on the home that a routine wants without naming a thing of it."""
_SUN = re.compile(r"\bsun\w*|日差し|西日|夕日|朝日|日光|お日さま|太陽", re.IGNORECASE)
_KEEPS = re.compile(
    r"\ball (?:day|night)\b|\balways\b|\bthrough the (?:day|night)\b|\buntil\b|\btill\b|\bkeeps?\b"
    r"|\bevery (?:day|night)\b|夜通し|ずっと|いつも|常に|朝まで|まで|一晩中|絶やさ",
    re.IGNORECASE,
)
"""Words of a wish that a state is to last."""
_OPPOSITE = (
    (frozenset({"turn_on", "play", "set_mode"}), frozenset({"turn_off", "stop", "pause"})),
    (frozenset({"open"}), frozenset({"close"})),
    (frozenset({"lock"}), frozenset({"unlock"})),
)
_NOBODY = re.compile(
    r"\bnobody\b|\bempty\b|\bno ?one\b|\bhave left\b|\bin bed\b|\b(?:is|are) (?:out|away)\b"
    r"|誰も(?:い|おら)|人がいない|留守"
    r"|人の動きがない"
    r"|無人|みんな寝た|出かけ|\bstill\b|\b(?:\d+|two|three|four|five|six|eight|ten"
    r"|several) hours\b"
    r"|\ball (?:day|night)\b|\bforgot\w*|\bleft\b|まま|っぱなし|時間|時刻を過ぎて|忘れ"
    r"|\bno \w+ is in use\b"
    r"|\bno longer needed\b|\bleak\w*|\bflood\w*|\bwater on the\b|水漏れ|水浸し|水びたし",
    re.IGNORECASE,
)
"""Words for a thing that runs with nobody there, for too long, or into a leak: being on is no
fault alone."""
_ORDER = re.compile(
    r"\bplease\b|^(?:turn|switch|put|open|close|shut|set|stop|play|dim)\b|\b(?:can|could"
    r"|would) you\b"
    r"|(?:て|で)(?:ください|下さい|くれ|ちょうだい|おいて|ね)?[。！!？?]*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Part:
    """One clause of a routine: the things that it names, and what is to be done with them."""

    text: str
    named: frozenset[DeviceId]
    deeds: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answering:
    """Reading of one trigger: what is lacking, what is named, what is to be done with it."""

    text: str
    place: str
    needs: frozenset[Need] = frozenset()
    named: frozenset[DeviceId] = frozenset()
    deeds: frozenset[str] = frozenset()
    against: tuple[str, ...] = ()
    """Sentences of the last day that want something left undone."""
    refused: tuple[str, ...] = ()
    """The same for whatever wakes it, with what a person says just now."""
    ended: tuple[str, ...] = ()
    """Sentences of the last hour by which somebody switched a thing off."""
    due: bool = False
    night: bool = False
    daylight: bool = False
    """It is light outside all year at this hour."""
    doubted: bool = False
    """A report that doubts itself, or whose meter somebody said to be wrong: nothing is switched
    for it, but against fire."""
    empty: bool = False
    """The text says that nobody is there."""
    held: bool = False
    """All is to stay as it is, as somebody just said, or a wish is for later."""
    serving: frozenset[DeviceId] = frozenset()
    """The thermostats that warm and cool the place, wherever they hang."""
    asleep: bool = False
    """A bed is in use, or somebody said that they go to bed or that a person is to be left in
    peace."""
    in_bed: frozenset[str] = frozenset()
    """The rooms where a bed is in use."""
    enters_dark: bool = False
    """A person was just seen to come into the place, and it is dark there."""
    wakes: bool = False
    """A routine that is to wake whoever lies there, and nobody went to bed a short while ago."""
    occupied: bool = False
    """Whether somebody is in the place, as far as eyes and voices tell."""
    rains: bool = False
    windy: bool = False
    sunny: bool = False
    """The sentence speaks of the sun."""
    reminds: bool = False
    """A routine that words alone answer: it is to tell somebody, or names no thing of the home."""
    kept: tuple[str, ...] = ()
    """Wishes of the household that a state of a thing is to last."""
    reported: bool = False
    """A report tells of the place; a person's sentence may be about another."""
    matter: Matter | None = None
    """The sort of a report, as a trained reader holds it."""
    rest: bool = False
    """People are to be left in peace, as a trained reader holds: a due routine begins nothing."""
    parts: tuple["Part", ...] = ()
    """The clauses of a routine that wants several things."""
    wishes: Wishes = NO_WISHES
    """Remembered wishes whose condition is met now."""


def read_for(
    trigger: Trigger,
    collected: Collected,
    places: tuple[Place, ...],
    people: Mapping[str, str | None],
    now: datetime,
    told: Told = NOTHING_TOLD,
    dark: Mapping[str, bool] = MappingProxyType({}),
) -> Answering:
    """Read a trigger; an occasion, a request and a quiet moment have no text to read, and only the
    household's standing wishes may speak for an act then. `told`: what the words at hand tell
    of. `dark`: place -> whether it is."""
    text = trigger.about.text
    in_bed = frozenset(s.device.area for s in collected.devices if bed_in_use(s))
    asleep = bool(in_bed) or somebody_sleeps(trigger, collected)
    wishes = wishes_for(trigger, collected, places, people, hour=now.hour, asleep=asleep)
    asleep = asleep or is_at_rest(collected, now)
    plain = trigger.kind is not TriggerKind.HEARTBEAT and not trigger.occasion
    if not plain or trigger.requested is not None or trigger.instead_of or not text:
        return Answering(
            text="",
            place=trigger.place,
            wishes=wishes,
            held=left_as_it_is(collected, now),
            against=_others(collected, wishes),
            asleep=asleep,
            in_bed=in_bed,
        )
    by_person = trigger.priority is Priority.USER
    due = trigger.kind is TriggerKind.TIME
    names = by_person or due or trigger.about.trust in UNTRUSTED
    named = named_in(text, collected.devices, trigger.place) if names else frozenset()
    if (due and not _heats_one(named, collected)) or not named:
        named |= _warms_here(text, collected, trigger.place) if names else frozenset()
    if due and not named:
        named = meant_by_work(text, collected.devices, trigger.place)
    deeds = _deeds_in(text, due=due, by_person=by_person)
    parts = _parts_of(text, collected, places, trigger.place) if due else ()
    named = named.union(*(part.named for part in parts))
    needs = told.needs
    if not by_person and not due:
        needs = _in_report(text, told.matter, collected, trigger.place)
    if by_person and feels_unwell(text):
        needs |= _by_thermometer(collected, trigger.place)
    doubted = not by_person and not due and is_doubted(text, collected)
    if doubted:
        needs, deeds = needs & {Need.BURNING}, frozenset()
    if named and deeds and not by_person:
        kept = {Need.HOT, Need.COLD} if _warms_here(text, collected, trigger.place) else set()
        needs = needs & {Need.BURNING, Need.DARK, *kept}
    against = (*_others(collected, wishes), *told.against)
    reading = Answering(
        text=text,
        place=trigger.place,
        needs=needs,
        named=named,
        deeds=deeds,
        against=() if by_person else against,
        refused=against + ((text,) if by_person and speaks_against(text) else ()),
        ended=() if due else ended_lately(collected, now),
        due=due,
        night=is_night(now),
        daylight=now.hour in _DAYLIGHT,
        doubted=doubted,
        empty=_NOBODY.search(text) is not None,
        held=_is_to_stay(trigger, deeds, collected, now),
        reminds=due and (is_reminder(trigger) or _names_nothing(text, named, deeds)),
        kept=tuple(one for one in told_by_household(collected) if _KEEPS.search(one)),
        reported=not by_person and not due,
        matter=_no_fault(told.matter, text, named, collected),
        rest=told.rest,
        parts=parts,
        serving=_serving(collected, trigger.place),
        asleep=asleep,
        in_bed=in_bed,
        enters_dark=_enters_dark(trigger, collected, dark),
        wakes=due and _is_to_wake(text, trigger, collected, in_bed),
        occupied=_is_occupied(trigger, collected, people),
        rains=any(_on(seen) and is_rain_sensor(seen.device) for seen in collected.devices),
        windy=any(is_strong_wind(s.device, s.condition.value) for s in collected.devices),
        sunny=_SUN.search(text) is not None,
        wishes=wishes,
    )
    return reading if reading.place or not needs else _in_one_room(reading, collected)


def _parts_of(
    text: str, collected: Collected, places: tuple[Place, ...], place: str
) -> tuple[Part, ...]:
    """The clauses of a routine that wants several things: `shade down, light low`. None where one
    clause alone names a thing and its act."""
    found = [
        Part(clause, things_meant(clause, collected.devices, places, (place,)), deeds)
        for clause in _CLAUSES.split(text)
        if (deeds := deeds_wanted(clause) | (_SET if _DIMS.search(clause) else frozenset()))
    ]
    kept = tuple(part for part in found if part.named)
    return kept if len(kept) > 1 else ()


_CLAUSES = re.compile(r"[,;:、，：；。]|\b(?:and|then)\b")
_SET = frozenset({"set_brightness"})


def _heats_one(named: frozenset[DeviceId], collected: Collected) -> bool:
    """Whether one of the things that are named warms by itself, as a blanket does."""
    return any(s.device.id in named and _HEATER.search(_called(s)) for s in collected.devices)


def _no_fault(
    matter: Matter | None, text: str, named: frozenset[DeviceId], collected: Collected
) -> Matter | None:
    """The matter of a report, but none where it only finds on what must keep running."""
    vital = any(
        s.device.id in named and purpose_of(s.device) is Purpose.VITAL for s in collected.devices
    )
    runs = deeds_against(text) & QUIETER and matter in (Matter.HAZARD, Matter.LEFT_ON, Matter.FOOD)
    return None if vital and runs else matter


def _in_report(
    text: str, matter: Matter | None, collected: Collected, place: str
) -> frozenset[Need]:
    """The needs of a report: of the closed lists, and of its matter where a meter of the room
    agrees. In danger nothing counts but what burns and its smoke."""
    listed = needs_in(text, by_person=False)
    if matter is Matter.DANGER:
        smoke = frozenset() if _GAS.search(text) else frozenset({Need.STUFFY})
        return listed & (smoke | {Need.BURNING})
    if matter is Matter.WET:
        return listed | {Need.WET}
    need = NEED_OF.get(matter) if matter is not None else None
    if need in (Need.HOT, Need.COLD):
        return listed | (_by_thermometer(collected, place) & {need})
    measured = need is not None and meters_say(need, place, collected.devices)
    if matter is Matter.DARK and meters_say(Need.DARK, place, collected.devices) is not False:
        return listed | {Need.DARK}
    return listed | ({need} if need is not None and measured else set())


def _names_nothing(text: str, named: frozenset[DeviceId], deeds: frozenset[str]) -> bool:
    home = _BY_HAND.search(text) or bool(kinds_in(text))
    return not named and not deeds and not home


def _is_to_stay(
    trigger: Trigger, deeds: frozenset[str], collected: Collected, now: datetime
) -> bool:
    """Whether all is to stay as it is: a wish is for later, somebody just said so, or a routine
    would end what people are in the middle of."""
    if trigger.priority is Priority.USER:
        return _LATER.search(trigger.about.text) is not None
    ends = trigger.kind is TriggerKind.TIME and bool(deeds & QUIETER)
    return left_as_it_is(collected, now) or (ends and is_going_on(collected, now))


def _enters_dark(trigger: Trigger, collected: Collected, dark: Mapping[str, bool]) -> bool:
    came = {event.id for event in collected.events if event.kind == APPEARED}
    return bool(came.intersection(trigger.event_ids)) and dark.get(trigger.place, False)


def _is_to_wake(text: str, trigger: Trigger, collected: Collected, in_bed: frozenset[str]) -> bool:
    """Whether a due routine wakes people: by its words, or light and day for a bed in the morning.
    Who lay down a short while ago, after a night's work, is not to be woken."""
    morning = trigger.place in in_bed and trigger.at.hour in _MORNING
    if not (_WAKES.search(text) or morning):
        return False
    return not went_to_bed(collected, trigger.at, _RESTED)


def _is_occupied(trigger: Trigger, collected: Collected, people: Mapping[str, str | None]) -> bool:
    """Whether somebody is seen in the place; where nothing looks, whether somebody spoke lately."""
    held = people.get(trigger.place)
    if held is not None:
        return held == "present"
    return any(
        event.source is EventSource.USER_INPUT and trigger.at - event.at <= _HEARD_FOR
        for event in collected.events
    )


def _others(collected: Collected, wishes: Wishes) -> tuple[str, ...]:
    """Sentences that speak against an act, without wishes for an act that merely sound so."""
    return tuple(one for one in spoken_against(collected) if one not in wishes.read)


def _deeds_in(text: str, *, due: bool, by_person: bool) -> frozenset[str]:
    """The operations that a routine or an order wants, or that end what a report complains of."""
    if due:
        return deeds_wanted(text)
    if by_person and all_as_it_is(text):
        return frozenset()
    if by_person and _ORDER.search(text) and (wanted := deeds_wanted(text) & QUIETER):
        # Whether more may be done is for the grammar of commands, which knows whose word it is.
        return wanted
    against = deeds_against(text)
    runs_on = bool(against & {"turn_off"}) and not _NOBODY.search(text)
    return frozenset() if runs_on else against


def _on(seen: Seen) -> bool:
    return kind_of(seen.device).detects and seen.condition.value == "on"


def _is_thermostat(device: Device) -> bool:
    return any(row.as_state for row in kind_of(device).operations)


def _serving(collected: Collected, place: str) -> frozenset[DeviceId]:
    """The thermostats of the place; of a home that has one alone, that one."""
    found = [seen.device for seen in collected.devices if _is_thermostat(seen.device)]
    here = [device for device in found if device.area == place]
    return frozenset(device.id for device in here or (found if len(found) == 1 else ()))


def _warms_here(text: str, collected: Collected, place: str) -> frozenset[DeviceId]:
    """The thermostat of the room that a text about heating or cooling is about."""
    if not _WARMTH.search(text):
        return frozenset()
    found = [seen.device for seen in collected.devices if _is_thermostat(seen.device)]
    here = [device for device in found if device.area == place] or found
    return frozenset(device.id for device in here) if len(here) == 1 else frozenset()


def _by_thermometer(collected: Collected, place: str) -> frozenset[Need]:
    """The needs that the room's own thermometers tell: who feels unwell may not know why."""
    return frozenset(
        need
        for seen in collected.devices
        if seen.device.area == place
        and seen.device.attributes.get("device_class") == "temperature"
        and (need := need_by_degrees(seen.condition.value)) is not None
    )


def _in_one_room(reading: Answering, collected: Collected) -> Answering:
    """Where nobody knows the room, a need is answered only in the one room whose own devices bear
    it out, else only if one room has the best remedy."""
    known = {seen.device.id: seen for seen in collected.devices}
    best: dict[str, float] = {}
    for offer in collected.offers:
        seen = known.get(DeviceId(offer.option.object_id))
        fit = _need_fit(offer, seen, reading) if seen is not None else 0.0
        if seen is not None and fit >= FAIR:
            best[seen.device.area] = max(fit, best.get(seen.device.area, 0.0))
    agreeing = [
        room
        for room in dict.fromkeys(seen.device.area for seen in collected.devices)
        if any(borne_out(need, room, collected.devices) for need in reading.needs)
    ]
    # What is so in a room without a remedy is answered by none elsewhere, but by what serves all.
    served = bool(reading.serving) and reading.needs <= {Need.COLD, Need.HOT}
    able = agreeing if served else [room for room in agreeing if room in best]
    rooms = able or [room for room, fit in best.items() if fit > max(best.values()) - _NEAR]
    if len(rooms) == 1 and (able or not agreeing):
        return replace(reading, place=rooms[0])
    if served and not agreeing and not _felt_by_one_alone(reading.needs, collected):
        place = next(s.device.area for s in collected.devices if s.device.id in reading.serving)
        return replace(reading, place=place)
    return replace(reading, needs=frozenset())


def _felt_by_one_alone(needs: frozenset[Need], collected: Collected) -> bool:
    """Whether every thermometer of the home says clearly otherwise: who climbed the stairs is hot,
    and who has a fever is cold, in a room that is neither."""
    measured = [
        celsius
        for seen in collected.devices
        if seen.device.attributes.get("device_class") == "temperature"
        and (celsius := real_number(seen.condition.value)) is not None
    ]
    if not measured:
        return False
    return min(measured) >= _NOT_COLD_C if Need.COLD in needs else max(measured) <= _NOT_HOT_C


def fit_of(offer: Offer, seen: Seen, reading: Answering) -> float:
    """How well a use answers; 0: not at all, below 0: somebody spoke against it."""
    by_wish, _ = wished(offer, seen, reading.wishes)
    if not by_wish and not reading.text:
        return 0.0
    if _is_held(offer, seen, reading) or _is_refused(offer, seen, reading):
        return AGAINST
    if _undoes(offer, seen, reading) or _ends_a_lullaby(offer, seen, reading):
        return AGAINST
    if seen.device.id in reading.named and reading.against and _concerns(offer, seen, reading):
        return AGAINST
    if by_wish < 0:
        return AGAINST
    fit = max(
        by_wish,
        _arrival_fit(offer, seen, reading),
        _named_fit(offer, seen, reading),
        _need_fit(offer, seen, reading),
    )
    if fit > 0 and reading.against and not reading.needs & {Need.BURNING}:
        return AGAINST if _concerns(offer, seen, reading) else fit
    return fit


def _is_held(offer: Offer, seen: Seen, reading: Answering) -> bool:
    """Whether all is to stay as it is: said a moment ago, or a due routine was spoken against. A
    thing that gets hot may go off, and what burns is never left."""
    hot = purpose_of(seen.device) is Purpose.DANGEROUS and not _goes_on(offer)
    reported = hot and seen.device.id in reading.named
    if reported or Need.BURNING in reading.needs:
        return False
    return (
        reading.held
        or (reading.due and bool(reading.against) and _concerns(offer, seen, reading))
        or (reading.due and _ill_timed(offer, seen, reading))
        or (reading.rest and _starts(offer, seen))
    )


def _ill_timed(offer: Offer, seen: Seen, reading: Answering) -> bool:
    """Whether a routine would wake somebody by its noise, sweep round people's feet, or open to
    the rain."""
    if not _goes_on(offer) or reading.wakes:
        return False
    if kind_of(seen.device).opens:
        return _lets_weather_in(offer, seen, reading)
    if _SWEEPS.search(_called(seen)) and reading.occupied:
        return True
    return reading.asleep and _NOISY.search(_called(seen)) is not None


def _lets_weather_in(offer: Offer, seen: Seen, reading: Answering) -> bool:
    """Whether it opens to the rain or the wind."""
    if not kind_of(seen.device).opens or _does(offer) != "open":
        return False
    outside = is_opening(seen.device) or _OUTSIDE.search(_called(seen)) is not None
    return (reading.rains or reading.windy) and outside


def _opens_unasked(offer: Offer, seen: Seen, reading: Answering) -> bool:
    """Whether it would open the way into the home, or a window for a mere report while it is night
    or somebody sleeps."""
    if not is_opening(seen.device) or _does(offer) != "open":
        return False
    left_open = reading.reported and (reading.night or reading.asleep)
    return left_open or _WAY_IN.search(_called(seen)) is not None


def wakes_somebody(offer: Offer, seen: Seen, reading: Answering) -> bool:
    """Whether it would light up, or open, a room where somebody sleeps, or be heard in the home."""
    if not reading.asleep or not _goes_on(offer):
        return False
    if kind_of(seen.device).plays:
        return _FOR_SLEEP.search(reading.text) is None
    if _NOISY.search(_called(seen)):
        return True
    bedroom = seen.device.area in reading.in_bed or (
        not reading.in_bed and _BEDROOM.search(f"{seen.device.area} {_called(seen)}") is not None
    )
    return bedroom and (_is_lamp(seen) or kind_of(seen.device).opens)


def _undoes(offer: Offer, seen: Seen, reading: Answering) -> bool:
    """Whether it is the opposite of what an order wants of the thing that it names, or of what the
    household wants to last."""
    if Need.BURNING in reading.needs or not reading.text:
        return False
    ordered = any(
        seen.device.id in part.named and _is_opposite(_end_of(offer), part.deeds)
        for part in reading.parts or (reading,)
    )
    return (ordered and not reading.reported) or any(
        _is_opposite(_does(offer), deeds_wanted(one)) and _names(one, seen) for one in reading.kept
    )


def _ends_a_lullaby(offer: Offer, seen: Seen, reading: Answering) -> bool:
    """Whether it would silence what plays for who sleeps, because a report finds it playing."""
    ends = _does(offer) in ("stop", "pause", "turn_off")
    return reading.reported and ends and _FOR_SLEEP.search(_called(seen)) is not None


def _is_opposite(does: str, wanted: frozenset[str]) -> bool:
    return any(
        (does in one and wanted & other) or (does in other and wanted & one)
        for one, other in _OPPOSITE
    )


def _concerns(offer: Offer, seen: Seen, reading: Answering) -> bool:
    """Whether what was spoken against it may be about this use: a routine always, else one that
    names the thing or its room."""
    if reading.due and not _secures(offer, seen):
        return True
    return any(_names(one, seen) for one in reading.against)


def _secures(offer: Offer, seen: Seen) -> bool:
    """Whether it locks, closes, or turns off what gets hot."""
    hot = purpose_of(seen.device) is Purpose.DANGEROUS or _heats(seen)
    return _does(offer) in SHUT or (hot and _end_of(offer) == "turn_off")


_SOUNDS = re.compile(
    rf"{_FOR_SLEEP.pattern}|\b(?:music|songs?|radio|podcast|audiobook)\b|音楽|曲|歌|ラジオ",
    re.IGNORECASE,
)
"""Words for what a player lets be heard."""


def is_spoken_of(offer: Offer, seen: Seen, reading: Answering) -> bool:
    """Whether the words name the thing, its kind, what it plays or the home's doors; a routine does
    nothing beside its words."""
    if _BY_HAND.search(reading.text):
        return True
    if _does(offer) == "play" and _SOUNDS.search(reading.text):
        return True
    named = kind_of(seen.device).named
    kind = named is not None and re.search(rf"\b(?:{named.en})\b|{named.ja}", reading.text, re.I)
    return seen.device.id in reading.named or bool(kind)


def _names(sentence: str, seen: Seen) -> bool:
    return seen.device.id in named_in(sentence, (seen,), seen.device.area) or is_head_of(
        sentence, seen
    )


def _is_refused(offer: Offer, seen: Seen, reading: Answering) -> bool:
    """Whether somebody of the household wants no use of this kind: no heating, no light."""
    if reading.needs & {Need.BURNING}:
        return False
    return any(_refuses(one, offer, seen) for one in reading.refused) or any(
        _starts(offer, seen) and (_names(one, seen) or (_heats(seen) and _WARMTH.search(one)))
        for one in reading.ended
    )


def _heats(seen: Seen) -> bool:
    return _is_thermostat(seen.device) or _HEATER.search(_called(seen)) is not None


def _starts(offer: Offer, seen: Seen) -> bool:
    return _goes_on(offer) or (_is_thermostat(seen.device) and _end_of(offer) != "turn_off")


def _refuses(sentence: str, offer: Offer, seen: Seen) -> bool:
    if _heats(seen):
        return _starts(offer, seen) and _WARMTH.search(sentence) is not None
    return _is_lamp(seen) and _goes_on(offer) and _NO_LIGHT.search(sentence) is not None


def _arrival_fit(offer: Offer, seen: Seen, reading: Answering) -> float:
    """Light in the dark room that somebody was just seen to enter, where nobody lies in bed."""
    here = seen.device.area == reading.place and seen.device.area not in reading.in_bed
    if not (reading.enters_dark and here and _is_lamp(seen) and _does(offer) == "turn_on"):
        return 0.0
    bedroom = reading.asleep and _BEDROOM.search(f"{seen.device.area} {_called(seen)}")
    return 0.0 if bedroom or _SHOWY.search(_called(seen)) else FAIR


def _goes_on(offer: Offer) -> bool:
    return offer.row is not None and offer.row.does in ("turn_on", "play", "open")


def _named_fit(offer: Offer, seen: Seen, reading: Answering) -> float:
    if reading.parts:
        clauses = (
            replace(reading, text=part.text, named=part.named, deeds=part.deeds, parts=())
            for part in reading.parts
        )
        return max(_named_fit(offer, seen, clause) for clause in clauses)
    lower = _brightness(offer)
    if reading.due and seen.device.id in reading.named and lower is not None:
        return SURE if _DIMS.search(reading.text) and lower <= _DIMMED else 0.0
    if seen.device.id not in reading.named or not reading.deeds:
        return 0.0
    if does_one_of(offer, reading.deeds, reading.text):
        if reading.wakes:
            return AGREED
        softer = offer.row is not None and offer.row.does == "stop"
        return SURE - (0.02 if softer else 0.0)
    if reading.empty and _saves(offer, seen):
        return GOOD
    return 0.0


def spares(offer: Offer, seen: Seen, warmth: Mapping[str, float]) -> bool:
    """A thermostat turned down, or off where it holds off neither frost nor heat: an animal or a
    plant may live there. `warmth`: room -> degrees C."""
    off = offer.row is not None and offer.row.as_state and offer.option.payload.get("mode") == "off"
    celsius = warmth.get(seen.device.area, seen.measured_c)
    mild = celsius is None or _MILD_C[0] <= celsius <= _MILD_C[1]
    return (off and mild) or _saves(offer, seen)


def _saves(offer: Offer, seen: Seen) -> bool:
    """A thermostat turned down."""
    wanted = offer.option.payload.get("temperature")
    now = seen.condition.settings.get("temperature")
    heats = seen.condition.value == "heat"
    return isinstance(wanted, int | float) and now is not None and heats and wanted < float(now) - 1


def _need_fit(offer: Offer, seen: Seen, reading: Answering) -> float:
    here = seen.device.area == reading.place or seen.device.id in reading.serving
    if not reading.needs or (reading.place and not here):
        return 0.0
    if _lets_weather_in(offer, seen, reading) or _opens_unasked(offer, seen, reading):
        return 0.0
    return max((_REMEDIES[need](offer, seen, reading) for need in reading.needs), default=0.0)


def _does(offer: Offer) -> str:
    return offer.row.does if offer.row is not None else ""


def _is_lamp(seen: Seen) -> bool:
    return kind_of(seen.device).purpose is Purpose.LAMP


def _called(seen: Seen) -> str:
    return f"{seen.device.name.en} {seen.device.name.ja} {seen.device.id}"


def _end_of(offer: Offer) -> str:
    """The operation by its end: a thermostat whose mode is `off` goes off."""
    row = offer.row
    off = row is not None and row.as_state and offer.option.payload.get("mode") == "off"
    return "turn_off" if off else _does(offer)


def _brightness(offer: Offer) -> float | None:
    value = offer.option.payload.get("brightness")
    return float(value) if isinstance(value, int | float) else None


def _dark(offer: Offer, seen: Seen, reading: Answering) -> float:
    if _is_lamp(seen):
        lamp = POOR if _SHOWY.search(_called(seen)) else GOOD
        if _does(offer) == "turn_on":
            return lamp
        brighter = _brightness(offer)
        on = seen.condition.value == "on"
        return lamp - 0.05 if on and brighter is not None and brighter > _DIMMED else 0.0
    opens = kind_of(seen.device).opens and offer.effect is RoomEffect.LIGHTER
    return FAIR if opens and not is_opening(seen.device) and reading.daylight else 0.0


def _glare(offer: Offer, seen: Seen, reading: Answering) -> float:
    if kind_of(seen.device).opens and not is_opening(seen.device):
        sun = not reading.night or reading.sunny
        return GOOD if offer.effect is RoomEffect.DARKER and sun else 0.0
    return _dimmer(offer, seen, reading) - (0.1 if reading.night else 0.25)


def _dimmer(offer: Offer, seen: Seen, reading: Answering) -> float:
    if not _is_lamp(seen):
        return 0.0
    lower = _brightness(offer)
    if lower is not None:
        return SURE if lower <= _DIMMED else 0.0
    return GOOD if _does(offer) == "turn_off" else 0.0


def _cold(offer: Offer, seen: Seen, reading: Answering) -> float:
    if _changes_warmth(offer, seen, warmer=True):
        return SURE if offer.row is not None and offer.row.as_state else GOOD
    heats = _HEATER.search(_called(seen)) is not None
    if heats and _does(offer) == "turn_on":
        return FAIR
    if kind_of(seen.device).opens and offer.effect is RoomEffect.DARKER:
        return GOOD - 0.05 if is_opening(seen.device) else FAIR
    blows = offer.effect is RoomEffect.LESS_COOL
    return FAIR if blows and _does(offer) == "turn_off" else 0.0


def _hot(offer: Offer, seen: Seen, reading: Answering) -> float:
    if _changes_warmth(offer, seen, warmer=False):
        return GOOD
    if offer.effect is RoomEffect.COOLER and _does(offer) == "turn_on":
        return POOR if _FOR_STEAM.search(_called(seen)) else GOOD + 0.02
    if _HEATER.search(_called(seen)) and _does(offer) == "turn_off":
        return GOOD
    return POOR if is_opening(seen.device) and _does(offer) == "open" else 0.0


def _changes_warmth(offer: Offer, seen: Seen, *, warmer: bool) -> bool:
    """A thermostat set to the right mode, or by a step in the mode that is on."""
    row = offer.row
    if row is None:
        return False
    own, other = ("heat", "cool") if warmer else ("cool", "heat")
    mode = offer.option.payload.get("mode")
    if mode is not None:
        return mode == own and seen.condition.value != own
    wanted = offer.option.payload.get("temperature")
    now = seen.condition.settings.get("temperature")
    if not isinstance(wanted, int | float) or now is None or seen.condition.value == other:
        return False
    step = wanted - float(now)
    return 0 < step <= 2 if warmer else -2 <= step < 0


def _stuffy(offer: Offer, seen: Seen, reading: Answering) -> float:
    if offer.effect is RoomEffect.COOLER and _does(offer) == "turn_on":
        return SURE if _DRAWS_OUT.search(_called(seen)) else FAIR
    draws = _DRAWS_OUT.search(_called(seen)) is not None
    if draws and _does(offer) == "turn_on" and not _is_lamp(seen):
        return GOOD
    return GOOD if is_opening(seen.device) and _does(offer) == "open" else 0.0


def _loud(offer: Offer, seen: Seen, reading: Answering) -> float:
    if kind_of(seen.device).plays:
        lower = GOOD + 0.02 if _by_volume(offer, seen) < 0 else 0.0
        return {"pause": GOOD, "stop": GOOD - 0.02}.get(_does(offer), lower)
    works = purpose_of(seen.device) is Purpose.WORK and _does(offer) == "turn_off"
    return FAIR if works else 0.0


def _by_volume(offer: Offer, seen: Seen) -> float:
    """By how much it would change the volume of what plays."""
    wanted, now = offer.option.payload.get("volume"), seen.condition.settings.get("volume")
    plays = seen.condition.value == "playing" and isinstance(wanted, int | float)
    return float(wanted) - float(now) if plays and wanted is not None and now is not None else 0.0


def _unheard(offer: Offer, seen: Seen, reading: Answering) -> float:
    return GOOD if _by_volume(offer, seen) > 0 else 0.0


def _dry(offer: Offer, seen: Seen, reading: Answering) -> float:
    return SURE if _MOISTENS.search(_called(seen)) and _does(offer) == "turn_on" else 0.0


def _damp(offer: Offer, seen: Seen, reading: Answering) -> float:
    if offer.row is not None and offer.row.as_state:
        return GOOD if offer.option.payload.get("mode") == "dry" else 0.0
    dries = _DRIES.search(_called(seen)) is not None
    if dries and _does(offer) == "turn_on":
        return SURE
    return GOOD if _DRAWS_OUT.search(_called(seen)) and _does(offer) == "turn_on" else 0.0


def _flat(offer: Offer, seen: Seen, reading: Answering) -> float:
    return SURE if _CHARGES.search(_called(seen)) and _does(offer) == "turn_on" else 0.0


def _asleep(offer: Offer, seen: Seen, reading: Answering) -> float:
    if reading.reported and reading.in_bed and seen.device.area not in reading.in_bed:
        return 0.0
    if reading.reported:
        closes = kind_of(seen.device).opens and offer.effect is RoomEffect.DARKER
        if closes and not is_opening(seen.device) and not reading.night:
            return GOOD + 0.05
        return _dimmer(offer, seen, reading)
    beside_a_bed = _BEDROOM.search(f"{seen.device.area} {_called(seen)}") is not None
    return _dimmer(offer, seen, reading) if beside_a_bed else 0.0


def _looked_at(offer: Offer, seen: Seen, reading: Answering) -> float:
    closes = kind_of(seen.device).opens and offer.effect is RoomEffect.DARKER
    return SURE if closes and not is_opening(seen.device) else 0.0


def _burning(offer: Offer, seen: Seen, reading: Answering) -> float:
    if purpose_of(seen.device) is Purpose.DANGEROUS and _does(offer) == "turn_off":
        return SURE
    if _GAS.search(reading.text):
        return 0.0  # a switch may spark
    return _stuffy(offer, seen, reading) - 0.1 if _DRAWS_OUT.search(_called(seen)) else 0.0


def _wet(offer: Offer, seen: Seen, reading: Answering) -> float:
    outside = is_opening(seen.device) or _OUTSIDE.search(_called(seen)) is not None
    return SURE if outside and _does(offer) == "close" else 0.0


_REMEDIES = {
    Need.DARK: _dark,
    Need.GLARE: _glare,
    Need.DIMMER: _dimmer,
    Need.COLD: _cold,
    Need.HOT: _hot,
    Need.STUFFY: _stuffy,
    Need.LOUD: _loud,
    Need.UNHEARD: _unheard,
    Need.DRY: _dry,
    Need.DAMP: _damp,
    Need.FLAT: _flat,
    Need.ASLEEP: _asleep,
    Need.LOOKED_AT: _looked_at,
    Need.BURNING: _burning,
    Need.WET: _wet,
}
