"""Phrases 言い回し: list the sentences that a reply may use beside facts, in both languages.

Where a model may use its own words (ADR 0098) these are its examples, and they are said where none
of its own may be. Each phrase was chosen so that in answer to *any* sentence it neither affirms
nor denies: there is no yes and no no, nothing is said to be on, open, safe or done, nobody is said
to be there, and no outcome is promised. A model may choose the wrong one and be out of place; it
cannot be false of the home: "yes, always" after "is the door locked?" is a lie of harmless words.
"""

from dataclasses import dataclass
from typing import Any

from companion.phrases.wordings import usual
from companion.words.language import Bilingual
from companion.words.persona import Saying
from companion.words.table import pairs, table


@dataclass(frozen=True, slots=True)
class Kind:
    """話の種類: one way to answer. `about` tells the model when; then a first sentence and
    perhaps one more."""

    name: Bilingual
    about: Bilingual
    first: tuple[Bilingual, ...]
    more: tuple[Bilingual, ...] = ()
    own_words: bool = False
    """Whether the model may use its own words; never where a word could answer or promise."""
    saying: Saying | None = None
    """Where the character sheet has words for it."""


def _kind(row: dict[str, Any]) -> Kind:
    return Kind(
        Bilingual(*row["name"]),
        Bilingual(*row["about"]),
        pairs(row["first"]) if "first" in row else (usual(row["usual"]),),
        pairs(row.get("more", ())),
        row.get("own_words", False),
        Saying(row["saying"]) if "saying" in row else None,
    )


KINDS = tuple(map(_kind, table("companion.rooms.conversation", "phrases.toml")["kinds"]))
HEARD, NAME, MOOD, UNKNOWN = KINDS[0], KINDS[4], KINDS[5], KINDS[-1]

CHAT, BY_CUE = KINDS[7], (*KINDS[1:4], KINDS[6])
"""Kinds that answer only who greets, leaves, thanks or carries a burden."""
_HELLO = Bilingual("お声がけ、うれしいです", "Hello")
_WELCOME = Bilingual("おかえりなさい", "Welcome back")


def welcome(seen: bool) -> Bilingual:
    """`Welcome back` only where somebody was seen; else the greeting that says nothing."""
    return _WELCOME if seen else _HELLO
