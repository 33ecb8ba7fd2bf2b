"""Scene files 場面の台本: reads `config/scenes/*.yaml` and the table of verbs, and checks them.

A scene file holds every text in both languages; a book is made from it in one.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Self

from pydantic import BeforeValidator, Field, ValidationError, model_validator

from companion.home.levels import with_energy
from companion.service.home_settings import Section, Words
from companion.service.settings import ConfigWrong, describe, document_in
from companion.words.language import Bilingual, Language
from companion.words.persona import BigFive
from companion.words.scene import EMPTY_HANDED, SceneActor, SceneObject, SceneState
from companion.words.stage import (
    Appearance,
    CharacterSheet,
    Effect,
    GeneralVerb,
    HiddenTruth,
    Manner,
    Percept,
    SceneBook,
    SceneEvent,
    Value,
    VerbRow,
    Want,
)
from companion.words.story import StoryVerb

VERBS_FILE = "verbs.yaml"
Share = Annotated[float, Field(ge=0.0, le=1.0)]
Line = Annotated[
    tuple[str, ...], BeforeValidator(lambda one: (one,) if isinstance(one, str) else one)
]


class WordLists(Section):
    """Words in both languages, as many in each."""

    ja: tuple[str, ...] = ()
    en: tuple[str, ...] = ()

    def get(self, language: Language) -> tuple[str, ...]:
        """The words in one language."""
        return self.ja if language is Language.JA else self.en

    @model_validator(mode="after")
    def _alike(self) -> Self:
        if len(self.ja) != len(self.en):
            raise ValueError("it needs as many words in Japanese as in English")
        return self


class LevelPart(Section):
    """Status with a level."""

    status: Words
    level: int = Field(ge=1, le=5)


class ChangePart(Section):
    """Change of a status level."""

    status: Words
    change: int = Field(ge=-5, le=5)


class DriftPart(Section):
    """Status that grows by itself."""

    status: Words
    minutes: float = Field(gt=0.0)


class TruthPart(Section):
    """Hidden truth of a thing."""

    name: str
    found: Words
    danger: Share
    reveals: tuple[str, ...] = ()


class EffectPart(Section):
    """Effect of one affordance."""

    affordance: Words
    from_states: tuple[str, ...] = Field((), alias="from")
    truth: str = ""
    held: bool = False
    only_in: Words | None = None
    chance: Share = 1.0
    state: str = ""
    name: Words | None = None
    remaining: WordLists | None = None
    levels: tuple[ChangePart, ...] = ()
    posture: Words | None = None
    reveals: tuple[str, ...] = ()
    clears: str = ""
    tension: str = ""
    event: Words | None = None
    story: StoryVerb | None = None

    def made(self, thing: str, language: Language) -> Effect:
        """As the word of the glossary, in one language."""
        return Effect(
            object_id=thing,
            affordance=self.affordance.bilingual().get(language),
            from_states=self.from_states,
            truth=self.truth,
            held=self.held,
            only_in=_said(self.only_in, language),
            chance=self.chance,
            state=self.state,
            name=_said(self.name, language),
            affordances=None if self.remaining is None else self.remaining.get(language),
            levels=tuple((_said(one.status, language), one.change) for one in self.levels),
            posture=_said(self.posture, language),
            reveals=self.reveals,
            clears=self.clears,
            tension=self.tension,
            event=_said(self.event, language),
            story=self.story,
        )


class ObjectPart(Section):
    """Thing of a scene, its affordances and their effects."""

    id: str
    name: Words
    state: str
    type: str = "prop"
    hidden: bool = False
    danger: Share = 0.0
    worth: Share = 0.0
    affordances: WordLists = WordLists()
    truths: tuple[TruthPart, ...] = ()
    effects: tuple[EffectPart, ...] = ()

    @model_validator(mode="after")
    def _each_affordance_does_something(self) -> Self:
        for language in Language:
            does = {one.affordance.bilingual().get(language) for one in self.effects}
            for text in self.affordances.get(language):
                if text.partition("(")[0].strip() not in does:
                    raise ValueError(f"the affordance {text!r} has no effect")
        return self


class WantPart(Section):
    """Desire of a character, or of whoever meets an event."""

    id: str
    text: Words
    value: Value
    pull: Share
    status: Words | None = None
    object: str = ""
    state: str = ""

    def made(self, language: Language) -> Want:
        """As the word of the glossary, in one language."""
        return Want(
            id=self.id,
            text=_said(self.text, language),
            value=self.value,
            pull=self.pull,
            status=_said(self.status, language),
            object_id=self.object,
            state=self.state,
        )


class FivePart(Section):
    """Big Five of a character."""

    openness: Share
    conscientiousness: Share
    extraversion: Share
    agreeableness: Share
    neuroticism: Share


class LinesPart(Section):
    """Lines of a character, by their occasion, in each language: one, or some to take in turn."""

    ja: dict[str, Line]
    en: dict[str, Line]

    @model_validator(mode="after")
    def _whole(self) -> Self:
        needed = {*(one.value for one in Manner), "refused", "gives_up", "waits", "event"}
        if set(self.ja) != needed or set(self.en) != needed:
            raise ValueError(f"it needs a line for each of {', '.join(sorted(needed))}")
        return self


class CharacterPart(Section):
    """Character of a scene."""

    id: str
    role: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    name: Words
    posture: Words
    status: tuple[LevelPart, ...] = ()
    energy: Annotated[float, Field(ge=0.0, le=100.0)] | None = None
    """Sets the level of fatigue; None leaves it to `status`."""
    text: Words
    traits: WordLists
    big_five: FivePart
    grit: Share
    growth_mindset: Share
    strength: Share
    values: dict[Value, Share]
    wants: tuple[WantPart, ...] = Field(min_length=1)
    lines: LinesPart

    def actor(self, language: Language) -> SceneActor:
        """As the actor that enters the scene."""
        status = tuple(f"{_said(s.status, language)}(Lv.{s.level})" for s in self.status)
        actor = SceneActor(
            id=self.id,
            name=_said(self.name, language),
            posture=_said(self.posture, language),
            holding=EMPTY_HANDED,
            status=status,
        )
        return actor if self.energy is None else with_energy(actor, self.energy, language)

    def sheet(self, language: Language) -> CharacterSheet:
        """As the word of the glossary, in one language."""
        return CharacterSheet(
            id=self.id,
            role=self.role,
            name=_said(self.name, language),
            text=_said(self.text, language),
            big_five=BigFive(**self.big_five.model_dump()),
            grit=self.grit,
            growth_mindset=self.growth_mindset,
            strength=self.strength,
            traits=self.traits.get(language),
            values=self.values,
            wants=tuple(one.made(language) for one in self.wants),
            lines=self.lines.ja if language is Language.JA else self.lines.en,
        )


class OrderPart(Section):
    """Request with which a scene opens."""

    by: str
    object: str
    text: Words


class EventPart(Section):
    """Invented event that the game master may inject."""

    id: str
    text: Words
    want: WantPart
    tension: str = ""
    story: StoryVerb | None = None
    toward: StoryVerb | None = None
    object: str = ""


class SceneFile(Section):
    """One scene."""

    title: Words
    location: Words
    time: Words
    weather: Words | None = None
    """None in a cellar, where nobody knows it: then no line speaks of it."""
    tension: str = Field(pattern="^(Low|Medium|High)$")
    turn_minutes: float = Field(gt=0.0)
    drift: tuple[DriftPart, ...] = ()
    objects: tuple[ObjectPart, ...] = Field(min_length=1)
    cast: tuple[CharacterPart, ...] = Field(min_length=1)
    order: OrderPart | None = None
    events: tuple[EventPart, ...] = ()
    states: dict[str, Words] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _names_what_is_there(self) -> Self:
        things, people = {one.id for one in self.objects}, {one.id for one in self.cast}
        if len(things) < len(self.objects) or len(people) < len(self.cast):
            raise ValueError("an id stands twice")
        for named in self._things_named():
            if named and named not in things:
                raise ValueError(f"there is no object {named!r}")
        if self.order is not None and self.order.by not in people:
            raise ValueError(f"there is no character {self.order.by!r}")
        return self

    def _things_named(self) -> Iterator[str]:
        for thing in self.objects:
            for effect in thing.effects:
                yield from effect.reveals
            for truth in thing.truths:
                yield from truth.reveals
        for want in (*(w for one in self.cast for w in one.wants), *(e.want for e in self.events)):
            yield want.object
        yield from (event.object for event in self.events)
        if self.order is not None:
            yield self.order.object

    def book(self, name: str, language: Language) -> SceneBook:
        """As the book of one language."""
        order = self.order
        return SceneBook(
            id=name,
            title=_said(self.title, language),
            language=language,
            opening=self._opening(language),
            opening_hidden=frozenset(one.id for one in self.objects if one.hidden),
            effects=tuple(e.made(one.id, language) for one in self.objects for e in one.effects),
            truths=tuple(
                HiddenTruth(
                    object_id=one.id,
                    name=truth.name,
                    found=_said(truth.found, language),
                    danger=truth.danger,
                    reveals=truth.reveals,
                )
                for one in self.objects
                for truth in one.truths
            ),
            appearances=tuple(
                Appearance(object_id=one.id, danger=one.danger, worth=one.worth)
                for one in self.objects
            ),
            cast=tuple(one.sheet(language) for one in self.cast),
            events=tuple(_event(one, language) for one in self.events),
            order=None
            if order is None
            else Percept(
                kind="ask", text=_said(order.text, language), object_id=order.object, by=order.by
            ),
            drift=tuple((_said(one.status, language), one.minutes) for one in self.drift),
            turn_minutes=self.turn_minutes,
            states={name: _said(words, language) for name, words in self.states.items()},
        )

    def _opening(self, language: Language) -> SceneState:
        return SceneState(
            location=_said(self.location, language),
            time=_said(self.time, language),
            weather=_said(self.weather, language),
            tension_level=self.tension,
            actors=tuple(one.actor(language) for one in self.cast),
            objects=tuple(
                SceneObject(
                    id=one.id,
                    type=one.type,
                    state=one.state,
                    name=_said(one.name, language),
                    affordances=one.affordances.get(language),
                )
                for one in self.objects
            ),
        )


class VerbPart(Section):
    """Row of the table of verbs."""

    manner: Manner
    words: tuple[str, ...] = ()
    ja: str = Field(pattern=r"\{\}")
    en: str = Field(pattern=r"\{\}")


class VerbsFile(Section):
    """The table of verbs."""

    verbs: dict[Annotated[str, Field(pattern="^[A-Z]{1,20}$")], VerbPart]

    @model_validator(mode="after")
    def _unambiguous(self) -> Self:
        words = [word.casefold() for row in self.verbs.values() for word in row.words]
        if twice := sorted({one for one in words if words.count(one) > 1}):
            raise ValueError(f"a word stands for two verbs: {', '.join(twice)}")
        if lacking := sorted(set(GeneralVerb) - set(self.verbs)):
            raise ValueError(f"a general verb lacks: {', '.join(lacking)}")
        return self


def scene_names(folder: Path) -> tuple[str, ...]:
    """Names of the scenes of a folder, in order."""
    files = folder.glob("*.yaml") if folder.is_dir() else ()
    return tuple(sorted(one.stem for one in files if one.name != VERBS_FILE))


def load_scene(folder: Path, name: str, language: Language) -> SceneBook:
    """Read one scene. Raises `ConfigWrong` with file, line and key, `FileNotFoundError`."""
    path = folder / f"{name}.yaml"
    if name not in scene_names(folder):
        raise FileNotFoundError(path)
    document = document_in(path.read_text(encoding="utf-8"), path)
    try:
        return SceneFile.model_validate(document.plain).book(name, language)
    except ValidationError as error:
        raise ConfigWrong(describe(error, document, path)) from error


def load_verbs(folder: Path) -> dict[str, VerbRow]:
    """Read the table of verbs. Raises `ConfigWrong`, `OSError`."""
    path = folder / VERBS_FILE
    document = document_in(path.read_text(encoding="utf-8"), path)
    try:
        table = VerbsFile.model_validate({"verbs": document.plain})
    except ValidationError as error:
        raise ConfigWrong(describe(error, document, path)) from error
    return {
        name: VerbRow(
            name=name,
            words=tuple(word.casefold() for word in row.words),
            manner=row.manner,
            told=Bilingual(row.ja, row.en),
        )
        for name, row in table.verbs.items()
    }


def _event(part: EventPart, language: Language) -> SceneEvent:
    return SceneEvent(
        id=part.id,
        text=_said(part.text, language),
        want=part.want.made(language),
        tension=part.tension,
        story=part.story,
        toward=part.toward,
        object_id=part.object,
    )


def _said(words: Words | None, language: Language) -> str:
    return "" if words is None else words.bilingual().get(language)
