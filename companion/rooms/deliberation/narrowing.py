"""Narrowing 絞り込み: cuts the menu by the ranker's scores before the model sees it.

The model chooses among what is left, and its reason is about that. Only entries that could not have
won anyway are cut: choosing and being overruled would come to the same, but then the reason on
record would be that of another choice.
"""

from dataclasses import dataclass, replace

from companion.ports.clock import Clock
from companion.ports.ranker import Ranker, RankerUnavailable
from companion.words.capability import RiskTier
from companion.words.context import DeliberationContextPack
from companion.words.decision import DecisionOutcome, MenuEntry
from companion.words.language import Language
from companion.words.opinion import Opinion, SecondOpinion
from companion.words.reading import read_words

NEAR = 0.1
"""Entries this much less worth than the best are still left to the model (ADR 0017)."""
DOUBT = 0.2
"""A deed this likely harmful is not left beside a better entry: a small model chooses the worse of
two often enough (ADR 0017)."""
HARM = 0.5
"""An entry this likely harmful is never left (ADR 0017)."""


@dataclass(frozen=True, slots=True)
class Narrowed:
    """Pack with the shorter menu, best first, and the ranker's scores; None: no ranker."""

    pack: DeliberationContextPack
    opinion: SecondOpinion | None


class Narrowing:
    """Asks the ranker; without one, or where it cannot judge, the menu stays as it is:
    nothing else takes its place."""

    def __init__(self, ranker: Ranker | None, *, clock: Clock, language: Language) -> None:
        self._ranker, self._clock, self._language = ranker, clock, language

    async def narrow(self, pack: DeliberationContextPack) -> Narrowed:
        """Never raises for the ranker's failure, and never adds to the menu."""
        if self._ranker is None:
            return Narrowed(pack, None)
        try:
            with self._clock.hold():
                opinions = await self._ranker.rank(pack)
        except RankerUnavailable:
            return Narrowed(pack, None)
        if not opinions:
            return Narrowed(pack, None)
        worth = worth_of(pack, opinions)
        kept = left(pack, opinions, worth)
        cut = tuple(e.name for e in pack.menu if e not in kept)
        opinion = SecondOpinion(
            opinions=opinions,
            nothing=worth.get("skip", 0.0),
            left_out=cut,
            because=read_words(_read(opinions, kept), self._language),
        )
        return Narrowed(replace(pack, menu=kept), opinion)


def _read(opinions: tuple[Opinion, ...], kept: tuple[MenuEntry, ...]) -> tuple[str, ...]:
    """The reading behind the best act that is left, else behind the best of all."""
    named = {opinion.name: opinion for opinion in opinions}
    best = next((named[e.name] for e in kept if e.name in named), None)
    return (best or max(opinions, key=lambda opinion: opinion.worth)).because


def worth_of(pack: DeliberationContextPack, opinions: tuple[Opinion, ...]) -> dict[str, float]:
    """Worth by name; doing nothing is worth what the best deed falls short of certain."""
    worth = {opinion.name: opinion.worth for opinion in opinions}
    best = max((opinion.worth for opinion in opinions), default=0.0)
    for entry in pack.menu:
        if entry.outcome is not DecisionOutcome.DO_ACTION:
            worth[entry.name] = 1.0 - max(0.0, best)
    return worth


def left(
    pack: DeliberationContextPack, opinions: tuple[Opinion, ...], worth: dict[str, float]
) -> tuple[MenuEntry, ...]:
    """The entries that the model may choose from, best first, whatever their order was: at least
    `skip`, which harms nothing and is on every menu."""
    harmful = {o.name for o in opinions if o.harmful >= HARM}
    # To tell somebody does nothing to the home; the ranker knows deeds.
    safe = [e for e in pack.menu if e.name not in harmful or e.risk is RiskTier.TALK]
    if pack.trigger.occasion:
        # The menu of an occasion holds remedies only, which code picked; to doubt that they are
        # wanted is not the ranker's, who has not been trained on them.
        return tuple(sorted(safe, key=lambda e: (-worth[e.name], e.name)))
    best = max((worth[e.name] for e in safe), default=0.0)
    doubtful = {o.name for o in opinions if o.harmful >= DOUBT and o.worth < best}
    near = [e for e in safe if worth[e.name] >= best - NEAR and e.name not in doubtful]
    # Unsure is no reason to act: a deed worth less than doing nothing is not left beside it.
    quiet = max((worth[e.name] for e in near if not _acts(e)), default=0.0)
    near = [e for e in near if not _acts(e) or worth[e.name] >= quiet]
    # Name breaks ties, so that the menu's own order plays no part.
    return tuple(sorted(near, key=lambda e: (-worth[e.name], e.name)))


def _acts(entry: MenuEntry) -> bool:
    """Whether it changes something in the home; looks and words do not."""
    return entry.outcome is DecisionOutcome.DO_ACTION and entry.risk is not RiskTier.TALK
