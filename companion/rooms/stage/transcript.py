"""Transcript 上演の記録: tells a turn as an audience reads it, without tags."""

from collections.abc import Iterable, Mapping

from companion.words.language import Bilingual, Language
from companion.words.scene import SceneState
from companion.words.stage import Percept, PlayedTurn, SceneTag, VerbRow

_DONE = Bilingual("{0}は{1}。", "{0} {1}.")
_REFUSED = Bilingual("{0}にはできない（{1}）: {2}。", "{0} tries: {1}. It cannot be done: {2}.")
_HELD = Bilingual("手に持ったもの", "thing in hand")
_WAITS = Bilingual("{}は様子を見ている。", "{} waits.")
_FAILED = Bilingual("（{}の役者が答えられなかった: {}）", "(the actor of {} gave no answer: {})")
_SAID = Bilingual("{}「{}」", "{}: “{}”")
_EVENT = Bilingual("◆ {}", "◆ {}")


def told_lines(
    turn: PlayedTurn, state: SceneState, verbs: Mapping[str, VerbRow], language: Language
) -> tuple[str, ...]:
    """The acts of a turn with their refusals, the spoken line, and the events, in this order."""
    name = next((one.name for one in state.actors if one.id == turn.actor), turn.actor)
    lines = []
    for tag, ruling in turn.rulings:
        act = told_act(tag, verbs, language)
        if ruling.allowed:
            lines.append(_DONE.get(language).format(name, act))
        else:
            lines.append(_REFUSED.get(language).format(name, act, ruling.reason.get(language)))
    if turn.performance.line:
        lines.append(_SAID.get(language).format(name, turn.performance.line))
    elif turn.failure:
        lines.append(_FAILED.get(language).format(name, turn.failure))
    elif not lines:
        lines.append(_WAITS.get(language).format(name))
    return (*lines, *(_EVENT.get(language).format(text) for text in turn.events))


def told_requests(
    percepts: Iterable[Percept], names: Mapping[str, str], language: Language
) -> tuple[str, ...]:
    """Requests in words among the news of an actor; `names`: by id."""
    asked = [one for one in percepts if one.text and one.kind == "ask"]
    return tuple(_SAID.get(language).format(names[one.by], one.text) for one in asked)


def told_act(tag: SceneTag, verbs: Mapping[str, VerbRow], language: Language) -> str:
    """An act in words; a verb that no table knows stands as it was written."""
    row = verbs.get(tag.verb)
    target = tag.target or _HELD.get(language)
    return f"{tag.verb}: {target}" if row is None else row.told.get(language).format(target)


def told_thought(turn: PlayedTurn) -> str:
    """The reasoning of a turn, `[P] [B] [D] [I] [Action]` in this order; "" for a user's turn."""
    thought = turn.thought
    if thought is None:
        return ""
    wants = ", ".join(f"{want}:{word}" for want, word in thought.desires)
    acts = " ".join(str(tag) for tag in turn.performance.tags)
    return (
        f"[P] {thought.personality}\n[B] {thought.belief}\n[D] {wants}\n"
        f"[I] {thought.intention}\n[Action] {acts}"
    )
