"""Kinship 続柄: relatives, friends and pets, as they are called in both languages.

The key is the same in both languages, so that a fact told in one is found in the other.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Relative:
    """身内: the words for one relation, the plainest first."""

    ja: tuple[str, ...]
    en: tuple[str, ...]


RELATIVES: Mapping[str, Relative] = {
    "mother": Relative(
        ("母", "お母さん", "母さん", "母親", "おかあさん", "ママ", "おふくろ", "お袋", "母ちゃん"),
        ("mother", "mum", "mom", "mam", "mummy", "mommy", "ma"),
    ),
    "father": Relative(
        ("父", "お父さん", "父さん", "父親", "おとうさん", "パパ", "親父", "おやじ", "父ちゃん"),
        ("father", "dad", "daddy", "papa", "pa"),
    ),
    "parents": Relative(("両親", "親"), ("parents", "folks")),
    "grandmother": Relative(
        ("祖母", "おばあちゃん", "お婆ちゃん", "おばあさん", "ばあちゃん", "ばあば", "婆ちゃん"),
        ("grandmother", "grandma", "gran", "granny", "nan", "nana"),
    ),
    "grandfather": Relative(
        ("祖父", "おじいちゃん", "お爺ちゃん", "おじいさん", "じいちゃん", "じいじ", "爺ちゃん"),
        ("grandfather", "grandad", "granddad", "grandpa", "gramps"),
    ),
    "wife": Relative(
        ("妻", "奥さん", "嫁", "嫁さん", "家内", "女房", "かみさん"), ("wife", "missus")
    ),
    "husband": Relative(("夫", "旦那", "旦那さん", "主人", "亭主"), ("husband", "hubby")),
    "partner": Relative(("パートナー", "連れ合い", "相方"), ("partner", "other half")),
    "girlfriend": Relative(("彼女",), ("girlfriend",)),
    "boyfriend": Relative(("彼氏",), ("boyfriend",)),
    "son": Relative(("息子", "息子さん", "むすこ"), ("son",)),
    "daughter": Relative(("娘", "娘さん", "むすめ"), ("daughter",)),
    "older_son": Relative(("長男",), ("eldest son", "oldest son", "older son")),
    "younger_son": Relative(("次男",), ("youngest son", "younger son")),
    "older_daughter": Relative(("長女",), ("eldest daughter", "oldest daughter", "older daughter")),
    "younger_daughter": Relative(("次女",), ("youngest daughter", "younger daughter")),
    "children": Relative(("子供", "子ども", "子供たち", "子どもたち"), ("children", "kids")),
    "older_sister": Relative(
        ("姉", "お姉ちゃん", "お姉さん", "姉ちゃん", "姉貴", "姉さん"),
        ("older sister", "big sister", "elder sister"),
    ),
    "younger_sister": Relative(("妹",), ("younger sister", "little sister", "kid sister")),
    "older_brother": Relative(
        ("兄", "お兄ちゃん", "お兄さん", "兄ちゃん", "兄貴", "兄さん"),
        ("older brother", "big brother", "elder brother"),
    ),
    "younger_brother": Relative(("弟",), ("younger brother", "little brother", "kid brother")),
    "sister": Relative(("姉妹",), ("sister",)),
    "brother": Relative(("兄弟",), ("brother",)),
    "aunt": Relative(("叔母", "伯母", "おばさん"), ("aunt", "auntie", "aunty")),
    "uncle": Relative(("叔父", "伯父", "おじさん"), ("uncle",)),
    "cousin": Relative(("いとこ", "従兄弟", "従姉妹"), ("cousin",)),
    "nephew": Relative(("甥", "甥っ子"), ("nephew",)),
    "niece": Relative(("姪", "姪っ子"), ("niece",)),
    "grandchild": Relative(("孫",), ("grandchild", "grandson", "granddaughter")),
    "mother_in_law": Relative(("義母", "お義母さん", "姑"), ("mother-in-law", "mum-in-law")),
    "father_in_law": Relative(("義父", "お義父さん", "舅"), ("father-in-law", "dad-in-law")),
    "brother_in_law": Relative(("義弟", "義兄"), ("brother-in-law",)),
    "sister_in_law": Relative(("義妹", "義姉"), ("sister-in-law",)),
    "friend": Relative(("友達", "友だち", "友人"), ("friend", "mate", "best friend")),
    "neighbour": Relative(
        ("隣の人", "お隣さん", "隣人"), ("neighbour", "neighbor", "next-door neighbour")
    ),
    "flatmate": Relative(
        ("ルームメイト", "同居人"), ("flatmate", "roommate", "housemate", "flat mate")
    ),
    "boss": Relative(("上司",), ("boss", "line manager")),
    "colleague": Relative(("同僚",), ("colleague", "coworker", "co-worker")),
    "cat": Relative(("猫", "ネコ", "ねこ", "飼い猫"), ("cat", "kitten")),
    "dog": Relative(("犬", "イヌ", "いぬ", "飼い犬", "わんこ"), ("dog", "puppy")),
    "hamster": Relative(("ハムスター",), ("hamster",)),
    "rabbit": Relative(("うさぎ", "ウサギ", "兎"), ("rabbit", "bunny")),
    "guinea_pig": Relative(("モルモット",), ("guinea pig",)),
    "parrot": Relative(("インコ", "オウム"), ("parrot", "budgie", "parakeet")),
    "goldfish": Relative(("金魚",), ("goldfish",)),
    "tortoise": Relative(("亀", "カメ"), ("tortoise", "turtle")),
}
PETS = frozenset(
    {"cat", "dog", "hamster", "rabbit", "guinea_pig", "parrot", "goldfish", "tortoise"}
)

BY_WORD: Mapping[str, str] = {
    word.casefold(): key
    for key, relative in RELATIVES.items()
    for word in (*relative.ja, *relative.en)
}
"""Key of a relation by each word for it."""


def relation_of(word: str) -> str:
    """The key of a relation, or the word itself where it names another thing."""
    plain = word.casefold().strip()
    return BY_WORD.get(plain, plain)
