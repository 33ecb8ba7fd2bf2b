"""Bearing 関わり: finds the sentences of people that bear on a decision about the home.

A greeting, thanks, a joke or a complaint about the day says nothing about a lamp, and a ranker or
a model that reads it anyway guesses a meaning into it. So a sentence enters a decision only where
it states a wish about the home, what somebody there does, or how a room or a thing there is. It is
read by its form, from closed lists in both languages: no model and no vector is asked.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from companion.home.kinds import KINDS
from companion.words.device import Device
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.language import Language, language_of
from companion.words.place import Place

SAID = "said"
"""Kind of a sentence that was heard; what was pressed on a page is a wish whatever it is called."""
_SENTENCE = re.compile(r"(?<=[。！？!?])\s*|(?<=[.;])\s+|\n+")
_WORDLESS = re.compile(r"^[\W_]*$")


def _en(*words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE)


def _ja(*words: str) -> re.Pattern[str]:
    return re.compile("|".join(words))


_THING = {
    Language.EN: _en(
        *(kind.named.en for kind in KINDS if kind.named is not None),
        "windows?", "doors?", "gate", "locks", "heater", "radiator", "sound",
        "robot", "plugs?", "sockets?", "switch(?:es)?", "stove", "oven", "kettle",
        "iron", "fridge", "freezer", "sprinkler", "projector", "camera", "alarms?", "machines?",
        "devices?", "appliances?", "rooms?", "house", "everything", "anything", "electricity",
        "power", "print(?:er)?", "laundry", "washing", "dishwasher", "server", "heat",
    ),
    Language.JA: _ja(
        *(kind.named.ja for kind in KINDS if kind.named is not None),
        "窓", "ドア", "扉", "ヒーター", "ストーブ", "音量",
        "ロボット", "コンセント", "プラグ", "スイッチ", "コンロ", "オーブン", "冷蔵庫", "加湿器",
        "カメラ", "アラーム", "家電", "機器", "部屋", "全部", "洗濯", "プリンタ", "炊飯", "録画機",
        "電源",
    ),
}  # fmt: skip
"""Kinds of things at home, beside the names that this home has."""
_CONDITION = {
    Language.EN: _en(
        "dark(?:er|ness)?", "dim(?:med)?", "bright(?:er)?", "glare", "too light", "cold", "chilly",
        "freezing", "hot", "stuffy", "warm(?:er)?", "damp", "steamy?", "smells?", "smoke", "smoky",
        "quiet(?:ly)?", "silent", "silence", "noisy?", "noise", "loud", "peace", "broken",
        "repair(?:ed|s)?", "out of order", "leak(?:s|ing)?", "burn(?:s|ing)?", "on fire", "gas",
        "open", "closed", "shut", "locked", "unlocked", "left on", "still on", "running", "lit",
        "is empty", "nobody (?:is|in|there|here|around|uses)", "for nobody", "boiling",
        "sweltering", "melting", "sweating", "shiver(?:s|ing)?", "degrees", "lux", "humidity",
        "gloomy?", "daylight", "dusk", "night has fallen", "sun has set", "steam\\w*", "fogged",
        "fumes", "fire", "flames", "flood(?:s|ed)?", "carbon monoxide", "pipe burst", "water on",
        "blinding", "blaring", "racket", "deserted", "flickers", "sparks", "stuck", "forgotten",
        "unattended", "dazzles?", "in my eyes", "look (?:right |straight )?in",
        "can(?:no|')t (?:read|see|hear)", "hardly see", "candlelight", "stranger", "unfamiliar",
    ),
    Language.JA: _ja(
        "暗", "明る", "まぶし", "眩し", "寒", "冷え", "暑", "蒸し", "涼し", "湯気", "匂い", "臭",
        "焦げ", "煙", "静か", "うるさ", "騒が", "壊れ", "故障", "修理", "漏れ", "火事", "燃え",
        "ガス", "開いて", "閉まって", "開けっ", "つけっ", "点けっ", "消し忘れ", "ついたまま",
        "動いて", "誰もいな", "無人", "濡れ", "乾燥して", "凍え", "震え", "冷た", "汗",
        "度(?:ある|しかない|を超|になった)", "湿度", "照度", "ルクス", "曇っ", "もうもう", "火災",
        "炎", "一酸化炭素", "あふれ", "水がたま", "火花", "ちらつ", "日が沈", "闇", "丸見え",
        "反射", "目にきつ", "目が敏感", "見えな", "見えにく", "騒音", "耳障り", "黙らせ", "消灯",
        "ろうそく", "キャンドル", "見知らぬ", "知らない人", "忘れ(?:て出|られ)", "放置",
    ),
}  # fmt: skip
_DOING = {
    Language.EN: _en(
        "asleep", "sleeping", "sleepy", "falling asleep", "nap", "napping", "dozed",
        "(?:to|in|into) bed", "gone to (?:sleep|bed)", "going to sleep", "snoring", "slumbers?",
        "dozing", "nodded off", "lie in", "sleep late", "do(?: not|n'?t) wake", "late shift",
        "out of bed", "sat up", "time to get up", "up at last", "alarm rang", "on the phone",
        "on the line", "class has", "deadline", "no interruptions?", "busy with",
        "talking to (?:a|my|the)", "exam", "homework", "do(?: not|n'?t) feel well",
        "not feeling well", "dizzy", "worn out", "recover(?:s|ing)", "rests?",
        "my head (?:is|hurts|aches)", "candle", "movie time", "film night", "movie night",
        "the match is on", "friends are", "company for", "is (?:here|visiting)",
        "(?:has|have) arrived", "came over", "staying (?:over|with)", "having a party",
        "babysitter", "walked in(?:to)?", "came in", "stepped (?:in|out)", "entered", "returned",
        "going shopping", "we are off", "airport", "nipping out", "quick trip", "letter box",
        "drove away", "left the (?:house|home)", "only fetching", "just fetching", "fetching",
        "one moment", "a jiffy", "a moment", "two minutes", "coming straight", "i'?m here",
        "haven'?t gone", "not gone", "am under", "bottle", "newborn", "breastfeed\\w*",
        "milk again", "coffee (?:is|now|please|time)", "time for (?:a )?(?:cup of )?coffee",
        "a fresh brew", "hear the news", "just had a shower", "out of the bath", "frying",
        "boils?", "switched it", "turned it", "sorted (?:it )?out", "sorted by", "all done",
        "done already", "(?:i'?ve|i have) done it", "no need", "flipped", "fixed (?:it|the)",
        "close up", "the cat", "the dog", "a pet", "the puppy", "the kitten", "just a reflection",
        "only a shadow", "turning in", "(?:good )?night[ ,]+(?:night|everyone|koto|all)",
        "good ?night", "lying down", "lie down", "(?:is|am|are|i'm|she's|he's) resting",
        "headache", "migraine", "feverish", "(?:is|am|feel|i'm) (?:ill|sick)", "my eyes hurt",
        "watching", "(?:a|the) (?:film|movie|series) (?:is|has|starts?|now)", "cinema night",
        "(?:on|have|in|take|got) an? (?:video )?(?:call|meeting|interview)", "do not disturb",
        "concentrat\\w+", "study(?:ing)?", "recording", "practi[sc]ing", "meditating",
        "reading in", "taking a (?:bath|shower)", "(?:in|into|for) (?:the|a) (?:bath|shower)",
        "bathing", "guests?", "visitors?", "coming over", "somebody comes", "plumber",
        "(?:am|are|'m|'re|is) leaving", "off to", "going out", "heading out", "popping out",
        "out for", "bye", "see you (?:later|tonight|tomorrow|soon)", "back (?:in|by|at|soon|home)",
        "right back", "be back", "come back", "i'?m home", "i am home", "we'?re home", "came home",
        "on holiday until", "everyone(?: has)? left", "everybody is out", "nobody is (?:at )?home",
        "getting up", "got up", "i'?m up", "woke up", "wide awake", "is awake", "not sleepy",
        "(?:the|our) baby", "the (?:kids?|children|little ones?) (?:are|is)", "feeding", "nursing",
        "cooking", "baking", "making (?:dinner|lunch|breakfast)", "started (?:dinner|cooking)",
        "still (?:in|there|here|up|using|working|on)", "i(?:'m| am) staying",
        "already (?:on|off|did|done|turned|switched|closed|opened|locked)",
        "(?:done|closed|did) it myself", "taken care of", "it'?s (?:raining|pouring)",
        "rain(?:s|ing) in", "locking up", "lock up",
    ),
    Language.JA: _ja(
        "寝(?:る|て|た(?!い)|かし|つい|静|ちゃ|ます|ました)", "眠(?:って|る|い|く|た)", "おやすみ",
        "熟睡", "ぐっすり", "仮眠", "うとうと", "寝転", "夢の中", "夜勤", "起こさ", "目を覚ま",
        "銀行と電話", "授業", "仕事で手が離せ", "めまい", "療養", "へとへと", "頭がずき",
        "のんびり", "そっとしておい", "くつろ", "映画の時間", "映画鑑賞", "上映", "試合中継",
        "ドラマが始ま", "遊びに来", "泊まる", "先生が来", "祖母が来", "ご近所さんが来",
        "パーティー", "入ってき", "席を外", "ちょっと外す", "取ってくる", "すぐ帰", "ここにい",
        "いなくなったわけ", "どこにも行ってな", "買い物に", "空港", "行くね", "ミルク", "新生児",
        "コーヒーが(?:ほしい|飲みたい)", "一杯淹れ", "片づいた", "済んだ", "済ませ", "終わったよ",
        "直したから", "もう押した", "気にしないで", "宿題", "猫", "犬", "ペット", "お休みなさい",
        "昼寝", "うたた寝", "いびき", "布団(?:に|で|を敷)", "床につ", "横にな", "休ん", "休ませ",
        "休ま", "頭が痛", "頭痛", "熱っぽ", "体調", "具合が悪", "目が疲れ", "安静", "瞑想",
        "映画(?:だ|を|が|の途中|会)", "観ている", "観て(?:る|いる)", "見て(?:る|いる)", "会議",
        "電話中", "通話中", "電話(?:がき|がかか|に出)", "面接(?:中|の最中)", "集中",
        "勉強(?:中|し)", "収録", "練習(?:中|し)", "(?:お)?風呂", "シャワー", "お客", "来客",
        "(?:人|客|友達)が(?:く|来)る", "[いっ行]ってき", "行って来", "出かけ", "出掛け",
        "出てくる", "外出", "留守", "ただいま", "帰った", "帰って(?:き|来)", "帰り(?:は|ます)",
        "戻(?:る|り|って)", "家を出", "(?:もう|そろそろ|先に)出るね", "起き(?:た|て|る)",
        "目が覚め", "赤ちゃん", "授乳", "子ども(?:が|は)寝", "おむつ", "料理(?:中|し|する)",
        "(?:ご飯|夕飯|昼飯|朝ご飯)(?:を)?(?:つく|作|炊)", "炊け", "焼いて",
        "まだ(?:いる|使|中に|途中|終わ|起き|ここ)", "自分で(?:や|消|つ|閉|開|す)",
        "もう(?:済|消し|つけ|閉め|開け|いい)", "やっておいた", "戸締", "降って(?:き|る|いる)",
        "降り出", "使って(?:る|いる)", "掃除(?:中|し)",
    ),
}  # fmt: skip
"""Phrases for something that a person at home does or is about to do now."""
_WISH = {
    Language.EN: _en(
        "leave (?:it|them|that|everything|us|me|as)", "keep (?:it|them|that)", "let it be",
        "as it is", "on purpose", "fine (?:like|as)", "stay like", "be like that", "did nothing",
        "my asking", "on your own", "ask me", "ask first", "check with", "asked about", "said yes",
        "so ask", "do(?: not|n'?t) (?:touch|operate|use|bother)", "hands off", "not needed",
        "not used", "nobody uses", "no need", "save", "saving", "waste[sd]?", "wasting", "frugal",
        "energy", "kilowatt", "standby", "hush", "mute", "spare us", "off limits",
        "stop (?:it|that)", "turn (?:it|that|them)", "switch (?:it|that|them)", "a bit of",
        "play on", "some tunes", "something cheerful",
    ),
    Language.JA: _ja(
        "何もしな", "このまま", "そのまま", "わざと", "勝手に", "先に聞", "一言聞", "確認して",
        "私に聞", "決めるから聞", "変える前に", "節電", "節約", "無駄", "もったいない", "待機電力",
        "いらないもの", "使わないもの", "使っていないもの", "消して", "つけて", "つけないで",
        "つけておく", "触らな", "さわらな", "やめて", "止めて", "止めな", "閉めて", "開けて",
        "開けな", "静かに", "照らして", "再生", "続きを", "曲を", "頼んでいない", "好みに合わせ",
    ),
}  # fmt: skip
"""Wishes that need no name of a thing: they are about whatever the companion might touch."""
_ELSEWHERE = {
    Language.EN: _en(
        "yesterday", "last (?:night|week|weekend|month|year|spring|summer|autumn|winter|time)",
        "next (?:week|month|year|time|summer|winter)", "(?:years?|weeks?|months?|days?) ago",
        "back then", "used to", "when i was", "remember", "once upon", "as a child",
        "at (?:work|school|the (?:office|station|gym|shop|market|cinema|museum|doctor'?s|party))",
        "outside", "weather", "traffic", "on the (?:bus|train|way home|news|radio|phone with)",
        "forecast", "my (?:boss|colleagues?|neighbou?rs?|cousin|team)", "article",
        "heard (?:that|about)", "dream(?:t|ed|s)?", "joke", "story", "song", "novel",
        "this morning", "all day",
        "(?:long|cold|hot|dark|rainy|busy|hard) (?:day|winter|summer|week)", "one day", "some day",
        "i wish", "if i", "i could", "bought", "present from", "the same", "costs?", "they say",
        "people say", "i wonder", "funny", "these days", "in summer", "in winter", "in autumn",
        "in spring", "today was", "it was", "there was", "that was",
    ),
    Language.JA: _ja(
        "昨日", "きのう", "昨夜", "ゆうべ", "先週", "先月", "去年", "昔", "子どもの頃", "以前",
        "来週", "来月", "来年", "今度", "いつか", "そのうち", "会社", "職場", "学校", "電車",
        "バス", "駅", "外は", "外が", "天気", "予報", "渋滞", "上司", "同僚", "お隣", "いとこ",
        "友達も", "記事", "ニュース", "夢を", "夢で", "冗談", "物語", "小説", "今朝", "一日中",
        "一日だった", "長い一日", "らしい", "だって。?$", "んだって", "覚えてる", "買った",
        "もらった", "贈り物", "いくらする", "おもしろかった", "面白かった", "楽しかった",
        "よかった", "大変だった", "疲れた(?:な|よ|ね|わ|。|！|$)", "たいなあ?。?$", "たいね。?$",
        "冬は", "夏は", "季節", "今日は(?:寒|暑|涼|蒸|冷)", "(?:寒|暑|涼し)(?:かった|い一日|い日)",
    ),
}  # fmt: skip
"""Another time or place, hearsay, or a story: not how it is at home now."""
_ASKS = {
    Language.EN: re.compile(
        r"\?\s*$|^(?:so |and |hey |koto,? |well,? )*(?:what|who|whom|whose|when|where|why|how|which"
        r"|is|are|am|was|were|do|does|did|have|has|had|shall|any)\b",
        re.IGNORECASE,
    ),
    Language.JA: re.compile(
        r"[?？]\s*$|(?:です|ます|でした|ました|ません|だろう|でしょう|の|かな|る|た|い)か(?:な|ね|い)?"
        r"[。\s]*$|(?:かな|かしら|っけ|だろう|でしょう)[。\s]*$"
    ),
}
_REQUESTS = {
    Language.EN: _en("(?:could|can|would|will) (?:you|we)", "please", "do you mind", "do not"),
    Language.JA: _ja(
        "(?:て|で)(?:くれ|もらえ|もらって|ください|いただけ|ほしい)",
        "お願い",
        "ちょうだい",
    ),
}
"""A question that asks for something: `could you leave it on?`."""


def names_of(devices: Iterable[Device], places: Iterable[Place]) -> frozenset[str]:
    """Names of the things and rooms of this home, in both languages, folded."""
    rooms = (n for p in places for n in (p.name.ja, p.name.en, *p.aliases))
    things = (n for d in devices for n in (d.name.ja, d.name.en))
    return frozenset(name.casefold() for name in (*rooms, *things) if name)


def bearing_talk(
    events: Iterable[Event],
    names: frozenset[str],
    household: Language,
    *,
    obeyed: frozenset[EventId] = frozenset(),
) -> tuple[Event, ...]:
    """The events without what was said that bears on nothing here, and without what was `obeyed`:
    its result tells it, while "unlock the front door" read again sounds like somebody who locks up.
    A reply stays where the sentence that it answers does; everything else stays as it is."""
    kept: dict[EventId, Event] = {}
    for event in sorted(events, key=lambda e: e.id):
        if event.id in obeyed:
            continue
        if event.source is EventSource.USER_INPUT and event.kind == SAID:
            text = bearing(event.user_text, names, household)
            if text:
                kept[event.id] = replace(event, user_text=text)
        elif event.source is not EventSource.CONVERSATION_REPLY or any(
            cause in kept for cause in event.evidence_event_ids
        ):
            kept[event.id] = event
    return tuple(reversed(kept.values()))


def bearing(text: str, names: frozenset[str], household: Language) -> str:
    """The sentences of `text` that bear on a decision about the home; "" where none does."""
    parts = (part.strip() for part in _SENTENCE.split(text))
    joined = [p for p in parts if not _WORDLESS.match(p) and _bears(p, names, household)]
    return " ".join(joined)


def _bears(sentence: str, names: frozenset[str], household: Language) -> bool:
    language = language_of(sentence, household)
    if _ASKS[language].search(sentence) and not _REQUESTS[language].search(sentence):
        return False
    thing = _names_one(sentence.casefold(), names) or bool(_THING[language].search(sentence))
    if _ELSEWHERE[language].search(sentence):
        # An order about a thing at home is one whatever else is told with it.
        return thing and bool(_ORDER[language].search(sentence))
    forms = (_CONDITION, _DOING, _WISH)
    return thing or any(form[language].search(sentence) for form in forms)


_ORDER = {
    Language.EN: _en("don'?t", "do not", "please", "leave", "keep", "could you", "can you"),
    Language.JA: _ja("ないで", "まま", "ておいて", "でおいて", "ください", "お願い", "てほしい"),
}
"""Phrases that cannot be a tale: an order, or a wish to leave something as it is."""


def _names_one(folded: str, names: frozenset[str]) -> bool:
    return any(
        name in folded if not name.isascii() else re.search(rf"\b{re.escape(name)}\b", folded)
        for name in names
    )
