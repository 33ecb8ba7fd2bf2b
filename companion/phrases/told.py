"""Told phrases 聞いたことの言葉: quote what people told, with its day and who told it."""

from collections.abc import Sequence
from datetime import tzinfo

from companion.words.language import Bilingual, Language
from companion.words.text import quoted
from companion.words.told import Told

_TOLD = Bilingual("聞いたこと: {}", "I was told: {}")


def told_said(things: Sequence[Told], zone: tzinfo | None) -> Bilingual:
    """Quotations of these things, in this order."""
    ja, en = [], []
    for one in things:
        at = one.valid_from.astimezone(zone)
        by = one.told_by
        ja.append(
            f"{quoted(one.text, Language.JA)}（{f'{by}、' if by else ''}{at.month}月{at.day}日）"
        )
        en.append(f"{quoted(one.text, Language.EN)} ({f'{by}, ' if by else ''}{at:%-d %B})")
    return Bilingual(_TOLD.ja.format("、".join(ja)), _TOLD.en.format(", ".join(en)))
