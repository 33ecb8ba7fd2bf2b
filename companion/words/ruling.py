"""Ruling 判定: the GM's judgement whether an act is possible here."""

from dataclasses import dataclass

from companion.words.language import Bilingual


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """判定: allowed, or refused with the reason; never an ActionResult."""

    allowed: bool
    reason_code: str
    """`ok`, `not_in_scene`, `not_afforded`, `wrong_state`, `no_body`, `unavailable` ..."""
    reason: Bilingual
