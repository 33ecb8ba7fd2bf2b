"""Sentences about other things than the home, in the words that homes are spoken to with.

News, cooking, travel, shopping, work, school, sport, health and small talk: frames with their words
filled in, some 2,700 of each language, the same every time. They were written without a look at the
engine's tables. None may act: a door, a light, an alarm and a timer in them are of other places.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from string import Formatter

EN_WORDS: Mapping[str, tuple[str, ...]] = {
    "person": (
        "Anna",
        "my boss",
        "the neighbour",
        "grandma",
        "our teacher",
        "the plumber",
        "Uncle Bob",
        "the nurse",
        "Priya",
        "my landlord",
        "the goalkeeper",
        "the twins",
    ),
    "place": (
        "the station",
        "Osaka",
        "the airport",
        "the supermarket",
        "the office in Leeds",
        "the beach",
        "Cornwall",
        "the old bridge",
        "the school gate",
        "Berlin",
    ),
    "shop": (
        "the bakery",
        "the bank",
        "the museum",
        "the new cinema",
        "the post office",
        "the corner shop",
        "the library",
        "the gym",
        "the chemist",
    ),
    "day": ("Monday", "Thursday", "the weekend", "Christmas", "tomorrow"),
    "time": ("7", "half past nine", "noon", "6:30", "three o'clock"),
    "food": (
        "the rice",
        "the lentils",
        "the soup",
        "the pasta",
        "two eggs",
        "the chicken",
        "the potatoes",
        "the porridge",
        "the salmon",
        "the dumplings",
    ),
    "number": ("5", "twenty", "300", "forty-two", "9", "sixteen"),
    "team": ("Arsenal", "the Giants", "our team", "Brazil", "the Lions", "Wales"),
    "thing": (
        "the contract",
        "the parcel",
        "my essay",
        "the recipe",
        "her passport",
        "the invoice",
        "my report",
        "the spare keys",
    ),
    "film": ("Lights Out", "The Open Door", "Night Fan", "Turn of the Screw"),
}
EN_FRAMES: Mapping[str, tuple[str, ...]] = {
    "news": (
        "the government will close {shop} in {place} on {day}",
        "they opened a new road to {place} on {day}",
        "{team} shut out {team} by {number} goals",
        "the power in {place} was off for {number} hours",
        "prices went up by {number} percent on {day}",
        "turn to page {number} of the newspaper",
        "the light at the end of the tunnel for {team}",
        "lower taxes were promised to {person} by {day}",
    ),
    "cooking": (
        "boil {food} for {number} minutes and drain it",
        "turn {food} over after {number} minutes",
        "open a tin of beans and add {food}",
        "take {food} off the heat and let it stand",
        "heat the oven to {number} degrees for {food}",
        "stir {food} until the sauce is a light brown",
        "put the lid on and turn {food} down to a simmer",
        "set {food} aside in a cool place",
    ),
    "travel": (
        "turn left at {place} and keep going",
        "my train to {place} leaves at {time} on {day}",
        "the doors close {number} minutes before departure to {place}",
        "stop at {shop} on the way to {place}",
        "wake up early on {day} to catch the bus to {place}",
        "the hotel in {place} has a fan and no air conditioning",
        "lock your bike in front of {shop}",
        "the flight to {place} was put back to {time}",
    ),
    "shopping": (
        "{shop} opens at {time} on {day}",
        "I bought a lamp for {person} at {shop}",
        "curtains are {number} percent off at {shop}",
        "the speaker I ordered for {person} comes on {day}",
        "is {shop} still open at {time} on {day}",
        "get {person} a new kettle at {shop}",
    ),
    "work": (
        "start the meeting without {person} at {time}",
        "send {thing} to {person} before {day}",
        "{person} turned down the job in {place}",
        "put {thing} on the desk of {person}",
        "close the deal with {person} on {day}",
        "play {thing} back to {person}",
        "cancel my appointment with {person} on {day}",
    ),
    "sport and games": (
        "play chess with {person} on {day}",
        "the goalkeeper of {team} stopped {number} shots",
        "pause the match, {team} have lost the ball",
        "{team} are {number} up with ten minutes on the clock",
        "switch sides at half time against {team}",
    ),
    "films and books": (
        "have you seen {film} with {person}",
        "the lights go off in {film} when {person} opens the door",
        "{film} is on at {time} at {shop}",
        "{person} fell asleep during {film}",
    ),
    "school": (
        "{person} opened {thing} at page {number}",
        "the lesson with {person} starts at {time} on {day}",
        "the lights went out at {shop} while {person} was reading {thing}",
        "finish {thing} with {person} by {day}",
        "it was so warm at {shop} that {person} fell asleep at {time}",
    ),
    "health": (
        "turn your head and close your eyes for {number} seconds",
        "raise your arms and lower them {number} times",
        "{person} has a temperature of {number}",
        "switch {person} to the other medicine on {day}",
    ),
    "small talk": (
        "{person} lights up the room whenever she comes in",
        "open up to {person} about {thing}",
        "dim sum with {person} on {day} would be lovely",
        "I could not switch off after talking to {person}",
        "keep an open mind about {person}",
        "{person} turned on me because of {thing}",
        "{person} is a big fan of {team}",
        "shut up and let {person} speak",
        "it was pitch dark when we left {place} at {time}",
    ),
}
JA_WORDS: Mapping[str, tuple[str, ...]] = {
    "人": (
        "田中さん",
        "部長",
        "隣の奥さん",
        "おばあちゃん",
        "先生",
        "弟",
        "鈴木さん",
        "叔父",
        "看護師さん",
        "大家さん",
        "幼なじみ",
        "課長",
    ),
    "所": (
        "駅前",
        "大阪",
        "空港",
        "会社",
        "スーパー",
        "京都",
        "海岸",
        "学校",
        "商店街",
        "橋の向こう",
    ),
    "店": (
        "銀行",
        "パン屋",
        "美術館",
        "新しい映画館",
        "郵便局",
        "図書館",
        "薬局",
        "八百屋",
        "体育館",
    ),
    "日": ("月曜日", "木曜", "週末", "来月", "明日"),
    "時": ("7時", "九時半", "お昼", "6時30分", "三時"),
    "食": ("お米", "豆", "スープ", "パスタ", "卵", "鶏肉", "じゃがいも", "お粥", "鮭", "餃子"),
    "数": ("5", "二十", "300", "四十", "9", "十六"),
    "組": ("巨人", "阪神", "うちのチーム", "日本代表", "中日", "隣町のチーム"),
    "物": ("契約書", "荷物", "作文", "レシピ", "パスポート", "請求書", "報告書", "合鍵"),
}
JA_FRAMES: Mapping[str, tuple[str, ...]] = {
    "ニュース": (
        "{所}の{店}は{日}に閉まるそうだ",
        "{所}に新しい道が{日}に開通した",
        "{所}では{数}時間も電気が止まっていた",
        "電気代が{日}から{数}パーセント上がる",
        "政府は{日}に窓口を開くと言っている",
        "{組}が{組}を{数}点差で下した",
        "{人}が{所}で賞の光を浴びた",
    ),
    "料理": (
        "{食}を{数}分ゆでてから火を止める",
        "{食}は弱火にして{数}分煮る",
        "鍋のふたを開けて{食}を入れて",
        "{食}を入れたら火を消して",
        "{食}は{数}度のオーブンで焼くとおいしい",
        "缶を開けて{食}と混ぜて",
        "{食}は冷蔵庫に入れておいて",
    ),
    "旅行": (
        "{所}行きの電車は{時}に出る",
        "{所}のホテルは暖房がついていなかった",
        "{店}の角を左に曲がって",
        "{日}は{時}に起きて{所}へ行った",
        "{所}の空港で鍵をなくした",
        "ドアが閉まります、{所}方面です",
    ),
    "買い物": (
        "{店}は{日}の{時}に開く",
        "{人}に電気スタンドを買ってあげた",
        "{店}でカーテンが{数}パーセント引きだった",
        "{人}のエアコンは{日}に届くらしい",
        "{店}で扇風機を見てきた",
    ),
    "仕事": (
        "{物}を{人}に送っておいて",
        "会議は{人}抜きで{時}から始めた",
        "{人}は{所}の仕事を断った",
        "{物}を机の上に置いて",
        "{日}までに{物}を閉じて提出する",
        "{人}との約束は{日}に変えてもらった",
    ),
    "遊び": (
        "{人}と将棋を指して遊んだ",
        "{組}のキーパーは{数}本も止めた",
        "{組}は{数}点リードで折り返した",
        "{人}の歌で会場が明るくなった",
        "{人}が音楽をかけて踊っていた",
    ),
    "学校": (
        "{人}は{日}までに{物}を書き終えると言っていた",
        "{時}に始まる授業で{物}を開いた",
        "{人}の声を下げて聞くと{物}のことだった",
        "教科書の{数}ページを開いて",
        "{日}の試験は{時}から{所}である",
        "{人}が窓の外を見て{数}分も笑っていた",
        "{所}の教室は冷房が効きすぎて{人}が震えていた",
    ),
    "本と映画": (
        "{所}を舞台にした映画を{人}と見た",
        "明かりが消えると{人}が悲鳴を上げる場面があった",
        "{日}に出た小説を{時}まで読んでいた",
        "{人}は{物}をめぐる推理小説を{数}冊も書いた",
        "{人}が鍵を開けて入ってくる場面で{所}が映る",
    ),
    "体": (
        "目を閉じて{数}秒数えて",
        "腕を上げて{数}回下ろして",
        "{人}は熱が{数}度もあった",
        "口を開けて息を止めて",
    ),
    "世間話": (
        "{人}は{組}の大ファンだ",
        "{人}に心を開いて話した",
        "{人}は{所}で道草を食っていた",
        "{人}の冗談で場が暗くなった",
        "{所}を出た時はもう真っ暗だった",
        "{人}が電話を切ってしまった",
        "{人}はテレビに出たことがある",
        "{人}にはもう少し静かにしてもらいたいものだ",
    ),
}  # fmt: skip
MOST_OF_A_FRAME = 60
"""Fillings of one frame: more would only say the same again."""


def sentences(language: str) -> Iterator[str]:
    """All of one language."""
    frames, words = (EN_FRAMES, EN_WORDS) if language == "en" else (JA_FRAMES, JA_WORDS)
    for frame in (frame for topic in frames.values() for frame in topic):
        slots = [name for _, name, _, _ in Formatter().parse(frame) if name]
        ways = list(product(*(words[slot] for slot in slots)))
        step = max(1, len(ways) // MOST_OF_A_FRAME)
        for way in ways[::step][:MOST_OF_A_FRAME]:
            yield _filled(frame, way)


def _filled(frame: str, way: tuple[str, ...]) -> str:
    fillings = iter(way)
    parts = (
        (text, next(fillings) if name else "") for text, name, _, _ in Formatter().parse(frame)
    )
    return "".join(text + filling for text, filling in parts)
