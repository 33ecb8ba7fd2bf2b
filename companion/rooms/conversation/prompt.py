"""Prompts of a conversation reply put the fixed part first, in both languages.

Facts and quoted sentences stand as data between « », each under its trust label.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from companion.rooms.conversation.facts import Fact
from companion.rooms.conversation.phrases import KINDS
from companion.rooms.conversation.wording import ago
from companion.words.language import Bilingual, Language
from companion.words.llm import PromptMessage
from companion.words.mood import Mood
from companion.words.persona import PersonaSheet
from companion.words.recalled import Recalled
from companion.words.table import table
from companion.words.text import LabelledText, data_line
from companion.words.trust import TrustLabel

SAID_CHARS = 160
"""Longest sentence of a person that enters the prompt."""
EARLIER_CHARS = 40
EARLIER_TURNS = 2
"""Enough to see what `it` is; more would be the length of the tail."""
OTHER_DAY = timedelta(hours=12)
"""From then on an earlier sentence is no part of this talk."""

_READ = table("companion.rooms.conversation", "prompt.toml")
RULES = Bilingual(**_READ["rules"])
_CALLS = Bilingual("\n家の人のことは、いつも{label}と呼びます。", "\nYou always call them {label}.")
_SAYS = Bilingual("{label}の言葉", "{label} says")
_EARLIER = Bilingual("さっき、{label}", "earlier, {label}")
_INTEREST = Bilingual("気になっている: {names}", "on your mind: {names}")
_LONG_AGO = Bilingual("{ago}、{label}", "{ago}, {label}")
_MOOD = Bilingual("気分: {mood}", "mood: {mood}")
_LABELS = {
    TrustLabel.SELF: Bilingual("自分", "self"),
    TrustLabel.OWNER: Bilingual("家主", "owner"),
    TrustLabel.HOUSEHOLD: Bilingual("家の人", "household"),
    TrustLabel.GUEST: Bilingual("客", "guest"),
    TrustLabel.OBSERVED: Bilingual("観測", "observed"),
}
FEELINGS = (
    (Bilingual("沈みがち", "rather low"), Bilingual("晴れやか", "bright")),
    (Bilingual("静か", "quiet"), Bilingual("はずんでいる", "lively")),
    (Bilingual("控えめ", "hesitant"), Bilingual("自信がある", "confident")),
)
CALM = Bilingual("落ち着いている", "calm")
FELT_FROM = 0.1
"""An axis nearer to neutral than this has no word."""


@dataclass(frozen=True, slots=True)
class Example:
    """An exchange that shows the form; of a house that is nobody's."""

    said: Bilingual
    answer: Bilingual
    facts: tuple[tuple[Bilingual, Bilingual], ...] = ()
    asks_back: Bilingual = Bilingual("", "")
    """Behind the sheet's own words: a question that takes up what was said."""


def _example(row: dict[str, Any]) -> Example:
    facts = [_READ["facts"][key] for key in row.get("facts", ())]
    return Example(
        Bilingual(*row["said"]),
        Bilingual(*row["answer"]),
        tuple((Bilingual(*fact["name"]), Bilingual(*fact["words"])) for fact in facts),
        Bilingual(*row.get("asks_back", ("", ""))),
    )


EXAMPLES = tuple(map(_example, _READ["examples"]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """返事の材料: what one reply is made from."""

    said: LabelledText
    mood: Mood
    facts: tuple[Fact, ...]
    recalled: tuple[Recalled, ...]
    """Only what enters the prompt; its labels count."""
    interest: tuple[Bilingual, ...] = ()
    """Things and rooms that draw the companion now."""
    now: datetime | None = None
    """The moment of the reply; given, words of another day are told with their age."""
    garden: str = ""
    """The newest lines of the companion's own garden life; nothing of the house is in them."""


def lay_out(material: Material, persona: PersonaSheet) -> tuple[PromptMessage, ...]:
    """The fixed part and examples, then this one exchange."""
    return (*fixed(persona), PromptMessage("user", _tail(material, persona.language)))


def fixed(persona: PersonaSheet) -> tuple[PromptMessage, ...]:
    """The part that never changes for one persona."""
    language = persona.language
    kinds = "\n".join(f"- {kind.name.get(language)}: {kind.about.get(language)}" for kind in KINDS)
    label = persona.second_person_label
    calls = _CALLS.get(language).format(label=label) if label else ""
    rules = RULES.get(language).format(
        name=persona.name,
        persona=persona.persona_text,
        addon=persona.addon_text,
        calls=calls,
        kinds=kinds,
    )
    messages = [PromptMessage("system", rules)]
    for example in EXAMPLES:
        messages.append(PromptMessage("user", _shown(example, language)))
        messages.append(PromptMessage("assistant", _answered(example, persona)))
    return tuple(messages)


def asked_back_in_examples(language: Language) -> frozenset[str]:
    """The questions of the examples: they fit those and nothing else."""
    asked = (example.asks_back.get(language) for example in EXAMPLES)
    return frozenset(one for one in asked if one)


def _answered(example: Example, persona: PersonaSheet) -> str:
    """The answer of an example, in the words of the character sheet where it has some."""
    language = persona.language
    usual = example.answer.get(language)
    kind = next((k for k in KINDS if usual.startswith(f"{k.name.get(language)}: ")), None)
    if kind is None or kind.saying is None or not kind.own_words:
        return usual
    forms = persona.phrases.get(language, {}).get(kind.saying)
    if forms is None or "{mood}" in forms.opens[0] or "{greeting}" in forms.opens[0]:
        return usual
    words = forms.opens[0].replace("{label}", persona.second_person_label)
    gap = "" if language is Language.JA else " "
    return f"{kind.name.get(language)}: {words}{gap}{example.asks_back.get(language)}".rstrip()


def feeling(mood: Mood) -> Bilingual:
    """The long mood in words."""
    long = mood.long_mood_state
    felt = [
        pair[value > 0]
        for pair, value in zip(FEELINGS, (long.v, long.a, long.d), strict=True)
        if abs(value) >= FELT_FROM
    ] or [CALM]
    return Bilingual.joined(felt, "、", ", ")


def _tail(material: Material, language: Language) -> str:
    said, lines = material.said, []
    for label in dict.fromkeys(fact.trust for fact in material.facts):
        lines.append(f"[{_LABELS[label].get(language)}]")
        lines += [
            _line(f.name.get(language), f.brief.get(language))
            for f in material.facts
            if f.trust is label
        ]
    lines.append(_MOOD.get(language).format(mood=feeling(material.mood).get(language)))
    if material.garden:
        lines.append(material.garden)
    if material.interest:
        names = ", ".join(data_line(name.get(language), 32) for name in material.interest)
        lines.append(_INTEREST.get(language).format(names=names))
    for turn in material.recalled:
        label = TrustLabel.SELF if turn.role == "assistant" else turn.text.trust
        who = _when(turn.at, material.now).get(language).format(label=_LABELS[label].get(language))
        lines.append(_line(who, turn.text.text, EARLIER_CHARS))
    who = _SAYS.get(language).format(label=_LABELS[said.trust].get(language))
    return "\n".join([*lines, _line(who, said.text)])


def _when(at: datetime, now: datetime | None) -> Bilingual:
    if now is None or now - at < OTHER_DAY:
        return _EARLIER
    since = ago(at, now)
    return Bilingual(
        _LONG_AGO.ja.replace("{ago}", since.ja), _LONG_AGO.en.replace("{ago}", since.en)
    )


def _shown(example: Example, language: Language) -> str:
    lines = [_line(name.get(language), words.get(language)) for name, words in example.facts]
    if lines:
        lines.insert(0, f"[{_LABELS[TrustLabel.OBSERVED].get(language)}]")
    who = _SAYS.get(language).format(label=_LABELS[TrustLabel.OWNER].get(language))
    return "\n".join([*lines, _line(who, example.said.get(language))])


def _line(name: str, text: str, limit: int = SAID_CHARS) -> str:
    """`name «text»`: one line that cannot close its own quotes."""
    return f"{name} «{data_line(text, limit)}»"
