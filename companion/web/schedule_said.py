"""Schedule said: words an entry as a sentence (`平日7:00に寝室のカーテンを半分開ける`), live under
the form."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import tzinfo

from companion.phrases.times import fact_said, said
from companion.ports.house import House
from companion.web.deeds import said_of
from companion.web.names import Names, capital
from companion.web.quotation import quotations
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.schedule import Comparison, Entry, EntryKind, FactCondition
from companion.words.timing import OnFact, OnMovement

_RINGS = Bilingual("鳴らす", "ring")
_WAKES = Bilingual("起こす", "wake me")
_NOTHING = Bilingual("何もしない", "do nothing")
_HOLDS = {
    Comparison.IS: Bilingual("{thing}が「{value}」なら、", ", if {thing} is {value}"),
    Comparison.IS_NOT: Bilingual("{thing}が「{value}」でなければ、", ", unless {thing} is {value}"),
    Comparison.ABOVE: Bilingual("{thing}が{value}を超えていれば、", ", if {thing} is over {value}"),
    Comparison.BELOW: Bilingual("{thing}が{value}未満なら、", ", if {thing} is under {value}"),
}
_SOMEBODY = {
    True: Bilingual("{place}に人がいれば、", ", if somebody is in the {place}"),
    False: Bilingual("{place}に人がいなければ、", ", if nobody is in the {place}"),
}
_PRESENT = "present"


@dataclass(frozen=True, slots=True)
class Saying:
    """Says entries of one home."""

    house: House
    names: Names
    zone: tzinfo | None = None
    people: Mapping[str, Bilingual] = field(default_factory=dict)

    def when(self, entry: Entry) -> Bilingual:
        """Its moment, with the name of who is waited for."""
        timing = entry.timing
        if isinstance(timing, OnFact):
            at, names = timing.place, self.names
            waited = names.place_words(at) if at else names.device_words(timing.device_id)
            return fact_said(timing, waited)
        if not isinstance(timing, OnMovement):
            return said(timing, self.zone)
        called = self.people.get(timing.person, Bilingual(timing.person, timing.person))
        room = self.names.place_words(timing.place)
        return Bilingual(
            said(replace(timing, person=called.ja, place=room.ja)).ja,
            said(replace(timing, person=called.en, place=room.en)).en,
        )

    def sentence(self, entry: Entry) -> Bilingual:
        """The entry in one sentence: its acts and its timing."""
        when, does = self.when(entry), self._does(entry)
        condition = condition_said(entry.condition, self.names)
        # A moment that reads as a clause ("when Mika arrives") takes no particle.
        particle = "、" if isinstance(entry.timing, OnMovement | OnFact) else "に"
        return Bilingual(
            f"{_clock(when.ja)}{particle}{condition.ja}{does.ja}",
            f"{capital(does.en)} {when.en}{condition.en}",
        )

    def _does(self, entry: Entry) -> Bilingual:
        label = entry.label
        if entry.kind is EntryKind.ALARM:
            room = self.names.place_words(entry.place)
            return Bilingual(
                f"{room.ja}で{_WAKES.ja}" if entry.place else _WAKES.ja,
                f"{_WAKES.en} in the {room.en.lower()}" if entry.place else _WAKES.en,
            )
        if entry.kind is EntryKind.TIMER:
            return _RINGS
        if entry.kind is EntryKind.REMINDER:
            text = quotations(label)
            return Bilingual(f"「{text.ja}」と知らせる", f"remind me of “{text.en}”")
        told = [said_of(action, self.house, self.names) for action in entry.actions] or [_NOTHING]
        return Bilingual.joined(told, "、続けて", ", then ")


def condition_said(condition: FactCondition | None, names: Names) -> Bilingual:
    """`玄関に人がいれば、` / `, if somebody is in the hall`; empty for none."""
    if condition is None:
        return Bilingual("", "")
    subject, _, place = condition.thing.partition("@")
    if place and subject == "person" and condition.comparison in (Comparison.IS, Comparison.IS_NOT):
        there = (condition.value == _PRESENT) is (condition.comparison is Comparison.IS)
        room = names.place_words(place)
        return Bilingual(
            _SOMEBODY[there].ja.replace("{place}", room.ja),
            _SOMEBODY[there].en.replace("{place}", room.en.lower()),
        )
    thing, value = names.device_words(condition.thing), condition.value
    words = names.state_word(DeviceId(condition.thing), value)
    holds = _HOLDS[condition.comparison]
    return Bilingual(
        holds.ja.replace("{value}", words.ja).replace("{thing}", thing.ja),
        holds.en.replace("{value}", words.en).replace("{thing}", f"the {thing.en}"),
    )


def _clock(ja: str) -> str:
    """`平日 07:00` as one writes it in a sentence: `平日7:00`."""
    return re.sub(r" 0?(?=\d{1,2}:\d\d)", "", ja)
