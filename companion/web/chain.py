"""Why-chain: the steps of one walk down a line, from trigger to message (DESIGN 1.5)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from companion.ports.record import Chain
from companion.web.lines import LogLine, LogReader, undo_of
from companion.web.names import Names
from companion.web.sentences import Sentences, Told, figure
from companion.web.texts import Words
from companion.words.decision import BY_MIND, ActionDecision, DecisionOutcome
from companion.words.device_group import parts_of, ways_back
from companion.words.device_operation import OPERATION_BY_NAME
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.opinion import SecondOpinion
from companion.words.result import ActionResult, ResultStatus

_AFTER = {
    EventSource.GM_JUDGEMENT: "ruling",
    EventSource.APPROVAL_QUESTION: "approval",
    EventSource.APPROVAL_ANSWER: "approval",
    EventSource.ACTION_RESULT: "result",
    EventSource.AUTONOMY_MESSAGE: "message",
    EventSource.CONVERSATION_REPLY: "message",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step: its name, the record behind it, and facts below it."""

    name: str
    title: str
    line: LogLine | None = None
    """The event of this step, with its time and link; None for what the decision carries."""
    here: bool = False
    """The step the reader came from."""
    facts: tuple[tuple[str, str], ...] = ()
    """Pairs of label and value, all code's own words."""
    quote: str = ""
    """The model's own words, drawn as such."""
    options: tuple[tuple[str, bool], ...] = ()
    """Names on offer and whether each was chosen."""

    def as_json(self) -> dict[str, Any]:
        """Plain values for the wire."""
        return asdict(self)


@dataclass(frozen=True, kw_only=True)
class ChainDrawing:
    """Draws one chain for one reader."""

    words: Words
    names: Names
    sentences: Sentences
    reader: LogReader
    now: datetime
    shown: int = field(default=0)

    async def steps(self, chain: Chain) -> tuple[Step, ...]:
        """Trigger, evidence, thought, options, decision, ruling, approval, result, message."""
        told = [await self.reader.told(e) for e in chain.events]
        undone = {undo_of(e) for e in chain.events}
        decided = next((t for t in told if t.decision and t.result is None), None)
        before, after = _split(told, decided)
        steps = [*self._causes(before, chain.decision, undone)]
        if decided is not None and chain.decision is not None:
            steps += self._decision(decided, chain.decision, undone)
        steps += [self._after(t, undone) for t in after]
        return tuple(steps)

    def _causes(
        self, before: list[Told], decision: ActionDecision | None, undone: Iterable[int]
    ) -> Iterator[Step]:
        evidence = set(decision.evidence_event_ids) if decision else set()
        trigger = _trigger_of(before, evidence)
        for told in before:
            name = "trigger" if told.event.id == trigger else "evidence"
            name = name if decision else _AFTER.get(told.event.source, "other")
            yield self._step(name, told, undone, facts=self._observed(told.event))

    def _decision(
        self, told: Told, decision: ActionDecision, undone: Iterable[int]
    ) -> Iterator[Step]:
        by_model = decision.decided_by in BY_MIND
        if decision.thought is not None:
            yield Step(
                name="thought",
                title=self.words("step.thought"),
                quote=self._thought(decision),
            )
        if decision.menu:
            yield Step(
                name="options",
                title=self.words("step.options"),
                options=_options(decision),
            )
        yield self._step(
            "decision",
            told,
            undone,
            facts=self._decided(decision),
            quote=decision.reason if by_model else "",
        )

    def _after(self, told: Told, undone: Iterable[int]) -> Step:
        name = _AFTER.get(told.event.source, "other")
        facts: tuple[tuple[str, str], ...] = ()
        if told.result is not None:
            facts = tuple(self._result(told.result))
        elif name == "approval":
            facts = tuple(self._approval(told.event))
        return self._step(name, told, undone, facts=facts)

    def _step(
        self,
        name: str,
        told: Told,
        undone: Iterable[int],
        *,
        facts: Iterable[tuple[str, str]] = (),
        quote: str = "",
    ) -> Step:
        return Step(
            name=name,
            title=self.words(f"step.{name}"),
            line=self.reader.line(told, self.now, undone),
            here=told.event.id == self.shown,
            facts=tuple(facts),
            quote=quote,
        )

    def _observed(self, event: Event) -> Iterator[tuple[str, str]]:
        certainty = event.payload.get("certainty")
        confidence = event.payload.get("confidence")
        if certainty in {"fact", "estimate", "unknown"}:
            sure = f" {confidence:.0%}" if isinstance(confidence, float) else ""
            yield (
                self.words("seen"),
                self.words(certainty) + (sure if certainty != "unknown" else ""),
            )
        yield (
            self.words("trust"),
            self.words.either(f"trust.{event.trust.value}", event.trust.value),
        )

    def _thought(self, decision: ActionDecision) -> str:
        thought = decision.thought
        if thought is None:
            return ""
        wants = " · ".join(f"{want} ({weight})" for want, weight in thought.desires)
        parts = (
            (self.words("belief"), thought.belief),
            (self.words("desires"), wants),
            (self.words("intention"), thought.intention),
        )
        return "\n".join(f"{label}: {text}" for label, text in parts if text)

    def _decided(self, decision: ActionDecision) -> Iterator[tuple[str, str]]:
        words = self.words
        if decision.prompted_by:
            yield words("prompted_by"), decision.prompted_by
        yield (
            words("decided_by"),
            words.either(f"decided_by.{decision.decided_by}", decision.decided_by),
        )
        if decision.model:
            yield words("model"), decision.model
        if decision.opinion is not None:
            yield from self._opinion(decision.opinion)
        yield words("persona_influence"), decision.persona_influence
        yield words("mood_influence"), decision.mood_influence
        yield words("trust"), words.either(f"trust.{decision.trust.value}", decision.trust.value)
        yield words("risk"), words(f"risk.{int(decision.risk)}")

    def _opinion(self, opinion: SecondOpinion) -> Iterator[tuple[str, str]]:
        """What the ranker read, and what it took off the menu, with its figures."""
        if opinion.because:
            yield self.words("opinion.read"), opinion.because
        worth = {o.name: f"{o.sensible:.2f} / {o.harmful:.2f}" for o in opinion.opinions}
        cut = [f"{n} ({worth[n]})" if n in worth else n for n in opinion.left_out]
        if cut:
            yield self.words("opinion.left_out"), ", ".join(cut)

    def _approval(self, event: Event) -> Iterator[tuple[str, str]]:
        impact = self.sentences.both(event.payload.get("impact"))
        if impact:
            yield self.words("ask.touches"), impact
        rule = event.payload.get("rule")
        if isinstance(rule, str) and rule:
            yield self.words("approval.rule"), self._rule(rule)

    def _rule(self, rule: str) -> str:
        return self.words.either(f"rule.{rule}", rule.replace("_", " "))

    def _result(self, result: ActionResult) -> Iterator[tuple[str, str]]:
        """What was asked and what was seen, side by side; neither stands for the other."""
        payload = result.result_payload
        expected = payload.get("expected")
        named = {"value", *(expected if isinstance(expected, dict) else ())}
        for key, word in (("before", "before"), ("expected", "asked"), ("after", "seen")):
            if key in payload:
                yield self.words(word), self._state(payload, key, named)
        took = payload.get("took_s")
        if isinstance(took, int | float):
            yield self.words("took"), f"{took:.1f} s"
        if payload.get("observed") and (evidence := str(payload.get("evidence", ""))):
            yield self.words("evidence"), self.words.either(f"evidence.{evidence}", evidence)
        why = result.failure_class or str(payload.get("reason", ""))
        if why:
            yield self.words("failure"), self.words.either(f"failure.{why}", why.replace("_", " "))
        for part in parts_of(result):
            seen = self._state(part.result_payload, "after", {"value"})
            yield self.names.device(str(part.result_payload.get("device_id", ""))), seen
        if not ways_back(result) and result.status is ResultStatus.SUCCESS:
            yield self.words("undo"), self.words("irreversible")

    def _state(self, payload: Mapping[str, Any], key: str, named: set[str]) -> str:
        """A state as recorded: a plain value, or a mapping of value and attributes."""
        device, held = str(payload.get("device_id", "")), payload.get(key)
        if "room" in payload and isinstance(held, str):
            return self.names.place(held) or self.words("unknown")
        if not isinstance(held, dict):
            return self.names.value(device, held)
        inner = held.get("attributes")
        flat = {**held, **(inner if isinstance(inner, dict) else {})}
        parts = [self.names.value(device, held.get("value"))] if "value" in held else []
        rest = sorted((named - {"value"}) & flat.keys())
        parts += [f"{self.words.either(f'slide.{n}', n)} {figure(n, flat[n])}" for n in rest]
        return " · ".join(parts) or self.words("unknown")


def _split(told: list[Told], decided: Told | None) -> tuple[list[Told], list[Told]]:
    """What came before the decision and what followed; all is "before" without one."""
    if decided is None:
        return told, []
    at = decided.event.id
    return [t for t in told if t.event.id < at], [t for t in told if t.event.id > at]


def _trigger_of(before: list[Told], evidence: set[EventId]) -> int:
    """The newest cited event before the decision is what set the walk going."""
    cited = [t.event.id for t in before if t.event.id in evidence]
    newest = cited or [t.event.id for t in before]
    return newest[-1] if newest else 0


def _options(decision: ActionDecision) -> tuple[tuple[str, bool], ...]:
    chosen = _chosen(decision)
    return tuple((name, name == chosen) for name in decision.menu)


def _chosen(decision: ActionDecision) -> str:
    """The menu name of what was chosen: the record keeps action and object, not the name.

    "" where more than one entry would fit; nothing is marked on a guess.
    """
    if decision.decision_outcome is not DecisionOutcome.DO_ACTION:
        return decision.decision_outcome.value
    operation = decision.action_type.partition(".")[2]
    row = OPERATION_BY_NAME.get(operation)
    verb = row.does if row else operation
    thing = decision.object_id.partition(".")[2] or decision.object_id
    extra = {str(v) for k, v in decision.action_payload.items() if not k.endswith("_id")}
    fits = [
        name
        for name in decision.menu
        if name.startswith(verb) and thing in name and extra <= set(name.split("_"))
    ]
    return fits[0] if len(fits) == 1 else ""
