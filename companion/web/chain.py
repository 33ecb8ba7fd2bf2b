"""Why-chain: draws the steps of one walk, from trigger to message."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from companion.home.color import called, read_color
from companion.home.device_goal import shown_of
from companion.home.device_group import parts_of, ways_back
from companion.home.kinds import NUMBERS
from companion.phrases.influences import influence_of
from companion.phrases.reading import read_words
from companion.ports.record import Chain
from companion.web.because import trigger_id
from companion.web.lines import LogLine, LogReader
from companion.web.names import Names
from companion.web.quotation import plain_json, quotation
from companion.web.sentences import EventRows, Sentences
from companion.web.standing import Standing
from companion.web.texts import TEXT, Words
from companion.words.approval import Approval, ApprovalQuestion
from companion.words.decision import BY_MIND, ActionDecision
from companion.words.event import Event, EventSource
from companion.words.facts import acted_of, fact_of
from companion.words.influence import NONE_APPLIED
from companion.words.observation import Certainty, Observation
from companion.words.opinion import SecondOpinion
from companion.words.result import ActionResult, ResultStatus
from companion.words.score import ScoreTerm, TermName

_AFTER = {
    EventSource.GM_JUDGEMENT: "ruling",
    EventSource.APPROVAL_QUESTION: "approval",
    EventSource.APPROVAL_ANSWER: "approval",
    EventSource.ACTION_RESULT: "result",
    EventSource.AUTONOMY_MESSAGE: "message",
    EventSource.CONVERSATION_REPLY: "message",
}


BAR = 60
"""Half the width of a bar's drawing: a term of 1.0 fills it on its side of the middle."""
SUMS_SHOWN = 4
"""Entries whose sums are drawn, the best first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TermBar:
    """One term of a sum as a bar to the right (for) or to the left (against) of the middle."""

    title: str
    figure: str
    why: str
    x: float
    width: float
    against: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SumBars:
    """The terms of one entry, and whether it was chosen."""

    label: str
    figure: str
    chosen: bool
    terms: tuple[TermBar, ...]


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
    sums: tuple[SumBars, ...] = ()
    """Sums of the best entries, drawn as bars."""

    def as_json(self) -> dict[str, Any]:
        """Plain values for the wire."""
        return {name: plain_json(value) for name, value in asdict(self).items()}


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
        how = await self.reader.standing(chain.events)
        decided = next((t for t in told if t.event.id == chain.decided), None)
        before, after = _split(told, decided)
        trigger = _standing(before, decided, chain.decision)
        steps = [*self._causes(before, chain.decision, how, trigger)]
        if decided is not None and chain.decision is not None:
            steps += self._decision(decided, chain.decision, how)
        steps += [self._after(t, how) for t in after]
        return tuple(steps)

    def _causes(
        self,
        before: list[EventRows],
        decision: ActionDecision | None,
        how: Standing,
        trigger: int,
    ) -> Iterator[Step]:
        for told in before:
            name = "trigger" if told.event.id == trigger else "evidence"
            name = name if decision else _AFTER.get(told.event.source, "other")
            yield self._step(name, told, how, facts=self._observed(told.event))

    def _decision(self, told: EventRows, decision: ActionDecision, how: Standing) -> Iterator[Step]:
        if decision.decided_by in BY_MIND or len(decision.menu_labels or decision.scores) > 1:
            yield self._options(decision)
        yield self._step(
            "decision",
            told,
            how,
            facts=self._decided(decision),
        )
        if decision.thought is not None:
            yield Step(
                name="thought",
                title=self.words("step.thought"),
                quote=self._thought(decision),
            )

    def _options(self, decision: ActionDecision) -> Step:
        """Labels of the menu that was chosen from, or of its best sums where only those are kept;
        an older record keeps only their number."""
        title = self.words("step.options")
        named = [(one.name, one.label) for one in decision.scores]
        if decision.menu_labels:
            named = list(zip(decision.menu, decision.menu_labels, strict=True))
        elif decision.menu or not named:
            count = (self.words("options.count"), str(len(decision.menu)))
            return Step(name="options", title=title, facts=(count,))
        options = tuple((self.words.of(label), name == decision.chosen) for name, label in named)
        return Step(name="options", title=title, options=options, sums=self._sums(decision))

    def _sums(self, decision: ActionDecision) -> tuple[SumBars, ...]:
        return tuple(
            SumBars(
                label=self.words.of(scored.label),
                figure=f"{scored.total:+.2f}",
                chosen=scored.name == decision.chosen,
                terms=tuple(self._bar(term) for term in scored.terms),
            )
            for scored in decision.scores[:SUMS_SHOWN]
        )

    def _bar(self, term: ScoreTerm) -> TermBar:
        width = round(BAR * min(1.0, abs(term.value)), 1)
        against = term.value < 0
        return TermBar(
            title=self.words(f"term.{term.name}"),
            figure=f"{term.value:+.2f}",
            why=self.words.of(term.why),
            x=BAR - width if against else BAR,
            width=width,
            against=against,
        )

    def _after(self, told: EventRows, how: Standing) -> Step:
        name = _AFTER.get(told.event.source, "other")
        facts: tuple[tuple[str, str], ...] = ()
        if told.result is not None:
            facts = tuple(self._result(told.result))
        elif name == "approval":
            facts = tuple(self._approval(told.event))
        return self._step(name, told, how, facts=facts)

    def _step(
        self,
        name: str,
        told: EventRows,
        how: Standing,
        *,
        facts: Iterable[tuple[str, str]] = (),
        quote: str = "",
    ) -> Step:
        return Step(
            name=name,
            title=self.words(f"step.{name}"),
            line=self.reader.line(told, self.now, how),
            here=told.event.id == self.shown,
            facts=tuple(facts),
            quote=quote,
        )

    def _observed(self, event: Event) -> Iterator[tuple[str, str]]:
        seen = fact_of(event, Observation)
        if seen is not None:
            known = seen.certainty is not Certainty.UNKNOWN
            sure = f" {seen.confidence:.0%}" if known else ""
            yield self.words("seen"), self.words(seen.certainty.value) + sure
        yield (
            self.words("trust"),
            self.words.either(f"trust.{event.trust.value}", event.trust.value),
        )

    def _thought(self, decision: ActionDecision) -> str:
        thought = decision.thought
        if thought is None:
            return ""
        wants = " · ".join(
            f"{self._own(want)} ({self.words.either(f'want.{weight.lower()}', '?')})"
            for want, weight in thought.desires
        )
        parts = ((self.words("belief"), self._own(thought.belief)), (self.words("desires"), wants))
        return "\n".join(f"{label}: {text}" for label, text in parts if text)

    def _own(self, text: str) -> str:
        return quotation(text, self.words.language)

    def _decided(self, decision: ActionDecision) -> Iterator[tuple[str, str]]:
        words = self.words
        if decision.prompted_by:
            yield words("prompted_by"), self._own(decision.prompted_by)
        yield (
            words("decided_by"),
            words(f"decided_by.{decision.decided_by}"),
        )
        if decision.model:
            yield words("model"), decision.model
        if decision.opinion is not None:
            yield from self._opinion(decision.opinion, decision)
        for key, name, told in (
            ("persona_influence", TermName.DESIRE, decision.persona_influence),
            ("mood_influence", TermName.MOOD, decision.mood_influence),
        ):
            computed = influence_of(decision.scores, name) if decision.scores else None
            yield words(key), words.of(computed) if computed else self._influence(told)
        yield words("trust"), words.either(f"trust.{decision.trust.value}", decision.trust.value)
        yield words("risk"), words(f"risk.{int(decision.risk)}")

    def _influence(self, text: str) -> str:
        """It was recorded in the language of the household."""
        known = next((one for one in NONE_APPLIED if text in (one.ja, one.en)), None)
        return self.words.of(known) if known else self._own(text)

    def _opinion(
        self, opinion: SecondOpinion, decision: ActionDecision
    ) -> Iterator[tuple[str, str]]:
        """The ranker's reading and the entries that it took off the menu, with its figures."""
        if told := read_words(opinion.read_for(decision.chosen), self.words.language):
            yield self.words("opinion.read"), told
        called = dict(zip(decision.menu, decision.menu_labels, strict=False))
        worth = {o.name: f" ({o.sensible:.2f} / {o.harmful:.2f})" for o in opinion.opinions}
        cut = [self.words.of(called[n]) + worth.get(n, "") for n in opinion.left_out if n in called]
        if cut:
            yield self.words("opinion.left_out"), ("、" if self.words.ja else ", ").join(cut)
        elif opinion.left_out:
            yield self.words("opinion.left_out"), str(len(opinion.left_out))

    def _approval(self, event: Event) -> Iterator[tuple[str, str]]:
        asked, judged = fact_of(event, ApprovalQuestion), fact_of(event, Approval)
        if asked is not None and (impact := self.words.of(asked.impact)):
            yield self.words("ask.touches"), impact
        if judged is not None and judged.rule:
            yield self.words("approval.rule"), self._rule(judged.rule)

    def _rule(self, rule: str) -> str:
        return self.words.either(f"rule.{rule}", rule.replace("_", " "))

    def _result(self, result: ActionResult) -> Iterator[tuple[str, str]]:
        """The requested and the observed state, side by side; neither stands for the other."""
        payload, acted = result.result_payload, acted_of(result)
        named = {"value", *(acted.expected if isinstance(acted.expected, dict) else ())}
        for key, word in (("before", "before"), ("expected", "asked"), ("after", "seen")):
            if key in payload:
                yield self.words(word), self._state(payload, key, named)
        if acted.took_s is not None:
            yield self.words("took"), f"{acted.took_s:.1f} s"
        if acted.observed and acted.evidence:
            witness = self.words.either(f"evidence.{acted.evidence}", acted.evidence)
            yield self.words("evidence"), witness
        why = result.failure_class or acted.reason
        if why:
            yield self.words("failure"), self.words.failure(why)
        for part in parts_of(result):
            seen = self._state(part.result_payload, "after", {"value"})
            yield self.names.device(acted_of(part).device_id), seen
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
        parts += [
            f"{self._label(n)} {self._figure(n, flat[n])}"
            for n in rest
            if n in NUMBERS or f"slide.{n}" in TEXT
        ]
        return " · ".join(parts) or self.words("unknown")

    def _figure(self, name: str, value: object) -> str:
        """A state's attribute as people read it, a colour by its name."""
        color = read_color(value) if name == "color" else None
        if color is not None:
            return self.words.of(called(color))
        shown = shown_of(name, value)
        return self.names.value("", value) if shown is None else self.words.of(shown)

    def _label(self, name: str) -> str:
        known = NUMBERS.get(name)
        return self.words(f"slide.{name}") if known is None else self.words.of(known.label)


def _split(
    told: list[EventRows], decided: EventRows | None
) -> tuple[list[EventRows], list[EventRows]]:
    """Split the events into those before and those after the decision; all are "before" without
    one."""
    if decided is None:
        return told, []
    at = decided.event.id
    return [t for t in told if t.event.id < at], [t for t in told if t.event.id > at]


def _standing(
    before: list[EventRows], decided: EventRows | None, decision: ActionDecision | None
) -> int:
    """The event that set the walk going, as the decision names it."""
    if decided is None or decision is None:
        return before[-1].event.id if before else 0
    return trigger_id(decided.event, decision)
