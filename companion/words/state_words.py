"""State words 様子の言葉: the name of one value that a device reports, in both languages."""

from dataclasses import dataclass

from companion.words.language import Bilingual


@dataclass(frozen=True, slots=True)
class StateWords:
    """様子の言葉: a value beside a name, and as a sentence about the thing."""

    ja: str
    """Beside a name: `ついている`."""
    en: str
    """`on`, also after `is`."""
    own_sentence: Bilingual | None = None
    """`動きを感じています` / `senses motion`, where the rule does not make it."""

    @property
    def short(self) -> Bilingual:
        """Beside a name."""
        return Bilingual(self.ja, self.en)

    @property
    def sentence(self) -> Bilingual:
        """`ついています` / `is on`, after the thing's name."""
        if self.own_sentence is not None:
            return self.own_sentence
        polite = f"{self.ja[:-1]}ます" if self.ja.endswith("いる") else f"{self.ja}です"
        return Bilingual(polite, f"is {self.en}")

    @property
    def already(self) -> Bilingual:
        """`ついている` / `is on already`, after `もう`."""
        said = self.sentence
        for polite, plain in (("います", "いる"), ("いません", "いない"), ("です", "になっている")):
            if said.ja.endswith(polite):
                return Bilingual(said.ja.removesuffix(polite) + plain, f"{said.en} already")
        return Bilingual(self.ja, f"{said.en} already")
