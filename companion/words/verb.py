"""Verb 動詞: the name of one act, in both languages, wherever it is told."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.words.language import Bilingual


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb:
    """動詞: one act; button, question, label, reply and page all take their words from it.

    `{}` is the thing acted on, and `{v}` in `to` is the value it ends with (`40%`, `赤`).
    """

    ja: str
    """Dictionary form: `{}をつける`."""
    en: str
    """`turn on {}`."""
    past: str
    """English past: `turned on {}`; the Japanese one is made by rule."""
    short_en: str = ""
    """Without a thing, where leaving `{}` out of `en` is not enough: `set brightness`."""
    itself: str = ""
    """English: what the thing itself is asked to do (`go to {v}`), where it is not `short_en`."""
    to: "Verb | None" = None
    """The same act with the value it ends with: `set {} to {v}`."""
    at: Mapping[float | str, "Verb"] = field(default_factory=dict, hash=False)
    """Values that have words of their own: half open, off."""

    reported: Bilingual | None = None
    """Words of the thing's own report, where it says less than that the act is done."""

    @property
    def button(self) -> Bilingual:
        """Without a thing: `つける` / `turn on`."""
        particles = ("{}を", "{}の", "{}に", "{}で", "{}へ")
        ja = next((self.ja.removeprefix(p) for p in particles if self.ja.startswith(p)), self.ja)
        return Bilingual(ja, self.short_en or self.en.replace(" {}", ""))
