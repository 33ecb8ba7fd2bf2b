"""Conjugation 活用: makes the polite past and question of a Japanese verb, and its failure."""

_GODAN = {
    "す": "しせそ", "む": "みめも", "る": "りれろ", "く": "きけこ", "ぐ": "ぎげご", "う": "いえお",
    "つ": "ちてと", "ぬ": "にねの", "ぶ": "びべぼ",
}  # fmt: skip
_BEFORE_RU = "いきぎしじちにひびみりえけげせぜてでねへべめれ見着出寝得"
"""Signs before る of a verb that keeps its stem: つける and 見る, but 戻る."""


def polite_past(plain: str) -> str:
    """`つける` -> `つけました`."""
    return f"{_stem(plain, 0)}ました"


def polite_question(plain: str) -> str:
    """`つける` -> `つけますか`. Raises `ValueError` for no verb."""
    return f"{_stem(plain, 0)}ますか"


def could_not(plain: str) -> str:
    """`つける` -> `つけられませんでした`."""
    if plain.endswith("する"):
        return f"{plain[:-2]}できませんでした"
    return f"{_stem(plain, 1)}{'られ' if _keeps_stem(plain) else ''}ませんでした"


def tried(plain: str) -> str:
    """`つける` -> `つけようとしました`."""
    if plain.endswith("する"):
        return f"{plain[:-2]}しようとしました"
    return f"{_stem(plain, 2)}{'よ' if _keeps_stem(plain) else ''}うとしました"


def _keeps_stem(plain: str) -> bool:
    return plain[-1] == "る" and plain[-2] in _BEFORE_RU


def _stem(plain: str, row: int) -> str:
    """`row`: 0 before ます, 1 the potential, 2 the volitional. Raises `ValueError` for no verb."""
    if plain.endswith("する"):
        return f"{plain[:-2]}し"
    if _keeps_stem(plain):
        return plain[:-1]
    if plain[-1:] not in _GODAN:
        raise ValueError(f"{plain!r} does not end as a Japanese verb does")
    return plain[:-1] + _GODAN[plain[-1]][row]
