"""Endings in Japanese 文末: what follows a verb tells an order from everything else.

A te-form orders only where nothing but a request follows it. Auxiliaries (いる, ある, しまう, くる ...)
and what ends a sentence (か, の, っけ, らしい ...) are put together here by rule, so that no list has to
hold 消していますか, 消しちゃってたんでしょうか and every other one of them.
"""

from collections.abc import Iterator, Mapping
from functools import cache

ASKED, TOLD, FORBIDDEN, MUSED = "asked", "state", "forbid", "muse"

_GODAN = {
    "る": ("る", "ります", "った", "りました", "らない", "りません", "らなかった", "りませんでした", "って", "ったら", "れば",
          "り"),
    "う": ("う", "います", "った", "いました", "わない", "いません", "わなかった", "いませんでした", "って", "ったら", "えば",
          "い"),
    "く": ("く", "きます", "った", "きました", "かない", "きません", "かなかった", "きませんでした", "って", "ったら", "けば",
          "き"),
}  # fmt: skip
_ICHIDAN = ("る", "ます", "た", "ました", "ない", "ません", "なかった", "ませんでした", "て", "たら", "れば", "")
_TE, _TARA, _BA, _STEM = 8, 9, 10, 11
"""Places of the forms that end no sentence by themselves."""
_PAST = (2, 3, 6, 7)

_ENDS: Mapping[str, tuple[str, ...]] = {
    ASKED: ("か", "かい", "かな", "かね", "かなあ", "かいな", "の", "のか", "のかな", "のかい", "んか", "んかな", "んかいな",
            "んですか", "のですか", "っけ", "でしょうか", "だろうか", "んでしょうか", "のでしょうか", "んだっけ", "んでしたっけ",
            "かどうか", "やろか", "んやろか", "よね", "よな", "でしょ", "でしょう", "んだよね", "んですよね", "ん", "かしら",
            "やんな", "じゃない", "んじゃない", "んじゃないか", "んじゃないの", "やん"),
    MUSED: ("かも", "かもしれない", "らしい", "らしいよ", "みたい", "みたいだ", "そうだ", "そうです", "って", "んだって", "だって",
            "と思う", "と言う", "って言う", "だろう", "はず", "はずだ", "のに", "なあ", "なぁ", "のかよ", "くせに",
            "んだもん", "もん", "つもり", "つもりだ", "んやて"),
    TOLD: ("よ", "ね", "な", "わ", "ぞ", "んだ", "んです", "のです", "んや", "ねん", "で", "さ", "です", "わよ", "んだよ",
           "んだね", "ところ", "ところだ", "ばかり"),
}  # fmt: skip
_OF_NO_USE = (
    "はいけない", "はいけません", "はだめ", "はダメ", "はだめだ", "はだめです", "はならない", "はならぬ", "はあかん", "はいかん",
    "は困る", "は困ります", "ほしくない", "欲しくない", "ほしくありません", "もらっちゃ困る", "もらっては困る", "もらったら困る",
    "くれなくていい", "くれなくてもいい", "いらない", "いりません", "いらん",
)  # fmt: skip
"""After a te-form: it shall not be done."""
_ALLOWED = ("いい", "もいい", "よい", "もよい", "ええ", "もええ", "構わない", "もかまわない", "も構わない", "大丈夫",
            "も大丈夫", "よかった", "もよかった")  # fmt: skip
_NO_LONGER = ("以来", "ばかり", "ばっかり", "ばかりいる", "ばっかりいる", "ばかりで", "ばかりだ")


@cache
def after_te() -> Mapping[str, str]:
    """What may follow a te-form (from its て or で, which is left out) -> the form it makes."""
    found: dict[str, str] = {}

    def add(said: str, form: str) -> None:
        found.setdefault(said, form)

    for said in _OF_NO_USE:
        add(said, FORBIDDEN)
    for said in _ALLOWED:
        for end in ("", "か", "かな", "ですか", "でしょうか", "よ", "で", "の"):
            add(said + end, "may")
    for said in _NO_LONGER:
        add(said, TOLD)
    for said, form in _quoted():
        add(said, form)
    for stem, row, form in _auxiliaries():
        for place, end in enumerate(row):
            said = stem + end
            if place == _TE:
                add(said, _te_of(stem))
            elif place in (_TARA, _BA):
                add(said, "cond")
            elif place == _STEM:
                for more, of in (("そう", TOLD), ("たい", "want"), ("たがる", TOLD), ("たがってる", TOLD),
                                 ("たがっている", TOLD), ("たがってた", TOLD), ("すぎ", TOLD)):  # fmt: skip
                    add(said + more, of)
            else:
                add(said, form if place not in _PAST else "past" if form == "plain" else form)
                for more, of in finite_ends().items():
                    add(said + more, of)
    for request in ("んか", "ん"):
        found.pop(request, None)  # つけてんか asks for it, in the west
    return found


def _quoted() -> Iterator[tuple[str, str]]:
    """A request that somebody else makes, or that is told of."""
    for request in ("", "くれ", "ください", "下さい", "ほしい", "欲しい", "ちょうだい", "や", "な", "よ"):
        for mark in ("って", "と", "とか"):
            for verb in ("言", "いわ", "いっ", "いう", "頼", "聞", "叫", "怒", "書", "注意", "命", "思", "伝", "騒", "何度",
                         "何回", "百回", "お願いされ"):  # fmt: skip
                yield request + mark + verb, MUSED
    for wish in ("ほしい", "欲しい"):
        for end in ("って", "らしい", "らしいよ", "そうだ", "そうです", "みたい", "みたいだ", "んだって", "のかな", "のかも", "かもしれない"):
            yield wish + end, MUSED
    for wish in ("ほし", "欲し"):
        for end in ("がる", "がって", "がってる", "がってた", "がっている", "がっていた", "かった", "かったな", "かったのに"):
            yield wish + end, TOLD
    yield "くれって", MUSED
    yield "くれだって", MUSED
    yield "くださいって", MUSED
    for end in ("た", "たの", "たのか", "ました", "ましたか", "たか", "たかな", "たっけ", "たよ", "たね", "たんだ", "てる", "てた",
                "たんですか", "ていますか", "てますか"):  # fmt: skip
        asks = end.endswith(("か", "の", "っけ", "かな"))
        yield "くれ" + end, ASKED if asks else TOLD


def _auxiliaries() -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Stem, its forms, and how the plain one is said."""
    for stem in ("い", ""):
        yield stem, _ICHIDAN, TOLD
        yield stem, ("へん", "へんかった", "へんわ", "へんねん"), TOLD
    yield "あ", _GODAN["る"], TOLD
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
    yield "もら", _GODAN["う"][:8], "plain"
    yield "いただ", ("いた", "きました", "いている", "いてる", "いてた"), TOLD
    yield "もらって", _ICHIDAN, TOLD
    yield "もらってい", _ICHIDAN, TOLD
    yield "あげてい", _ICHIDAN, TOLD
    yield "や", _GODAN["る"], "plain"


def _te_of(stem: str) -> str:
    return {"しま": "te", "お": "te", "い": "te", "み": "te", "や": "te"}.get(stem, TOLD)


UNDER_WAY = {f"中{end}": form for form, ends in (("state", ("", "です", "だ", "だよ", "だね")), (ASKED, (
    "か", "ですか", "かな", "なの", "だっけ", "だよね", "ですよね", "でしょうか", "？", "?"))) for end in ends}
"""What follows a noun of doing that is being done: 充電中."""


@cache
def finite_ends() -> Mapping[str, str]:
    """What may follow a form that ends a sentence -> how the sentence is then said."""
    return {end: form for form, ends in _ENDS.items() for end in ends}
