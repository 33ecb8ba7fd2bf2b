"""Purpose 用途: finds the use of a device from its kind, its id and its names.

A plug or a script only says that it can be switched. This module reads its purpose from a closed
vocabulary in both languages; where nothing is found the purpose stays unknown, and nothing is done
with it that nobody asked for.
"""

import re

from companion.home.kinds import kind_of
from companion.words.device import Device
from companion.words.purpose import Purpose

_WORDS: tuple[tuple[Purpose, str, str], ...] = (
    (
        Purpose.VITAL,
        r"fridge|refrigerator|freezer|aquarium|fish ?tank|vivarium|terrarium|router|wi ?fi|modem|"
        r"server|nas|alarm|siren|chime|smoke|detector|security|camera|oxygen|cpap|ventilator|"
        r"dialysis|incubator|medic\w*|medicine|insulin|monitor|pump|boiler|network|hub|bridge"
        r"|telecare|"
        r"pendant|heat ?lamp|brooder|frost\w*|hoist|pet \w+|cat fountain|water fountain|fence"
        r"|filter|"
        r"feeder",
        r"冷蔵|冷凍|水槽|ルーター|無線|ワイファイ|モデム|サーバー|警報|アラーム|サイレン|チャイム"
        r"|"
        r"報知|防犯|見守り|カメラ|酸素|呼吸|透析|保育器|薬|医療|モニター|ポンプ|ボイラー|給湯"
        r"|緊急|"
        r"凍結|保温灯|保温球|電気柵|ろ過|濾過|水飲み|給餌|熱帯魚",
    ),
    (
        Purpose.DANGEROUS,
        r"stove|cooker|cooktop|hob|oven|grill|griddle|hot ?plate|iron|straightener|kettle|toaster"
        r"|"
        r"fryer|waffle|heater|radiator|heated \w+|heating|blanket|warmer|hair ?dryer|"
        r"soldering \w+|kiln|candle|fireplace|sauna",
        r"コンロ|こんろ|オーブン|グリル|ホットプレート|アイロン|はんだ|ケトル|ポット|トースター|"
        r"フライヤー|ヒーター|ストーブ|暖房|電気毛布|カーペット|こたつ|コタツ|あんか|ドライヤー|"
        r"暖炉|サウナ|ろうそく",
    ),
    (
        Purpose.WORK,
        r"rice ?cooker|coffee|espresso|tea ?maker|washing|washer|dish ?washer|tumble|"
        r"clothes ?dryer|print\w*|3d|charger|bread|vacuum|shredder|sprinkler|irrigation|garden|"
        r"hose|pool|humidifier|dehumidifier|purifier",
        r"炊飯|コーヒー|エスプレッソ|ティーメーカー|洗濯|食洗|食器洗|乾燥機|プリンター|充電|"
        r"ベーカリー|掃除|シュレッダー|スプリンクラー|散水|水やり|プール|加湿|除湿|空気清浄",
    ),
    (
        Purpose.LAMP,
        r"lamp|light|lights|lighting|lantern|bulb|christmas tree|fairy",
        r"明かり|あかり|灯|ライト|ランプ|照明|電飾|ツリー|提灯",
    ),
    (
        Purpose.COMFORT,
        r"fan|hood|extractor|circulator|tv|television|telly|radio|stereo|hi ?fi|speaker|amplifier"
        r"|"
        r"amp|music|console|projector",
        r"扇|ファン|換気|レンジフード|サーキュレーター|テレビ|ラジオ|ステレオ|スピーカー|アンプ|"
        r"音楽|ゲーム機|プロジェクター",
    ),
)
"""In order of caution: of two that fit the earlier is taken. A `rice cooker` is work, though, and
so its words are taken out before the rest is read."""
_ENGLISH = tuple((purpose, re.compile(rf"\b(?:{en})\b")) for purpose, en, _ in _WORDS)
_JAPANESE = tuple((purpose, re.compile(ja)) for purpose, _, ja in _WORDS)
_NOT_WHAT_IT_SAYS = re.compile(r"\brice ?cooker\b|食器乾燥|衣類乾燥")
_BUILT_IN_HEAT = re.compile(r"\bheated floors?\b|\bfloor heating\b|\bunder ?floor\b|床暖房")
_FOR_AN_ANIMAL = re.compile(
    r"\b(?:gecko|reptile|tortoise|turtle|lizard|snake|iguana|hamster|gerbil|chick|hens?|chicken"
    r"|parrot|budgie|canary|finch|puppy|kitten|lamb|calf|piglet)s?\b"
    r"|ヤモリ|トカゲ|爬虫|カメの|亀|ヘビ|蛇|イグアナ|ハムスター|ひよこ|ヒヨコ|ニワトリ|鶏|小鳥|インコ|文鳥|仔|子牛|子豚"
)
"""Animals that live by what keeps them warm."""
_NO_WORDS = re.compile(r"[^a-z0-9]+")


def purpose_of(device: Device) -> Purpose:
    """The purpose of a device; unknown where neither kind nor id nor name tells it."""
    kind = kind_of(device)
    if not kind.switches_anything:
        return kind.purpose
    return purpose_by_words(f"{device.id.partition('.')[2]} {device.name.en}", device.name.ja)


def purpose_by_words(names: str, japanese: str) -> Purpose:
    """The purpose that the names of a switched thing tell; unknown where they tell none."""
    english = _NO_WORDS.sub(" ", f"{names} {japanese}".lower())
    if _NOT_WHAT_IT_SAYS.search(f"{english} {japanese}"):
        return Purpose.WORK
    if _BUILT_IN_HEAT.search(f"{english} {japanese}"):
        return Purpose.OTHER
    for (purpose, en), (_, ja) in zip(_ENGLISH, _JAPANESE, strict=True):
        if en.search(english) or ja.search(japanese):
            warms = purpose is Purpose.DANGEROUS and _FOR_AN_ANIMAL.search(f"{english} {japanese}")
            return Purpose.VITAL if warms else purpose
    return Purpose.VITAL if _FOR_AN_ANIMAL.search(f"{english} {japanese}") else Purpose.UNKNOWN
