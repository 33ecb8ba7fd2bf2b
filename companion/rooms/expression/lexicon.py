"""Lexicon 語彙: lists the only words that the model may put around a claim (ADR 0004).

A word that is not here cannot be written, in any paraphrase: no device, no room, no number, no
state (`on`, `open`, `locked`, `safe`, `bright`), no verb of doing or having done, and no sentence
that says how something is (`it is ...`): a boasting model found those (ADR 0014). The words here
greet, wish, apologise, offer an ear and show a mood; none of them can be checked against the house,
so none can be false of the house.

Greetings that say something (`welcome home`, `good evening`) are offered only when a claim
or the clock makes them true.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.phrases.greetings import greeting, part_of_day
from companion.words.decision import MessageKind
from companion.words.language import Language
from companion.words.table import table


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """語彙: English single words; Japanese clause pieces (leads, then one ending)."""

    starts: tuple[str, ...]
    """Words that may begin a sentence (English); phrases that are sentences (Japanese)."""
    words: tuple[str, ...]
    """Words that may follow (English); leads before an ending (Japanese)."""
    ends: tuple[str, ...] = ()
    """Japanese: predicates that may close a sentence."""


_READ = table("companion.rooms.expression", "lexicon.toml")


def hour_words(hour: int, language: Language) -> tuple[str, ...]:
    """Words that are true of the hour only. Japanese greets, and does not name the hour."""
    return (part_of_day(hour),) if language is Language.EN else ()


def lexicon(
    language: Language,
    kind: MessageKind,
    *,
    went_well: bool,
    label: str = "",
    own_words: Iterable[str] = (),
) -> Lexicon:
    """The words for one message. After a failure nothing that sounds like success is there.
    `label`: what the persona calls the person it speaks to; Japanese has no other word for them,
    English keeps its pronouns beside it."""
    kind = MessageKind.ERROR if not went_well and kind is MessageKind.REPORT else kind
    said, tone = _READ[language], "words" if went_well else "sorry"
    return Lexicon(
        starts=tuple(said["starts"][kind]),
        words=(*said[tone], *_called(language, label), *own_words),
        ends=tuple(said.get("ends" if went_well else "sorry_ends", ())),
    )


def _called(language: Language, label: str) -> tuple[str, ...]:
    label = " ".join(label.split())
    if not label or label.casefold() in _READ["en"]["words"]:
        return ()
    return (f"{label}が", f"{label}に") if language is Language.JA else (label,)


def openings(language: Language, *, hour: int, welcomed: bool) -> tuple[str, ...]:
    """Greetings that are true now."""
    greets = greeting(hour).get(language)
    return (greets, *_READ[language]["welcome"]) if welcomed else (greets,)
