"""Quotations of people 聞いたことの言葉, each with its day and who said it."""

from collections.abc import Sequence
from datetime import datetime, tzinfo

from companion.words.episode import Episode
from companion.words.language import Bilingual, Language
from companion.words.text import quoted
from companion.words.told import Told

_TOLD = Bilingual("聞いたこと: {}", "I was told: {}")


def told_said(things: Sequence[Told], zone: tzinfo | None) -> Bilingual:
    """Quotations of these things, in this order."""
    return _said([(one.text, one.told_by, one.valid_from) for one in things], zone)


def episodes_said(said: Sequence[Episode], zone: tzinfo | None) -> Bilingual:
    """Quotations of these sentences, in this order."""
    return _said([(" ".join(one.text.split()), one.speaker, one.at) for one in said], zone)


def turns_said(quotations: Sequence[tuple[str, str, datetime]], zone: tzinfo | None) -> Bilingual:
    """Texts in quotation marks, each with who said it ("" is left out) and its day."""
    ja, en = [], []
    for text, by, moment in quotations:
        at = moment.astimezone(zone)
        ja.append(f"{quoted(text, Language.JA)}（{f'{by}、' if by else ''}{at.month}月{at.day}日）")
        en.append(f"{quoted(text, Language.EN)} ({f'{by}, ' if by else ''}{at:%-d %B})")
    return Bilingual("、".join(ja), ", ".join(en))


def _said(quotations: Sequence[tuple[str, str, datetime]], zone: tzinfo | None) -> Bilingual:
    said = turns_said(quotations, zone)
    return _TOLD.filled(said)
