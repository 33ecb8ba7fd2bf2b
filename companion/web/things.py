"""Things: give the detector's labels a name in both languages; its model knows English only
(COCO)."""

from companion.words.language import Bilingual, Language

_PAIRS = """
person 人, bicycle 自転車, car 車, motorcycle オートバイ, airplane 飛行機, bus バス, train 電車,
truck トラック, boat 船, traffic_light 信号機, fire_hydrant 消火栓, stop_sign 一時停止の標識,
parking_meter パーキングメーター, bench ベンチ, bird 鳥, cat 猫, dog 犬, horse 馬, sheep 羊, cow 牛,
elephant 象, bear 熊, zebra しまうま, giraffe きりん, backpack リュックサック, umbrella 傘,
handbag ハンドバッグ, tie ネクタイ, suitcase スーツケース, frisbee フリスビー, skis スキー板,
snowboard スノーボード, sports_ball ボール, kite 凧, baseball_bat バット, baseball_glove グローブ,
skateboard スケートボード, surfboard サーフボード, tennis_racket ラケット, bottle 瓶,
wine_glass ワイングラス, cup カップ, fork フォーク, knife ナイフ, spoon スプーン, bowl 鉢,
banana バナナ, apple りんご, sandwich サンドイッチ, orange オレンジ, broccoli ブロッコリー,
carrot にんじん, hot_dog ホットドッグ, pizza ピザ, donut ドーナツ, cake ケーキ, chair 椅子,
couch ソファー, potted_plant 鉢植え, bed ベッド, dining_table 食卓, toilet トイレ, tv テレビ,
laptop ノートパソコン, mouse マウス, remote リモコン, keyboard キーボード, cell_phone 携帯電話,
microwave 電子レンジ, oven オーブン, toaster トースター, sink 流し, refrigerator 冷蔵庫, book 本,
clock 時計, vase 花瓶, scissors はさみ, teddy_bear ぬいぐるみ, hair_drier ドライヤー,
toothbrush 歯ブラシ, picture 写真や画面の人
"""
_JAPANESE = {
    english.replace("_", " "): japanese
    for english, japanese in (pair.split() for pair in _PAIRS.split(","))
}


def thing(label: str, language: Language) -> str:
    """The word for a detector's label; a label nobody translated stays as the model wrote it."""
    return Bilingual(_JAPANESE.get(label, label), label).get(language)
