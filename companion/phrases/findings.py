"""Findings 所見の文: makes the finding about a part from the table `health.toml`."""

from collections.abc import Mapping
from typing import Any

from companion.words.finding import Finding
from companion.words.health import Button, HealthStatus
from companion.words.language import Bilingual, Language
from companion.words.table import table

_TABLE = table("companion.phrases", "health.toml")


def found(key: str, **said: Any) -> Finding:
    """The finding `part.state` of the table, its places filled by name; what is bilingual is
    filled in by the language. Raises `KeyError` for an unknown key or an unfilled place."""
    part, _, state = key.partition(".")
    row = _TABLE[part][state]
    return Finding(
        HealthStatus(row["status"]),
        _both(row["ja"], row["en"], said),
        _both(row["remedy_ja"], row["remedy_en"], said) if "remedy_ja" in row else None,
        tuple(map(_button, row.get("buttons", ()))),
    )


def _both(ja: str, en: str, said: Mapping[str, Any]) -> Bilingual:
    return Bilingual(ja.format(**_in(Language.JA, said)), en.format(**_in(Language.EN, said)))


def _in(language: Language, said: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: value.get(language) if isinstance(value, Bilingual) else value
        for name, value in said.items()
    }


def _button(row: Mapping[str, Any]) -> Button:
    label, said = Bilingual(*row["label"]), Bilingual(*row["said"])
    return Button(label=label, path=row["path"], body=row.get("body", "{}"), said=said)
