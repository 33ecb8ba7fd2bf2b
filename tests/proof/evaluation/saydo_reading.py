"""Say-do, the reader: what a message says, read as somebody of the household would read it.

It has a vocabulary of its own and knows nothing of how the product words its claims. Every
sentence is either a statement (who was to do what, and what is said to have come of it) or it is
free; a free sentence may wish, thank and regret, and is suspicious as soon as it holds a word
about the house or says how something is.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tests.proof.judge.hearing import take_names

DEEDS: dict[str, tuple[str, str]] = {
    "turn_on": (r"turn(?:ed)? on|switch(?:ed)? on", r"(?:つけ|点け)"),
    "turn_off": (r"turn(?:ed)? off|switch(?:ed)? off", r"消[しすそせさ]"),
    "open": (r"(?<!is )open(?:ed)?\b(?! (?:\S+ )*?(?:to \d|half way))", r"(?<!まで)(?<!半分)開け"),
    "close": (r"close(?:d)?\b|shut", r"閉め"),
    "unlock": (r"unlock(?:ed)?", r"解錠"),
    "lock": (r"(?<!un)lock(?:ed)?\b", r"施錠"),
    "play": (r"start(?:ed)? play(?:back|ing)", r"再生"),
    "halt": (r"(?<!was )(?<!it )stop(?:ped)?\b|pause(?:d)?", r"止め(?!られたので)|一時停止"),
    "set": (
        r"adjust(?:ed)?|change its setting|set how far"
        r"|set the (?:brightness|colour|speed|volume|temperature)"
        r"|\b(?:set|go|moved?|tilt(?:ed)?|open(?:ed)?) (?:\S+ )*?(?:to \d|half way)"
        r"|switch(?:ed)? (?:\S+ )*?to \w|switch(?:ed)? the mode",
        r"調節|(?:まで|半分)開け|(?:」|[0-9%CK])に(?:し|する|でき)"
        r"|(?:開き具合|角度|明るさ|温度|風量|音量|色|色合い)を[^、。]*に(?:し|する|でき)",
    ),
    "go": (r"(?:move(?:d)?|go|went) to (?!\d)", r"移動|へ行[きくけこ]"),
}
"""Deed -> how it is said in English and in Japanese."""

SAYS: tuple[tuple[str, str], ...] = (
    ("late_part", r"earlier, and now it reports to be part|途中までだと遅れて報告"),
    ("late", r"earlier, and now it reports so|遅れてその通りになったと報告"),
    ("already", r"already report|was so already|もうその通り"),
    ("doubted", r"apart from its own report|報告のほかに、それらしい"),
    ("reported", r"it reports that it has|その通りになったと報告がありました"),
    ("not_reported", r"did not report so|そうなったという報告はありません"),
    ("stopped", r"was stopped and did not see|見届けていません"),
    ("unseen", r"could not see what came|確かめられませんでした"),
    ("no_change", r"saw no change|nothing changed|変化は見られません|変わりませんでした"),
    ("part", r"only part of the way|途中まででした"),
    ("seen", r"\bI saw (?:somebody|\d+ people)|人(?:いるの)?が見えました|\d人いるのが見えました"),
    ("gone", r"no longer see|いなくなりました"),
    ("could_not", r"\bI could not\b|(?:られ|せ|でき|行け|戻れ|進め)ませんでした"),
    ("tried", r"tried to|ようとしました"),
    (
        "done",
        r"\bI (?!pleased|disappointed|ashamed)(?:\w+ed|started \w+|went|made|set|sent)\b"
        r"|[^んま]ました$|行いました",
    ),
)
"""What is said to have come of it; the first that fits is meant."""

_HOUSE_EN = (
    r"lights?|lamps?|curtains?|blinds?|doors?|locks?|fans?|tv|television|plugs?|heater|air|camera"
    r"|on|off|open(?:ed)?|closed?|locked|unlocked|bright(?:er)?|dark|warm(?:er)?|cold|safe|secure"
    r"|done|did|does|finished|completed?|work(?:ed|s)|success\w*|perfect\w*|ready|fixed|turned"
    r"|switched|moved|managed|not|never|no|two|three|both|seconds?|percent"
)
_HOUSE_JA = (
    r"明かり|電気|照明|カーテン|ブラインド|鍵|扉|ドア|エアコン|テレビ|換気扇|つけ|点い|ついて|消し|消え"
    r"|開け|開い|閉め|閉ま|施錠|解錠|明る|暗い|暖か|安心|安全|完了|成功|できました|できた|うまく|済み"
    r"|終わ|動い|動き|確認|大丈夫|問題|(?<!で)もう(?!れ)|全部|すべて|ちゃんと"
)
_IS_SO_EN = re.compile(
    r"^(?:it|this|that|there|all|everything)\b(?!.*\?$)|\b(?:it|this|that|all|everything|you|we) "
    r"(?:is|are|was|were|has|have|does|did)\b",
    re.IGNORECASE,
)
_SUSPECT_EN = re.compile(rf"\b(?:{_HOUSE_EN})\b|[0-9{{}}%]", re.IGNORECASE)
_SUSPECT_JA = re.compile(rf"{_HOUSE_JA}|[0-9０-９{{}}%％]")


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence that says something of the house."""

    says: str
    """Of `SAYS`, or `suspect` for a free sentence that should not say this."""
    deeds: tuple[str, ...]
    devices: tuple[str, ...]
    places: tuple[str, ...]
    text: str


class Reader:
    """Reads messages about one home."""

    def __init__(
        self, devices: Iterable[tuple[str, str, str]], places: Iterable[tuple[str, str, str]]
    ) -> None:
        """Each with its id, its Japanese and its English name."""
        self._devices = _longest_first(devices)
        self._places = _longest_first(places)

    def read(self, text: str) -> tuple[Statement, ...]:
        """Every statement in it, in order."""
        return tuple(self._statements(text))

    def _statements(self, text: str) -> Iterator[Statement]:
        for sentence in re.findall(r"[^.。!?！？]+[.。!?！？]?", text):
            if sentence.strip():
                found = self._statement(sentence.strip())
                if found is not None:
                    yield found

    def _statement(self, sentence: str) -> Statement | None:
        # Opening a lock is unlocking it, and its name is taken out before the verbs are read.
        plain = re.sub(r"(鍵|ロック)を開け(?:られ)?", r"\1を解錠し", sentence.casefold())
        plain = re.sub(r"(鍵|ロック)をかけ(?:られ)?", r"\1を施錠し", plain)
        devices, rest = take_names(plain, self._devices)
        places, rest = take_names(rest, self._places)
        deeds = tuple(d for d, (en, ja) in DEEDS.items() if re.search(f"{en}|{ja}", rest))
        asking = sentence.endswith(("?", "？", "か。"))
        bare = sentence.rstrip(".。!！")
        says = next((name for name, how in SAYS if re.search(how, bare)), "")
        if devices or deeds or says in ("seen", "gone"):
            known = says or "suspect"
            return Statement(known, deeds, devices, places, sentence)
        if asking:
            return None
        suspect = _SUSPECT_EN.search(sentence) or _SUSPECT_JA.search(sentence)
        if suspect or _IS_SO_EN.search(sentence) or says in ("done", "reported", "late"):
            return Statement("suspect", deeds, devices, places, sentence)
        return None


def _longest_first(names: Iterable[tuple[str, str, str]]) -> tuple[tuple[str, str], ...]:
    pairs = {(name.casefold(), thing) for thing, ja, en in names for name in (ja, en) if name}
    return tuple(sorted(pairs, key=lambda pair: -len(pair[0])))
