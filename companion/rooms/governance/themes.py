"""Themes 主題: reads a purpose by rules and composes checkable tasks for it, without a model.

Each theme has the words by which a purpose is recognised, the acts on devices that serve it (all
others lie outside the purpose and are refused, whoever proposes them), and its tasks.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.rooms.governance.draft import (
    Draft,
    Proposal,
    ask,
    bring,
    every,
    glance,
    guard,
    look,
    report,
    routine,
    tell,
    wait,
    watch,
)
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.when import Span, next_at, next_on, on, span_of
from companion.rooms.governance.wish import wish_of
from companion.words.device import Domain
from companion.words.language import Bilingual

LIVING, SLEEPING = ("living",), ("bedroom",)
ENTRANCE = ("hall", "living")
DAY_BEGINS = 9
"""Hour at which a purpose for a later day begins to be worked for, where it has no hour."""
CALM_BRIGHTNESS = 60
"""Of 255: enough to find one's way, too little to keep anybody awake."""
COMFORT_C, COOL_C, SAVING_SUMMER_C, SAVING_WINTER_C = 22, 24, 28, 20
"""Set temperatures in °C; the last two are those that the Japanese ministry of the environment
recommends to save energy."""
FEW_PARTS = 2
"""Parts of a short purpose."""
_SUMMER = range(5, 11)
"""Months in which a house is cooled rather than heated."""
_CALM = frozenset({"light.turn_off", "light.set_brightness", "cover.close"})

Compose = Callable[[HomeView, datetime, Span], tuple[Draft, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """主題: one sort of purpose."""

    name: Bilingual
    words: re.Pattern[str]
    compose: Compose
    """Gives the tasks from the home, the moment, and the days for which the purpose is meant."""
    serves: frozenset[str] = frozenset()
    """Acts on devices that serve it, as `domain.operation`."""
    repeats: bool = False
    """It goes on: after a goal is reached the next one follows on the next day."""


def is_summer(at: datetime) -> bool:
    """Whether a house is cooled then."""
    return at.month in _SUMMER


def wants_to_know(purpose: str) -> bool:
    """Whether somebody wants to be told something, and to have nothing done."""
    return all(map(_asks_to_know, wish_of(purpose).asked))


def _asks_to_know(part: str) -> bool:
    return _WANTS_TO_KNOW.search(part.casefold()) is not None


def theme_of(purpose: str) -> Theme:
    """The first theme whose words stand in what the purpose asks for; the open one where none
    does, or where it wants to be told something: to know of sleep is not to go to bed. Of a short
    purpose its reason counts too (`my son has a fever, help him to rest`)."""
    wish = wish_of(purpose)
    asked = [part for part in wish.asked if not _asks_to_know(part)]
    if not asked:
        return OPEN
    short = wish.parts <= FEW_PARTS and len(asked) == len(wish.asked)
    read = (" ".join(asked), *([purpose] if short else []))
    plain = [_CLOCK.sub(" ", text.casefold()) for text in read]
    return next((t for text in plain for t in THEMES if t.words.search(text)), OPEN)


def proposal_for(purpose: str, home: HomeView, now: datetime) -> Proposal:
    """The tasks that the rules propose for a purpose."""
    theme = theme_of(purpose)
    read = Bilingual(
        f"目的を「{theme.name.ja}」と読みました", f"the purpose is read as “{theme.name.en}”"
    )
    return Proposal(
        name=theme.name, judgment=read, drafts=theme.compose(home, now, span_of(purpose, now, home))
    )


def _visit(home: HomeView, now: datetime, span: Span) -> tuple[Draft, ...]:
    morning = next_on(span.day, now, 9) or now
    before = next_on(span.day - timedelta(days=1), now, 18)
    coming = max(morning + timedelta(hours=1), on(span.day, 16))
    return every(
        ask(
            "お客様を迎える準備で、ほかに要るものはありますか",
            "Is there anything else you need for your visitor?",
        ),
        look(home, "temperature", LIVING),
        tell(
            "お客様が来ます。玄関とリビングを片づける時間です",
            "A visitor is coming: it is time to tidy the hall and the living room",
            before,
        ),
        bring(home, Domain.COVER, "open", LIVING, at=morning),
        bring(home, Domain.LIGHT, "turn_on", ENTRANCE, at=coming, most=2),
        glance(home, Domain.LIGHT, coming, rooms=ENTRANCE),
        tell("お迎えの準備ができました", "Everything is ready for your visitor", coming),
        report(coming),
    )


def _dinner(home: HomeView, now: datetime, span: Span) -> tuple[Draft, ...]:
    before = next_on(span.day, now, 16) or now
    evening = max(before, on(span.day, 18))
    return every(
        ask("夕食に要るものはそろっていますか", "Do you have all you need for the dinner?"),
        tell("今夜の支度を始める時間です", "It is time to get the evening ready", before),
        look(home, "temperature", LIVING, before),
        bring(home, Domain.LIGHT, "turn_on", ENTRANCE, at=evening, most=2),
        tell("お客様を迎えられます", "All is ready for the evening", evening),
        report(evening),
    )


def _film(home: HomeView, now: datetime, span: Span) -> tuple[Draft, ...]:
    evening = next_on(span.day, now, 19) or now
    return every(
        ask("飲み物やおやつは用意できましたか", "Are drinks and snacks ready?"),
        tell("もうすぐ映画の時間です", "It is nearly time for the film", evening),
        bring(home, Domain.COVER, "close", LIVING, at=evening),
        bring(home, Domain.LIGHT, "set_brightness", LIVING, at=evening, value=CALM_BRIGHTNESS),
        look(home, "temperature", LIVING, evening),
        report(evening),
    )


def _energy(home: HomeView, now: datetime, span: Span) -> tuple[Draft, ...]:
    night = next_at(span.begin, 23, 30)
    begin = _later_day(now, span)
    saving = SAVING_SUMMER_C if is_summer(night) else SAVING_WINTER_C
    return every(
        look(home, "temperature", LIVING),
        tell(
            "使っていない部屋の明かりとエアコンは消しましょう",
            "Let us switch off lights and air conditioners in rooms that nobody uses",
            begin,
        ),
        bring(home, Domain.LIGHT, "turn_off", at=night, most=3),
        bring(home, Domain.CLIMATE, "set_temperature", LIVING, value=saving, at=begin),
        routine(home, Domain.LIGHT, "turn_off", LIVING, "23:45"),
        glance(home, Domain.LIGHT, night),
        report(night),
    )


def _bedtime(home: HomeView, now: datetime, span: Span) -> tuple[Draft, ...]:
    wind_down = next_at(span.begin, 22)
    night = wind_down + timedelta(minutes=75)
    return every(
        tell("そろそろ寝る支度の時間です", "It is time to get ready for bed", wind_down),
        bring(
            home,
            *(Domain.LIGHT, "set_brightness", (*SLEEPING, *LIVING)),
            at=wind_down + timedelta(minutes=10),
            value=CALM_BRIGHTNESS,
        ),
        bring(home, Domain.COVER, "close", SLEEPING, at=wind_down + timedelta(minutes=10)),
        look(home, "temperature", SLEEPING, wind_down + timedelta(minutes=15)),
        tell("おやすみの時間です", "It is bedtime", night - timedelta(minutes=15)),
        bring(home, Domain.LIGHT, "turn_off", LIVING, at=night),
        watch(
            home,
            *(Domain.LIGHT, "off", SLEEPING),
            at=night,
            until=wind_down + timedelta(hours=2),
        ),
        report(wind_down + timedelta(hours=2)),
    )


def _tidy(home: HomeView, now: datetime, span: Span) -> tuple[Draft, ...]:
    evening = next_at(span.begin, 20)
    return every(
        tell("片づけの時間です。まず10分だけ", "Time to tidy up: just ten minutes", evening),
        look(home, "illuminance", ("kitchen", *LIVING), evening),
        tell(
            "台所と机の上も見てください",
            "Please look at the kitchen and the table too",
            evening + timedelta(minutes=15),
        ),
        ask(
            "片づけは終わりましたか",
            "Is the tidying done?",
            evening + timedelta(minutes=40),
            hours=2,
        ),
        report(evening + timedelta(hours=3)),
    )


def _away(home: HomeView, now: datetime, span: Span) -> tuple[Draft, ...]:
    leaving = _later_day(now, span)
    settled = _in(leaving or now, 60)
    return every(
        tell(
            "お出かけ前に、窓と火の元を確かめてください",
            "Before you leave, please check the windows and the stove",
            leaving,
        ),
        bring(home, Domain.LIGHT, "turn_off", at=leaving, most=3),
        bring(home, Domain.LOCK, "lock", at=leaving, most=1),
        glance(home, Domain.LOCK, settled),
        look(home, "temperature", LIVING, settled),
        guard(home.sensing("door")[:1], _in(settled, 600), at=_in(settled, 5), is_="on"),
        report(max(span.day, _in(leaving or now, 720))),
    )


def _lived_in(home: HomeView, now: datetime, span: Span) -> tuple[Draft, ...]:
    dusk = next_on(span.begin, now, 18, 15) or next_at(now, 18, 15)
    late = dusk + timedelta(hours=4)
    return every(
        tell(
            "夕方に明かりをつけ、夜遅くに消します",
            "I light the house in the evening and darken it late",
        ),
        bring(home, Domain.LIGHT, "turn_on", (*LIVING, "kitchen"), at=dusk, most=2),
        bring(home, Domain.LIGHT, "turn_off", (*LIVING, "kitchen"), at=late, most=2),
        routine(home, Domain.LIGHT, "turn_on", LIVING, f"{dusk:%H:%M}"),
        routine(home, Domain.LIGHT, "turn_off", LIVING, f"{late:%H:%M}"),
        glance(home, Domain.LOCK, dusk),
        report(max(late, span.day)),
    )


def _later_day(now: datetime, span: Span) -> datetime | None:
    """When the day begins for people, where the purpose is meant for a later one; else None."""
    return on(span.begin, DAY_BEGINS) if span.begin > now else None


def _sick(home: HomeView, now: datetime, span: Span) -> tuple[Draft, ...]:
    begin = _later_day(now, span)
    later = _in(begin or now, 120)
    return every(
        ask("何か要るものはありますか", "Is there anything you need?", begin, hours=1),
        look(home, "temperature", SLEEPING, begin),
        tell("水分をとってください", "Please drink something", begin),
        bring(home, Domain.LIGHT, "set_brightness", SLEEPING, at=begin, value=CALM_BRIGHTNESS),
        tell("もう一度、水分をとりましょう", "Please drink something again", later),
        ask("具合は少し良くなりましたか", "Are you feeling a little better?", later, hours=2),
        report(later + timedelta(hours=2)),
    )


def _pets(home: HomeView, now: datetime, span: Span) -> tuple[Draft, ...]:
    feeding = next_at(span.begin, 18)
    return every(
        look(home, "temperature", LIVING),
        tell("ペットのごはんの時間です", "It is time to feed your pet", feeding),
        ask(
            "ごはんと水は済みましたか",
            "Have food and water been given?",
            feeding + timedelta(minutes=20),
            hours=2,
        ),
        Draft(kind="look", slots={"thing": home.camera_in(LIVING)}, at=feeding),
        tell(
            "トイレと水入れも見てください",
            "Please look after the water bowl and the toilet too",
            feeding + timedelta(minutes=30),
        ),
        report(feeding + timedelta(hours=3)),
    )


def _morning(home: HomeView, now: datetime, span: Span) -> tuple[Draft, ...]:
    rising = next_at(span.begin, 7)
    return every(
        tell(
            "明日の支度は今夜のうちに",
            "Please lay out what you need for tomorrow",
            _evening_before(rising, now),
        ),
        bring(home, Domain.COVER, "open", SLEEPING, at=rising),
        bring(home, Domain.LIGHT, "turn_on", ("kitchen",), at=rising),
        tell("おはようございます。起きる時間です", "Good morning: time to get up", rising),
        tell("そろそろ出る支度を", "Time to get ready to go", rising + timedelta(minutes=40)),
        routine(home, Domain.COVER, "open", SLEEPING, "07:00"),
        report(rising + timedelta(hours=1)),
    )


def _evening_before(rising: datetime, now: datetime) -> datetime | None:
    at = rising - timedelta(hours=10)
    return at if at > now else None


def _safety(home: HomeView, now: datetime, span: Span) -> tuple[Draft, ...]:
    night = next_at(span.begin, 22, 30)
    return every(
        tell("戸締まりの見回りをします", "I begin the round for the night", night),
        look(home, "door", ("hall",), night),
        glance(home, Domain.LOCK, night, most=2),
        bring(home, Domain.LOCK, "lock", at=night + timedelta(minutes=5), most=2),
        bring(home, Domain.LIGHT, "turn_off", ("kitchen", *LIVING), at=night, most=1),
        tell(
            "窓と火の元も確かめてください",
            "Please check the windows and the stove too",
            night + timedelta(minutes=10),
        ),
        report(night + timedelta(minutes=30)),
    )


def _focus(home: HomeView, now: datetime, span: Span) -> tuple[Draft, ...]:
    begin = _later_day(now, span) or now
    return every(
        tell(
            "集中する時間を始めましょう", "Let us begin a time of work without interruption", begin
        ),
        look(home, "temperature", ("study", *LIVING), begin),
        tell("50分たちました。少し休みましょう", "Fifty minutes: take a break", _in(begin, 50)),
        tell("休憩は終わりです。続けましょう", "The break is over", _in(begin, 60)),
        ask("今日の分は終わりましたか", "Is today's work done?", _in(begin, 120), hours=2),
        report(_in(begin, 240)),
    )


def _in(now: datetime, minutes: int) -> datetime:
    return now + timedelta(minutes=minutes)


def _medicine(home: HomeView, now: datetime, span: Span) -> tuple[Draft, ...]:
    times = sorted((next_at(span.begin, 8), next_at(span.begin, 19)))
    return every(
        *(
            part
            for at in times
            for part in (
                tell("薬の時間です", "It is time for the medicine", at),
                ask("薬は飲みましたか", "Has the medicine been taken?", _in(at, 15), hours=2),
            )
        ),
        report(_in(times[-1], 180)),
    )


def _plants(home: HomeView, now: datetime, span: Span) -> tuple[Draft, ...]:
    morning = next_at(span.begin, 8)
    return every(
        look(home, "temperature", LIVING),
        tell("植物に水をやる時間です", "It is time to water the plants", morning),
        ask("水やりは済みましたか", "Have the plants been watered?", _in(morning, 30), hours=3),
        tell("土の乾きも見てください", "Please feel whether the soil is dry", _in(morning, 5)),
        report(_in(morning, 240)),
    )


def _comfort(home: HomeView, now: datetime, span: Span) -> tuple[Draft, ...]:
    begin = _later_day(now, span) or now
    later, wanted = _in(begin, 60), COOL_C if is_summer(begin) else COMFORT_C
    return every(
        look(home, "temperature", LIVING, begin),
        ask("いまの部屋は快適ですか", "Is the room comfortable now?", begin, hours=0.5),
        bring(home, Domain.CLIMATE, "set_temperature", LIVING, value=wanted, at=_in(begin, 35)),
        look(home, "temperature", LIVING, later),
        tell(
            "部屋の温度を整えています",
            "I am looking after the temperature of the room",
            _in(begin, 40),
        ),
        report(later),
    )


def _eyes(home: HomeView, now: datetime, span: Span) -> tuple[Draft, ...]:
    evening = next_at(span.begin, 20)
    return every(
        look(home, "illuminance", LIVING, evening),
        bring(
            home,
            *(Domain.LIGHT, "set_brightness", (*LIVING, *SLEEPING)),
            at=evening,
            value=CALM_BRIGHTNESS,
            most=2,
        ),
        tell("明かりを落とします。目を休めてください", "Softer light: rest your eyes", evening),
        ask("まだまぶしいですか", "Is it still too bright?", _in(evening, 20), hours=1),
        report(_in(evening, 90)),
    )


def _nap(home: HomeView, now: datetime, span: Span) -> tuple[Draft, ...]:
    nap = next_at(span.begin, 13)
    return every(
        tell("お昼寝の時間です。静かにしましょう", "Nap time: let us be quiet", nap),
        bring(home, Domain.COVER, "close", SLEEPING, at=nap),
        bring(home, Domain.LIGHT, "turn_off", SLEEPING, at=nap),
        look(home, "temperature", SLEEPING, nap),
        ask("ぐっすり眠っていますか", "Is the little one asleep?", _in(nap, 20), hours=1),
        report(_in(nap, 120)),
    )


def _day_sleep(home: HomeView, now: datetime, span: Span) -> tuple[Draft, ...]:
    morning = next_at(span.begin, 9)
    return every(
        ask(
            "昼間に静かにしてほしいことを、家の人に伝えてありますか",
            "Do the others at home know that you sleep by day?",
            hours=3,
        ),
        tell("昼の眠りの支度をします", "I get the house ready for your sleep by day", morning),
        bring(home, Domain.COVER, "close", SLEEPING, at=morning),
        bring(home, Domain.LIGHT, "turn_off", SLEEPING, at=morning),
        bring(home, Domain.MEDIA_PLAYER, "pause", LIVING, at=_in(morning, 10)),
        look(home, "temperature", SLEEPING, morning),
        report(_in(morning, 420)),
    )


def _open(home: HomeView, now: datetime, span: Span) -> tuple[Draft, ...]:
    later = _in(now, 120)
    return every(
        tell(
            "この目的のために自分から動かす機器はありません",
            "There is no device that I would operate by myself for this purpose",
        ),
        tell(
            "家のことでできることがあれば、いつでも言ってください",
            "Tell me whenever there is something that I can do at home for this",
        ),
        wait(later),
        ask("少しは進みましたか", "Is there any progress?", later, hours=3),
        report(later + timedelta(hours=3)),
    )


def _theme(
    ja: str,
    en: str,
    words: str,
    compose: Compose,
    serves: frozenset[str] = frozenset(),
    *,
    repeats: bool = False,
) -> Theme:
    return Theme(
        name=Bilingual(ja, en),
        words=re.compile(words),
        compose=compose,
        serves=serves,
        repeats=repeats,
    )


_WANTS_TO_KNOW = re.compile(
    r"\bfind out\b|\bknow (?:whether|if|why|how)\b|\blook up\b|\bsummar"
    r"|\bresearch\b|\banaly[sz]e|\bcompare\b"
    r"|調べ|か(?:どうか)?(?:を|が)?(?:知りたい|気になる)|(?:こと|様子|記録|結果)をまとめ|要約|分析|比べて|比較"
)
_CLOCK = re.compile(
    r"\b(?:at|by|until|till|before|after) (?:\d{1,2}(?::\d\d)?|[a-z]{3,6}) in the "
    r"(?:morning|afternoon|evening)\b"
)
"""A time of the day, which is no purpose: until three in the morning."""
OPEN = _theme("目的に取り組む", "work on the purpose", r"$^", _open)
THEMES: tuple[Theme, ...] = (
    _theme(
        "体調の悪い人を見守る",
        "look after somebody who is ill",
        r"fever|\bflu\b|\bill\b|\bsick\b(?! (?:of|and tired))|cold and"
        r"|風邪|かぜをひ|熱が|熱を出|具合の?悪|体調|病気|看病",
        _sick,
        frozenset({"light.set_brightness", "climate.set_temperature"}),
    ),
    _theme(
        "薬を忘れない",
        "not forget the medicine",
        r"medicine|medication|inhaler|insulin|eye ?drops|"
        r"\bpills?\b|tablets|薬(?!局)|服用|吸入|インスリン",
        _medicine,
        repeats=True,
    ),
    _theme(
        "植物の世話",
        "care for the plants",
        r"plants?\b|flowers|植物|花に|水やり",
        _plants,
        repeats=True,
    ),
    _theme(
        "ペットの世話",
        "care for the pet",
        r"^(?!.*(?:allerg|アレルギ|afraid|scared|fright|fear|calm|怖|こわ|苦手|おび|落ち着)).*"
        r"(?:\b(?:cat|dog|pet|puppy|kitten|hamster)s?\b|猫|犬|ペット|うさぎ|ハムスター)",
        _pets,
        repeats=True,
    ),
    _theme(
        "昼間に眠る",
        "sleep by day",
        r"sleep.*\b(?:through|during|by|in) (?:the )?day|(?:昼間|日中|夜勤明け).*(?:眠|寝|休)"
        r"|夜勤.*(?:昼|日中)|(?:昼|日中).*夜勤"
        r"|\b(?:works?|working|on) (?:the )?night(?:s| shifts?)\b",
        _day_sleep,
        _CALM | {"media_player.pause"},
        repeats=True,
    ),
    _theme(
        "お昼寝を静かに",
        "keep the nap quiet",
        r"\bnaps?\b|昼寝|お昼寝",
        _nap,
        _CALM,
        repeats=True,
    ),
    _theme(
        "映画の夜の準備",
        "get ready for a film night",
        r"\b(?:film|movie)\b|映画",
        _film,
        _CALM,
    ),
    _theme(
        "夕食会の準備",
        "get ready for the dinner",
        r"(?:com(?:e|ing)|friends|guests|invite).*\b(?:dinner|supper|party)|party"
        r"|パーティー|(?:友|客|人).*(?:夕食|食事)に",
        _dinner,
        frozenset({"light.turn_on", "light.set_brightness", "climate.set_temperature"}),
    ),
    _theme(
        "人がいるように見せる",
        "make the house look lived in",
        r"\blook(?:s|ing)? (?:\w+ ){0,2}(?:lived[- ]in|occupied|empty)\b|\blived-in\b"
        r"|\b(?:as if|like) (?:some(?:one|body)|we|people)(?:'s| is|'re| are) (?:in|home|here)\b"
        r"|(?:留守|空き家)(?:に|だと|と)(?:見え|ばれ|気づか|思われ)"
        r"|(?:人が|誰か|だれか)が?(?:い|住んで)(?:い)?る(?:よう|ふう|みたい)",
        _lived_in,
        frozenset({"light.turn_on", "light.turn_off"}),
        repeats=True,
    ),
    _theme(
        "留守の家を守る",
        "look after the empty house",
        r"\b(?:am|are|is|be|go|going|goes|while) away\b"
        r"|\baway (?:on|until|till|for|from home|over)\b"
        r"|holiday|vacation|nobody (?:is|will be) home|nobody will be in\b|out of town"
        r"|business trip|\b(?:i|we) fly\b|留守(?!番)|旅行|出張|不在|帰省|家を空け",
        _away,
        frozenset({"light.turn_off", "cover.close", "lock.lock"}),
    ),
    _theme(
        "お客様を迎える準備",
        "be ready for the visit",
        r"visit|guests?\b|drops? by|com(?:es?|ing) (?:over|to stay|round)|staying"
        r"|来客|お客|泊まりに|遊びに来|(?<!台風)(?<!寒波)(?<!荷物)(?<!地震)[がは].*来(?:る|ます)|訪ね",
        _visit,
        frozenset({"cover.open", "light.turn_on", "climate.set_temperature", "vacuum.start"}),
    ),
    _theme(
        "戸締まりと安全",
        "a safe house at night",
        r"\bsafe|secur|burglar|lock(?:ed)? up"
        r"|check (?:on )?(?:(?:the|all|our|my) )?(?:\w+ )?(?:doors?|locks?|windows?)\b"
        r"|戸締|防犯|安全|鍵を確",
        _safety,
        frozenset({"lock.lock", "light.turn_off", "cover.close"}),
        repeats=True,
    ),
    _theme(
        "電気を節約する",
        "save energy",
        r"energy|electric|less power|save power|\b(?:heating|gas|power|fuel) (?:bill|cost)s?\b|"
        r"電気代|節電|省エネ|節約|光熱",
        _energy,
        frozenset({"light.turn_off", "climate.set_temperature", "fan.turn_off", "switch.turn_off"}),
        repeats=True,
    ),
    _theme(
        "朝の支度",
        "ready in the morning",
        r"morning|wake up|get up|\bout (?:of )?the (?:house|door)\b"
        r"|朝の|朝寝坊|早起き|起きられ|寝坊",
        _morning,
        frozenset({"cover.open", "light.turn_on"}),
        repeats=True,
    ),
    _theme(
        "片づいた家",
        "a tidy home",
        r"tidy|clean|declutter|片づ|片付|掃除(?!機)|きれいに",
        _tidy,
        frozenset({"vacuum.start"}),
        repeats=True,
    ),
    _theme(
        "よく眠る",
        "good sleep in time",
        r"\b(?:a?sleep|dozing)|bedtime|to bed|midnight|eyes shut|insomnia"
        r"|眠|寝られ|寝かせ|寝たい|寝る|布団に入|夜更かし|夜ふかし|就寝",
        _bedtime,
        _CALM | {"climate.set_temperature"},
        repeats=True,
    ),
    _theme(
        "集中できる時間",
        "time to concentrate",
        r"concentrat|focus|\bexam|study for|homework|集中|試験|勉強|受験|在宅勤務",
        _focus,
        repeats=True,
    ),
    _theme(
        "目にやさしい明かり",
        "light that is easy on the eyes",
        r"\beyes\b|bright|glare|まぶし(?!くな)|目に|目が疲",
        _eyes,
        frozenset({"light.set_brightness"}),
        repeats=True,
    ),
    _theme(
        "快適な部屋",
        "a comfortable room",
        r"comfort|temperature|\bwarm\b|\bcool\b|cosy|cozy|快適|温度|暖か|涼し",
        _comfort,
        frozenset({"climate.set_temperature", "climate.set_mode", "fan.turn_on"}),
        repeats=True,
    ),
)
"""In the order in which they are tried: the narrow ones first."""
