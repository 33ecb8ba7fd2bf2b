"""Diary: writes the page of a day from the facts of the day, each sentence with its events.

Several wordings of each sentence are tried, and the one that has the least in common with the pages
of the last month stands. No model writes here, so nothing stands in it that did not happen.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.ports.garden import Draws
from companion.rooms.garden import diary_forms as forms
from companion.rooms.garden.injections import FORMS as INJECTED_FORMS
from companion.rooms.garden.town import Town
from companion.words.facts import Fact
from companion.words.facts.garden import (
    DiarySentence,
    GardenActed,
    GardenBond,
    GardenDiary,
    GardenEpisode,
    GardenInjected,
    GardenMet,
    GardenTalked,
)
from companion.words.garden import (
    WEATHER_WORDS,
    Cause,
    FacilityTag,
    GardenAction,
    Weather,
    clock_of,
    day_of,
)
from companion.words.ids import EventId
from companion.words.language import Bilingual, has_japanese
from companion.words.story import StoryVerb

LANGUAGES = ("ja", "en")
SENTENCES = 4
"""The most on a page, beside what must not be left out."""
KIND_MOST = 2
"""Sentences of one kind on a page."""
TRIES = 40
"""Wordings tried for each sentence."""
GRAM = 4
"""Words in a row that count as said before."""
REPEATED_MOST = 0.16
"""Share of a page in either language that may stand in the pages of the last month; a sentence that
would bring it above is left out, where it may be."""
REMEMBERED_DAYS = 30
COMPLETES = 2.0
"""Interest of what makes a story whole."""
LATELY, ENDS_ALIKE = 7, 0.05
"""Days in which the same last words are avoided, and how much each time counts."""
SAME_FORM = 1.0
"""How much it counts against a wording that its form stands on the page already."""
NOTHING = Bilingual("", "")
GOOD, BAD = 96.0, 72.0
"""Mood from which on, and below which, a sentence says so. A garden life is a pleasant one: these
are about the upper and the lower quarter of its moods."""
_WORD = re.compile(r"[A-Za-z0-9:']+|[ァ-ヴー]+|[一-龥々]+|[ぁ-ん]+")
_STOPS = tuple("。．.!！?？…」』”")
_WEIGHTS: Mapping[str, float] = {
    "talked": 2.0,
    "soaked": 1.8,
    "ate": 1.0,
    "worked": 1.2,
    "met": 1.4,
    "saw": 1.1,
    "rested": 0.6,
    "hurried": 1.7,
    "episode": 2.6,
    "injected": 2.8,
    "story": 3.0,
}


@dataclass(frozen=True, slots=True)
class DayFact:
    """A fact of the day with the event it is recorded as."""

    event: EventId
    fact: Fact


@dataclass(frozen=True, slots=True)
class Story:
    """A story that became whole on the day."""

    words: Bilingual
    events: tuple[EventId, ...]
    weight: float


@dataclass(frozen=True, slots=True)
class _Happening:
    """Something that may get a sentence."""

    kind: str
    at: int
    event: EventId
    map_id: str
    facility: str = ""
    who: str = ""
    about: Bilingual | None = None
    minutes: int = 0
    money: int = 0
    mood: float = 50.0
    sad: bool = False
    weather: Weather = Weather.UNKNOWN
    rests_on: tuple[EventId, ...] = ()
    """Events beside its own."""


class _Written:
    """A page so far, beside what was written before."""

    def __init__(
        self, said: Mapping[str, set[str]], whole: set[str], lately: Sequence[GardenDiary]
    ) -> None:
        self._said, self._whole = said, whole
        self._endings = Counter(_ending(one.words) for page in lately for one in page.sentences)
        self._own: dict[str, set[str]] = {language: set() for language in LANGUAGES}
        self._forms: set[Bilingual] = set()
        self.page: list[tuple[_Happening, Bilingual]] = []

    def share(self, words: Bilingual = NOTHING) -> float:
        """Share of the page that would repeat the month with this sentence, in the language in
        which it is larger; of the page as it is without one."""
        shares = []
        for language in LANGUAGES:
            found = grams(getattr(words, language))
            own = self._own[language] | found
            again = (own & self._said[language]) | (self._own[language] & found)
            shares.append(len(again) / max(1, len(own)))
        return max(shares)

    def again(self, words: Bilingual, form: Bilingual) -> float:
        """More than any share, where this very sentence was written before, or where its form or
        its last words stand on the page; a little, where they ended one of the last days."""
        whole = 2.0 * sum(text in self._whole for text in (words.ja, words.en))
        alike = SAME_FORM * (form in self._forms)
        return whole + alike + ENDS_ALIKE * self._endings[_ending(words)]

    def add(self, one: _Happening, words: Bilingual, form: Bilingual) -> None:
        """Put a sentence on the page."""
        self.page.append((one, words))
        self._forms.add(form)
        self._whole |= {words.ja, words.en}
        self._endings[_ending(words)] += round(1.0 / ENDS_ALIKE)
        for language in LANGUAGES:
            self._own[language] |= grams(getattr(words, language))


class Diary:
    """Writes pages."""

    def __init__(self, town: Town, names: Mapping[str, Bilingual], draws: Draws) -> None:
        self._town, self._names, self._draws = town, names, draws

    def page(
        self,
        who: str,
        began: int,
        day: Sequence[DayFact],
        before: Sequence[GardenDiary],
        stories: Sequence[Story] = (),
    ) -> GardenDiary:
        """The page of the day that began at this minute. `before`: the pages of the last month.
        `stories`: what became whole on this day; the best has a line, and what happened in the
        others goes before the rest of the day."""
        said = {
            language: set().union(
                *(
                    grams(getattr(one.words, language))
                    for page in before[-REMEMBERED_DAYS:]
                    for one in page.sentences
                )
            )
            for language in LANGUAGES
        }
        whole = {
            text
            for page in before
            for one in page.sentences
            for text in (one.words.ja, one.words.en)
        }
        written = _Written(said, whole, before[-LATELY:])
        found = self._happenings(who, day)
        whole_now = {event for one in stories for event in one.events}
        found = self._with_story(found, stories)
        for one in [one for one in found if one.kind in forms.EVENTS_OF][:SENTENCES]:
            written.add(one, *self._worded(one, written))
        self._fill(written, self._by_interest(found, began, whole_now))
        page = sorted(written.page, key=lambda pair: (pair[0].at, pair[0].event))
        sentences = tuple(
            DiarySentence(words=words, events=(*one.rests_on, one.event)) for one, words in page
        )
        return GardenDiary(who=who, day=day_of(began).isoformat(), sentences=sentences)

    def _fill(self, written: "_Written", rest: Sequence[_Happening]) -> None:
        """Add what may be left out, as far as it keeps the page from repeating the month; on an
        empty day that which repeats the least."""
        left = list(rest)
        while left and len(written.page) < SENTENCES:
            one, line, share = self._next_line(left, written)
            left.remove(one)
            if sum(one.kind == other.kind for other, _ in written.page) == KIND_MOST:
                continue
            if share <= max(REPEATED_MOST, written.share()) or not written.page:
                written.add(one, *line)

    def _next_line(
        self, left: Sequence[_Happening], written: "_Written"
    ) -> tuple[_Happening, tuple[Bilingual, Bilingual], float]:
        """The most interesting; on a page that repeats too much already the one that helps most."""
        tried = left if written.share() > REPEATED_MOST else left[:1]
        lines = [(one, self._worded(one, written)) for one in tried]
        best = min(lines, key=lambda line: written.share(line[1][0]))
        return *best, written.share(best[1][0])

    def _with_story(
        self, found: Sequence[_Happening], stories: Sequence[Story]
    ) -> list[_Happening]:
        """The best story of the day that goes back beyond one event stands in the place of its
        end, unless that has a sentence of its own anyway."""
        for story in sorted(stories, key=lambda one: -one.weight):
            for n, last in enumerate(found):
                ends = last.event == story.events[-1] and last.kind not in forms.EVENTS_OF
                if ends and len(story.events) > 1:
                    before = story.events[:-1]
                    line = replace(last, kind="story", about=story.words, rests_on=before)
                    return [*found[:n], line, *found[n + 1 :]]
        return list(found)

    def _by_interest(
        self, found: Sequence[_Happening], began: int, whole_now: Collection[EventId]
    ) -> list[_Happening]:
        """Happenings that may be left out, the most interesting first."""

        def interest(one: _Happening) -> float:
            draw = self._draws.at(began, "diary", one.at, one.kind)
            return _WEIGHTS[one.kind] + draw * 1.6 + COMPLETES * (one.event in whole_now)

        rest = [one for one in found if one.kind not in forms.EVENTS_OF]
        return sorted(rest, key=lambda one: (-interest(one), one.at))

    def _happenings(self, who: str, day: Sequence[DayFact]) -> list[_Happening]:
        acts = [one.fact for one in day if isinstance(one.fact, GardenActed)]
        moods = {one.ended: one.after.mood for one in acts if one.who == who}
        weather = {one.ended: one.weather for one in acts}
        found = []
        for one in day:
            happening = self._happening(who, one)
            if happening is not None:
                near = [at for at in moods if at <= happening.at] or list(moods) or [0]
                mood = moods.get(max(near), 50.0)
                sky = weather.get(max(near), Weather.UNKNOWN)
                found.append(replace(happening, mood=mood, weather=sky))
        return found

    def _happening(self, who: str, one: DayFact) -> _Happening | None:
        fact, event = one.fact, one.event
        if isinstance(fact, GardenBond):
            return self._bond(who, fact, event)
        if isinstance(fact, GardenTalked) and fact.who == who:
            if fact.topic in forms.PATTERNS:
                return None  # The turn that it brought has a sentence of its own.
            return _Happening(
                "talked", fact.at, event, fact.map_id, who=fact.other, about=fact.about, minutes=5
            )
        if isinstance(fact, GardenMet) and fact.who == who:
            return _Happening("met", fact.at, event, fact.map_id, fact.facility, who=fact.other)
        if isinstance(fact, GardenEpisode):
            text = _sentence(fact.episode)
            words = Bilingual(text, text)
            return _Happening("episode", fact.at, event, fact.map_id, about=words)
        if isinstance(fact, GardenInjected):
            form = INJECTED_FORMS.get(StoryVerb(fact.verb))
            sad = form is not None and form.mood < 0
            return _Happening("injected", fact.at, event, fact.map_id, about=fact.words, sad=sad)
        if isinstance(fact, GardenActed) and fact.who == who and not fact.leg:
            return self._act(fact, event)
        return None

    def _bond(self, who: str, fact: GardenBond, event: EventId) -> _Happening | None:
        if who not in (fact.who, fact.other):
            return None
        other = fact.other if fact.who == who else fact.who
        kind = fact.turn
        if kind == "broken":
            kind = "forgot" if fact.who == who else "stood_up"
        return _Happening(kind, fact.at, event, fact.map_id, who=other, about=fact.about)

    def _act(self, fact: GardenActed, event: EventId) -> _Happening | None:
        kind = self._kind_of(fact)
        if not kind:
            return None
        minutes = fact.ended - fact.began
        money = fact.fee or round(fact.wage * minutes / 60)
        return _Happening(
            kind, fact.began, event, fact.map_id, fact.facility, minutes=minutes, money=money
        )

    def _kind_of(self, fact: GardenActed) -> str:
        facility = self._town.facilities.get(fact.facility)
        own = facility is not None and bool(facility.info.owner)
        if fact.action is GardenAction.SLEEP:
            hotel = facility is not None and FacilityTag.HOTEL in facility.info.tags
            return "stayed_out" if hotel else ""
        if fact.action is GardenAction.TOILET:
            return "hurried" if fact.cause is Cause.INTERRUPT else ""
        if fact.action in (GardenAction.EAT, GardenAction.BATHE):
            kind = "ate" if fact.action is GardenAction.EAT else "soaked"
            return "" if own else kind
        return {
            GardenAction.WORK: "worked",
            GardenAction.MOVE: "saw",
            GardenAction.REST: "rested",
        }.get(fact.action, "")

    # Wording

    def _worded(self, one: _Happening, written: "_Written") -> tuple[Bilingual, Bilingual]:
        """The wording that makes the page repeat the least, with its form."""

        def again(line: tuple[Bilingual, Bilingual]) -> float:
            return written.share(line[0]) + written.again(*line)

        return min((self._wording(one, attempt) for attempt in range(TRIES)), key=again)

    def _wording(self, one: _Happening, attempt: int) -> tuple[Bilingual, Bilingual]:
        def pick(what: str, among: Sequence[Bilingual]) -> Bilingual:
            draw = self._draws.at(one.at, "wording", one.kind, what, attempt)
            return among[int(draw * len(among))]

        patterns = forms.PATTERNS[one.kind]
        if one.weather is Weather.UNKNOWN:
            said = tuple(form for form in patterns if "{weather}" not in form.en)
            patterns = (*said, *forms.WITHOUT_WEATHER.get(one.kind, ()))
        pattern = pick("pattern", patterns)
        when, feel = pick("when", forms.WHEN[_part(one.at)]), pick("feel", forms.FEEL[_band(one)])
        place = self._town.name(one.facility or one.map_id)
        where = Bilingual(place.ja, _at(place.en, home=one.map_id == "home"))
        who = self._names.get(one.who, Bilingual("", ""))
        about = one.about or Bilingual("", "")
        clock = clock_of(one.at)
        texts = []
        for language in ("ja", "en"):
            parts = {
                "when": getattr(when, language).format(clock=clock),
                "where": getattr(where, language),
                "place": getattr(place, language),
                "who": getattr(who, language),
                "about": getattr(about, language),
                "feel": getattr(feel, language),
                "weather": getattr(WEATHER_WORDS[one.weather], language),
                "minutes": str(one.minutes),
                "money": str(one.money),
                "clock": clock,
            }
            parts["When"] = parts["when"][:1].upper() + parts["when"][1:]
            text = getattr(pattern, language).format_map(parts)
            texts.append(text[:1].upper() + text[1:])
        return Bilingual(texts[0], texts[1]), pattern


def _band(one: _Happening) -> str:
    """How it felt: what is sad is told sadly, also on a day on which all else was a joy."""
    if one.sad or one.kind in ("quarrelled", "stood_up", "forgot"):
        return "low"
    return "high" if one.mood >= GOOD else "low" if one.mood < BAD else "even"


def _sentence(text: str) -> str:
    """A model's text with the stop that it often leaves out."""
    return text if text.endswith(_STOPS) else f"{text}{'。' if has_japanese(text) else '.'}"


def _ending(words: Bilingual) -> str:
    return words.ja.rstrip("。").rsplit("。", 1)[-1]


def _part(at: int) -> str:
    hour = at % 1440 // 60
    if hour < 5:
        return "night"
    if hour < 11:
        return "morning"
    if hour < 16:
        return "day"
    return "evening" if hour < 20 else "late"


def _at(place: str, *, home: bool) -> str:
    if place == "Home":
        return "at home"
    return f"in {place}" if place[:1].isupper() and not home else f"at {place}"


def grams(text: str) -> set[str]:
    """Every four words in a row of a text."""
    words = _WORD.findall(text.lower())
    return {" ".join(words[n : n + GRAM]) for n in range(len(words) - GRAM + 1)}
