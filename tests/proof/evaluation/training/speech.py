"""Speech: what is said in a situation, in which words, and which deed it names."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from ruamel.yaml import YAML

from companion.engines.ranking.action_rules import HARM, Truth, Verdict, disturbing
from companion.engines.ranking.entry import DEEDS
from companion.engines.ranking.owner_rules import FOR_SOMEBODY
from companion.words.decision import MenuEntry
from companion.words.language import Language
from companion.words.trust import TrustLabel

FOLDS = 4
"""A situation speaks in the phrases of one fold only, so that a reader trained on the others
has never seen them."""
PEOPLE = {
    Language.EN: ("The resident", "Mum", "Dad", "Ken", "My wife", "Yuki", "Grandpa", "Anna"),
    Language.JA: ("持ち主", "お母さん", "お父さん", "健", "妻", "ユキ", "おじいちゃん", "住人"),
}
NAMING = frozenset(
    {"named", "forbidden", "musing", "keep_on", "keep_off", "under_way", "order_named"}
)
"""Phrases that name a thing or a deed."""
_MORE = ("phrases_more", "phrases_wide")
OFF = ("turn_off", "pause", "stop")
ON = ("turn_on", "play")
TARGETS = {"keep_on": OFF, "keep_off": ON, "under_way": OFF}
_VERBS = (
    ("つける", "つけて", "つけない"),
    ("消す", "消して", "消さない"),
    ("開ける", "開けて", "開けない"),
    ("閉める", "閉めて", "閉めない"),
    ("止める", "止めて", "止めない"),
    ("する", "して", "しない"),
    ("かける", "かけて", "かけない"),
    ("変える", "変えて", "変えない"),
)
"""How a label's last verb asks and forbids."""
ASKING, FORBIDDING = 1, 2


@dataclass(frozen=True, slots=True)
class Said:
    """One line: its text, what it means, and which room it is about ("" for none named)."""

    text: str
    keys: frozenset[str]
    room: str
    target: MenuEntry | None = None
    """The entry that is asked for or forbidden by name."""
    says: tuple[tuple[str, str], ...] = ()
    """Each sentence with the key it says."""


@cache
def book(name: str) -> Any:
    """One of the YAML files beside this module."""
    text = resources.files(__package__).joinpath(f"{name}.yaml").read_text(encoding="utf-8")
    return YAML(typ="safe").load(text)


@cache
def phrases(key: str, language: Language) -> tuple[str, ...]:
    """All phrases of one meaning."""
    more = (book(name).get(key, {}).get(language.value, []) for name in _MORE)
    return (*book("phrases")[key][language.value], *(phrase for some in more for phrase in some))


def wishes(form: str, entry: MenuEntry, language: Language) -> tuple[str, ...]:
    """How this very deed is asked for (`ask`) or forbidden (`forbid`); empty: it has no words."""
    deed = next((d for d in DEEDS if does(entry, (d,))), "")
    own = book("asking").get("pause" if deed == "stop" else deed, {})
    return tuple(own.get(form, {}).get(language.value, ()))


def jobs(thing: str, entry: MenuEntry, language: Language) -> tuple[str, ...]:
    """The deed said by what it is wanted for; empty: nobody says it so."""
    known: Mapping[str, Mapping[str, list[str]]] = book("jobs")
    own = next((words for name, words in known.items() if thing.endswith(name)), {})
    return tuple(own.get(language.value, ())) if does(entry, ("turn_on",)) else ()


def sensor_lines(language: Language) -> Iterator[tuple[Said, int]]:
    """What sensors say while they are on, each by its name, with the fold of the name."""
    for key, names in book("sensors").items():
        for at, name in enumerate(names[language.value]):
            text = f"{name}: on"
            yield Said(text, frozenset({key}), "", None, ((text, key),)), at % FOLDS


def does(entry: MenuEntry, deeds: tuple[str, ...]) -> bool:
    """Whether the entry's deed is one of these."""
    return entry.action_type.endswith(deeds)


def forbids(line: Said, entry: MenuEntry) -> bool:
    """Whether the line speaks against this very deed."""
    if line.target is None:
        return False
    same = line.target.object_id == entry.object_id
    against = any(does(entry, TARGETS[key]) for key in line.keys & set(TARGETS))
    return (same and against) or ("forbidden" in line.keys and line.target.label == entry.label)


def ending(label: str, form: int) -> str:
    """A Japanese label's verb as asking (`ASKING`) or forbidding (`FORBIDDING`)."""
    plain = label.partition("（")[0]
    for verb in _VERBS:
        if plain.endswith(verb[0]):
            return plain.removesuffix(verb[0]) + verb[form]
    return plain


def by_name(
    entry: MenuEntry,
    kind: str,
    truth: Truth,
    happened: Said,
    older: list[Said],
    trust: TrustLabel,
    *,
    nobody: bool,
) -> Verdict:
    """What was asked for or forbidden by its name comes before every other rule."""
    if any(forbids(line, entry) for line in (happened, *older)):
        return HARM
    if happened.target is None or entry.action_type.endswith("unlock"):
        return None
    if trust is TrustLabel.GUEST and does(entry, ("light_turn_on",)):
        return None
    if happened.keys & {"order_named", "musing"} or trust in (
        TrustLabel.GUEST,
        TrustLabel.OBSERVED,
    ):
        return HARM if happened.target.label == entry.label else None
    if "named" not in happened.keys:
        return None
    if happened.target.label == entry.label:
        if nobody and trust is TrustLabel.SELF and kind in FOR_SOMEBODY:
            return HARM
        return HARM if truth.still and does(entry, disturbing(trust, kind)) else 1
    return 0
