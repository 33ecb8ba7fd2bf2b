"""Undone 元に戻す: says whether an act can be taken back, and asks whether it shall be done."""

from companion.home.device_group import NOT_UNDONE, UNDONE
from companion.phrases.conjugation import polite_question
from companion.words.language import Bilingual

_SAID = (
    (NOT_UNDONE, Bilingual("あとで元に戻せません。", "It cannot be undone.")),
    (UNDONE, Bilingual("あとで元に戻せます。", "It can be undone.")),
)


def question_of_approval(summary: Bilingual, impact: Bilingual) -> Bilingual:
    """`Shall I lock the front door? It can be undone.`: all of it by code, for a yes is a yes to
    exactly this. `impact`: the second line of the question."""
    back = next((said for end, said in _SAID if impact.en.endswith(end.en)), Bilingual("", ""))
    act = f"{summary.en[:1].lower()}{summary.en[1:]}"
    return Bilingual(f"{_asked_ja(summary.ja)}？{back.ja}", f"Shall I {act}? {back.en}".strip())


def _asked_ja(summary: str) -> str:
    try:
        return polite_question(summary)
    except ValueError:
        return f"「{summary}」をしてもよいですか"
