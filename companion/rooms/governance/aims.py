"""Aims ねらい: parts of a plan that serve many purposes, each composed from the home's own devices.

A theme is a whole plan for a purpose that rules read; an aim is one part (a dark room, a lit way, a
look at the doors) from which a plan for any other purpose is put together. Each names the acts on
devices that serve it, so that whoever chooses among them can choose nothing else.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from companion.home.device_operation import operation_of
from companion.rooms.governance.aim_parts import (
    Compose,
    Rooms,
    air,
    bright,
    dark,
    doors,
    explain,
    frost,
    nothing,
    planned,
    quiet,
    see,
    soft,
    storm,
    study,
    timings,
    unlocked,
    warmth,
    way,
)
from companion.rooms.governance.draft import Draft, ask, every, report, tell
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.when import Span, moment_of
from companion.words.device import Domain
from companion.words.language import Bilingual
from companion.words.text import short

REMIND = "only_remind"
"""The aim of a purpose for which no device helps."""
NOTICE = "keep_watch"
"""The aim of a purpose that asks to notice something; its tasks are made from the things that the
purpose names (`rules.py`)."""
KEEP, LOOK_UP = "keep_in_mind", "look_up"
"""The aims of a purpose that tells a fact, or asks what the home cannot tell; their tasks are made
in `knowing.py`."""
QUOTED_CHARS = 60
"""Of the purpose, in the words of a task."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """ねらい: one part of a plan."""

    label: Bilingual
    """Its effect, as the model reads it."""
    compose: Compose
    hour: int | None = None
    """When it is done where the purpose tells no time; None: at once."""
    serves: frozenset[str] = frozenset()
    """Acts on devices that serve it, as `domain.operation`."""
    only: str = ""
    """Regular expression of words without which it is not meant; empty: none are needed."""
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
        if not aim.serves or _acts(aim.compose(home, _ANY_TIME, ()))
    }
    return here | switches


def _acts(drafts: Iterable[Draft]) -> bool:
    return any(draft.kind == "device" for draft in drafts)


def composed(
    purpose: str, aims: Iterable[Aim], home: HomeView, now: datetime, span: Span, rooms: Rooms
) -> tuple[Draft, ...]:
    """The tasks of these aims around the purpose itself, of which people are reminded in their own
    words and asked how it went."""
    said = short(purpose.strip().rstrip("。.!！"), QUOTED_CHARS)
    chosen = tuple(aims)
    told = moment_of(purpose, span, now, home)
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
        compose=dark,
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
        compose=soft,
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
        compose=way,
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
        compose=bright,
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
        compose=quiet,
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
        compose=partial(warmth, saving=False),
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
        compose=partial(warmth, saving=True),
        hour=23,
        serves=frozenset({"climate.set_temperature", "light.turn_off"}),
        like=(
            "there is a power shortage, let us help",
            "the bills are too high",
            "use less heating",
            "keep the cost of heating down this winter",
            "電気を無駄にしない",
            "光熱費が高い",
            "暖房代を減らしたい",
        ),
    ),
    "run_fan": Aim(
        label=Bilingual("換気扇を回す(乾かす、空気)", "run the fan (to dry, for fresh air)"),
        compose=air,
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
        compose=doors,
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
        compose=see,
        like=(
            "I want to know why the bedroom is so cold",
            "find out how warm it gets",
            "どうして寒いのか知りたい",
            "部屋の様子を調べて",
        ),
    ),
    REMIND: Aim(
        label=Bilingual(
            "声をかけるだけ(人が自分でする、機器では助けられない)",
            "only remind (people do it themselves, no device helps)",
        ),
        compose=nothing,
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
            "give up cigarettes",
            "drink less wine",
            "earn more money",
            "be happier and kinder",
            "learn a language",
            "get on in my job",
            "prepare for the journey",
            "ピアノの練習を続けたい",
            "確定申告を終えたい",
            "傘を忘れる",
            "本をもっと読みたい",
            "毎日散歩する",
            "宅配便が来る",
            "水道屋さんが来る",
            "爪をかむのをやめたい",
            "たばこをやめる",
            "お酒を控えたい",
            "お金持ちになりたい",
            "もっと幸せになりたい",
            "外国語を覚えたい",
            "仕事で認められたい",
            "引っ越しの支度",
            "資源ごみの日",
            "仲直りしたい",
            "やせたい",
            "お茶を飲む",
        ),
    ),
    NOTICE: Aim(
        label=Bilingual("気づいたら知らせる(見守る)", "notice it and tell (watch)"),
        compose=nothing,
        like=(
            "nobody noticed that the garage stood open",
            "I want to be up if the toddler climbs out of bed",
            "is grandfather all right, he lives by himself",
            "she slips out at night and we only hear of it the next day",
            "the machine finishes and the wet things lie in it",
            "I cannot hear the bell from the garden",
            "does the heater really cut out, I want proof",
            "somebody leaves it on when they go out",
            "I am afraid that it stops while we are abroad",
            "see whether it happens again",
            "誰も気づかないうちに開いたままだった",
            "子どもがベッドから出たら起きたい",
            "一人暮らしの祖父は大丈夫か",
            "夜に出て行って翌朝まで分からない",
            "終わってもそのまま忘れられている",
            "庭にいると呼び鈴が聞こえない",
            "本当に止まるのか証拠がほしい",
            "つけたまま出かけてしまう",
            "留守のあいだに止まらないか心配",
            "また起きるかどうか見たい",
        ),
    ),
    KEEP: Aim(
        label=Bilingual("覚えておく(事実だけ)", "keep a fact in mind"),
        compose=nothing,
        like=(
            "the stopcock is behind the boiler, left is off",
            "the red key is for the garage and the brass one for the shed",
            "Grandma takes her tea without milk, I always get it wrong",
            "the plumber was a Mr Osei, he did a good job",
            "the guarantee runs until March, the receipt is in the blue folder",
            "I lent the ladder to number twelve",
            "our wifi name is on the back of the router",
            "she told me her size, it is a 38, I must not lose it",
            "元栓は流しの下の右側",
            "赤い鍵が物置で、丸い鍵が自転車",
            "義母は牛乳が苦手だといつも忘れる",
            "直してくれたのは大石さんという人だった",
            "保証は三月まで、領収書は青い箱",
            "脚立は隣の家に貸してある",
            "暗証番号を書いた紙は辞書にはさんである",
            "妹の足のサイズは二十三センチ",
        ),
    ),
    LOOK_UP: Aim(
        label=Bilingual("家では分からないことを調べる", "look up what the home cannot tell"),
        compose=nothing,
        like=(
            "can hamsters eat grapes",
            "we wonder whether a second dog would upset the first",
            "I have no idea which pram is any good",
            "is it all right to take these two medicines together",
            "what would it cost to insulate the loft",
            "who is allowed to park in front of our gate",
            "compare three electricity tariffs for us",
            "how do people get red wine out of wool",
            "ハムスターにぶどうをあげても平気か",
            "二匹目を迎えたら先住の犬がどうなるか心配",
            "どのベビーカーがいいのか全然わからない",
            "この二つの薬を一緒に飲んでいいのか",
            "屋根の断熱にいくらかかるのか",
            "家の前に車を停められるのは違法なのか",
            "電気の契約を三つ比べてほしい",
            "毛糸についたワインの落とし方",
        ),
    ),
    "prepare_storm": Aim(
        label=Bilingual("嵐や大雪に備える", "prepare for a storm or heavy snow"),
        compose=storm,
        serves=frozenset({"cover.close"}),
        like=(
            "a hurricane is coming at the weekend",
            "they have forecast heavy snow",
            "batten down before the storm",
            "be prepared for the flood warning",
            "大雨の予報が出ている",
            "雪で閉じ込められるかもしれない",
            "暴風に備えたい",
            "台風の前に準備しておきたい",
        ),
    ),
    "guard_frost": Aim(
        label=Bilingual("凍らないように見張る", "guard against frost"),
        compose=frost,
        hour=21,
        like=(
            "the pipes must not freeze",
            "there will be a hard frost tonight",
            "it will freeze at night, mind the water pipes",
            "水道管が凍らないように",
            "今夜はひどく冷え込むらしい",
            "寒波で凍結が心配",
        ),
    ),
    "lock_forgotten_doors": Aim(
        label=Bilingual("鍵のかけ忘れを防ぐ", "lock doors that were forgotten"),
        compose=unlocked,
        hour=22,
        only=r"\b(?:un)?lock|\bdoor|\bbolt|鍵|かぎ|施錠|戸|玄関|勝手口|裏口|ドア|扉",
        serves=frozenset({"lock.lock"}),
        like=(
            "my husband keeps leaving the back door unlocked",
            "the children forget to lock the door",
            "父が玄関を開けっ放しにする",
            "家族がよく鍵をかけ忘れる",
            "勝手口の鍵がいつも開いている",
        ),
    ),
    "work_on_it": Aim(
        label=Bilingual(
            "机に向かう(勉強、書きもの、片づけの先延ばし)",
            "get down to work (study, writing, what is put off)",
        ),
        compose=study,
        hour=19,
        only=r"\b(?:watch\w*|series|tv|telly|netflix|phones?|scroll\w*|videos?|gam(?:es?|ing)|distract\w*"
        r"|revis\w*|exams?|finals|tests?|thesis|essays?|coursework|homework|concentrat\w*|focus)\b"
        r"|テレビ|スマホ|動画|ゲーム|先延ばし|集中|勉強|試験|受験|資格|論文|宿題|レポート",
        serves=frozenset({"media_player.pause"}),
        like=(
            "I watch series instead of studying",
            "get my thesis written",
            "I cannot get started with my coursework",
            "no more scrolling, I have to learn for the test",
            "勉強しないでスマホばかり見てしまう",
            "論文を書き上げたい",
            "資格試験に受かりたい",
            "宿題を先延ばしにしてしまう",
        ),
    ),
    "cook_in_time": Aim(
        label=Bilingual("料理の段取り", "have the cooking ready in time"),
        compose=timings,
        hour=16,
        only=r"\b(?:cook\w*|bak(?:e|es|ing)|roast\w*|oven|meals?"
        r"|(?:dinner|lunch|supper|tea) (?:for|on|is|has|must)"
        r"|feed (?:us|them|ten|\w+ people)|recipes?|timings?)\b"
        r"|料理|焼|煮|鍋|おせち|段取り|献立|ごちそう|ご飯を(?:作|炊)",
        like=(
            "I cook for ten people and everything must be ready together",
            "the Christmas dinner has to be ready at one",
            "bake the cake without burning it",
            "おせちを間に合わせたい",
            "大人数の料理の段取りを手伝って",
            "ケーキを焼くので時間を見て",
        ),
    ),
    "explain_house": Aim(
        label=Bilingual("初めての人が家を使えるようにする", "help somebody to use this house"),
        compose=explain,
        like=(
            "a friend looks after the flat while we are gone and does not know it",
            "the new babysitter must find everything",
            "my parents have never used a smart home",
            "甥が一人で留守番する",
            "ヘルパーさんが家の使い方に困らないように",
            "初めて来る人に家のことを教えて",
        ),
    ),
    "bedtime": Aim(
        label=Bilingual("夜早く寝る習慣", "get to bed in time"),
        compose=planned("good sleep in time"),
        serves=frozenset(
            {"light.turn_off", "light.set_brightness", "cover.close", "climate.set_temperature"}
        ),
        like=(
            "I go to bed far too late every night",
            "be asleep before midnight",
            "the children do not go to bed",
            "I lie awake until three",
            "夜更かしをやめたい",
            "日付が変わる前に布団に入りたい",
            "子どもがなかなか寝ない",
            "毎晩遅くまで起きてしまう",
        ),
    ),
    "get_up": Aim(
        label=Bilingual("朝に起きて出かける", "get up and out in the morning"),
        compose=planned("ready in the morning"),
        serves=frozenset({"cover.open", "light.turn_on"}),
        like=(
            "I oversleep all the time",
            "we are always late for school",
            "catch the early train",
            "朝寝坊が直らない",
            "遅刻ばかりしている",
            "始発に乗りたい",
        ),
    ),
    "receive_guests": Aim(
        label=Bilingual("人を迎える準備", "get ready for guests"),
        compose=planned("be ready for the visit"),
        serves=frozenset({"cover.open", "light.turn_on", "climate.set_temperature"}),
        like=(
            "my in-laws arrive on Saturday",
            "we have people over at the weekend",
            "an old friend is staying with us",
            "義理の両親が来る",
            "週末に友人が集まる",
            "孫が遊びに来る",
        ),
    ),
    "nurse": Aim(
        label=Bilingual("具合の悪い人を休ませる", "care for somebody who is unwell"),
        compose=planned("look after somebody who is ill"),
        serves=frozenset({"light.set_brightness"}),
        like=(
            "my husband comes home from hospital",
            "she broke her leg and lies in bed",
            "I have a migraine",
            "recover after the operation",
            "退院してくる父を休ませたい",
            "ぎっくり腰で動けない",
            "二日酔いでつらい",
            "手術のあとの養生",
        ),
    ),
    "feed_pet": Aim(
        label=Bilingual("動物の世話を忘れない", "care for an animal"),
        compose=planned("care for the pet"),
        like=(
            "somebody has to feed the rabbit",
            "the fish need their food while I am busy",
            "my tortoise",
            "うさぎのえさを忘れない",
            "熱帯魚の世話",
            "亀の世話をする",
        ),
    ),
    "take_medicine": Aim(
        label=Bilingual("薬の時間", "take medicine in time"),
        compose=planned("not forget the medicine"),
        like=(
            "eye drops three times a day",
            "insulin before meals",
            "a tablet every eight hours",
            "目薬を一日三回",
            "インスリンの時間",
            "食後の錠剤を忘れる",
        ),
    ),
    "tidy_up": Aim(
        label=Bilingual("片づけ", "tidy up"),
        compose=planned("a tidy home"),
        like=(
            "the flat is a mess",
            "the landlord inspects the flat",
            "get the laundry put away",
            "部屋が散らかっている",
            "大家さんが見に来る前に整える",
            "洗濯物をためない",
        ),
    ),
    "keep_comfortable": Aim(
        label=Bilingual("部屋を心地よく保つ", "keep a room comfortable"),
        compose=planned("a comfortable room"),
        serves=frozenset({"climate.set_temperature"}),
        like=(
            "the nursery must have the right temperature",
            "she feels the cold, make it cosy",
            "warm and quiet for an old man",
            "赤ちゃんの部屋をちょうどよい温度に",
            "寒がりなので暖かく",
            "お年寄りが寒くないように",
        ),
    ),
}
