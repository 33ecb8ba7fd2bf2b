"""Manner 口ぶり: gives the sentences of code the persona's own words, each time in another form.

The facts stand between an opening and an ending of the character sheet, word for word; a persona
that speaks plainly says them in the plain form. All pairs of opening and ending take their turn: an
evening of the same news does not sound like a machine.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import gcd

from companion.phrases.plain_form import plain
from companion.phrases.wordings import known_in, wordings
from companion.words.language import Bilingual, Language
from companion.words.persona import PhraseForms, Phrases, Saying

TOLD = frozenset({Saying.DONE, Saying.NOT_DONE, Saying.TELLING})
"""Sayings around facts; all others are whole sentences."""
PAIRED = frozenset(
    {
        Saying.JOY,
        Saying.COMFORT,
        Saying.GRIEF,
        Saying.LONELY,
        Saying.CHEER,
        Saying.BORED,
        Saying.CARE,
        Saying.CHAT,
        Saying.WELCOME,
        Saying.THANKS,
        Saying.SCOLDED,
        Saying.PREFER,
    }
)
"""Whole sentences that may stand before a second one: a reaction, then a question back."""
SLOTS: Mapping[Saying, frozenset[str]] = {
    Saying.HELLO: frozenset({"greeting"}),
    Saying.NAME: frozenset({"name"}),
    Saying.MOOD: frozenset({"mood"}),
    Saying.PREFER: frozenset({"choice"}),
}
"""Placeholders that code fills beside `{label}`, which every saying may have."""
MUST = frozenset({Saying.NAME, Saying.MOOD, Saying.PREFER})
"""Sayings that are nothing without their placeholder."""
_STRIDE = 0.618
"""Part of all forms by which the turn goes on: neighbours in time are far apart in the list."""

_USUAL: Mapping[Language, Phrases] = {
    Language.JA: {Saying.DONE: PhraseForms(("はい、",))},
    Language.EN: {Saying.DONE: PhraseForms(("Done, ",))},
}
"""Words around facts, of a companion whose sheet has none of its own."""
_BARE = PhraseForms(("",))
_BEGIN = re.compile(r"(?:^|[.!?] )[a-z]")
"""The first letter of an English sentence, which a filled placeholder may be."""


@dataclass(frozen=True)
class Manner:
    """口ぶり: how one persona words the sentences of code. It remembers which form comes next and
    nothing else."""

    phrases: Mapping[Language, Phrases] = field(default_factory=dict)
    labels: Mapping[Language, str] = field(default_factory=dict)
    """How it calls the person it speaks to."""
    speaks_plainly: bool = False
    """Whether its Japanese is plain: 消した, where code writes 消しました."""
    _turns: Counter[tuple[Saying, Language]] = field(default_factory=Counter)
    _reworded: Counter[tuple[str, Language]] = field(default_factory=Counter)

    def around(self, saying: Saying, told: Bilingual) -> Bilingual:
        """The facts told, between an opening and an ending; its words are not changed."""
        return Bilingual(
            self._form(saying, Language.JA).replace("{told}", self.fact(told).ja),
            self._form(saying, Language.EN).replace("{told}", told.en),
        )

    def without_forms(self) -> "Manner":
        """The same politeness with no words around the facts: for a second fact in one answer."""
        bare = {Saying.DONE: _BARE, Saying.NOT_DONE: _BARE}
        return Manner(dict.fromkeys(Language, bare), self.labels, self.speaks_plainly)

    def fact(self, told: Bilingual) -> Bilingual:
        """A fact as code words it, in the politeness of the persona."""
        return Bilingual(plain(told.ja), told.en) if self.speaks_plainly else told

    def reworded(self, text: str, language: Language, *, said: bool = True) -> str:
        """A sentence of code in its next wording, in the politeness of the persona; what fills it
        and what stands behind it are not changed. Any other text as it is. `said`: whether it is
        said now, so that its turn is over."""
        known = known_in(text, language)
        if known is None:
            return text
        forms = wordings(known.name, language)
        turn = self._reworded[known.name, language]
        self._reworded[known.name, language] += said
        form = forms[turn % len(forms)]
        if self.speaks_plainly and language is Language.JA:
            form = plain(form)
        return form.format(*known.filled) + known.rest

    def own(
        self,
        saying: Saying,
        usual: Bilingual,
        slots: Mapping[str, Bilingual] | None = None,
        *,
        brief: bool = False,
    ) -> Bilingual:
        """The persona's sentence in each language for which its sheet has one, else `usual`. A slot
        `label` stands in the place of its own word for the person. `brief`: without an ending."""
        said = {Language.JA: usual.ja, Language.EN: usual.en}
        label = (slots or {}).get("label")
        for language in said:
            if saying in self.phrases.get(language, {}):
                said[language] = self._form(saying, language, label, brief=brief)
                for name, words in (slots or {}).items():
                    said[language] = said[language].replace(f"{{{name}}}", words.get(language))
        if slots:
            said[Language.EN] = _BEGIN.sub(lambda one: one[0].upper(), said[Language.EN])
        return Bilingual(said[Language.JA], said[Language.EN])

    def forms(self, saying: Saying, language: Language, *, brief: bool = False) -> tuple[str, ...]:
        """All forms of a saying; the usual one where the sheet has none. `brief`: the openings."""
        found = self.phrases.get(language, {}).get(saying)
        found = found or _USUAL[language].get(saying, _BARE)
        between = "{told}" if saying in TOLD else ""
        gap = " " if language is Language.EN and saying in PAIRED else ""
        return tuple(
            f"{opens}{between}{gap}{ends}".rstrip() if gap else f"{opens}{between}{ends}"
            for opens in found.opens
            for ends in (("",) if brief else found.ends)
        )

    def _form(
        self,
        saying: Saying,
        language: Language,
        label: Bilingual | None = None,
        *,
        brief: bool = False,
    ) -> str:
        forms = self.forms(saying, language, brief=brief)
        turn, count = self._turns[saying, language], len(forms)
        self._turns[saying, language] += 1
        stride = max(1, round(count * _STRIDE))
        while gcd(stride, count) != 1:
            stride += 1
        form = forms[turn * stride % count]
        called = self.labels.get(language, "") if label is None else label.get(language)
        return form.replace("{label}", called)
