"""Foreign words 他人の言葉: mark which lines of the past carry somebody else's words.

A line is foreign where any of it was written by neither our code nor a person with user
authority. Foreign lines stay out of the prompt in which something may be decided unasked.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.home.condition import is_state
from companion.rooms.context.collect import Collected
from companion.words.event import Event, EventSource
from companion.words.facts import fact_of
from companion.words.language import Bilingual, Language
from companion.words.observation import TEXT, Observation
from companion.words.text import LabelledText
from companion.words.trust import UNTRUSTED
from companion.words.world import WorldItem

_SPOKEN = (EventSource.USER_INPUT, EventSource.CONVERSATION_REPLY)
"""A reply's words are ours, but which facts it tells follows from what was said to us."""
_OWN = frozenset(
    {EventSource.AUTONOMY_MESSAGE, EventSource.CONVERSATION_REPLY, EventSource.ACTION_RESULT}
)
"""Sources of the companion's own words and acts."""
_NAMING = (
    EventSource.AUTONOMY_MESSAGE,
    EventSource.GM_JUDGEMENT,
    EventSource.ACTION_RESULT,
    EventSource.APPROVAL_ANSWER,
)
"""Our own sentences, which name devices: where the owner named none, the wire did."""
_READ = Bilingual("何かの文字を見た", "some words were read")
_SUBJECT_CHARS = 14
"""A subject of perception is one word of the detector (`person`, `refrigerator` is 12 long)."""
_SUBJECTS = frozenset({"person", "owner", "guest"})
"""Our own words for whom attention is drawn to, beside rooms, kinds and named devices."""


@dataclass(frozen=True, slots=True)
class Words:
    """Judge of the lines of one moment. `unnamed`: a device here was named by the wire."""

    language: Language
    unnamed: bool = False

    def of(self, event: Event, line: str) -> LabelledText:
        """The event's line with its label."""
        if event.trust not in UNTRUSTED:
            return LabelledText(line, event.trust, event.id, own=event.source in _OWN)
        if event.source is EventSource.OBSERVATION and _may_quote(event):
            told = f"{event.at:%H:%M} {_READ.get(self.language)}"
            return LabelledText(line, event.trust, event.id, foreign=True, plain=told)
        foreign = event.source in _SPOKEN or (self.unnamed and event.source in _NAMING)
        own = event.source in _OWN
        return LabelledText(line, event.trust, event.id, foreign=foreign, own=own)

    def known(self, targets: Iterable[str], collected: Collected) -> tuple[str, ...]:
        """Of what holds attention, only what we have words of our own for."""
        devices = (seen.device for seen in collected.devices)
        named = {w for d in devices if d.name_trust not in UNTRUSTED for w in (d.id, d.area)}
        kinds = {seen.device.domain.value for seen in collected.devices}
        ours = named | kinds | _SUBJECTS
        return tuple(target for target in targets if target.partition("@")[0] in ours)


def labelled_item(item: WorldItem, line: str) -> LabelledText:
    """A line of the world model; foreign where it holds more than known values."""
    evidence = item.evidence_event_ids[-1] if item.evidence_event_ids else None
    ours = item.entity.isascii() and item.entity.isalpha() and len(item.entity) <= _SUBJECT_CHARS
    known = ours and (item.value is None or is_state(item.value))
    return LabelledText(line, item.trust, evidence, foreign=item.trust in UNTRUSTED and not known)


def _may_quote(observation: Event) -> bool:
    """Whether somebody else's words stand in it; also where it cannot be read."""
    seen = fact_of(observation, Observation)
    return seen is None or seen.subject == TEXT
