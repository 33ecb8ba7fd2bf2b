"""Sentences that hold a command's words and are none, made from commands by grammar.

Each command of the sets becomes its polite question, its past, hearsay of it, somebody else's
wish for it, its negation and a complaint about it, with and without a mark. The grammar here is
of the tests alone: it shares nothing with the engine, and gives the same sentences every time.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

DATA = Path(__file__).parents[3] / "data"
SPOKEN, INTENTS = DATA / "spoken", DATA / "intents"


@dataclass(frozen=True, slots=True)
class Made:
    """One sentence that must not act, and what it was made from."""

    sentence: str
    language: str
    home: str
    room: str
    sort: str
    of: str


# --- Japanese: the forms of the last verb, from its te-form -------------------------------------

_GODAN_S = ("消", "け", "回", "廻", "動か", "流", "鳴ら", "戻", "落と", "下ろ", "降ろ", "起こ", "沸か",
            "灯", "飛ば", "減ら", "外", "増や", "伸ば", "延ば", "足", "走ら")  # fmt: skip
_ROWS = {"って": ("り", "った", "る", "らない"), "いて": ("き", "いた", "く", "かない")}
_POLITE = re.compile(
    "(?:ください|下さい|ちょうだい|頂戴|くれる|くれない|くれますか|くれ|もらえる|もらえますか|もらえませんか"
    "|いただけますか|お願いします|お願い|ほしいな|ほしい|ね|よ|。|？|\\?|！|、)+$"
)


@dataclass(frozen=True, slots=True)
class _Verb:
    before: str
    te: str
    stem: str
    past: str
    plain: str
    negated: str


def _verb(command: str) -> _Verb | None:
    """The last verb in all forms; None where the command does not end in a te-form."""
    if " " in command.strip():
        return None  # あけて パパもう着くって: the last verb is of what is told beside the order
    if re.search("[るた]って$|[い行]って$", command.strip()):
        return None  # もう起きてるって is told; 次の曲いって is said of no thing of the house
    said = _POLITE.sub("", command.strip())
    said = re.sub("(?:ておいて|といて|ちゃって)$", "て", said)
    if said.endswith("して"):
        root = said[:-2]
        if root.endswith(_GODAN_S):
            return _Verb(root, "して", "し", "した", "す", "さない")
        return _Verb(root, "して", "し", "した", "する", "しない")
    if re.search("[けめげれべえせ]て$", said):
        root = said[:-1]
        return _Verb(root, "て", "", "た", "る", "ない")
    for ends, (stem, past, plain, negated) in _ROWS.items():
        if said.endswith(ends):
            return _Verb(said[: -len(ends)], ends, stem, past, plain, negated)
    return None


_JA: Mapping[str, tuple[str, ...]] = {
    "question": (
        "{te}いますか", "{te}いますか？", "{stem}ましたか", "{stem}ましたか？", "{te}ありますか",
        "{te}くれましたか", "{past}か", "{past}っけ", "{past}の？", "{stem}ますか", "{plain}の",
        "{te}くれたの", "{te}もらいましたか", "{past}んですか", "{te}るのか", "{te}ないの？",
        "{te}いませんか", "{te}たっけ？", "{past}かどうか教えて", "{te}るか見てくれる",
        "{plain}んですか？", "{te}おきましたか", "{te}いるでしょうか", "{te}ましたか",
        "{te}もらえてますか", "{te}もらえてたっけ", "{stem}忘れないか確認して", "{stem}忘れはないですか",
        "{past}か知りたい", "{past}よね私", "{te}いいよね", "{te}もいいんだっけ", "{te}いいか聞いて", "{te}いいんですか？",
    ),
    "past": (
        "{past}", "{stem}ました", "{te}しまった", "{past}よ。", "{te}おきました", "{te}あった", "{past}ところ",
        "さっき{past}", "もう{past}から", "{te}もらった。", "昨日は{past}んだけど", "{te}くれた",
        "{te}、寝ちゃった", "{te}、出かけました", "{te}いたら電話が鳴った", "{te}いて電話鳴った", "{te}から寝た",
    ),
    "hearsay": (
        "{te}って言ってた", "{te}って言われた。", "{past}らしい", "{past}そうです", "{plain}んだって",
        "{te}ってさ", "{past}って聞いた", "{te}と頼まれました", "テレビで{te}って言ってる", "{plain}みたい",
        "{te}いいよって言われた", "{te}、ミカがそう言ってたよ", "{te}いいよって母が言ってる",
    ),
    "third": (
        "ミカが{te}ほしいって", "妻が{te}ほしいと言っている", "父は{stem}たがってる", "母に{te}って頼まれた",
        "ミカは{te}ほしいらしい", "お隣さんが{te}くれって", "彼女が{te}ほしがってた",
        "{te}、お母さん", "{te}くれる、パパ", "「{te}」ってテレビの人が言ってた",
    ),
    "negation": (
        "{negated}で", "{negated}でください", "{negated}でね。", "{te}ほしくない", "{te}はだめ", "{plain}な",
        "{plain}必要はない", "{negated}でほしい", "{te}はいけない", "{plain}のはやめて", "{plain}なよ",
        "{negated}でくれますか", "まだ{negated}で", "{te}くれなくていい", "{plain}のはいらない",
        "{plain}のやめて", "{plain}のはやめといて", "{te}、は言い過ぎ", "{te}、うそ", "{te}いいとは言ってない", "みんなが寝たら{te}", "もし地震が来たら{te}",
        "{western}で", "{western}でええからな", "{western}といて", "{western}でくれ", "{western}とってや", "{western}でよか", "{plain}のなし",
    ),
    "complaint": (
        "いつも{te}くれない", "{te}ばかりいる", "また{past}のかよ", "{te}って何度も言ったのに", "{te}もらっちゃ困る",
        "勝手に{plain}んだから", "なんで{plain}の", "すぐ{te}しまうんだよね", "{te}ちゃうから困る", "どうして{past}んだ",
    ),
    "withdrawn": (
        "{te}、やっぱりなし", "{te} じゃなかった", "{te}、ではなくて", "{te} いや違うわ", "{te}、取り消し", "{te}、やっぱりやめとく",
        "{te} 今のなし", "{te}、あ待って", "{te}、キャンセルで", "{te}、やっぱ自分でやる", "{te}、ごめん間違えた", "{te}、冗談だよ",
    ),
    "told": (
        "{te}寝るタイプ", "{te}くれて助かった", "{te}三分待って食べるのがおいしいねん", "{te} もったいない", "{te}、廊下に出た",
        "{te}かくれんぼしよって子どもが言うてる", "{te}ってドラマのセリフ", "{te}、と言いたいところだけど", "{te}、着替えた",
        "{te}って曲知ってる", "{te}くれないかなあ、パパ", "{te}よお父さん", "{te}、って歌詞", "{te}暮らすのが夢", "{te}って英語でなんて言うの",
        "{te}怒られた", "{te}くれたら百円あげるってミカに言った", "パパに{past}か聞いて",
    ),
}  # fmt: skip


# --- English: the command's first verb ----------------------------------------------------------

_EN_VERBS: Mapping[str, tuple[str, str]] = {
    # base: (past and participle, -ing)
    "turn": ("turned", "turning"), "switch": ("switched", "switching"), "open": ("opened", "opening"),
    "close": ("closed", "closing"), "lock": ("locked", "locking"), "unlock": ("unlocked", "unlocking"),
    "start": ("started", "starting"), "stop": ("stopped", "stopping"), "play": ("played", "playing"),
    "pause": ("paused", "pausing"), "dim": ("dimmed", "dimming"), "raise": ("raised", "raising"),
    "lower": ("lowered", "lowering"), "mute": ("muted", "muting"), "skip": ("skipped", "skipping"),
    "resume": ("resumed", "resuming"), "change": ("changed", "changing"), "cancel": ("cancelled", "cancelling"),
    "shut": ("shut", "shutting"), "set": ("set", "setting"), "put": ("put", "putting"),
    "make": ("made", "making"), "run": ("run", "running"), "activate": ("activated", "activating"),
}  # fmt: skip
_EN_LEAD = re.compile(
    r"^(?:please|hey|ok|okay|can you|could you|would you|will you|just)[, ]+", re.I
)

_EN: Mapping[str, tuple[str, ...]] = {
    "question": (
        "did you {base} {rest}", "did you {base} {rest}?", "have you {past} {rest}", "should I {base} {rest}",
        "can you tell me if you {past} {rest}", "could you tell me whether somebody {past} {rest}?",
        "do I need to {base} {rest}", "why did you {base} {rest}", "when did you {base} {rest}?",
        "can you see whether anyone {past} {rest}", "did Mika {base} {rest}?", "do you usually {base} {rest}",
        "can you check if I {past} {rest}", "are you going to {base} {rest}", "who {past} {rest}",
        "do you know if they {past} {rest}", "would it help to {base} {rest}",
        "is it possible to {base} {rest}", "would you like me to {base} {rest}", "who wants to {base} {rest}",
    ),
    "state": (
        "do we need {thing} {state}", "does dad need {thing} {state}?", "would you like {thing} {state}",
        "do we still want {thing} {state}?", "should we have {thing} {state}", "do I really need {thing} {state}",
        "are you happy with {thing} {state}", "is it worth having {thing} {state}", "did you want {thing} {state}",
        "did anyone leave {thing} {state}", "why have we got {thing} {state}", "do they like {thing} {state}",
        "how long have we had {thing} {state}", "who wants {thing} {state}", "don't we need {thing} {state}?",
        "do you mind {thing} {state}", "can you sleep with {thing} {state}", "was {thing} {state} when you left",
    ),
    "past": (
        "I {past} {rest}", "I already {past} {rest}", "we {past} {rest} last night", "you {past} {rest}",
        "somebody {past} {rest}", "I just {past} {rest}.", "Mika {past} {rest} yesterday",
    ),
    "hearsay": (
        "he said to {base} {rest}", "they told me to {base} {rest}.", "Mika says {base} {rest}",
        "apparently you {past} {rest}", "I heard that someone {past} {rest}", "the man on TV said {base} {rest}",
    ),
    "third": (
        "honey can you {base} {rest}", "mum could you {base} {rest} please",
        "my wife would like me to {base} {rest}", "dad wants to {base} {rest}", "she asked me to {base} {rest}",
        "Mika wants me to {base} {rest}", "my son likes to {base} {rest}", "the neighbours want us to {base} {rest}.",
    ),
    "negation": (
        "hold off, don't {base} {rest} just yet", "rather not {base} {rest}",
        "don't {base} {rest}", "do not {base} {rest}", "please don't {base} {rest}.", "never {base} {rest}",
        "no need to {base} {rest}", "you don't have to {base} {rest}", "I don't want you to {base} {rest}",
        "I'd rather you didn't {base} {rest}", "there's no need to {base} {rest}", "don't you dare {base} {rest}",
        "you needn't {base} {rest}", "stop {ing} {rest}",
    ),
    "complaint": (
        "why do you always {base} {rest}", "you keep {ing} {rest}", "I hate it when you {base} {rest}",
        "you never {base} {rest}", "it's annoying that you {base} {rest}", "you were supposed to {base} {rest}",
        "you always {base} {rest} too late", "I'm tired of {ing} {rest}.", "nobody ever {past} {rest}",
    ),
    "withdrawn": (
        "{base} {rest}, no scratch that", "{base} {rest} never mind", "{base} {rest}, oh wait, don't",
        "{base} {rest}, just kidding", "{base} {rest}, actually no", "{base} {rest} no forget it",
        "{base} {rest}, I'll do it myself", "{base} {rest}, on second thoughts leave it",
    ),
    "told": (
        "{base} {rest}, said nobody ever", "{base} {rest} is what she said", "{base} {rest} is a song by them",
        "{base} {rest} as my grandma used to say", "to {base} {rest} takes ages", "{base} {rest} in your own time Mika",
        "play the song {base} {rest}", "{base} {rest} sounds like a bad idea",
    ),
}  # fmt: skip


FEWER = ("withdrawn", "told")
"""Of these a third of the commands is enough, so that the test stays short."""
STATE = "state"
"""Made only from commands that ask for a state of a thing."""


def commands() -> Iterator[tuple[str, str, str, str]]:
    """Every command of the sets that may be looked at: sentence, language, home, room."""
    for file in sorted(SPOKEN.glob("*.jsonl")):
        for line in map(json.loads, file.read_text("utf-8").splitlines()):
            open_half = line.get("split", "open") == "open"
            if line["kind"] == "command" and open_half and not line.get("ask"):
                room = str(line.get("room") or "")
                yield line["sentence"], line["language"], str(line["home"]), room
    for language in ("ja", "en"):
        file = INTENTS / f"intents_{language}_home.jsonl"
        for line in map(json.loads, file.read_text("utf-8").splitlines()):
            if "Get" not in line["intent"] and "Status" not in line["intent"]:
                yield line["sentence"], language, f"fixtures_{language}.json", "Living Room"
    yield from _of_the_doll_house()


def _of_the_doll_house() -> Iterator[tuple[str, str, str, str]]:
    """What one would say to every thing of the house that is shipped."""
    for name in ("玄関", "リビング", "台所", "寝室", "書斎"):
        for does in (
            "の明かりをつけて",
            "の明かりを消して",
            "のカーテンを開けて",
            "の鍵を開けて",
            "の鍵を閉めて",
        ):
            yield f"{name}{does}", "ja", "home_ja.json", ""
    for name in ("hall", "living room", "kitchen", "bedroom", "study"):
        for does in (
            "turn on the {} light",
            "turn off the {} light",
            "open the {} curtain",
            "unlock the {} door",
            "lock the {} door",
        ):
            yield does.format(name), "en", "home_en.json", ""


def sentences(each: int = 1) -> Iterator[Made]:
    """`each` sentences of every sort from each command, the ways to say it in turn."""
    turns = {
        (lang, sort): cycle(ways)
        for lang, sorts in (("ja", _JA), ("en", _EN))
        for sort, ways in sorts.items()
    }
    seen: set[tuple[str, str]] = set()
    for said, language, home, room in commands():
        if (said, language) in seen:
            continue
        seen.add((said, language))
        for sort in _JA if language == "ja" else _EN:
            if sort in FEWER and len(seen) % 3:
                continue
            for _ in range(each):
                made = _filled(next(turns[language, sort]), said, language)
                if made is not None:
                    yield Made(made, language, home, room, sort, said)


def _filled(way: str, said: str, language: str) -> str | None:
    return _japanese(way, said) if language == "ja" else _english(way, said)


def _japanese(way: str, said: str) -> str | None:
    verb = _verb(said)
    if verb is None:
        return None
    if way.startswith("{"):
        lead, way = "", way
    else:
        lead, _, rest = way.partition("{")
        way = "{" + rest
    told = way.format(
        te=verb.te,
        stem=verb.stem,
        past=verb.past,
        plain=verb.plain,
        negated=verb.negated,
        western=re.sub("(?<!消)しない$", "せない", verb.negated).removesuffix("ない") + "ん",
    )
    return (
        f"{lead}{verb.before}{told}".replace("てる", "てる")
        .replace("てちゃう", "ちゃう")
        .replace("てまし", "てまし")
    )


def _english(way: str, said: str) -> str | None:
    command = _EN_LEAD.sub("", said.strip().rstrip(".!?"))
    base, _, rest = command.partition(" ")
    forms = _EN_VERBS.get(base.lower())
    if forms is None or not rest:
        return None
    thing, state = _state(base.lower(), rest)
    if "{thing}" in way and not thing:
        return None
    told = {"past": forms[0], "ing": forms[1], "thing": thing, "state": state}
    return way.format(base=base.lower(), rest=rest, **told)


_STATES = {"open": "open", "close": "closed", "shut": "shut", "lock": "locked"}


def _state(base: str, rest: str) -> tuple[str, str]:
    """The thing of a command and the state that it asks for; empty where it asks for none."""
    if re.search(r"\b(?:and|then|no|sorry|minutes|percent|smidge)\b", rest):
        return "", ""
    if base in _STATES and re.fullmatch(r"(?:the|my|our) [a-z ]+", rest):
        return rest, _STATES[base]
    found = re.fullmatch(r"(?:(on|off) )?((?:the|my|our|all the) [a-z ]+?)(?: (on|off))?", rest)
    if base not in ("turn", "switch") or found is None or bool(found[1]) is bool(found[3]):
        return "", ""
    return found[2], found[1] or found[3]
