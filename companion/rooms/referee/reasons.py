"""The referee's reasons give every ruling one code and one sentence in each language."""

from companion.home.device_operation import OPERATION_BY_NAME
from companion.home.kinds import KIND_BY_NAME
from companion.phrases.rulings import refused
from companion.words.language import Bilingual
from companion.words.ruling import Ruling

_ALL_ALREADY = Bilingual("どれももうそうなっている", "all of them are that way already")


def already(operation: str, name: Bilingual) -> Ruling:
    """It is so already: how, where one word says it."""
    row = OPERATION_BY_NAME.get(operation)
    plain = row is not None and not row.parameter
    said = KIND_BY_NAME[row.kind].said.get(row.value or "") if row is not None and plain else None
    if said is None:
        return refused("already_so", name)
    reason = Bilingual(f"{name.ja}はもう{said.already.ja}", f"{name.en} {said.already.en}")
    return Ruling(allowed=False, reason_code="already_so", reason=reason)


def all_already() -> Ruling:
    """Several things, and every one of them is so already."""
    return Ruling(allowed=False, reason_code="already_so", reason=_ALL_ALREADY)
