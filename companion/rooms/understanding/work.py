"""Work 働き: Japanese orders said by how a thing stands, or by what a machine does.

ついてたら消して, 換気して: each is read again as the plain order that it means.
"""

import re

from companion.rooms.understanding.fold import fold_name
from companion.rooms.understanding.home import Home

_ON, _OFF = (
    "つけ|点け|付け|回し|まわし|入れ|動かし|流し|起動し",
    "消し|けし|切っ|止め|とめ|落とし|オフ|おふ|停止し",
)
_SHUT, _UP = "閉め|しめ|閉じ|下ろし|降ろし|引い", "開け|あけ|上げ"
_LOCK = "鍵(?:を)?(?:かけ|閉め|しめ)|かけ|施錠し|ろっくし"
_IS = "(?:が|は|も|、|って)*(?:もし|まだ|ちゃんと)*"
_SO = (
    "(?:い)?(?:たら|てたら|るなら|たなら|るんだったら|るんなら|るようなら|るようだったら"
    "|る場合は|れば)"
)
_NOT_SO = (
    "(?:い)?(?:なかったら|ないなら|なければ|ないようなら|ないようだったら|ないんだったら"
    "|へんかったら|んかったら|ませんでしたら|ない場合は)"
)
_STANDING = tuple(
    re.compile(
        f"^(?P<thing>[^、。]*?){_IS}(?:{state})て{so}、?(?P<rest>(?:全部|それ|を|も|、)*(?:{does})(?=[てとちな]).*)$"
    )
    for state, so, does in (
        ("つけっぱなしになっ|つけっ放しになっ|消し忘れ", _SO, _OFF),
        ("つい|点い|付い|回っ|まわっ|動い|流れ|鳴っ", _SO, _OFF),
        ("つい|点い|付い|回っ|まわっ|動い|流れ", _NOT_SO, _ON),
        ("開い|あい|空い", _SO, _SHUT),
        ("閉まっ|しまっ", _NOT_SO, _SHUT),
        ("かかっ|閉まっ|しまっ", _NOT_SO, f"{_LOCK}|閉め|しめ"),
        ("閉まっ|しまっ", _SO, _UP),
        ("開い|あい", _NOT_SO, _UP),
        ("消え|きえ", _SO, _ON),
        ("消え|きえ", _NOT_SO, _OFF),
    )
)


def without_its_state(text: str) -> str:
    """ついてたら消して: an order that changes nothing where the thing stands so already is the same
    without its `if`. Empty where the folded sentence is none."""
    found = next((m for pattern in _STANDING if (m := pattern.match(text))), None)
    if found is None or not found["thing"] or _LETS_IN.search(found["thing"]):
        return ""
    return f"{found['thing']}{found['rest']}"


_LETS_IN = re.compile("ドア|どあ|玄関|勝手口|裏口|しゃったー|がれーじ|車庫|門|窓|扉")
"""Of what lets people in, who asks how it stands shall hear it."""


_DONE_BY = {
    "換気": "換気扇",
    "加湿": "加湿器",
    "除湿": "除湿機",
    "空気清浄": "空気清浄機",
    "空気をきれいに": "空気清浄機",
    "床を暖かく": "床暖房",
    "床暖かく": "床暖房",
    "床あったかく": "床暖房",
    "床をあったかく": "床暖房",
}
_WARMED = re.compile("床(?:を)?(?:暖め|あたため|あっため|温め|ぬくめ)(?=て|と[いっ])")
_BEGUN = re.compile(
    f"(?P<work>{'|'.join(_DONE_BY)})(?:を)?(?P<does>し|始め|開始し|すたーとし|やめ|止め|とめ|停止し|終わりにし|終了し)"
    "(?=て|と[いっ]|ちゃって|ろ|なさい)"
)
_ENDS = ("やめ", "止め", "とめ", "停止し", "終わりにし", "終了し")


_FEEDS = re.compile("給餌|餌やり|ふぃーだー|feeder")
_FED = re.compile(
    "^(?P<when>.*?(?:に|、))?(?:猫|ねこ|犬|いぬ|金魚|魚|うさぎ)(?:ちゃん|たち)?(?:に|の)(?:ご飯|ごはん|餌|えさ|おやつ|朝ごはん|晩ごはん)(?:を)?"
    "(?:ちょっと|少し)?(?:あげ|やっ|出し|だし)(?:とい)?て"
)
"""猫にごはんあげて: the feeder that the home has."""


def by_the_machine(text: str, home: Home) -> str:
    """The folded sentence with the machine in the place of its work; empty where it asks for no
    work, or the home has not that machine."""
    names = [fold_name(name) for thing in home.things for name in thing.names]
    said = text

    def put(found: re.Match[str]) -> str:
        machine = _DONE_BY[found["work"]]
        had = any(machine in name for name in names)
        return f"{machine}を{'消し' if found['does'] in _ENDS else 'つけ'}" if had else found[0]

    feeder = next((name for name in names if _FEEDS.search(name)), "")
    if feeder:
        text = _FED.sub(lambda found: f"{found['when'] or ''}{feeder}をつけて", text)
    changed = _BEGUN.sub(put, _WARMED.sub("床を暖かくし", text))
    return changed if changed != said else ""


_GIVEN_IN_THE_WEST = re.compile(
    "(?P<t>[ただ])って(?P<why>、[^言聞]{2,}?(?:から|し|ねん|わ|で|さかい|けん))?[、。]*$"
)


def given_in_the_west(text: str) -> tuple[str, bool]:
    """つけたって, in the west for つけてやって: the plain order, and whether it was said why.
    Without that it may be hearsay. Empty where the folded sentence is none."""
    found = _GIVEN_IN_THE_WEST.search(text)
    if found is None:
        return "", False
    te = "て" if found["t"] == "た" else "で"
    return f"{text[: found.start()]}{te}{found['why'] or ''}", found["why"] is not None


def as_given(said: str) -> str:
    """The same in the owner's own letters."""
    return re.sub("([ただ])って[、。!！ ]*$", lambda m: "て" if m[1] == "た" else "で", said)
