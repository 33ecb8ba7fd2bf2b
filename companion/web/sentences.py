"""Sentences: word each event in one plain sentence, by code from facts, never by a model."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.home.device_group import joined, parts_of
from companion.home.occasion import HOME, TELLINGS, in_sentence, occasion_of, tell
from companion.home.operation_said import NOTHING
from companion.phrases.outcomes import BY_STATUS, but
from companion.phrases.plan_lines import plan_line
from companion.phrases.reasons import in_both
from companion.phrases.schedule_done import schedule_done
from companion.phrases.silence import SILENCE
from companion.phrases.verbs import Forms, by_label, forms_of, verb_of
from companion.ports.capability import Catalogue
from companion.web.because import Because
from companion.web.garden_lines import garden_line
from companion.web.names import Names, capital
from companion.web.quotation import quotation, quotations
from companion.web.texts import TEXT as TEXTS
from companion.web.texts import Words
from companion.web.wished import wished
from companion.words.approval import Approval, ApprovalQuestion
from companion.words.decision import BY_MIND, ActionDecision, DecisionOutcome
from companion.words.device import DeviceState
from companion.words.event import Event, EventSource
from companion.words.facts import (
    AlarmRung,
    ContentErased,
    Danger,
    DeliberationDropped,
    GrantGiven,
    GrantRevoked,
    KeptSilent,
    MomentCame,
    Moved,
    PartChanged,
    ReplyFailed,
    Requested,
    Ruled,
    ToolCalled,
    acted_of,
    fact_of,
)
from companion.words.language import Bilingual, Language
from companion.words.observation import TEXT, Certainty, Change, Observation
from companion.words.result import ActionResult, ResultStatus
from companion.words.text import quoted, short
from companion.words.travel import within

_LATE = Bilingual("（遅れて報告がありました）", " (reported late)")
WITHDRAWN_BY = "companion"
"""Recorded answerer of a question that gave way to a person's own wish."""
_MODEL_ERRORS = {
    "ModelTimedOut": "model_timed_out",
    "ModelCrashed": "model_crashed",
    "ModelUnavailable": "model_unavailable",
    "ModelPreempted": "stopped",
    "the model's reply is not of the form": "malformed",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRows:
    """An event with the structured rows that belong to it."""

    event: Event
    decision: ActionDecision | None = None
    result: ActionResult | None = None
    trigger: Event | None = None
    """The event that caused the decision; None where time or a quiet moment did."""
    answered: str = ""
    """How a question stands now."""


_NAMELESS = Bilingual("相棒", "the companion")


class Sentences:
    """Writes for one reader; every text is data, escaped where it is drawn."""

    def __init__(
        self,
        words: Words,
        names: Names,
        catalogue: Catalogue,
        persona: Bilingual = _NAMELESS,
    ) -> None:
        """`persona`: name of the companion, for lines of its own life."""
        self._persona = persona
        self._words = words
        self._because = Because(words)
        self._names = names
        self._catalogue = catalogue

    def of(self, told: EventRows) -> str:
        """The sentence of one event."""
        if told.event.erased:
            return self._words("erased")
        if (line := garden_line(told.event, self._persona)) is not None:
            return self._words.of(line)
        write = {
            EventSource.OBSERVATION: self._observation,
            EventSource.DEVICE_STATE: self._device,
            EventSource.DELIBERATION_DECISION: self._decision,
            EventSource.GM_JUDGEMENT: self._ruling,
            EventSource.APPROVAL_QUESTION: self._question,
            EventSource.APPROVAL_ANSWER: self._answer,
            EventSource.ACTION_RESULT: self._result,
            EventSource.USER_INPUT: self._input,
            EventSource.SCHEDULE: self._due,
        }.get(told.event.source, self._plain)
        return write(told)

    def why(self, told: EventRows) -> str:
        """One clause of why a code can vouch for; "" where nothing is known."""
        if told.decision is not None:
            return self._because.of(told.decision, told.trigger)
        failed = fact_of(told.event, ReplyFailed) or fact_of(told.event, DeliberationDropped)
        if (silent := fact_of(told.event, KeptSilent)) is not None:
            return self._words.of(SILENCE.get(silent.reason, Bilingual("", "")))
        erased = fact_of(told.event, ContentErased)
        reason = failed.reason if failed else erased.reason if erased else ""
        return self._words.of(_reason_said(reason)) if reason else ""

    def result_alone(self, result: ActionResult, asked: Mapping[str, Any]) -> Bilingual:
        """`turned on the hall light`, from what was observed; `asked` is the call's payload."""
        if parts := parts_of(result):
            return self._several(parts, asked)
        if (said := schedule_done(result, quotations)) is not None:
            return said
        forms = self._forms(result, self._thing(result), asked)
        if result.status is not ResultStatus.SUCCESS:
            acted = acted_of(result)
            known = bool(acted.after) and bool(acted.room)
            tail = BY_STATUS[result.status] if known else but(result)
            said = Bilingual(
                f"{forms.ja_tried}が、{tail.ja}", f"tried to {forms.en_plain}, but {tail.en}"
            )
            return self._ended_in(result, said)
        did = Bilingual(forms.ja_done, forms.en_done)
        if acted_of(result).corrects is None:
            return did
        return Bilingual(did.ja + _LATE.ja, did.en + _LATE.en)

    def _ended_in(self, result: ActionResult, said: Bilingual) -> Bilingual:
        """With the room the wheeled base was seen in, where it tells one."""
        acted = acted_of(result)
        if not acted.room or not isinstance(acted.after, str) or not acted.after:
            return said
        room = within(self._names.place_words(acted.after))
        return Bilingual(f"{said.ja}（今は{room.ja}）", f"{said.en} (in the {room.en} now)")

    def _several(self, parts: tuple[ActionResult, ...], asked: Mapping[str, Any]) -> Bilingual:
        """Tell the acts that worked in one go, then each that did not. A state that was so before
        is no news beside them; each device stands in the chain."""
        done = [part for part in parts if part.status is ResultStatus.SUCCESS]
        left = [p for p in parts if p not in done and not (done and p.was_so)]
        said = [self.result_alone(part, asked) for part in left]
        if done:
            first, thing = done[0], joined([self._thing(part) for part in done])
            forms = self._forms(first, thing, asked)
            said.insert(0, Bilingual(forms.ja_done, forms.en_done))
        return Bilingual.joined(said, "、", ", ")

    def _forms(self, result: ActionResult, thing: Bilingual, asked: Mapping[str, Any]) -> Forms:
        """The forms of the act; of one without a verb its label is quoted."""
        capability = self._catalogue.get(result.capability)
        spec = capability.SPEC.operation(result.operation) if capability else None
        plain = f"{result.capability}.{result.operation}"
        label = Bilingual(plain, plain) if spec is None else spec.label
        verb, value = verb_of(result.operation, spec, asked) or (by_label(label), NOTHING)
        definite = thing.en if thing.en.lower().startswith("the ") else f"the {thing.en}"
        return forms_of(verb, Bilingual(thing.ja, definite), value)

    def _thing(self, result: ActionResult) -> Bilingual:
        acted = acted_of(result)
        if not acted.device_id:
            return within(self._names.place_words(acted.room or acted.place))
        name = self._names.device(acted.device_id)
        return Bilingual(name, name)

    def _result(self, told: EventRows) -> str:
        if told.result is None:
            return self._plain(told)
        asked = told.decision.action_payload if told.decision else {}
        did = self._words.of(self.result_alone(told.result, asked))
        cause = self._cause(told)
        if self._words.ja:
            return f"{cause}、{did}" if cause else did
        return f"{cause}, so I {did}" if cause else f"I {did}"

    def _cause(self, told: EventRows) -> str:
        """`玄関に人が来たので` / `Someone came to the hall`: what set it off, where that alone is
        why. A remark that set a mind thinking is not: nobody asked for what it thought of."""
        event, words = told.trigger, self._words
        if event is None:
            return ""
        if event.source is EventSource.OBSERVATION:
            seen = self._seen(event)
            return "" if seen is None else f"{seen.ja}ので" if words.ja else seen.en
        if event.kind == "requested":
            return "頼まれたので" if words.ja else "It was asked for"
        if event.source is EventSource.SCHEDULE:
            name = self._named(event)
            return f"{name}の時刻なので" if words.ja else f"It was time for the {name}"
        by_mind = told.decision is not None and told.decision.decided_by in BY_MIND
        if event.source is EventSource.USER_INPUT and event.user_text and not by_mind:
            said = self._quoted(short(event.user_text, 40))
            return f"{said}と言われたので" if words.ja else f"{said} was said"
        return ""

    def _quoted(self, text: str) -> str:
        """A person's words in quotation marks, marked with their language."""
        said = quotation(text, self._words.language)
        return f"「{said}」" if self._words.ja else f"“{said}”"

    def _named(self, event: Event) -> str:
        """`目覚まし「起きる」` / `alarm “Get up”`: what a moment of the clock belongs to."""
        came = fact_of(event, MomentCame)
        what, label = (
            self._words(f"schedule.{event.kind.partition('_')[0]}"),
            "" if came is None else came.label,
        )
        if not label:
            return what if self._words.ja else what.lower()
        return (
            f"{what}{self._quoted(label)}"
            if self._words.ja
            else (f"{what.lower()} {self._quoted(label)}")
        )

    def _observation(self, told: EventRows) -> str:
        seen = self._seen(told.event)
        if seen is None:
            return self._plain(told)
        return f"{_polite(seen.ja)}" if self._words.ja else seen.en

    def _seen(self, event: Event) -> Bilingual | None:
        """Plain past form in both languages; None for what has no sentence."""
        seen = fact_of(event, Observation)
        if seen is None:
            return None
        place = self._names.place(seen.place)
        if seen.subject == "person":
            return _person(seen, place)
        if seen.value is None:
            return None
        if (occasion := occasion_of(seen.subject)) is not None:
            ended = seen.change is Change.GONE
            telling = TELLINGS[occasion]
            words = telling.over or _OVER if ended else telling.plain
            what = self._names.device(seen.source)
            where = Bilingual(place, in_sentence(place)) if place else HOME
            told = tell(words, where, Bilingual(what, in_sentence(what)))
            return Bilingual(told.ja, capital(told.en))
        if seen.subject == TEXT:
            said = quotation(seen.value, self._words.language)
            ja, en = quoted(said, Language.JA), quoted(said, Language.EN)
            return Bilingual(f"{place}に{ja}と書いてあった", f"Something in {place} reads {en}")
        name = self._names.device(seen.subject)
        value = self._names.value(seen.subject, seen.value)
        return Bilingual(f"{name}が「{value}」になった", f"{capital(name)} became “{value}”")

    def _device(self, told: EventRows) -> str:
        state = fact_of(told.event, DeviceState)
        if state is None:
            return self._plain(told)
        name = self._names.device(state.device_id)
        if not state.available:
            return (
                f"{name}から応答がありません"
                if self._words.ja
                else f"{capital(name)} stopped responding"
            )
        value = self._names.value(state.device_id, state.value)
        return f"{name}: {value}" if self._words.ja else f"{capital(name)}: {value}"

    def _decision(self, told: EventRows) -> str:
        decision = told.decision
        if decision is None:
            return self._plain(told)
        what = self._words.of(decision.summary)
        if decision.decision_outcome is DecisionOutcome.SKIP:
            return what or ("何もしないことにした" if self._words.ja else "Decided to do nothing")
        if decision.decision_outcome is DecisionOutcome.DEFER:
            return f"後にする: {what}" if self._words.ja else f"Later: {what}"
        if decision.prompted_by:
            said = self._quoted(short(decision.prompted_by, 80))
            ja, en = f"言葉に促されて考えた: {what}（{said}）", f"Prompted to: {what} ({said})"
            return ja if self._words.ja else en
        return f"することにした: {what}" if self._words.ja else f"Decided: {what}"

    def _ruling(self, told: EventRows) -> str:
        ruled = fact_of(told.event, Ruled)
        if ruled is None:
            return self._plain(told)
        if ruled.allowed:
            return "いまここでできることです" if self._words.ja else "It is possible here and now"
        reason = self._words.of(ruled.reason) or ruled.reason_code
        return f"できません: {reason}" if self._words.ja else f"Not possible: {reason}"

    def _question(self, told: EventRows) -> str:
        asked = fact_of(told.event, ApprovalQuestion)
        summary = told.event.user_text if asked is None else self._words.of(asked.summary)
        if not summary:
            return "返事を待つことにしました" if self._words.ja else "Waiting for an answer"
        return f"してもよいか聞きました: {summary}" if self._words.ja else f"Asked first: {summary}"

    def _answer(self, told: EventRows) -> str:
        judged, answer = fact_of(told.event, Approval), fact_of(told.event, ApprovalQuestion)
        found = judged or answer
        status = "" if found is None else found.status.value
        mark = self._words.either(f"mark.{status}", status)
        if status == "not_needed":
            return "聞かずにしてよいことです" if self._words.ja else "No need to ask first"
        if answer is not None and answer.answered_by == WITHDRAWN_BY:
            ja = "頼まれたことを先にするため、聞くのをやめました"
            return ja if self._words.ja else "Took the question back: what was asked goes first"
        rule = "" if judged is None else judged.rule
        if status in {"forbidden", "put_off"} and rule:
            why = self._words.either(f"rule.{rule}", f"{rule}")
            return f"しませんでした: {why}" if self._words.ja else f"Not done: {why}"
        if status in {"granted", "denied"}:
            yes = status == "granted"
            ja = f"答え: {'はい' if yes else 'いいえ'}"
            return ja if self._words.ja else f"The answer: {'yes' if yes else 'no'}"
        return f"承認の答え: {mark}" if self._words.ja else f"Approval: {mark}"

    def _input(self, told: EventRows) -> str:
        said = short(told.event.user_text, 120)
        if not said:
            return self._plain(told)
        wish = fact_of(told.event, Requested)
        if wish is not None and wish.action_type == "memory.teach":
            return f"{self._words(f'taught.said.{wish.lesson}')}: {self.both(wish.label)}"
        if wish is not None:
            known = wished(wish, self._names, self._catalogue)
            asked = self._words.of(known) or self._of_memory(wish)
            asked = asked or quotation(said, self._words.language)
            return f"頼まれました: {asked}" if self._words.ja else f"Asked for: {asked}"
        return self._quoted(said)

    def _of_memory(self, wish: Requested) -> str:
        """A wish about memory; "" for another, and for one of before it was worded in both."""
        return self.both(wish.label) if wish.action_type.startswith("memory.") else ""

    def _part(self, told: EventRows) -> str:
        """A part of the companion fell ill, or is well again."""
        changed = fact_of(told.event, PartChanged)
        if changed is None:
            return told.event.kind.replace("_", " ")
        part, what = self._names.part(changed.part), Bilingual(changed.ja, changed.en)
        if told.event.kind == "part_ill":
            return self._words.of(
                Bilingual(f"{part}の調子が悪くなりました: {what.ja}", f"{part}: {what.en}")
            )
        return self._words.of(Bilingual(f"{part}が元に戻りました", f"{part}: works again"))

    def _due(self, told: EventRows) -> str:
        """A moment of an alarm, timer, reminder or routine, and what became of it."""
        outcome = told.event.kind.partition("_")[2]
        became = self._words(f"schedule.line.{outcome}")
        came = fact_of(told.event, MomentCame)
        why = "" if came is None or came.why is None else self._words.of(came.why)
        return f"{capital(self._named(told.event))}: {became}" + (f" ({why})" if why else "")

    def _allowed(self, event: Event) -> str:
        """Line of a grant or of a call from outside; "" for any other event."""
        if (given := fact_of(event, GrantGiven)) is not None:
            return self._words("grant.given").replace("{what}", self._words.of(given.words))
        if (revoked := fact_of(event, GrantRevoked)) is not None:
            return self._words("grant.revoked").replace("{what}", self._words.of(revoked.words))
        if (called := fact_of(event, ToolCalled)) is not None:
            return self._words("tool.line").format(token=called.token, tool=called.tool)
        return ""

    def _plain(self, told: EventRows) -> str:
        event = told.event
        if (rung := fact_of(event, AlarmRung)) is not None:
            worked = self._words("rung.yes" if rung.worked else "rung.no")
            return f"{self._words(f'rung.{rung.rung}')}: {worked}"
        if (planned := plan_line(event)) is not None:
            return self._words.of(planned)
        if event.kind in ("part_ill", "part_well"):
            return self._part(told)
        if (moved := fact_of(event, Moved)) is not None:
            return self._words.of(moved.words)
        if (danger := fact_of(event, Danger)) is not None:  # in the household's language
            return danger.about
        if (erased := fact_of(event, ContentErased)) is not None:
            text = self._words("erased.line.one" if erased.events == 1 else "erased.line")
            return text.replace("{n}", str(erased.events))
        if allowed := self._allowed(event):
            return allowed
        text = event.assistant_text or event.user_text or self.both(event.payload.get("summary"))
        kind = "garden" if event.kind.startswith("garden_") else event.kind
        return text or self._words.either(f"event.{kind}", event.kind.replace("_", " "))

    def both(self, value: object) -> str:
        """A bilingual value as it stands in a payload: a mapping of `ja` and `en`, or a text."""
        if isinstance(value, Mapping):
            return str(value.get(self._words.language.value, ""))
        return value if isinstance(value, str) else ""


def _reason_said(reason: str) -> Bilingual:
    """A recorded reason in words; the model's by the name of its error, whose text is a log's."""
    name = reason.partition(":")[0]
    return TEXTS.get(f"broke_off.{_MODEL_ERRORS.get(name, reason)}") or in_both(reason)


def _person(seen: Observation, place: str) -> Bilingual:
    at_en = f"the {place.lower()}" if place.isascii() else place
    if seen.change is Change.UNKNOWN or seen.certainty is Certainty.UNKNOWN:
        return Bilingual(
            f"{place}に人がいるか不明になった", f"It became unknown whether someone is in {at_en}"
        )
    if seen.change is Change.APPEARED:
        sure = seen.certainty is Certainty.FACT
        ja = f"{place}に人が来た" if sure else f"{place}に人が来たらしい"
        return Bilingual(ja, f"Someone {'came' if sure else 'seems to have come'} to {at_en}")
    if seen.change is Change.GONE:
        return Bilingual(f"{place}から人がいなくなった", f"Nobody is in {at_en} any more")
    count = seen.count
    if not count:
        return Bilingual(f"{place}に人がいないのを見た", f"Saw that nobody is in {at_en}")
    if count == 1:
        return Bilingual(f"{place}の人が1人になった", f"One person is in {at_en} now")
    return Bilingual(f"{place}の人が{count}人になった", f"{count} people are in {at_en} now")


_OVER = Bilingual("{what}: それはもう終わった", "{what}: that is over")


def _polite(plain: str) -> str:
    """Plain past -> polite past for the handful of endings we write ourselves."""
    for ending, polite in (
        ("来たらしい", "来たようです"),
        ("来た", "来ました"),
        ("いなくなった", "いなくなりました"),
        ("なった", "なりました"),
        ("書いてあった", "書いてありました"),
    ):
        if plain.endswith(ending):
            return plain.removesuffix(ending) + polite
    return plain
