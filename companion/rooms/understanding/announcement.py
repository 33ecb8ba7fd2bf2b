"""An announcement 呼びかけ is something that the companion shall say aloud to everybody at home.

"Tell everyone dinner's ready", ご飯できたってみんなに言って. The words are the asker's own; a
question that somebody shall be asked is none.
"""

import re
from functools import cache
from typing import Final

from companion.rooms.understanding.lexicon import DATA
from companion.words.language import Language, has_japanese
from companion.words.table import table

_TABLE: Final = table(DATA, "announcement.toml")
_END: Final = " 。、.!！?？"


def announcement(text: str) -> str | None:
    """The words to say; None where the sentence asks for no announcement."""
    language = Language.JA if has_japanese(text) else Language.EN
    rows, said = _TABLE[language.value], " ".join(text.split()).strip(_END)
    for form in _forms(language):
        parts = (found := form.fullmatch(said)) and found.groupdict()
        if not parts or re.fullmatch(rows["question"], parts["words"] or "", re.I):
            continue
        words = parts["words"] or parts["bare"]
        words = re.sub(f"(?:{rows['reason']})$", "", words, flags=re.I)
        if (wished := re.fullmatch(rows["wish"], words, re.I)) is not None:
            words = wished["words"]
        return f"{parts.get('reason') or ''}{words}".strip(_END) or None
    return None


@cache
def _forms(language: Language) -> tuple[re.Pattern[str], ...]:
    rows = _TABLE[language.value]
    end = rows.get("end", "(?:,? please)?")
    forms = (form.replace("{everybody}", rows["everybody"]) for form in rows["forms"])
    return tuple(re.compile(f"{rows['lead']}(?:{form}){end}", re.I) for form in forms)
