"""Stage 舞台: the nouns of a played scene: its things and their effects, its people, its turns.

A played scene is a world of its own. It holds no fact of the home or of a real person.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.words.decision import Thought
from companion.words.language import Bilingual, Language
from companion.words.persona import BigFive
from companion.words.ruling import Ruling
from companion.words.scene import SceneState
from companion.words.score import ScoredEntry
from companion.words.story import StoryVerb


class Manner(StrEnum):
    """やり方: the way in which a verb goes about it; personality prefers some."""

    CARE = "care"
    """Looks first."""
    DIRECT = "direct"
    """Does the thing itself."""
    FORCE = "force"
    """Breaks the resistance."""
    HELP = "help"
    """Turns to somebody else."""


class Value(StrEnum):
    """価値: what a character holds dear; a sheet gives each a weight."""

    LIFE = "life"
    WEALTH = "wealth"
    DUTY = "duty"
    TRUTH = "truth"
    COMFORT = "comfort"
    COMPANY = "company"


class GeneralVerb(StrEnum):
    """一般動詞: a verb that needs no affordance of its target."""

    GET = "GET"
    PUT = "PUT"
    INSPECT = "INSPECT"
    ASK = "ASK"
    """Asks the others to deal with the thing."""
    WARN = "WARN"
    """Warns the others of the thing."""


@dataclass(frozen=True, slots=True)
class SceneTag:
    """行動タグ: one `(VERB: target)`; no target means the thing held."""

    verb: str
    """In capitals, as the table of verbs has it."""
    target: str = ""
    """Name or id, as written."""

    def __str__(self) -> str:
        """As the tag is written."""
        return f"({self.verb}: {self.target})" if self.target else f"({self.verb})"


@dataclass(frozen=True, slots=True, kw_only=True)
class VerbRow:
    """動詞表の一行: one verb of tags, and the affordances that it means."""

    name: str
    """In capitals."""
    words: tuple[str, ...]
    """Affordances in both languages, in small letters; of a general verb, words to type it by."""
    manner: Manner
    told: Bilingual
    """How it is told, `{}` is the thing: `{}を開ける` / `opens {}`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """効果: what one affordance of one thing does. The first of a thing's effects that applies is
    the one that happens."""

    object_id: str
    affordance: str
    """The word, without its condition."""
    from_states: tuple[str, ...] = ()
    """States in which it applies; empty: all."""
    truth: str = ""
    """A hidden truth of the thing that must hold; "" asks for none."""
    held: bool = False
    """Only while the actor holds the thing."""
    only_in: str = ""
    """The posture that the actor must be in; "" is any."""
    chance: float = 1.0
    """How often it succeeds, 0.0-1.0; else the act is refused."""
    state: str = ""
    """The thing's new state; `gone` takes it out of the scene; "" leaves it as it is."""
    name: str = ""
    """The thing's new name."""
    affordances: tuple[str, ...] | None = None
    """The thing's new affordances; None leaves them."""
    levels: tuple[tuple[str, int], ...] = ()
    """Changes of the actor's status levels: (`渇き`, -2)."""
    posture: str = ""
    reveals: tuple[str, ...] = ()
    """Ids of things that come into view."""
    clears: str = ""
    """Hidden truth that no longer holds."""
    tension: str = ""
    event: str = ""
    """Text of an `<event>` that it causes."""
    story: StoryVerb | None = None
    """The fact that story sifting sees."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenTruth:
    """隠れた真実: a fact of a thing that only a look reveals."""

    object_id: str
    name: str
    found: str
    """Sentence that tells it to an actor who looks."""
    danger: float
    """How dangerous the thing is to somebody who knows it, 0.0-1.0."""
    reveals: tuple[str, ...] = ()
    """Ids of things that the look brings into view."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Appearance:
    """見かけ: how a thing looks to anybody, before a personality has made up its mind."""

    object_id: str
    danger: float = 0.0
    worth: float = 0.0
    """Each 0.0-1.0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Want:
    """欲求: one desire of a character in a scene."""

    id: str
    text: str
    value: Value
    pull: float
    """How strongly it pulls a character who holds the value dear, 0.0-1.0."""
    status: str = ""
    """Bodily want: the status whose level drives it, and that an act can lower."""
    object_id: str = ""
    """The thing it is about."""
    state: str = ""
    """The state of the thing that fulfils it; `held` is: in my hands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterSheet:
    """登場人物設定: one character of a scene, in one language."""

    id: str
    """Id of its actor, for example `char_A`."""
    role: str
    """Name by which `--as` takes it."""
    name: str
    text: str
    """For a language model, unparsed."""
    big_five: BigFive
    grit: float
    growth_mindset: float
    strength: float
    """How strong it looks to others, 0.0-1.0."""
    traits: tuple[str, ...]
    values: Mapping[Value, float]
    wants: tuple[Want, ...]
    lines: Mapping[str, tuple[str, ...]]
    """Its lines, by `Manner`, and by `refused`, `gives_up`, `waits`, `event`; some for each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneEvent:
    """注入される出来事: an invented event of this scene, and the desire it gives rise to."""

    id: str
    text: str
    want: Want
    tension: str = ""
    story: StoryVerb | None = None
    """Fact of a story that it makes happen."""
    toward: StoryVerb | None = None
    """Fact of a story that it brings nearer, without making it happen."""
    object_id: str = ""
    """The thing that the story is about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Percept:
    """知覚: what an actor is told before the next thought."""

    kind: str
    """`event`, `refusal`, `found`, `ask` or `warn`."""
    text: str
    object_id: str = ""
    by: str = ""
    """Id of the actor who asks or warns."""
    verb: str = ""
    """The refused verb."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """行動候補: one act that the things in view afford, with the result that all would expect."""

    tag: SceneTag
    object_id: str
    manner: Manner
    label: str
    state: str = ""
    """The expected state of the thing; `held` is: in my hands."""
    levels: tuple[tuple[str, int], ...] = ()
    held: bool = False
    """The thing must be in the hands first."""
    needs: str = ""
    """The thing that must be in the hands for it, for example a key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActorView:
    """登場者から見た場面: everything one actor may think about; hidden truths are not in it."""

    state: SceneState
    sheet: CharacterSheet
    language: Language
    offers: tuple[Offer, ...]
    percepts: tuple[Percept, ...]
    wants: tuple[Want, ...]
    """Of the sheet, and those that events have aroused; the newest last."""
    appearances: tuple[Appearance, ...]
    dangers: Mapping[str, float]
    """Dangers that the actor has found by looking, by thing."""
    looked: frozenset[str]
    """Things that it has looked at."""
    failures: Mapping[str, int]
    """How often each want failed in a row."""
    spent: frozenset[str]
    """Tags that were refused to it, or brought nothing, since the scene last changed."""
    levels: Mapping[str, int]
    """Its own status levels."""
    others: Mapping[str, float]
    """The other actors, and how strong each looks."""
    history: tuple[str, ...] = ()
    """Lines of the turns so far, as the audience read them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Performance:
    """演技: tags, then a line; never read back for control but for the tags."""

    tags: tuple[SceneTag, ...] = ()
    line: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterThought:
    """登場人物の考え: belief, desires and intention, with the sum that settled them."""

    thought: Thought
    tags: tuple[SceneTag, ...]
    """The means that the intention is about; nothing is done by it."""
    mood: str
    """Key of the line of the sheet that would fit."""
    scores: tuple[ScoredEntry, ...] = ()
    want: str = ""
    """Id of the chosen desire."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedTurn:
    """場面の一手: who did what, how it was ruled, and what happened then."""

    number: int
    actor: str
    thought: Thought | None
    """None for a turn of the user."""
    performance: Performance
    rulings: tuple[tuple[SceneTag, Ruling], ...]
    events: tuple[str, ...]
    """Texts of events that the acts or the game master brought about."""
    failure: str = ""
    """Why the actor gave nothing usable; its turn passed."""
    happened: tuple[tuple[StoryVerb, str], ...] = ()
    """Facts for story sifting: verb, and id of the thing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneBook:
    """場面の台本: everything of a scene that never changes while it is played, in one language."""

    id: str
    title: str
    language: Language
    opening: SceneState
    opening_hidden: frozenset[str]
    effects: tuple[Effect, ...]
    truths: tuple[HiddenTruth, ...]
    appearances: tuple[Appearance, ...]
    cast: tuple[CharacterSheet, ...]
    events: tuple[SceneEvent, ...]
    order: Percept | None
    """A request with which the scene opens."""
    drift: tuple[tuple[str, float], ...]
    """Statuses that grow by themselves: minutes for each level."""
    turn_minutes: float
    states: Mapping[str, str]
    """States of things in words; a state without words is not told."""

    def sheet(self, actor: str) -> CharacterSheet:
        """The sheet of an actor. Raises `KeyError`."""
        found = next((one for one in self.cast if one.id == actor), None)
        if found is None:
            raise KeyError(actor)
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedScene:
    """演じられる場面: the world as it is now; the next turn makes a new one."""

    state: SceneState
    hidden: frozenset[str] = frozenset()
    """Ids of things that are not in view."""
    truths: frozenset[tuple[str, str]] = frozenset()
    """Thing and name of the hidden truths that hold."""
    known: frozenset[tuple[str, str, str]] = frozenset()
    """Actor, thing and truth that the actor knows; truth "" is: has looked."""
    percepts: Mapping[str, tuple[Percept, ...]] = field(default_factory=dict)
    """For each actor: news since its last turn."""
    failures: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """For each actor and want: how often it failed in a row."""
    spent: frozenset[tuple[str, str]] = frozenset()
    """Actor and tag that were refused, or brought nothing, since the scene last changed."""
    aroused: tuple[str, ...] = ()
    """Ids of events that were injected, the oldest first."""
    turn: int = 0
    still: int = 0
    """Turns in a row without a change."""
    minutes: float = 0.0
    """Played so far, in the scene's own time."""
    injected_at: float | None = None
    """Minutes at the last injection."""
    turns: tuple[PlayedTurn, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ThingShown:
    """見せる小道具: a thing in view, as an audience reads it."""

    name: str
    state: str
    """In words; "" where there is nothing to tell."""
    acts: tuple[tuple[str, str], ...]
    """For the role that is asked for: what can be tried, as label and tag."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnShown:
    """見せる一手: a turn, as an audience reads it."""

    name: str
    """Of the actor."""
    lines: tuple[str, ...]
    thought: Thought | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneShown:
    """見せる場面: a played scene as it is now, in one language."""

    title: str
    state: SceneState
    roles: tuple[tuple[str, str], ...]
    """Role and name of each character."""
    next_role: str
    things: tuple[ThingShown, ...]
    news: tuple[str, ...]
    """For the role that is asked for: requests to it, and what it alone has found."""
    turns: tuple[TurnShown, ...]
    """The newest first."""
    stories: tuple[str, ...]
    """Stories that became whole, told."""
