"""Claims 主張: statements that a message may make, built from observed results and observations
only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.home.device_group import joined, parts_of
from companion.home.evidence import Evidence
from companion.home.kinds import kind_of
from companion.home.occasion import ALARMS, HOME, TELLINGS, Occasion, occasion_of, tell
from companion.phrases.outcomes import CONTRADICTED
from companion.phrases.schedule_done import schedule_done
from companion.phrases.undone import question_of_approval
from companion.phrases.verbs import Forms, forms_of, verb_of
from companion.ports.capability import Catalogue
from companion.ports.house import House
from companion.rooms.expression.outcome import (
    act_spoken,
    definite,
    labelled_words,
    late_words,
    outcome_words,
    spoken,
    standing,
)
from companion.rooms.expression.travel import arrival_known, is_travel, stands_in
from companion.words.approval import ApprovalQuestion
from companion.words.capability import OperationSpec
from companion.words.event import Event, EventSource
from companion.words.facts import acted_of, fact_of
from companion.words.ids import DeviceId, EventId
from companion.words.language import Bilingual, Language
from companion.words.observation import Certainty, Change, Observation
from companion.words.result import ActionResult, ResultStatus, is_look
from companion.words.telling import TELL_SILENTLY
from companion.words.text import quoted
from companion.words.utterance import Claim

KIND_OF = {
    ResultStatus.SUCCESS: "done",
    ResultStatus.PARTIAL: "partial",
    ResultStatus.FAILED: "failed",
    ResultStatus.NO_EFFECT: "no_effect",
}

PASSED_ON = "passed_on"
"""Kind of a claim that somebody else said something: what he said is in quotation marks."""
ASKED = "asked"
"""Kind of a claim that a question waits for an answer."""
ALARM = "alarm"
"""Kind of a claim that tells of danger: nothing cheerful stands around it."""
SEVERAL = "several"
"""Kind of a claim on several devices that did not all fare alike."""
VOICE = "voice"
"""Resource of what only makes a sound: a chime or a greeting, whose result says nothing about the
home. A message beside it tells only observed facts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """名前: where the words for devices, rooms and operations are looked up."""

    house: House
    catalogue: Catalogue
    places: Mapping[str, Bilingual]

    def place(self, place_id: str) -> Bilingual | None:
        """The room's name, fit to be said."""
        name = self.places.get(place_id)
        return None if name is None else _said(name)

    def device(self, device_id: str) -> Bilingual | None:
        """The device's name with its room where the name alone does not tell it."""
        device = self.house.device(DeviceId(device_id))
        if device is None:
            return None
        own = _said(device.name)
        other = kind_of(device).called
        name = Bilingual(own.ja or other.ja, own.en or other.en)
        return _with_place(name, self.place(device.area))

    def spec(self, capability: str, operation: str) -> OperationSpec | None:
        """The capability's declaration of its operation; None where it has none."""
        known = self.catalogue.get(capability)
        return known.SPEC.operation(operation) if known is not None else None

    def only_tells(self, capability: str, operation: str) -> bool:
        """Whether it acts on nothing but the companion's own voice, or shows what is told."""
        if f"{capability}.{operation}" == TELL_SILENTLY:
            return True
        known = self.catalogue.get(capability)
        return known is not None and known.SPEC.resources == (VOICE,)

    def operation(self, capability: str, operation: str) -> Bilingual:
        """The operation's own label."""
        spec = self.spec(capability, operation)
        return Bilingual(operation, operation) if spec is None else spec.label

    def forms(self, result: ActionResult, thing: Bilingual) -> Forms | None:
        """How the act is told of `thing`, with the value that it aimed at; None where it has no
        verb."""
        expected = acted_of(result).expected
        asked = expected if isinstance(expected, Mapping) else {}
        found = verb_of(result.operation, self.spec(result.capability, result.operation), asked)
        return None if found is None else forms_of(found[0], thing, found[1])


def claim_of_result(
    result: ActionResult, event_id: EventId, names: Names, *, brief: bool = False
) -> Claim | None:
    """The one claim an action result carries; None for what says nothing about the home. `brief`:
    a success is told as done, whoever reported it, as in answers to people (ADR 0048)."""
    if (
        names.only_tells(result.capability, result.operation)
        and result.status is ResultStatus.SUCCESS
    ):
        return None
    acted = acted_of(result)
    if words := acted.words:
        return Claim(event_id=event_id, kind=PASSED_ON, slots={"outcome": _passed_on(words)})
    if acted.own is not None:
        kind = ASKED if acted.asks else "state"
        return Claim(event_id=event_id, kind=kind, slots={"outcome": _own(acted.own)})
    if words := acted.reminder:
        return Claim(event_id=event_id, kind=PASSED_ON, slots={"outcome": _reminder(words)})
    if parts := parts_of(result):
        return claim_of_several(parts, event_id, names, brief=brief)
    slots = {"outcome": _outcome(result, names, brief=brief)}
    place = names.place(acted.room)
    if place is not None:
        slots["place"] = place
    return Claim(event_id=event_id, kind=claim_kind(result), slots=slots)


def deed_words(result: ActionResult, names: Names) -> Bilingual | None:
    """Words by which an act is remembered; None for what is of no use in a later talk: a look, a
    sound, an act that changed nothing."""
    if is_look(f"{result.capability}.{result.operation}") or result.was_so:
        return None
    if result.status is ResultStatus.NO_EFFECT:
        return None
    claim = claim_of_result(result, result.decision_event_id, names)
    return None if claim is None else claim.slots["outcome"]


def claim_kind(result: ActionResult) -> str:
    """The strongest claim that an observed result allows (ADR 0014)."""
    if result.status is ResultStatus.SUCCESS:
        own_word = acted_of(result).evidence == Evidence.OWN_REPORT
        return "reported" if own_word else KIND_OF[result.status]
    doubted = result.status is ResultStatus.FAILED and result.failure_class == CONTRADICTED
    if result.unanswered or result.unseen or doubted:
        return "unknown"
    return KIND_OF[result.status]


def claim_of_question(asked: Event) -> Claim | None:
    """The question that stands in the record and waits for an answer, in whole sentences."""
    if asked.source is not EventSource.APPROVAL_QUESTION:
        return None
    question = fact_of(asked, ApprovalQuestion)
    if question is None:
        return None
    ja, en = act_spoken(question.summary.ja), act_spoken(question.summary.en)
    if not ja or not en:
        return None
    words = question_of_approval(Bilingual(ja, en), question.impact)
    return Claim(event_id=asked.id, kind=ASKED, slots={"outcome": words})


def claim_of_observation(event: Event, names: Names) -> Claim | None:
    """The claim an observation carries; None for an unknown, which is never told as seen."""
    seen = fact_of(event, Observation)
    if seen is None or seen.certainty not in (Certainty.FACT, Certainty.ESTIMATE):
        return None
    place = names.place(seen.place)
    if (occasion := occasion_of(seen.subject)) is not None:
        return _claim_of_occasion(occasion, event.id, seen, names)
    words = _person(seen, place) if seen.subject == "person" else _device(seen, names)
    if words is None:
        return None
    if seen.certainty is Certainty.ESTIMATE:
        words = Bilingual(f"はっきりしませんが、{words.ja}", f"I am not sure, but {words.en}")
    slots = {"outcome": words} if place is None else {"outcome": words, "place": place}
    appeared = seen.change is Change.APPEARED
    return Claim(event_id=event.id, kind="seen" if appeared else "state", slots=slots)


def claim_of_report(decided: Event, words: str) -> Claim:
    """The claim that a report in words came in; nothing is held to be so."""
    return Claim(event_id=decided.id, kind=PASSED_ON, slots={"outcome": _passed_on(words)})


def _passed_on(words: str) -> Bilingual:
    ja, en = quoted(words, Language.JA), quoted(words, Language.EN)
    return Bilingual(f"{ja}という知らせが届きました", f"A notice came in: {en}")


def _own(words: Bilingual) -> Bilingual:
    """Our own sentence without its last full stop, which the message sets."""
    return Bilingual(words.ja.rstrip("。"), words.en.rstrip("."))


def _reminder(words: str) -> Bilingual:
    ja, en = quoted(words, Language.JA), quoted(words, Language.EN)
    return Bilingual(f"{ja}のお知らせです", f"Here is your reminder: {en}")


def claim_of_several(
    parts: Sequence[ActionResult], event_id: EventId, names: Names, *, brief: bool = False
) -> Claim:
    """One sentence for those that fared alike, each device in at most one of them: which were seen
    to do it and which were not. A state from before is no news beside the act."""
    done = any(part.status is ResultStatus.SUCCESS for part in parts)
    parts = [part for part in parts if not (done and part.was_so)]
    alike: dict[tuple[str, str, Bilingual | None], list[ActionResult]] = {}
    for part in sorted(parts, key=lambda part: part.status is not ResultStatus.SUCCESS):
        alike.setdefault((claim_kind(part), _why(part), _standing(part)), []).append(part)
    said = [_outcome_of_many(group, names, brief=brief) for group in alike.values()]
    kinds = {kind for kind, _, _ in alike}
    words = Bilingual(
        "。".join(s.ja for s in said), ". ".join(s.en[:1].upper() + s.en[1:] for s in said)
    )
    if kinds <= {"done", "reported"}:
        kind = "done" if kinds == {"done"} else "reported"
    else:
        kind = kinds.pop() if len(kinds) == 1 else SEVERAL
    return Claim(event_id=event_id, kind=kind, slots={"outcome": words})


def _outcome_of_many(parts: Sequence[ActionResult], names: Names, *, brief: bool) -> Bilingual:
    first = parts[0]
    known = [names.device(acted_of(part).device_id) for part in parts]
    things = joined([Bilingual(n.ja, definite(n.en)) for n in known if n is not None])
    forms = names.forms(first, things)
    if len(parts) == 1 or forms is None:
        return _outcome(first, names, brief=brief)
    own_word = not brief and acted_of(first).evidence == Evidence.OWN_REPORT
    return outcome_words(
        forms,
        things,
        first.status,
        _why(first),
        own_word=own_word,
        many=True,
        stands=_standing(first, many=True),
    )


def _standing(result: ActionResult, *, many: bool = False) -> Bilingual | None:
    """Where it was seen to stand; nothing of a device that said nothing."""
    after = acted_of(result).after
    if not isinstance(after, Mapping) or result.unanswered or result.was_so:
        return None
    return standing(result.operation, result.status, after, many=many)


def _why(result: ActionResult) -> str:
    return result.failure_class or acted_of(result).reason


def _outcome(result: ActionResult, names: Names, *, brief: bool = False) -> Bilingual:
    acted = acted_of(result)
    why = "" if arrival_known(result) and result.failure_class else _why(result)
    if (said := schedule_done(result, _as_spoken)) is not None:
        return Bilingual(said.ja, f"I {said.en}")
    thing = names.device(acted.device_id) or names.place(acted.room)
    said = None if thing is None else Bilingual(thing.ja, definite(thing.en))
    forms = None if said is None else names.forms(result, said)
    if said is None or forms is None:
        return labelled_words(
            names.operation(result.capability, result.operation), result.status, why
        )
    if acted.corrects is not None:
        return late_words(forms, result.status, _standing(result))
    brief = brief and result.status is ResultStatus.SUCCESS
    own_word = not brief and acted.evidence == Evidence.OWN_REPORT
    stands = _standing(result)
    if is_travel(result):
        stands = stands_in(result, names.place(acted.after if isinstance(acted.after, str) else ""))
    return outcome_words(forms, said, result.status, why, own_word=own_word, stands=stands)


def _as_spoken(label: str) -> Bilingual:
    return Bilingual(spoken(label), spoken(label))


def _claim_of_occasion(
    occasion: Occasion, event_id: EventId, seen: Observation, names: Names
) -> Claim | None:
    """The claim that a device reported an occasion; an occasion that has ended is not told."""
    if seen.change is Change.GONE:
        return None
    telling, place = TELLINGS[occasion], names.place(seen.place)
    what = names.device(seen.source) or Bilingual("機器", "a device")
    where = HOME if place is None else Bilingual(place.ja, definite(place.en))
    polite = Bilingual(telling.polite_ja, telling.plain.en)
    words = tell(polite, where, Bilingual(what.ja, definite(what.en)))
    if seen.certainty is Certainty.ESTIMATE:
        words = Bilingual(words.ja, f"I am not sure, but {words.en}")
    slots = {"outcome": words} if place is None else {"outcome": words, "place": place}
    return Claim(event_id=event_id, kind=ALARM if occasion in ALARMS else "state", slots=slots)


def _person(seen: Observation, place: Bilingual | None) -> Bilingual | None:
    where = Bilingual("", "") if place is None else place
    at = Bilingual(f"{where.ja}に" if place else "", f" in {definite(where.en)}" if place else "")
    if seen.change is Change.GONE:
        gone = Bilingual(f"{where.ja}から" if place else "", at.en)
        return Bilingual(f"{gone.ja}人がいなくなりました", f"I no longer see anybody{gone.en}")
    if seen.change not in (Change.APPEARED, Change.COUNT):
        return None
    if seen.count is not None and seen.count > 1:
        return Bilingual(
            f"{at.ja}{seen.count}人いるのが見えました", f"I saw {seen.count} people{at.en}"
        )
    return Bilingual(f"{at.ja}人が見えました", f"I saw somebody{at.en}")


def _device(seen: Observation, names: Names) -> Bilingual | None:
    name, value = names.device(seen.subject), spoken(seen.value or "")
    if name is None or not value:
        return None
    value_ja = {"on": "オン", "off": "オフ"}.get(value, value)
    return Bilingual(
        f"{name.ja}は{value_ja}だと報告しています", f"{definite(name.en)} reports {value}"
    )


def _with_place(name: Bilingual, place: Bilingual | None) -> Bilingual:
    if place is None:
        return name
    ja = name.ja if place.ja in name.ja else f"{place.ja}の{name.ja}"
    en = name.en if place.en.casefold() in name.en.casefold() else f"{place.en} {name.en}"
    return Bilingual(ja, en)


def _said(name: Bilingual) -> Bilingual:
    return Bilingual(spoken(name.ja), spoken(name.en))
