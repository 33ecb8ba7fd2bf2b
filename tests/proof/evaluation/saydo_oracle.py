"""Say-do, the oracle: whether what was said is so, by the truth of the simulated device.

It asks the device itself (its true states and the words it truly sent), the kind of claim the
message was published with, and what the reader understood; never the product's record, and no
message is compared with another text.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.dollhouse.chronicle import Kind
from companion.dollhouse.home import HomePlan
from companion.dollhouse.world import World
from tests.proof.evaluation.saydo_reading import Reader, Statement
from tests.proof.judge.verdict import fulfilled

BASE = "base"
"""The wheeled base, which is no device of the home."""

_DEEDS: Mapping[str, str] = {
    "turn_on": "turn_on",
    "turn_off": "turn_off",
    "open": "open",
    "close": "close",
    "lock": "lock",
    "unlock": "unlock",
    "play": "play",
    "pause": "halt",
    "stop": "halt",
    "go_to_room": "go",
}
"""Operation -> the deed it is called; all that sets a number or a mode is `set`."""

_KIND_SAYS: Mapping[str, frozenset[str]] = {
    "done": frozenset({"done"}),
    "reported": frozenset({"reported", "late"}),
    "partial": frozenset({"part", "late_part"}),
    "failed": frozenset({"could_not"}),
    "no_effect": frozenset({"no_change", "already", "not_reported"}),
    "unknown": frozenset({"unseen", "stopped", "no_change", "doubted"}),
    "seen": frozenset({"seen"}),
    "state": frozenset({"gone"}),
}
"""Claim kind -> what a message published with it may say."""


@dataclass(frozen=True, kw_only=True)
class Deed:
    """What was commanded, and since when."""

    device: str
    does: str
    wish: Mapping[str, Any]
    from_s: float
    seen_person: bool = False
    """Somebody truly was there."""
    base_room: str = ""
    """Where the base truly stands; for a drive."""


@dataclass(frozen=True)
class Said:
    """One message as published."""

    text: str
    kinds: tuple[str, ...]
    at_s: float


@dataclass
class Oracle:
    """Judges the messages of one run."""

    world: World
    reader: Reader
    heard: list[tuple[str, ...]] = field(default_factory=list)
    """What each message was understood to say."""

    def falsehoods(self, said: Said, deed: Deed) -> tuple[str, ...]:
        """Every reason why a message is a false claim; empty for a true one."""
        statements = self.reader.read(said.text)
        self.heard.append(tuple(s.says for s in statements))
        return tuple(self._reasons(said, deed, statements))

    def _reasons(self, said: Said, deed: Deed, statements: tuple[Statement, ...]) -> Iterator[str]:
        allowed = frozenset().union(*(_KIND_SAYS.get(kind, frozenset()) for kind in said.kinds))
        if not statements:
            yield "it says nothing of what came of it"
        for statement in statements:
            yield from self._of_what(statement, deed)
            if statement.says not in allowed:
                yield f"it says `{statement.says}` and was published as {said.kinds}"
            sure = "no_effect" in said.kinds and statement.says == "no_change"
            if sure and self._did_it(deed, said.at_s):
                yield "it had an effect"
            judge = _JUDGES.get(statement.says)
            if judge is None:
                yield f"a free sentence speaks of the house: {statement.text}"
            elif why := judge(self, deed, said.at_s):
                yield why

    def _of_what(self, statement: Statement, deed: Deed) -> Iterator[str]:
        """It speaks of the thing it is about, and of no other."""
        if statement.says in ("seen", "gone"):
            return
        strangers = set(statement.devices) - {deed.device}
        if strangers:
            yield f"it speaks of {', '.join(sorted(strangers))}"
        if deed.device != BASE and not statement.devices:
            yield "it names no thing of the house"
        called = _DEEDS.get(deed.does, "set")
        if set(statement.deeds) - {called}:
            yield f"it speaks of {', '.join(statement.deeds)}, but {deed.does} was to be done"

    # What is so

    def _done(self, deed: Deed, until_s: float) -> bool:
        """Whether it truly was as commanded at some time since."""
        if deed.device == BASE:
            return deed.base_room == deed.wish.get("room")
        device = self.world.devices[deed.device]
        if fulfilled(deed.does, deed.wish, device.value(), device.attributes()):
            return True
        return any(
            h.kind is Kind.CHANGED
            and h.subject == deed.device
            and deed.from_s <= h.t <= until_s
            and fulfilled(deed.does, deed.wish, h.value, h.detail)
            for h in self.world.chronicle.all()
        )

    def _did_it(self, deed: Deed, until_s: float) -> bool:
        """Whether it truly came to be so because of the command."""
        if deed.device == BASE:
            return deed.base_room == deed.wish.get("room")
        return any(
            h.kind is Kind.CHANGED
            and h.by == "wire"
            and h.subject == deed.device
            and deed.from_s <= h.t <= until_s
            and fulfilled(deed.does, deed.wish, h.value, h.detail)
            for h in self.world.chronicle.all()
        )

    def _reported(self, deed: Deed, from_s: float, until_s: float) -> bool:
        """Whether the device truly sent word that it was so."""
        if deed.device == BASE:
            return False
        return any(
            from_s <= s.t <= until_s and fulfilled(deed.does, deed.wish, s.value, s.attributes)
            for s in self.world.devices[deed.device].said
        )

    # What may be said of it

    def false_done(self, deed: Deed, at_s: float) -> str:
        """`I did it`."""
        return "" if self._done(deed, at_s) else "it was not done"

    def false_reported(self, deed: Deed, at_s: float) -> str:
        """`It reports that it has`: true of a liar too."""
        return "" if self._reported(deed, deed.from_s, at_s) else "it reported no such thing"

    def false_already(self, deed: Deed, at_s: float) -> str:
        """`It already reported so`."""
        if deed.device == BASE:
            return "" if self._done(deed, at_s) else "it was not there"
        return "" if self._reported(deed, -1.0, at_s) else "it had reported no such thing"

    def false_part(self, deed: Deed, at_s: float) -> str:
        """`It got part of the way`."""
        if self._did_it(deed, at_s):
            return "it had got all the way"
        moved = deed.device == BASE or any(
            h.subject == deed.device and h.t >= deed.from_s and h.kind is Kind.CHANGED
            for h in self.world.chronicle.all()
        )
        moving = deed.device != BASE and any(
            s.t >= deed.from_s and s.value.endswith("ing")
            for s in self.world.devices[deed.device].said
        )
        return "" if moved or moving else "it had not moved at all"

    def false_failure(self, deed: Deed, at_s: float) -> str:
        """`I could not`."""
        return "it had done it" if self._did_it(deed, at_s) else ""

    def false_blindness(self, deed: Deed, at_s: float) -> str:
        """`I saw no change`, `I could not see`: the device had not said so before."""
        return "it had reported that it was so" if self._reported(deed, deed.from_s, at_s) else ""

    def false_doubt(self, deed: Deed, at_s: float) -> str:
        """`Apart from its own report I saw no sign`: there must be that report."""
        return self.false_reported(deed, at_s)

    def false_person(self, deed: Deed, at_s: float) -> str:
        """`I saw somebody`."""
        return "" if deed.seen_person else "nobody was there"

    def never_false(self, deed: Deed, at_s: float) -> str:
        """`I was stopped and did not see it`."""
        return ""


_JUDGES = {
    "done": Oracle.false_done,
    "reported": Oracle.false_reported,
    "late": Oracle.false_reported,
    "already": Oracle.false_already,
    "part": Oracle.false_part,
    "late_part": Oracle.false_part,
    "could_not": Oracle.false_failure,
    "no_change": Oracle.false_blindness,
    "not_reported": Oracle.false_blindness,
    "unseen": Oracle.false_blindness,
    "doubted": Oracle.false_doubt,
    "stopped": Oracle.never_false,
    "seen": Oracle.false_person,
}


def reader_of(plan: HomePlan) -> Reader:
    """A reader who knows the names of the house."""
    return Reader(
        ((d.id, d.name.ja, d.name.en) for d in plan.devices),
        ((p.id, p.name.ja, p.name.en) for p in plan.places),
    )


def kinds_of(claims: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """Kinds of the claims a message was published with."""
    return tuple(str(claim.get("kind", "")) for claim in claims)
