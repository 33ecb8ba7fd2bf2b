"""Menu: builds the few feasible actions that make sense here, each complete and by code.

Feasible: declared, within what may be offered, the thing is there, known, and would change;
the same action did not just fail. Sensible: ranked by place, people, light and attention.
Entries that are left out are counted in the notes.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.home.condition import Condition
from companion.home.device_group import NOT_UNDONE, UNDONE
from companion.home.kinds import KINDS, kind_of
from companion.home.purpose import purpose_of
from companion.phrases.plural import plural
from companion.rooms.context.answering import (
    FAIR,
    Answering,
    fit_of,
    is_spoken_of,
    spares,
    wakes_somebody,
)
from companion.rooms.context.collect import Attempt, Collected, Offer, Seen
from companion.rooms.context.farewell import nobody_is_in
from companion.rooms.context.matters import NO_HURRY, PRESSING, is_about_the_same
from companion.rooms.context.mentions import SHUT
from companion.rooms.context.needs import Need
from companion.rooms.context.relevance import named_by_person, score
from companion.rooms.context.remark import ruled_out
from companion.rooms.context.remedies import eases
from companion.rooms.context.reported import calls_for_help, is_for_people, is_urgent
from companion.rooms.context.scene import one_line
from companion.rooms.context.select import Limits, Situation
from companion.rooms.context.standing import Deed, may_heat, wished
from companion.rooms.context.together import put_together
from companion.words import telling
from companion.words.capability import RiskTier
from companion.words.decision import (
    ConsoleDelivery,
    DecisionOutcome,
    DeliveryKind,
    MenuEntry,
)
from companion.words.device import Device, devices_in
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.place import Place
from companion.words.purpose import Purpose
from companion.words.result import ResultStatus
from companion.words.scene import SceneState
from companion.words.standing_wish import StandingWish
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import TrustLabel

SKIP = MenuEntry(
    name="skip",
    label=Bilingual("何もしない", "Do nothing"),
    action_type="",
    payload={},
    risk=RiskTier.TALK,
    outcome=DecisionOutcome.SKIP,
    delivery=ConsoleDelivery(DeliveryKind.SILENT),
)
DEFER = MenuEntry(
    name="defer",
    label=Bilingual("あとで考える", "Think about it later"),
    action_type="",
    payload={},
    risk=RiskTier.TALK,
    outcome=DecisionOutcome.DEFER,
    delivery=ConsoleDelivery(DeliveryKind.SILENT),
)

TELL = MenuEntry(
    name="tell_them",
    label=Bilingual("知らせる", "Tell them"),
    action_type=telling.TELL_WITH_CHIME,
    payload={"chime": "attention"},
    risk=RiskTier.TALK,
    object_id=telling.SPEAK,
    impact=Bilingual(
        "影響: 音と言葉だけ。元に戻せません", "Only sound and words; cannot be undone"
    ),
    delivery=ConsoleDelivery(DeliveryKind.NOTIFY),
    tag=f"({telling.PLAY_CHIME.upper()}: {telling.SPEAK})",
    fit=0.8,
)
"""For an occasion that people should know of; what is told is what was observed."""
TELL_AT_ANY_HOUR = replace(TELL, delivery=ConsoleDelivery(DeliveryKind.NOTIFY, urgent=True))
"""For a danger and for who needs a hand: quiet hours hold it back neither as sound nor as words."""
TELL_SILENTLY = replace(
    TELL,
    label=Bilingual("音を出さずに知らせる", "Tell them without a sound"),
    action_type=telling.TELL_SILENTLY,
    payload={"because": telling.QUIET_HOURS},
    impact=Bilingual("影響: 画面の言葉だけ", "Only words on the page"),
    object_id=telling.NOTICE,
    tag=f"({telling.SHOW.upper()}: {telling.NOTICE})",
)
"""The same in quiet hours, to who sleeps, and to an empty home: the page has it at once, and it is
said when they are up or come home."""
_BESIDE = 0.55
"""Fit of telling where something can be done about it too: below every remedy that is certain."""

_SURE_REMEDY = 6.5
"""Points of relevance of a remedy that is certain to answer its occasion."""
ALTERNATIVES_PER_OBJECT = 2
"""Uses of one thing on one menu: more only makes a small model choose worse."""

_ASKERS = frozenset({TrustLabel.OWNER, TrustLabel.HOUSEHOLD, TrustLabel.SELF})
"""Whose triggers may lead to a tier-2 proposal; what was merely seen may not. An occasion may: it
is our own conclusion from states and times, holds nobody's words, and its menu has remedies only.
Its proposals are asked in any case."""
_ONLY_SEEN = "tier_2_on_what_was_only_seen"
_NO_USE = frozenset({ResultStatus.FAILED, ResultStatus.NO_EFFECT, ResultStatus.PARTIAL})
_LOUD = frozenset({Purpose.WORK, Purpose.COMFORT})
_LABEL_CHARS = 80
_LOOKS_ONLY = Bilingual("見るだけで、何も変えません", "only looks; changes nothing")
_NOUN_DOMAINS = frozenset(kind.domain for kind in KINDS if kind.noun_in_entries)


@dataclass(frozen=True, slots=True)
class Menu:
    """The entries and why others are not among them."""

    entries: tuple[MenuEntry, ...]
    notes: tuple[str, ...]


def build_menu(
    trigger: Trigger,
    collected: Collected,
    situation: Situation,
    scene: SceneState,
    places: tuple[Place, ...],
    limits: Limits,
) -> Menu:
    """At most `limits` actions, best first, then `skip`; `defer` where somebody waits."""
    left_out: Counter[str] = Counter()
    ranked: list[tuple[float, Offer]] = []
    reading, answers = situation.reading, dict[int, float]()
    wishes: dict[int, StandingWish | None] = {}
    touched = {s.device.id: s.device for s in collected.devices}
    conditions = {s.device.id: s for s in collected.devices}
    for offer in collected.offers:
        seen = conditions.get(DeviceId(offer.option.object_id))
        fit = fit_of(offer, seen, reading) if seen is not None else 0.0
        deed = wished(offer, seen, reading.wishes)[1] if seen is not None else None
        why_not = infeasible(offer, trigger, scene, collected.attempts)
        if why_not == _ONLY_SEEN and fit > 0 and seen is not None:
            # What we see ourselves says so too: that is no longer somebody's word alone.
            left = nobody_is_in(situation.people) and spares(offer, seen, situation.warmth)
            agrees = left or _shuts(offer, seen) or eases(offer, seen, situation, trigger.place)
            why_not = "" if agrees else why_not
        if not why_not and fit > 0 and seen is not None and _may_answer(offer, trigger, seen, deed):
            why_not = _not_now(offer, seen, deed, trigger, situation)
        elif not why_not:
            why_not = unasked(offer, trigger, situation, collected.devices)
        points = 0.0 if why_not else score(offer, trigger, situation, collected.devices)
        why_not = why_not or ("spoken_against" if fit < 0 else "")
        if fit and not why_not:
            answers[id(offer)] = fit
            wishes[id(offer)] = deed.wish if deed is not None else None
            points = max(points, limits.threshold) + 10.0 * fit if fit > 0 else points
        if not why_not and points < limits.threshold:
            why_not = "not_relevant"
        if why_not:
            left_out[why_not] += 1
        else:
            ranked.append((points, offer))
    reported = reading.reported and is_for_people(trigger, collected, reading.matter, places)
    told = reading.reminds or reported
    ranked, beside = _answering_first(ranked, answers, reading, told=told)
    left_out["answers_nothing"] += beside
    ranked.sort(key=lambda pair: -pair[0])
    ranked = put_together(ranked, situation.occasion, collected.devices)
    asked = trigger.priority is Priority.USER
    kept = tuple(_few(ranked, limits.asked_actions if asked else limits.actions))
    left_out["no_room"] += len(ranked) - len(kept)
    fits = {id(offer): min(1.0, points / _SURE_REMEDY) for points, offer in ranked}
    entries = _named(
        _entry(
            offer,
            trigger,
            [touched[d] for d in _acts_on(offer) if d in touched],
            places,
            fits[id(offer)] if situation.occasion else answers.get(id(offer), 0.0),
            wishes.get(id(offer)),
        )
        for offer in kept
    )
    refused = left_out["spoken_against"] > 0
    told_of = is_for_people(trigger, collected, reading.matter, places)
    entries = (*entries, *_telling(trigger, situation, scene, entries, refused, told_of))
    tail = (DEFER, SKIP) if any(e.risk >= RiskTier.ASK for e in entries) else (SKIP,)
    notes = tuple(f"{why}: {n}" for why, n in sorted(left_out.items()) if n)
    return Menu((*entries, *tail), notes)


def _answering_first(
    ranked: list[tuple[float, Offer]],
    answers: Mapping[int, float],
    reading: Answering,
    *,
    told: bool,
) -> tuple[list[tuple[float, Offer]], int]:
    """Where something answers what was told, or a routine names its thing, nothing else is offered;
    and the number of uses that are left out. `told`: a routine that words alone answer."""
    by_name = reading.due and bool(reading.named) and bool(reading.deeds)
    best = max(answers.values(), default=0.0)
    good_night = reading.needs == {Need.ASLEEP} and not reading.reported  # for the whole home
    if not reading.text or good_night or not (told or by_name or best >= FAIR):
        return ranked, 0
    kept = [pair for pair in ranked if answers.get(id(pair[1]), 0.0) > 0]
    return kept, len(ranked) - len(kept)


def _shuts(offer: Offer, seen: Seen) -> bool:
    """Whether it locks or closes what reports itself unlocked or open; a lock or cover that is not
    so is offered neither."""
    row, kind = offer.row, kind_of(seen.device)
    return row is not None and row.does in SHUT and (kind.secures or kind.opens)


def _may_answer(offer: Offer, trigger: Trigger, seen: Seen, deed: Deed | None) -> bool:
    """Whether an answer to what was told may pass the limits of what is done of our own accord. A
    thing that must keep running is never switched off, and one that gets hot is switched on only
    for a person, by the owner's own routine, or against the cold that the household spoke of."""
    purpose, off = purpose_of(seen.device), offer.spec.name.endswith("_turn_off")
    if purpose is Purpose.VITAL and off:
        return False
    routine = trigger.kind is TriggerKind.TIME and trigger.about.trust is TrustLabel.SELF
    asked = trigger.priority is Priority.USER or routine or may_heat(seen, deed)
    return asked or purpose is not Purpose.DANGEROUS or off


def _not_now(
    offer: Offer, seen: Seen, deed: Deed | None, trigger: Trigger, situation: Situation
) -> str:
    """Why an answer is none at this moment, or "". A remembered wish is not followed where a person
    set the thing a while ago, or where it would sound in quiet hours and does not speak of them."""
    if deed is None:
        return ruled_out(offer, seen, trigger)
    if not situation.reading.text and seen.device.id in situation.wanted:
        return "a_person_wanted_it_so"
    loud = offer.spec.sounds or purpose_of(seen.device) in _LOUD
    return "quiet_hours" if situation.hushed and loud and not deed.nightly else ""


def infeasible(
    offer: Offer, trigger: Trigger, scene: SceneState, attempts: tuple[Attempt, ...]
) -> str:
    """Why it cannot be offered, or ""."""
    if offer.spec.risk >= RiskTier.NEVER_BY_ITSELF:
        return "tier_3"
    asks = offer.spec.risk >= RiskTier.ASK and trigger.about.trust not in _ASKERS
    if asks and not trigger.occasion:
        return _ONLY_SEEN
    thing = scene.find(offer.option.object_id or offer.capability.SPEC.name)
    if thing is None:
        return "not_in_scene"
    condition = Condition.read(thing.state)
    if not condition.known:
        return "state_unknown"
    if not offer.spec.read_only and condition.already(offer.spec.name, offer.option.payload):
        return "already_so"
    return "failed_before" if _failed(offer, attempts) else ""


def unasked(offer: Offer, trigger: Trigger, situation: Situation, devices: tuple[Seen, ...]) -> str:
    """Why it is not done of our own accord, or "". A use that a person's sentence names is not
    ours."""
    seen = next((s for s in devices if s.device.id == offer.option.object_id), None)
    by_person = trigger.priority is Priority.USER
    heard = offer.spec.sounds
    if seen is not None:
        if named_by_person(trigger, seen):
            return ""
        if why_not := _left_alone(offer, seen, trigger, situation):
            return why_not
        purpose, off = purpose_of(seen.device), offer.spec.name.endswith("_turn_off")
        if purpose is Purpose.UNKNOWN:
            return "purpose_unknown"
        if purpose is Purpose.VITAL:
            return "must_keep_running"
        if purpose is Purpose.DANGEROUS and not off and not by_person:
            return "dangerous"
        if purpose is Purpose.LAMP and off and seen.device.area in situation.way_back:
            return "somebody_comes_back"
        # A plug does not say whether what starts behind it is loud.
        heard = heard or (kind_of(seen.device).switches_anything and not off and purpose in _LOUD)
    return "quiet_hours" if heard and situation.hushed and not by_person else ""


def _left_alone(offer: Offer, seen: Seen, trigger: Trigger, situation: Situation) -> str:
    """Why people's words, rest and wishes speak for leaving it alone, or ""."""
    if situation.reading.due and not is_spoken_of(offer, seen, situation.reading):
        return "not_what_is_due"
    if situation.reading.matter is not None or situation.reading.doubted:
        return "answers_no_report"
    return (
        ruled_out(offer, seen, trigger)
        or _wanted_so(seen, trigger, situation)
        or _wakes(offer, seen, trigger, situation)
    )


def _wakes(offer: Offer, seen: Seen, trigger: Trigger, situation: Situation) -> str:
    """A reason where it would wake somebody; of smoke and the like people are to wake."""
    wakes = not trigger.occasion and wakes_somebody(offer, seen, situation.reading)
    return "somebody_sleeps" if wakes else ""


def _wanted_so(seen: Seen, trigger: Trigger, situation: Situation) -> str:
    """A reason where a person set it a while ago and nobody came or left since. An occasion that a
    device reports (rain, everybody left) and a sentence said now are newer than that wish."""
    if trigger.priority is Priority.USER or trigger.occasion or trigger.instead_of:
        return ""
    return "a_person_wanted_it_so" if seen.device.id in situation.wanted else ""


def _failed(offer: Offer, attempts: tuple[Attempt, ...]) -> bool:
    """The newest attempt at exactly this came to nothing; looking again is allowed."""
    if offer.spec.read_only:
        return False
    for attempt in attempts:
        same = attempt.decision.action_type == offer.action_type
        if same and dict(attempt.decision.action_payload) == dict(offer.option.payload):
            return attempt.result.status in _NO_USE
    return False


def _few(ranked: list[tuple[float, Offer]], limit: int) -> Iterator[Offer]:
    uses: Counter[str] = Counter()
    taken = 0
    for _, offer in ranked:
        thing = offer.option.object_id or offer.capability.SPEC.name
        if taken < limit and uses[thing] < ALTERNATIVES_PER_OBJECT:
            uses[thing] += 1
            taken += 1
            yield offer


def _acts_on(offer: Offer) -> tuple[DeviceId, ...]:
    return devices_in(offer.option.payload) or (DeviceId(offer.option.object_id),)


def _telling(
    trigger: Trigger,
    situation: Situation,
    scene: SceneState,
    beside: tuple[MenuEntry, ...],
    refused: bool,
    for_people: bool,
) -> tuple[MenuEntry, ...]:
    """Where an occasion or a report is for people to know: a chime, and the message that tells it;
    the message alone where a chime would wake somebody or reach nobody. `beside`: what could be
    done; `refused`: whether something of it was spoken against."""
    reading, help_wanted = situation.reading, calls_for_help(trigger)
    urgent = is_urgent(trigger, reading.matter)
    cancelled = any(is_about_the_same(one, reading.text) for one in reading.against)
    if reading.reminds and cancelled:
        return ()
    unmet = reading.reported and bool(reading.needs & _MEASURED)
    unmet = unmet and not any(one.answers for one in beside)
    if not (help_wanted or reading.reminds or unmet or for_people):
        return ()
    entry, because = TELL, "" if help_wanted else _why_silently(situation, urgent)
    if help_wanted or (urgent and not because):
        entry = TELL_AT_ANY_HOUR
    if because:
        entry = replace(TELL_SILENTLY, payload={"because": because})
    tool = scene.find(entry.object_id)
    if tool is None or not Condition.read(tool.state).known:
        return ()
    if urgent:
        return (entry,)
    refused = refused and reading.matter not in PRESSING
    answered = trigger.occasion or refused or any(one.answers for one in beside)
    return (replace(entry, fit=_BESIDE) if answered and (beside or refused) else entry,)


_MEASURED = frozenset({Need.COLD, Need.HOT, Need.STUFFY, Need.DRY, Need.DAMP, Need.WET})
"""Needs that a report tells of, and that people hear of where nothing of the home meets them."""


def _why_silently(situation: Situation, urgent: bool) -> str:
    """The reason for which nothing is said aloud now, or "". An urgent report wakes who sleeps, and
    at night rooms where nobody is seen tell nothing of who sleeps elsewhere."""
    if urgent:
        empty = nobody_is_in(situation.people)
        resting = situation.hushed or situation.reading.asleep
        return telling.NOBODY_HERE if empty and not resting else ""
    if situation.reading.matter in NO_HURRY:
        return telling.NO_HURRY
    if situation.hushed:
        return telling.QUIET_HOURS
    if nobody_is_in(situation.people):
        return telling.NOBODY_HERE
    return telling.ASLEEP if situation.reading.asleep else ""


def _entry(
    offer: Offer,
    trigger: Trigger,
    touched: list[Device],
    places: tuple[Place, ...],
    fit: float = 0.0,
    wish: StandingWish | None = None,
) -> MenuEntry:
    target = offer.option.object_id or offer.capability.SPEC.name
    # Of several devices every name stands in the line; the names themselves are short.
    label, chars = offer.option.label, _LABEL_CHARS * max(1, len(touched))
    return MenuEntry(
        name=entry_name(offer, places),
        label=Bilingual(one_line(label.ja, chars), one_line(label.en, chars)),
        action_type=offer.action_type,
        payload=offer.option.payload,
        risk=offer.spec.risk,
        object_id=target,
        impact=_impact(offer, touched, places),
        delivery=_delivery(offer, trigger),
        tag=f"({offer.spec.name.upper()}: {target})",
        evidence_event_ids=offer.option.requires_evidence,
        purpose=purpose_of(touched[0]) if touched else Purpose.OTHER,
        fit=fit,
        answers=fit != 0.0 and not trigger.occasion,
        wish=wish,
    )


def _delivery(offer: Offer, trigger: Trigger) -> ConsoleDelivery:
    """By operation and trigger, never by text: looks are activity, deeds are told; a deed about a
    remark is told by the answer to it."""
    if offer.spec.read_only or offer.spec.risk is RiskTier.TALK:
        return ConsoleDelivery(DeliveryKind.ACTIVITY_ONLY)
    if trigger.is_remark:
        return ConsoleDelivery(DeliveryKind.SILENT)
    unasked = trigger.kind is TriggerKind.HEARTBEAT
    return ConsoleDelivery(DeliveryKind.NOTIFY if unasked else DeliveryKind.CHAT)


def _impact(offer: Offer, touched: list[Device], places: tuple[Place, ...]) -> Bilingual:
    """The second approval line: what it touches and whether it can be taken back."""
    if offer.spec.read_only:
        return _LOOKS_ONLY
    things = [_with_place(device, places) for device in touched] or [offer.capability.SPEC.label]
    ja, en = "、".join(t.ja for t in things), ", ".join(t.en for t in things)
    back = UNDONE if offer.spec.inverse else NOT_UNDONE
    return Bilingual(f"影響: {ja}。{back.ja}", f"Touches {en}; {back.en}")


def _with_place(device: Device, places: tuple[Place, ...]) -> Bilingual:
    ja, en = one_line(device.name.ja), one_line(device.name.en)
    where = next((p.name for p in places if p.id == device.area), None)
    if where is None:
        return Bilingual(ja, en)
    return Bilingual(f"{ja}（{where.ja}）", f"{en} ({where.en})")


def entry_name(offer: Offer, places: tuple[Place, ...]) -> str:
    """`turn_on_hall_light`: ascii snake case, the verb first, the kind where it is needed."""
    verb, thing = offer.spec.name, offer.option.object_id
    if "device_ids" in offer.option.payload:
        kind, _, turn = verb.partition("_")
        return _slug(turn, "everything_else" if kind == "all" else f"all_{plural(kind)}")
    values = _settings(offer.option.payload)
    if "." not in thing:
        return _slug(verb, *values)
    domain, _, own = thing.partition(".")
    for known in (known for known in KINDS if known.domain == domain):
        verb = verb.removeprefix(f"{known.name}_")
    bare = own in {p.id for p in places} or domain in _NOUN_DOMAINS
    noun = () if not bare or domain in own.split("_") else (domain,)
    return _slug(verb, own, *noun, *values)


def _settings(payload: Mapping[str, object]) -> tuple[str, ...]:
    return tuple(f"{v}" for k, v in sorted(payload.items()) if k not in ("device_id", "object_id"))


def _slug(*parts: str) -> str:
    ascii_only = (re.sub(r"[^a-z0-9]+", "_", part.lower()).strip("_") for part in parts)
    return "_".join(part for part in ascii_only if part)


def _named(entries: Iterator[MenuEntry]) -> tuple[MenuEntry, ...]:
    """Every name once: a second of the same name is numbered."""
    seen: Counter[str] = Counter({SKIP.name: 1, DEFER.name: 1})
    named = []
    for entry in entries:
        seen[entry.name] += 1
        count = seen[entry.name]
        named.append(entry if count == 1 else replace(entry, name=f"{entry.name}_{count}"))
    return tuple(named)
