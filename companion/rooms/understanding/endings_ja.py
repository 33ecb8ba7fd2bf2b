"""Endings in Japanese 文末: what follows a verb tells an order from everything else.

A te-form orders only where nothing but a request follows it. Auxiliaries (いる, ある, しまう, くる ...)
and what ends a sentence (か, の, っけ, らしい ...) are put together here by rule, so that no list has to
hold 消していますか, 消しちゃってたんでしょうか and every other one of them.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product

ASKED, TOLD, FORBIDDEN, MUSED = "asked", "state", "forbid", "muse"

_GODAN = {
    "る": ("る", "ります", "った", "りました", "らない", "りません", "らなかった", "りませんでした", "って", "ったら", "れば",
          "り"),
    "う": ("う", "います", "った", "いました", "わない", "いません", "わなかった", "いませんでした", "って", "ったら", "えば",
          "い"),
    "く": ("く", "きます", "った", "きました", "かない", "きません", "かなかった", "きませんでした", "って", "ったら", "けば",
          "き"),
}  # fmt: skip
_ICHIDAN = (
    "る",
    "ます",
    "た",
    "ました",
    "ない",
    "ません",
    "なかった",
    "ませんでした",
    "て",
    "たら",
    "れば",
    "",
)
_TE, _TARA, _BA, _STEM = 8, 9, 10, 11
"""Places of the forms that end no sentence by themselves."""
_PAST = (2, 3, 6, 7)

_ENDS: Mapping[str, tuple[str, ...]] = {
    ASKED: ("か", "かい", "かな", "かね", "かなあ", "かいな", "の", "のか", "のかな", "のかい", "んか", "んかな", "んかいな",
            "んですか", "のですか", "っけ", "でしょうか", "だろうか", "んでしょうか", "のでしょうか", "んだっけ", "んでしたっけ",
            "かどうか", "やろか", "んやろか", "よね", "よな", "でしょ", "でしょう", "んだよね", "んですよね", "ん", "かしら",
            "やんな", "やろ", "だろ", "やろか", "じゃない", "んじゃない", "んじゃないか", "んじゃないの", "やん",
            "りしない", "りしないか", "りしないよね", "りしてない", "りしてませんか", "りしません", "りしませんか"),
    MUSED: ("かも", "かもしれない", "らしい", "らしいよ", "みたい", "みたいだ", "そうだ", "そうです", "って", "んだって", "だって",
            "と思う", "と言う", "って言う", "だろう", "はず", "はずだ", "のに", "なあ", "なぁ", "のかよ", "くせに",
            "んだもん", "もん", "つもり", "つもりだ", "んやて"),
    TOLD: ("よ", "ね", "な", "わ", "ぞ", "んだ", "んです", "のです", "んや", "ねん", "で", "さ", "です", "わよ", "んだよ",
           "んだね", "ところ", "ところだ", "ばかり"),
}  # fmt: skip
_OF_NO_USE = (
    "はいけない", "はいけません", "はだめ", "はダメ", "はだめだ", "はだめです", "はならない", "はならぬ", "はあかん", "はいかん",
    "は困る", "は困ります", "ほしくない", "欲しくない", "ほしくありません", "もらっちゃ困る", "もらっては困る", "もらったら困る",
    "もらってほしくない", "もらって欲しくない", "もらいたくない", "くれなくていい", "くれなくてもいい", "いらない", "いりません", "いらん",
)  # fmt: skip
"""After a te-form: it shall not be done."""
_ALLOWED = (
    "いい",
    "もいい",
    "よい",
    "もよい",
    "ええ",
    "もええ",
    "構わない",
    "もかまわない",
    "も構わない",
    "大丈夫",
    "も大丈夫",
    "よかった",
    "もよかった",
)
_GRANTED = (
    "よ",
    "よー",
    "よん",
    "ですよ",
    "で",
    "わ",
    "わよ",
    "ぞ",
    "からね",
    "から",
    "ので",
    "です",
)
"""もう消していいよ: with these it is allowed, and without them it may be asked."""


def granted() -> Iterator[str]:
    """Endings after a te-form that allow the act."""
    yield from (said + end for said, end in product(_ALLOWED[:10], _GRANTED))


_NO_LONGER = ("以来", "ばかり", "ばっかり", "ばかりいる", "ばっかりいる", "ばかりで", "ばかりだ")


@cache
def after_te() -> Mapping[str, str]:
    """Endings that may follow a te-form (from its て or で, which is left out) -> the form they
    make. The first that is named holds."""
    found: dict[str, str] = {}
    for said, form in (*_plain_after_te(), *_quoted(), *_from_others(), *_with_auxiliary()):
        found.setdefault(said, form)
    for request in ("んか", "ん"):
        found.pop(request, None)  # つけてんか asks for it, in the west
    return found


def _plain_after_te() -> Iterator[tuple[str, str]]:
    for said in _OF_NO_USE:
        yield said, FORBIDDEN
    for said in _ALLOWED:
        for end in (
            "",
            "か",
            "かな",
            "ですか",
            "でしょうか",
            "の",
            "よね",
            "よねえ",
            "よな",
            "ですよね",
            "でしょ",
            "だろ",
            "やんな",
            "よねー",
            "んだよね",
            "んだっけ",
            "んですか",
            "んでしょ",
            "のか",
            "のかな",
        ):
            yield said + end, "may"
    for said in granted():
        yield said, "te"  # もう消していいよ: what one may do is asked for
    for said in _NO_LONGER:
        yield said, TOLD
    for given in (
        "まわって",
        "回って",
        "あげて",
        "あげといて",
        "あげてや",
        "あげてよ",
        "やって",
        "やっといて",
        "さしあげて",
    ):
        yield given, "te"


_WANTED = (
    ("そう", TOLD),
    ("たい", "want"),
    ("たがる", TOLD),
    ("たがってる", TOLD),
    ("たがっている", TOLD),
    ("たがってた", TOLD),
    ("すぎ", TOLD),
)


def _with_auxiliary() -> Iterator[tuple[str, str]]:
    for stem, row, form in _auxiliaries():
        for place, end in enumerate(row):
            yield from _inflected(stem, place, end, form)


def _inflected(stem: str, place: int, end: str, form: str) -> Iterator[tuple[str, str]]:
    """One form of an auxiliary, with all that may end a sentence after it."""
    said = stem + end
    if place == _TE:
        yield said, _te_of(stem)
    elif place in (_TARA, _BA):
        yield said, "cond"
    elif place == _STEM:
        yield from ((said + more, of) for more, of in _WANTED)
    else:
        yield said, "past" if place in _PAST and form == "plain" else form
        yield from ((said + more, of) for more, of in finite_ends().items())


_REQUESTS = ("", "くれ", "ください", "下さい", "ほしい", "欲しい", "ちょうだい", "や", "な", "よ")
_SAYS = [
    "言",
    "いわ",
    "いっ",
    "いう",
    "頼",
    "聞",
    "叫",
    "怒",
    "書",
    "注意",
    "命",
    "思",
    "伝",
    "騒",
    "何度",
    "何回",
    "百回",
    "お願いされ",
]
_WISHED = [
    "って",
    "らしい",
    "らしいよ",
    "そうだ",
    "そうです",
    "みたい",
    "みたいだ",
    "んだって",
    "のかな",
    "のかも",
    "かもしれない",
]
_WISHES = [
    "がる",
    "がって",
    "がってる",
    "がってた",
    "がっている",
    "がっていた",
    "かった",
    "かったな",
    "かったのに",
]
_GIVEN = ["た", "ました", "たよ", "たね", "たんだ", "てる", "てた"]
_GIVEN_ASKED = [
    "たの",
    "たのか",
    "ましたか",
    "たか",
    "たかな",
    "たっけ",
    "たんですか",
    "ていますか",
    "てますか",
]


def _quoted() -> Iterator[tuple[str, str]]:
    """A request that somebody else makes, or that is told of."""
    for request, mark in product(_REQUESTS, ("って", "と", "とか")):
        yield from ((request + mark + verb, MUSED) for verb in _SAYS)
    yield from ((said, MUSED) for said in ("くれって", "くれだって", "くださいって"))


def _from_others() -> Iterator[tuple[str, str]]:
    """Endings for the wish of another person, and for an act that was done for the speaker."""
    for wish in ("ほし", "欲し"):
        yield from ((f"{wish}い{end}", MUSED) for end in _WISHED)
        yield from ((wish + end, TOLD) for end in _WISHES)
    yield from (("くれ" + end, TOLD) for end in _GIVEN)
    yield from (("くれ" + end, ASKED) for end in _GIVEN_ASKED)


def _auxiliaries() -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Stem, its forms, and how the plain one is said."""
    for stem in ("い", ""):
        yield stem, _ICHIDAN, TOLD
        yield stem, ("へん", "へんかった", "へんわ", "へんねん"), TOLD
    yield "あ", _GODAN["る"], TOLD
    for stem in ("", "い", "き", "きてい", "きて"):
        yield stem, ("んの", "んのか", "んのん", "んねんな", "んのかな"), ASKED
    for stem in ("しま",):
        yield stem, _GODAN["う"], "plain"
    for stem in ("お", "い", "ゆ"):
        yield stem, _GODAN["く"], "plain"
    yield "み", _ICHIDAN, "plain"
    for stem in ("く", "来"):
        yield stem, ("る",), "plain"
    for stem in ("き", "来"):
        yield stem, ("", "ます", "た", "ました", "ない", "ません", "なかった", "ませんでした"), TOLD
    yield "くれてい", _ICHIDAN, TOLD
    yield "くれて", _ICHIDAN, TOLD
    for received in ("もらえ", "いただけ", "頂け"):
        yield f"{received}てい", _ICHIDAN, TOLD
        yield f"{received}て", _ICHIDAN, TOLD
        yield received, ("た", "ました"), TOLD
    yield "もら", _GODAN["う"][:8], "plain"
    yield "いただ", ("いた", "きました", "いている", "いてる", "いてた"), TOLD
    yield "もらって", _ICHIDAN, TOLD
    yield "もらってい", _ICHIDAN, TOLD
    yield "あげてい", _ICHIDAN, TOLD
    yield "や", _GODAN["る"], "plain"


def _te_of(stem: str) -> str:
    return {"しま": "te", "お": "te", "い": "te", "み": "te", "や": "te"}.get(stem, TOLD)


UNDER_WAY = {
    f"中{end}": form
    for form, ends in (
        ("state", ("", "です", "だ", "だよ", "だね")),
        (
            ASKED,
            (
                "か",
                "ですか",
                "かな",
                "なの",
                "だっけ",
                "だよね",
                "ですよね",
                "でしょうか",
                "？",
                "?",
            ),
        ),
    )
    for end in ends
}
"""Endings of a noun of doing that is going on: 充電中."""


UNDER_WAY |= {
    f"{done}{end}": ASKED if end in _ENDS["asked"] else TOLD
    for done in (
        "できてる",
        "できている",
        "できてます",
        "できています",
        "できた",
        "できました",
        "できてた",
        "できてない",
        "できていない",
        "できてません",
        "出来てる",
        "出来ている",
        "出来てます",
        "出来た",
    )
    for end in ("", "か", "かな", "の", "のか", "っけ", "よね", "よ", "ね", "んですか", "かどうか")
}
"""Whether a doing has been done: 戸締まりできてる."""

_ASKED_FOR = (
    "のお願い", "のおねがい", "のをお願い", "の頼む", "のを頼む", "のよろしく", "のもお願い",
    "ようお願い", "ようにお願い", "よう頼む", "ように頼む", "よう設定をお願い", "ように設定をお願い", "よう設定お願い", "ように設定お願い",
    "よう設定して", "ように設定して", "ようにセットして", "よう設定", "ように設定", "設定をお願い", "設定にして", "お願い",
)  # fmt: skip
"""消すのお願い: the doing itself is asked for."""
_ASKED_IF = ("", "できる", "できます", "できますか", "できますでしょうか", "できないでしょうか", "できません", "できませんか", "します", "しますね",
             "いたします", "致します", "申し上げます", "してもいい", "してもよろしいですか", "してもいいですか", "したい", "したいです", "したいのですが",
             "したいんですけど", "したいんですが", "したいんだけど")  # fmt: skip
_LEARNED = (
    "ください",
    "下さい",
    "ほしい",
    "ほしいです",
    "してください",
    "してほしい",
    "をお願いします",
    "を、お願いします",
)
"""つけるください: as those say it who learn the language."""


@cache
def asked_for() -> Mapping[str, str]:
    """Endings that make a plain verb a request: 点灯するようお願いいたします."""
    return {asked + more: "te" for asked, more in product(_ASKED_FOR, _ASKED_IF)} | dict.fromkeys(
        _LEARNED, "te"
    )


@cache
def doing_asked_for() -> Mapping[str, str]:
    """Endings that make a noun of doing a request, or tell that it is going on:
    居間の掃除をお願いします."""
    asked = (
        f"{particle}{asks}{end}"
        for particle in ("を", "", "の方", "のほど", "も")
        for asks in ("お願い", "おねがい")
        for end in _ASKED_IF
        if particle or end
    )
    plain = ("をして", "をかけて", "をよろしく", "を頼む", "を頼みます", "も頼む")
    return UNDER_WAY | dict.fromkeys((*asked, *plain), "te")


_GIVEN_UP = tuple(
    f"の{particle}{verb}"
    for particle in ("", "を", "は", "も")
    for verb in (
        "やめて",
        "やめといて",
        "やめよう",
        "やめにして",
        "よして",
        "止めて",
        "中止して",
        "ストップ",
        "きゃんせる",
        "なしで",
        "なしにして",
        "待って",
        "後でいい",
        "あとでいい",
        "後にして",
        "あとにして",
    )
)
"""消すのやめて: the doing itself is given up."""


@cache
def finite_ends() -> Mapping[str, str]:
    """Endings that may follow a form that ends a sentence -> the tone of the sentence."""
    found = {end: form for form, ends in _ENDS.items() for end in ends}
    return found | dict.fromkeys(_GIVEN_UP, FORBIDDEN)


_QUICK = (
    "ぱ", "ぱぱ", "ぱち", "ぱちん", "ぱちり", "さ", "ささ", "しゃ", "しゃー", "じゃ", "じゃー", "ざ", "ざー", "が", "がー",
    "がら", "がらがら", "ば", "ばー", "す", "すー", "そ", "ぴ", "ぽ", "ぽち", "ぽん", "ぴし", "ぴしゃ", "ぱた", "ぱたん",
    "ちゃ", "ちゃちゃ", "ちゃっちゃ", "さく", "ちょい", "ちょちょい", "ふわ", "ほわ", "じわ", "じわじわ", "きゅ", "ぎゅ",
    "ぐい", "くい", "ぐる", "くる", "くるくる", "どーん", "どん", "ぴか", "びし", "きち", "きっちり", "ちょこ", "ちゃん",
)  # fmt: skip


_LIKENED = (
    "常夜灯", "豆電球", "昼間", "昼", "夜", "夜中", "朝", "夕方", "夕焼け", "映画館", "ホテル", "カフェ", "バー", "レストラン",
    "ろうそく", "キャンドル", "月明かり", "月", "お店", "図書館", "病院", "学校", "普段", "昨日", "きのう", "前", "この前",
    "さっき", "家", "間接照明", "外", "いつも",
)  # fmt: skip


@cache
def likened() -> frozenset[str]:
    """常夜灯みたいに: what it shall be like, beside a value or a way that says how."""
    ways = (
        "みたいに",
        "みたいな感じに",
        "みたいな感じで",
        "のように",
        "っぽく",
        "ばりに",
        "くらいに",
        "並みに",
        "っぽい",
        "みたいな",
        "を思わせる",
    )
    return frozenset(f"{thing}{way}" for thing in _LIKENED for way in ways)


_SHADES = (
    "っぽく",
    "っぽい",
    "っぽい色",
    "っぽい光",
    "っぽい感じ",
    "系",
    "系の色",
    "がかった色",
    "がかった光",
    "みたいな色",
    "みたいな光",
    "い感じ",
    "味がかった色",
)


def shades(colors: Iterable[str]) -> Iterator[str]:
    """オレンジっぽく, 青系の色: a colour that is named by what it is near to."""
    for color in colors:
        plain = color.removesuffix("い光").removesuffix("い色").removesuffix("の光")
        yield from (plain + shade for shade in _SHADES)


@cache
def quickly() -> frozenset[str]:
    """ぱちっと, しゃーっと: how it is done, which changes nothing of what is done."""
    return frozenset(f"{sound}{end}" for sound in _QUICK for end in ("っと", "と")) | {
        f"{sound}って" for sound in _QUICK if sound.endswith("ー")
    }


_MAY = product(
    (
        "もらって",
        "もろて",
        "もろうて",
        "いただいて",
        "頂いて",
        "もらっても",
        "もろても",
        "いただいても",
        "頂いても",
    ),
    ("いい", "ええ", "よい", "良い", "よろしい", "大丈夫", "かまわない", "構わない", "いける"),
    (
        "",
        "か",
        "かな",
        "かね",
        "かしら",
        "ですか",
        "でしょうか",
        "ですかね",
        "やろか",
        "です",
        "かなあ",
    ),
)
_NO_MATTER = product(
    ("もらっても", "もろても", "いただいても", "頂いても"),
    (
        "かまいませんか",
        "構いませんか",
        "かまいません",
        "かまへん",
        "かまへんか",
        "差し支えないですか",
    ),
)
_GLAD = product(
    (
        "くれると",
        "くれたら",
        "もらえると",
        "もらえたら",
        "いただけると",
        "いただけたら",
        "くれはったら",
        "くださると",
    ),
    ("助かる", "助かります", "嬉しい", "うれしい", "ありがたい", "幸いです", "最高"),
    (
        "",
        "です",
        "な",
        "なあ",
        "よ",
        "わ",
        "ね",
        "んだけど",
        "んですが",
        "んやけど",
        "のですが",
        "んだけどな",
        "けど",
    ),
)
_WILL = product(
    ("くれ", "くださり", "ください", "もらえ", "いただけ", "頂け", "くんな", "もらわれ"),
    ("る", "ます", "ない", "ません", "へん", "ん", "まへん"),
    (
        "",
        "か",
        "かな",
        "かなあ",
        "かね",
        "かしら",
        "でしょうか",
        "だろうか",
        "ですか",
        "やろか",
        "かいな",
        "もんかな",
    ),
)
_WISH = product(
    (
        "ほしい",
        "欲しい",
        "もらいたい",
        "いただきたい",
        "頂きたい",
        "ほしいん",
        "欲しいん",
        "もらいたいん",
        "いただきたいん",
        "いただきたいの",
        "もらいたいの",
        "ほしいの",
    ),
    ("", "です", "だけど", "ですけど", "ですが", "やけど", "なあ", "な", "だ", "や"),
)


_LEFT_TO_US = product(
    ("くれて", "もらって", "もろて", "くださって", "いただいて", "頂いて"),
    ("", "も"),
    (
        "いい",
        "ええ",
        "よい",
        "よろしい",
        "大丈夫",
        "構わない",
        "かまわない",
        "結構",
        "かまいません",
        "構いません",
    ),
    ("よ", "ですよ", "で", "から", "からね", "わよ", "です", "ですから", ""),
)
_POSSIBLE = product(
    ("いただくこと", "もらうこと", "くださること", "くれること"),
    ("は", "って", "が", ""),
    (
        "できますか",
        "できますでしょうか",
        "できる",
        "できるか",
        "できるかな",
        "できるかしら",
        "できません",
        "できませんか",
        "可能ですか",
        "可能でしょうか",
        "できないでしょうか",
    ),
)
_RELIEVED = product(
    (
        "いただけますと",
        "いただけると",
        "もらえると",
        "くれると",
        "くださると",
        "もらえますと",
        "いただければ",
        "もらえれば",
    ),
    (
        "安心です",
        "安心",
        "安心だわ",
        "ありがたく存じます",
        "幸いでございます",
        "嬉しゅうございます",
        "助かるのですが",
        "よいのですが",
        "いいんだけど",
        "いいのだけど",
        "いいんですが",
    ),
)


@cache
def requests() -> frozenset[str]:
    """Endings that make a te-form a request: いただいてもよろしいですか, くれたら助かるんやけど."""
    said = (
        "".join(parts)
        for way in (_MAY, _NO_MATTER, _GLAD, _WILL, _WISH, _LEFT_TO_US, _POSSIBLE, _RELIEVED)
        for parts in way
    )
    return frozenset(said) | {
        "くださる",
        *(
            f"くださる{end}"
            for end in ("かしら", "かな", "かね", "でしょうか", "とありがたいです", "とありがたい")
        ),
        "くださらないかしら",
        "くれんね",
        "くれんとね",
        "ちょ",
        "ちょうだいませ",
        "くださらない",
        "くださいます",
        "くださらんか",
        "くださいますか",
        *(f"{asked}ませ" for asked in ("ください", "下さい")),
        "くださいまし",
        *(
            f"{wish}と思います{end}"
            for wish in (
                "いただければ",
                "いただけたら",
                "もらえたら",
                "もらえれば",
                "いただきたい",
                "もらいたい",
                "ほしい",
            )
            for end in ("", "が", "ので", "けど")
        ),
        "いただきたく思います",
        *(
            f"{wish}{end}"
            for wish in ("いただきたく", "頂きたく", "もらいたく")
            for end in (
                "存じます",
                "存じますが",
                "お願いします",
                "お願いいたします",
                "お願い申し上げます",
                "思っております",
            )
        ),
        "いただければ",
        "いただけたら",
        "もらえれば",
        "いただいて結構です",
        "いただいて結構ですよ",
        "くださって結構です",
        "もらって結構です",
        "もろて",
        "もろてな",
        "もろてや",
        "もらって",
    }


@cache
def unneeded() -> frozenset[str]:
    """テレビ見てないから消して: why a thing is to stop, said between it and the order."""
    plain = product(
        (
            "いらない",
            "いらん",
            "要らない",
            "いらなくなった",
            "必要ない",
            "使わない",
            "使わん",
            "使ってない",
            "使ってへん",
            "使わなくなった",
            "見ない",
            "見てない",
            "見てへん",
            "聞いてない",
            "聞かない",
            "もういらない",
            "もういらん",
            "もう使わない",
            "もう見ない",
            "もう見てない",
            "もう使ってない",
            "もういい",
            "もうええ",
        ),
        (
            "から",
            "ので",
            "んで",
            "し",
            "わ",
            "よ",
            "んだけど",
            "のよ",
            "から、",
            "ので、",
            "んで、",
            "し、",
            "わ、",
            "よ、",
        ),
    )
    nouns = product(
        ("もう十分", "十分", "もう大丈夫", "大丈夫", "もう平気", "不要", "もう結構"),
        ("だから", "なので", "やから", "やし", "だし", "だから、", "なので、", "です、", "だよ、"),
    )
    return frozenset("".join(parts) for way in (plain, nouns) for parts in way)
