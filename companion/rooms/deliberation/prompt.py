"""Deliberation prompt プロンプト: laid out from what never changes to what just changed."""

from collections.abc import Iterator
from dataclasses import replace
from enum import Enum

from companion.home.scene_xml import render_changes
from companion.rooms.deliberation.phrasing import PHRASING, Example, Phrasing
from companion.rooms.deliberation.vocabulary import mood_words, tendency
from companion.words.context import DeliberationContextPack
from companion.words.language import Language
from companion.words.llm import PromptMessage
from companion.words.persona import PersonaSheet
from companion.words.scene import SELF, SceneObject, SceneState
from companion.words.text import data_line

LAYOUT_CHARS = 12000
"""A layout longer than this (about 80 devices) is cut; it stands in the reused prefix."""

RECENT = 2
HELD = 2
LIKED = 2
GOALS = 1
MINDING = 3
OBJECTS = 5
"""How much of each kind the varying part may hold: the tail's length is the latency
(measured: 76 prompt tokens a second for 1.5 B on two desktop cores)."""


class Phase(Enum):
    """段階: which of the two calls this prompt is for."""

    CHOICE_FIRST = "choice_first"
    THOUGHT = "thought"
    PERFORMANCE = "performance"


def lay_out(
    pack: DeliberationContextPack, language: Language, phase: Phase, thought: str = ""
) -> tuple[PromptMessage, ...]:
    """The whole prompt. The part before the scene never varies."""
    say = PHRASING[language]
    messages = [PromptMessage("system", _fixed(pack.persona, say))]
    if pack.home_layout:
        layout = data_line(pack.home_layout, LAYOUT_CHARS)
        messages.append(PromptMessage("user", say.home.format(layout=layout)))
        messages.append(PromptMessage("assistant", say.home_seen))
    for example in say.examples:
        messages.append(PromptMessage("user", _example_question(example, say, phase)))
        messages.append(PromptMessage("assistant", _example_answer(example, phase)))
    messages.append(PromptMessage("user", _question(pack, language, phase)))
    if phase is Phase.PERFORMANCE:
        messages.append(PromptMessage("assistant", thought))
        messages.append(PromptMessage("user", say.perform))
    return tuple(messages)


def _fixed(persona: PersonaSheet, say: Phrasing) -> str:
    """Identity, persona, rules: only texts of our own code and of the owner (`self`)."""
    words = (*persona.traits, *persona.values)
    lines = [say.identity.format(name=persona.name), persona.persona_text, persona.addon_text]
    if persona.second_person_label:
        lines.append(say.calls.format(label=persona.second_person_label))
    if words:
        lines.append(say.character.format(words=", ".join(words)))
    return "\n".join([*(line for line in lines if line), say.rules])


def _question(pack: DeliberationContextPack, language: Language, phase: Phase) -> str:
    """The varying part: scene, state, mood, recent events, trigger, menu."""
    say = PHRASING[language]
    leaning = tendency(pack.mood, language)
    feeling = ", ".join((*mood_words(pack.mood, language), *leaning))
    held = [say.held.format(text=data_line(t.text)) for t in pack.state[:HELD]]
    goals = [say.goal.format(text=data_line(t.text)) for t in pack.goals[:GOALS]]
    liked = [say.liked.format(text=data_line(t.text)) for t in pack.confirmed_preferences[:LIKED]]
    minding = data_line(", ".join(pack.attention_targets[:MINDING]))
    before = [say.before.format(text=data_line(t.text)) for t in pack.recent[-RECENT:]]
    lines = [
        scene_now(pack),
        *held,
        *liked,
        *goals,
        *([say.minding.format(text=minding)] if minding else []),
        say.mood.format(words=feeling),
        *before,
        say.happened.format(text=data_line(pack.trigger.about.text)),
        say.options,
        *(f"- {entry.name}: {data_line(entry.label.get(language), 60)}" for entry in pack.menu),
        say.think if phase in (Phase.THOUGHT, Phase.PERFORMANCE) else say.ask,
    ]
    return "\n".join(lines)


def scene_now(pack: DeliberationContextPack) -> str:
    """The varying part of the scene, well-formed: other people, and the objects that matter here.
    The companion itself stands in the fixed part."""
    others = tuple(actor for actor in pack.scene.actors if actor.id != SELF)
    alias = pack.aliases
    things = tuple(replace(o, id=alias.get(o.id, o.id)) for o in pack.scene.objects)
    near = frozenset(alias.get(object_id, object_id) for object_id in _near(pack))
    return render_changes(replace(pack.scene, actors=others, objects=things), only=near)


def _near(pack: DeliberationContextPack) -> frozenset[str]:
    """Objects on the menu, then those where it happened; unchanged far ones stay unsaid."""
    on_menu = [entry.object_id for entry in pack.menu if entry.object_id]
    there = [o.id for o in pack.scene.objects if _at(o, pack.trigger.place)]
    return frozenset(list(dict.fromkeys((*on_menu, *there)))[:OBJECTS])


def _at(thing: SceneObject, place: str) -> bool:
    return bool(place) and thing.location == place


def _example_question(example: Example, say: Phrasing, phase: Phase) -> str:
    ask = say.ask if phase is Phase.CHOICE_FIRST else say.think
    return "\n".join((*_example_lines(example, say), ask))


def _example_lines(example: Example, say: Phrasing) -> Iterator[str]:
    things = tuple(
        SceneObject(id=name, type="device", state=state, name="", affordances=())
        for name, state in example.objects
    )
    yield render_changes(
        SceneState(
            location=example.location,
            time=example.time,
            weather=example.weather,
            tension_level="Low",
            actors=(),
            objects=things,
        )
    )
    yield say.mood.format(words=say.even)
    yield say.happened.format(text=example.happened)
    yield say.options
    yield from (f"- {name}: {label}" for name, label in example.options)


def _example_answer(example: Example, phase: Phase) -> str:
    thought = f"[B] {example.belief}\n[D] {example.desires}"
    if phase is Phase.CHOICE_FIRST:
        return f"{example.choice}\n{thought}"
    return f"<thought>\n{thought}\n[I] {example.choice}\n</thought>"
