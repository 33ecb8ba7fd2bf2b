"""Assembly 判断の組立: makes one whole ActionDecision from a choice and its pack."""

from companion.words.context import DeliberationContextPack
from companion.words.decision import (
    ActionDecision,
    ConsoleDelivery,
    DecisionOutcome,
    MenuEntry,
    Thought,
)
from companion.words.ids import EventId
from companion.words.influence import MODEL
from companion.words.language import Bilingual, Language
from companion.words.text import data_line
from companion.words.trust import TrustLabel, least_trusted

NOTHING_TOUCHED = Bilingual("何も変えない", "Nothing is changed")
"""Impact line of `skip` and `defer`."""
_OTHERS_WORDS = Bilingual("読んだり聞いたりした言葉", "words that were read or heard")


def trust_of(pack: DeliberationContextPack) -> TrustLabel:
    """The least trusted text anywhere in the prompt; ids the model cites play no part."""
    texts = [
        pack.trigger.about,
        *pack.recent,
        *pack.state,
        *pack.goals,
        *pack.confirmed_preferences,
    ]
    if pack.home_trust is not None:
        texts.append(pack.home_trust)
    return least_trusted(text.trust for text in texts)


def prompted_by(pack: DeliberationContextPack) -> str:
    """The first foreign words of the prompt, those of the trigger before all others; "" without
    any."""
    return next((data_line(text.text) for text in pack.foreign()), "")


def reason_of(pack: DeliberationContextPack, language: Language) -> str:
    """The cause of the decision in code's own words, without words of other people."""
    about = pack.trigger.about.without_words()
    return about.text if about is not None else _OTHERS_WORDS.get(language)


def evidence_of(pack: DeliberationContextPack, entry: MenuEntry) -> tuple[EventId, ...]:
    """Events, never beliefs: what woke us, then what the menu entry rests on."""
    return tuple(dict.fromkeys((*pack.trigger.event_ids, *entry.evidence_event_ids)))


def delivery_of(entry: MenuEntry) -> ConsoleDelivery | None:
    """Only an action is delivered; `skip` and `defer` have nothing to tell."""
    return entry.delivery if entry.outcome is DecisionOutcome.DO_ACTION else None


def impact_of(entry: MenuEntry) -> Bilingual:
    """Second approval line: the entry's own, else what it acts on."""
    if entry.impact is not None:
        return entry.impact
    return NOTHING_TOUCHED if entry.outcome is not DecisionOutcome.DO_ACTION else entry.label


def decision_from(
    pack: DeliberationContextPack,
    entry: MenuEntry,
    *,
    language: Language,
    thought: Thought,
    model: str,
) -> ActionDecision:
    """Fill everything but the choice from the menu entry and the pack, by code."""
    return ActionDecision(
        decision_outcome=entry.outcome,
        action_type=entry.action_type,
        action_payload=entry.payload,
        reason=reason_of(pack, language),
        persona_influence=MODEL.get(language),
        mood_influence=MODEL.get(language),
        evidence_event_ids=evidence_of(pack, entry),
        console_delivery=delivery_of(entry),
        decided_by="llm",
        judgment=thought.belief,
        intent=entry.label.get(language),
        summary=entry.label,
        impact=impact_of(entry),
        trust=trust_of(pack),
        risk=entry.risk,
        action_tags=(entry.tag,) if entry.tag else (),
        object_id=entry.object_id,
        menu=tuple(e.name for e in pack.menu),
        menu_labels=tuple(e.label for e in pack.menu),
        chosen=entry.name,
        thought=thought,
        model=model,
        prompted_by=prompted_by(pack),
    )
