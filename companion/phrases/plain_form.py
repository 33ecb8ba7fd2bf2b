"""Plain form 常体: makes the polite Japanese sentences of code plain, for a persona that speaks so.

`つけました` -> `つけた`, `消えています` -> `消えている`. It changes endings only, and nothing
inside a quotation: the facts stay what they are.
"""

import re

_DICTIONARY = dict(zip("しみりきぎいちにび", "すむるくぐうつぬぶ", strict=True))
_NEGATIVE = dict(zip("しみりきぎいちにび", "さまらかがわたなば", strict=True))
_PAST = {
    "し": "した", "み": "んだ", "び": "んだ", "に": "んだ", "り": "った", "ち": "った",
    "い": "った", "き": "いた", "ぎ": "いだ",
}  # fmt: skip
_ONE_STEM = re.compile(
    r"(?:[えけげせぜてでねへべめれ]|(?:^|[0-9人名匹頭羽台])い|[てで]い|[はがもに]い|[用率強]い|見"
    r"|み(?<=てみ)|着|来|居|出|寝"
    r"|でき|出来|起き|生き|閉じ|感じ|信じ|応じ|足り|降り|借り|落ち|過ぎ|すぎ|続け)$"
)
"""Stems that stay as they are: 開け, 見, てい, 2人い; but 消し, 止まり, 買い."""
_WENT = re.compile(r"(?:行|[てで]い)き$")
_END = r"(?=よ|ね|な|が|け|から|ので|し、|か|、|。|（|[!！?？…]|$)"
_QUOTED = re.compile(r"(「[^」]*」|『[^』]*』)")
_VERB = re.compile(rf"([ぁ-んァ-ヶー一-龯々]*?)ま(せんでした|せん|した|す){_END}")
_COPULA = re.compile(rf"(.?)(でした|です){_END}")


def plain(polite: str) -> str:
    """The same sentence in the plain form."""
    parts = _QUOTED.split(polite)
    return "".join(part if part[:1] in "「『" and part else _plainly(part) for part in parts)


def _plainly(text: str) -> str:
    return _COPULA.sub(_copula, _VERB.sub(_verb, text))


def _verb(found: re.Match[str]) -> str:
    stem, ending = found[1], found[2]
    if not stem:
        return found[0]
    if ending.startswith("せん"):
        past = ending == "せんでした"
        if stem.endswith("あり"):
            return f"{stem[:-2]}{'なかった' if past else 'ない'}"
        return f"{_negative(stem)}{'なかった' if past else 'ない'}"
    if ending == "した":
        return _past(stem)
    return f"{stem}る" if _keeps(stem) else f"{stem[:-1]}{_dictionary(stem)}"


def _keeps(stem: str) -> bool:
    return _ONE_STEM.search(stem) is not None or stem[-1] not in _DICTIONARY


def _suru(stem: str) -> bool:
    """する: 確認し, お知らせし; but 消し, 鳴らし, whose し has its own sign before it."""
    return re.search(r"(?:^|[一-龯ァ-ヶー]{2}|お?知らせ|[にくをもう]|と)し$", stem) is not None


def _dictionary(stem: str) -> str:
    return "する" if _suru(stem) else _DICTIONARY[stem[-1]]


def _negative(stem: str) -> str:
    if _keeps(stem) or _suru(stem):
        return stem
    return f"{stem[:-1]}{_NEGATIVE[stem[-1]]}"


def _past(stem: str) -> str:
    if _WENT.search(stem):
        return f"{stem[:-1]}った"
    return f"{stem}た" if _keeps(stem) else f"{stem[:-1]}{_PAST[stem[-1]]}"


def _copula(found: re.Match[str]) -> str:
    before, ending = found[1], found[2]
    follows = found.string[found.end() :]
    if before == "い" and ending == "です":  # 暗いです, ないです
        return "い"
    if ending == "です" and found.string[: found.start(2)].endswith("かった"):  # 暗かったです
        return before
    if ending == "です" and re.match("か(?!ら)", follows):
        return before
    return f"{before}{'だった' if ending == 'でした' else 'だ'}"
