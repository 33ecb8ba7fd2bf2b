"""Persona sheet 人物設定: reads the phrase forms of a character sheet and finds its mistakes.

A sheet is an owner's own text. Each mistake is told with its line and with what to do about it, in
both languages; the texts of the persona themselves go to prompts as they stand.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError

from companion.phrases.manner import MUST, PAIRED, SLOTS, TOLD, Manner
from companion.service.persona_voice import VoiceSetting
from companion.service.yaml_text import NotYaml, Written, read
from companion.words.language import Bilingual, Language
from companion.words.persona import BigFive, PhraseForms, Phrases, Saying

KEYS = ("big_five", "grit", "growth_mindset", "traits", "values", *(one.value for one in Language))
WORDS = ("name", "persona_text", "addon_text", "second_person_label", "voice", "plain", "phrases")
"""Keys of one language."""
NEEDED = ("name", "persona_text", "second_person_label")
FIGURES = ("grit", "growth_mindset")
FORM_CHARS = 80
"""Longest form: it is said around a fact, not in its place."""
VARIED = 6
"""Forms of `done` that keep an evening of answers, whose facts vary, from repeating a sentence."""
_SLOT = re.compile(r"\{([^{}]*)\}")
_FIGURE = re.compile(r"\d")
_CALLED_JA = re.compile(
    "あなた(?:さま|様)?|貴方|きみ|キミ|(?<![諸大主暗])君(?!主)|おまえ(?:さん)?|お前(?:さん)?|あんた|貴様|そなた"
)
"""Words for the person spoken to, of which a sheet uses one, its label."""


@dataclass(frozen=True, slots=True)
class SheetProblem:
    """One mistake in a sheet, with its remedy."""

    line: int
    words: Bilingual
    advice: bool = False
    """The sheet can be used as it is."""


def phrases_in(sheet: Mapping[str, Any]) -> Mapping[Language, Phrases]:
    """The forms of each language. Raises `ValueError` with the first mistake."""
    found: dict[Language, Phrases] = {}
    for language in Language:
        section = dict(sheet.get(language.value) or {})
        rows = section.get("phrases") or {}
        if not isinstance(rows, Mapping):
            raise ValueError(f"{language.value}.phrases: {_MAPPING.en}")
        for key, value in rows.items():
            for problem in _of_form(str(key), value, str(section.get("second_person_label", ""))):
                raise ValueError(f"{language.value}.phrases.{key}: {problem.en}")
        found[language] = {Saying(str(key)): _forms(value) for key, value in rows.items()}
    return found


def manner_in(sheet: Mapping[str, Any]) -> Manner:
    """How the persona words the sentences of code. Raises `ValueError`."""
    labels = {
        language: " ".join(str(section.get("second_person_label", "")).split())
        for language in Language
        if (section := sheet.get(language.value)) is not None
    }
    plain = bool(dict(sheet.get(Language.JA.value) or {}).get("plain"))
    return Manner(phrases=phrases_in(sheet), labels=labels, speaks_plainly=plain)


def _forms(value: object) -> PhraseForms:
    if isinstance(value, Mapping):
        return PhraseForms(_texts(value.get("opens", "")), _texts(value.get("ends", "")))
    return PhraseForms(_texts(value))


def _texts(value: object) -> tuple[str, ...]:
    return tuple(str(one) for one in value) if isinstance(value, list) else (str(value),)


def sheet_problems(text: str) -> tuple[SheetProblem, ...]:
    """All mistakes in a sheet, by line; empty for a good one."""
    try:
        document = read(text)
    except NotYaml as error:
        words = Bilingual(
            f"YAMLとして読めません（{error.problem}）。この行の「:」と字下げを見てください",
            f"not YAML: {error.problem}; look at the colon and the indentation of this line",
        )
        return (SheetProblem(error.line, words),)
    if not isinstance(document.plain, Mapping):
        return (SheetProblem(1, _MAPPING),)
    return tuple(sorted(_problems(document), key=lambda problem: problem.line))


_MAPPING = Bilingual("「キー: 値」の行にしてください", "write it as lines of `key: value`")


def _problems(document: Written) -> Iterator[SheetProblem]:
    sheet = document.plain
    yield from _unknown(document, (), sheet, KEYS)
    for name in FIGURES:
        yield from _figure(document, (name,), sheet.get(name))
    five = sheet.get("big_five")
    names = tuple(field.name for field in fields(BigFive))
    if isinstance(five, Mapping):
        yield from _unknown(document, ("big_five",), five, names)
    for name in names:
        value = five.get(name) if isinstance(five, Mapping) else None
        yield from _figure(document, ("big_five", name), value)
    for name in ("traits", "values"):
        if not isinstance(sheet.get(name), list) or not sheet[name]:
            yield _at(
                document,
                (name,),
                f"{name} がありません。「{name}: [言葉, 言葉]」の形で書いてください",
                f"{name} is missing; write it as `{name}: [word, word]`",
            )
    for language in Language:
        yield from _section(document, language)


def _section(document: Written, language: Language) -> Iterator[SheetProblem]:
    place, section = (language.value,), document.plain.get(language.value)
    if not isinstance(section, Mapping):
        yield _at(
            document,
            place,
            f"{language.value} の部分がありません。日本語と英語の両方を書いてください",
            f"the section {language.value} is missing; a sheet has Japanese and English",
        )
        return
    yield from _unknown(document, place, section, WORDS)
    for name in NEEDED:
        if not str(section.get(name) or "").strip():
            yield _at(
                document,
                (*place, name),
                f"{language.value}.{name} が空です。一文でよいので書いてください",
                f"{language.value}.{name} is empty; a short text is enough",
            )
    try:
        VoiceSetting.model_validate(section.get("voice") or {})
    except ValidationError as error:
        for one in error.errors():
            name = ".".join(("voice", *(str(part) for part in one["loc"])))
            yield _at(
                document,
                (*place, *name.split(".")),
                f"{language.value}.{name} が使えません（{one['msg']}）",
                f"{language.value}.{name} cannot be used: {one['msg']}",
            )
    if not isinstance(section.get("plain", False), bool):
        yield _at(
            document,
            (*place, "plain"),
            f"{language.value}.plain は true か false にしてください",
            f"{language.value}.plain must be true or false",
        )
    yield from _phrases(document, language, section)


def _phrases(
    document: Written, language: Language, section: Mapping[str, Any]
) -> Iterator[SheetProblem]:
    rows, place = section.get("phrases"), (language.value, "phrases")
    if not isinstance(rows, Mapping):
        yield _at(
            document,
            place,
            f"{language.value}.phrases がありません。決まった返事はいつもの言葉になります",
            f"{language.value}.phrases is missing; replies by code use the usual words",
            advice=True,
        )
        return
    label = str(section.get("second_person_label") or "")
    for key, value in rows.items():
        for words in _of_form(str(key), value, label):
            where = f"{language.value}.phrases.{key}"
            yield SheetProblem(
                document.line_of((*place, str(key))),
                Bilingual(f"{where}: {words.ja}", f"{where}: {words.en}"),
            )
    done = rows.get(Saying.DONE.value)
    count = len(_forms(done).opens) * len(_forms(done).ends) if done is not None else 0
    if 0 < count < VARIED:
        yield _at(
            document,
            (*place, Saying.DONE.value),
            f"{language.value}.phrases.done は{count}通りです。opens と ends を増やして"
            f"{VARIED}通り以上にすると、同じ言い方が続きません",
            f"{language.value}.phrases.done has {count} forms; more opens and ends, {VARIED} or "
            "more together, keep it from repeating itself",
            advice=True,
        )


def _of_form(key: str, value: object, label: str) -> Iterator[Bilingual]:
    """The mistakes in the forms of one saying."""
    if key not in set(Saying):
        yield _no_such(key, [one.value for one in Saying])
        return
    saying = Saying(key)
    if saying not in PAIRED and (saying in TOLD) != isinstance(value, Mapping):
        yield _SHAPE_TOLD if saying in TOLD else _SHAPE
        return
    if isinstance(value, Mapping) and (odd := set(value) - {"opens", "ends"}):
        yield _no_such(str(sorted(odd)[0]), ["opens", "ends"])
        return
    forms = _forms(value)
    if not all(forms.opens) and saying not in TOLD:
        yield _SHAPE
    if saying in MUST:
        yield from _without_slot(saying, forms.opens)
    for text in (*forms.opens, *forms.ends):
        yield from _of_text(saying, text)
        yield from _of_called(_SLOT.sub("", text), label)


def _without_slot(saying: Saying, texts: tuple[str, ...]) -> Iterator[Bilingual]:
    for name in sorted(SLOTS[saying]):
        if not all(f"{{{name}}}" in text for text in texts):
            yield Bilingual(
                f"どの文にも {{{name}}} を入れてください", f"put {{{name}}} into each form"
            )


def _of_called(text: str, label: str) -> Iterator[Bilingual]:
    for found in _CALLED_JA.findall(text):
        if found != label:
            yield Bilingual(
                f"「{found}」は second_person_label（{label}）と違います。"
                "{label} と書いてください",
                f"“{found}” is not the second_person_label ({label}); write {{label}} there",
            )


def _of_text(saying: Saying, text: str) -> Iterator[Bilingual]:
    allowed = {"label", *SLOTS.get(saying, ())}
    for slot in _SLOT.findall(text):
        if slot not in allowed:
            yield _no_such(f"{{{slot}}}", [f"{{{name}}}" for name in sorted(allowed)])
    rest = _SLOT.sub("", text)
    if "{" in rest or "}" in rest:
        yield Bilingual("「{」と「}」の数が合いません", "the braces do not match")
    if _FIGURE.search(rest):
        yield Bilingual(
            "数字は書けません。数はコードが入れます", "no figures: code fills in numbers"
        )
    if len(text) > FORM_CHARS:
        yield Bilingual(f"{FORM_CHARS}文字までです", f"at most {FORM_CHARS} characters")


_SHAPE_TOLD = Bilingual(
    "「{opens: [前の言葉], ends: [後の言葉]}」の形で書いてください。間に事実が入ります",
    "write it as `{opens: [words before], ends: [words after]}`; the fact stands between them",
)
_SHAPE = Bilingual(
    "文を「[文, 文]」の形で書いてください", "write whole sentences, as `[sentence, sentence]`"
)


def _unknown(
    document: Written, place: tuple[str, ...], node: Mapping[str, Any], known: tuple[str, ...]
) -> Iterator[SheetProblem]:
    for key in node:
        if key not in known:
            words = _no_such(str(key), list(known))
            yield SheetProblem(document.line_of((*place, str(key))), words)


def _no_such(key: str, known: list[str]) -> Bilingual:
    near = get_close_matches(key, known, n=1)
    ja = f"「{near[0]}」のことですか" if near else f"使えるのは {', '.join(known)} です"
    en = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
    return Bilingual(f"「{key}」は知らない言葉です。{ja}", f"{key} is not known; {en}")


def _figure(document: Written, place: tuple[str, ...], value: object) -> Iterator[SheetProblem]:
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1:
        return
    name = ".".join(place)
    yield _at(
        document,
        place,
        f"{name} は 0.0 から 1.0 の数にしてください（今は {value}）",
        f"{name} must be a number from 0.0 to 1.0 (it is {value})",
    )


def _at(
    document: Written, place: tuple[str, ...], ja: str, en: str, *, advice: bool = False
) -> SheetProblem:
    return SheetProblem(document.line_of(place), Bilingual(ja, en), advice)
