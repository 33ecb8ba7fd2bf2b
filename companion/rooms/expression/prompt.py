"""Rendering prompt 発話の依頼: makes the system prompt and the structured input for one message."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from companion.rooms.expression.phrasing import PHRASING, Example, Phrasing
from companion.words.decision import ActionDecision, MessageKind
from companion.words.language import Language
from companion.words.llm import PromptMessage
from companion.words.mood import Mood
from companion.words.persona import PersonaSheet
from companion.words.result import ActionResult
from companion.words.text import data_line

DATA_CHARS = 160
"""Longest piece of text from results or decisions that enters the prompt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """語る材料: all that one message is rendered from."""

    persona: PersonaSheet
    mood: Mood
    decision: ActionDecision
    kind: MessageKind
    outcome: str
    status: str
    result: ActionResult | None
    preferences: tuple[str, ...] = ()
    blackboard: tuple[str, ...] = ()


def lay_out(telling: Telling, language: Language) -> tuple[PromptMessage, ...]:
    """Fixed part first: persona, rules, examples; then this one telling."""
    tail = PromptMessage("user", _material(telling, PHRASING[language]))
    return (*fixed(telling.persona, language), tail)


def fixed(persona: PersonaSheet, language: Language) -> tuple[PromptMessage, ...]:
    """The part that never changes for one persona: identity, rules, examples."""
    say = PHRASING[language]
    messages = [PromptMessage("system", _fixed(persona, say))]
    for example in say.examples:
        messages.append(PromptMessage("user", _example(example, say)))
        messages.append(PromptMessage("assistant", example.message))
    return tuple(messages)


def _fixed(persona: PersonaSheet, say: Phrasing) -> str:
    lines = [say.identity.format(name=persona.name), persona.persona_text, persona.addon_text]
    if persona.second_person_label:
        lines.append(say.calls.format(label=persona.second_person_label))
    if persona.traits or persona.values:
        words = ", ".join((*persona.traits, *persona.values))
        lines.append(say.character.format(words=words))
    return "\n".join([*(line for line in lines if line), say.rules])


def _material(telling: Telling, say: Phrasing) -> str:
    decision, mood = telling.decision, telling.mood
    rows: list[tuple[str, object]] = [
        ("message_kind", f"{telling.kind} ({say.kinds[telling.kind]})"),
        ("mood", {"long": _vad(mood, True), "recent": _vad(mood, False)}),
        ("action", decision.action_type),
        ("reason", _data(decision.reason)),
        ("persona_influence", decision.persona_influence),
        ("mood_influence", decision.mood_influence),
        ("result_status", telling.status),
    ]
    if telling.result is not None:
        rows.append(("capability_name", telling.result.capability))
        rows.append(("result_payload", _facts(telling.result.result_payload)))
        rows.append(("summary_text", _data(telling.result.summary_text)))
    if telling.preferences:
        rows.append(("confirmed_preferences", [_data(p) for p in telling.preferences[:3]]))
    if telling.blackboard:
        rows.append(("now", [_data(word) for word in telling.blackboard[:3]]))
    rows.append(("{outcome}", _data(telling.outcome)))
    return "\n".join(f"{key}: {_shown(value)}" for key, value in rows)


def _example(example: Example, say: Phrasing) -> str:
    rows = (
        ("message_kind", f"{example.kind} ({say.kinds[example.kind]})"),
        ("mood", example.mood),
        ("action", example.action),
        ("result_status", example.status),
        ("{outcome}", f"«{example.outcome}»"),
    )
    return "\n".join(f"{key}: {value}" for key, value in rows)


def _vad(mood: Mood, long: bool) -> list[float]:
    vad = mood.long_mood_state if long else mood.recent_vad_average
    return [round(vad.v, 2), round(vad.a, 2), round(vad.d, 2)]


def _facts(payload: Mapping[str, object]) -> str:
    """The facts, short; raw backend output never enters whole."""
    return _data(json.dumps(dict(payload), ensure_ascii=False, default=str, sort_keys=True))


def _data(text: str) -> str:
    return f"«{data_line(text, DATA_CHARS)}»"


def _shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
