"""Reported matters 知らせごと: finds out whether a report in words is for people to know.

A device's own report has an occasion (`companion.home.occasion`); what a rule puts into words is
read by a closed table in both languages. A person's sentence is no report, and neither is a due
routine.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from companion.home.occasion import TELLABLE
from companion.rooms.context.collect import Collected
from companion.rooms.context.matters import PRESSING, TOLD, URGENT, Matter, is_spoken_of
from companion.words.event import EventSource
from companion.words.facts import fact_of
from companion.words.observation import Observation
from companion.words.place import Place
from companion.words.table import table
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import TrustLabel

KNOWN_FOR = timedelta(hours=3)
"""So long nobody is told of what somebody said is to be so."""
AT_REST_FOR = timedelta(hours=2)
"""So long who said that they are ill, pray or record is left in peace."""
ASLEEP_FOR = timedelta(hours=9)
"""So long somebody sleeps who said that they go to bed, unless they are seen to be up."""


@dataclass(frozen=True, slots=True)
class _Matter:
    about: re.Pattern[str]
    says: re.Pattern[str]
    unless: re.Pattern[str]
    urgent: bool
    pressing: bool


@cache
def _words() -> Mapping[str, Any]:
    return table("companion.rooms.context", "report_words.toml")


@cache
def _matters() -> tuple[_Matter, ...]:
    def form(row: Mapping[str, Any], key: str) -> re.Pattern[str]:
        return re.compile(row.get(key, r"(?!)"), re.I)

    return tuple(
        _Matter(
            about=form(row, "about"),
            says=form(row, "says"),
            unless=form(row, "unless"),
            urgent=row.get("urgent", False),
            pressing=row.get("pressing", False),
        )
        for row in _words()["matter"]
    )


@cache
def _talk(form: str) -> re.Pattern[str]:
    return re.compile(_words()["talk"][form], re.I)


def is_for_people(
    trigger: Trigger,
    collected: Collected,
    matter: Matter | None = None,
    places: Iterable[Place] = (),
) -> bool:
    """Whether an occasion, or a report in our own words, is something that people should be told,
    and that they do not know already. `matter`: what a trained reader makes of it."""
    if trigger.occasion:
        return trigger.occasion in TELLABLE and not _is_left_so(trigger, collected)
    if is_urgent(trigger, matter):
        return True
    listed = _listed(trigger)
    if not listed and matter not in TOLD:
        return False
    pressing = matter in PRESSING or any(one.pressing for one in listed)
    if not pressing and _is_left_so(trigger, collected):
        return False
    return not is_spoken_of(trigger, collected, places, pressing=pressing)


def is_urgent(trigger: Trigger, matter: Matter | None) -> bool:
    """Whether a report in our own words is told at any hour: by the closed table, which reads while
    the trained reader is down too, or by that reader."""
    if trigger.occasion:
        return False
    return matter in URGENT or any(one.urgent for one in _listed(trigger))


def _listed(trigger: Trigger) -> list[_Matter]:
    text = own_words(trigger)
    return [one for one in _matters() if _tells(one, text)]


def is_never_held_back(trigger: Trigger) -> bool:
    """Whether a due routine reminds, sounds an alarm, locks, closes or turns off what gets hot: to
    do it once too often harms nobody, to leave it undone may."""
    return is_reminder(trigger) or _talk("shelters").search(trigger.about.text) is not None


def is_reminder(trigger: Trigger) -> bool:
    """Whether a due routine in words is to tell somebody something."""
    due = trigger.kind is TriggerKind.TIME and trigger.requested is None
    return due and _talk("remind").search(trigger.about.text) is not None


def calls_for_help(trigger: Trigger) -> bool:
    """Whether a person tells that they fell, are hurt or cannot move: the others are to hear it."""
    said = trigger.priority is Priority.USER and trigger.requested is None
    return said and _talk("help").search(trigger.about.text) is not None


def somebody_sleeps(trigger: Trigger, collected: Collected) -> bool:
    """Whether somebody said that they go to bed, and nobody was seen to come since, or said a while
    ago that a person is asleep; a guest may say that too, for it only adds care."""
    for event in collected.events:
        heard = event.source is EventSource.USER_INPUT and event.trust is not TrustLabel.OBSERVED
        lately = trigger.at - event.at <= KNOWN_FOR
        if heard and lately and _talk("asleep").search(event.user_text):
            return True
    for event in collected.events:
        if fact_of(event, Observation) is not None and event.kind == "person_appeared":
            return False
        said = event.source is EventSource.USER_INPUT and trigger.at - event.at <= ASLEEP_FOR
        if said and _talk("to_bed").search(event.user_text):
            return True
    return False


def is_at_rest(collected: Collected, now: datetime) -> bool:
    """Whether somebody said a while ago that a person is ill, prays, records or rests; a guest may
    say so too, for it only adds care."""
    return any(
        event.source is EventSource.USER_INPUT
        and event.trust is not TrustLabel.OBSERVED
        and now - event.at <= AT_REST_FOR
        and _talk("at_rest").search(event.user_text)
        for event in collected.events
    )


def is_doubted(report: str, collected: Collected) -> bool:
    """Whether a report itself says that it is not certain, or gives a figure although somebody said
    that a meter of the home is not to be believed."""
    if _talk("doubt").search(report):
        return True
    return bool(re.search(r"\d", report)) and any(
        event.source is EventSource.USER_INPUT
        and event.trust is not TrustLabel.OBSERVED
        and _talk("wrong_meter").search(event.user_text)
        for event in collected.events
    )


def went_to_bed(collected: Collected, now: datetime, within: timedelta) -> bool:
    """Whether somebody said so lately that they go to bed."""
    return any(
        event.source is EventSource.USER_INPUT
        and now - event.at <= within
        and _talk("to_bed").search(event.user_text)
        for event in collected.events
    )


def own_words(trigger: Trigger) -> str:
    """The words of a report; a person's sentence, a due routine and foreign words are none."""
    about = trigger.about.without_words()
    own = trigger.kind is TriggerKind.EVENT and trigger.priority is not Priority.USER
    return about.text if about is not None and own and trigger.requested is None else ""


def is_sight(trigger: Trigger, collected: Collected) -> bool:
    """Whether eyes saw what the trigger tells of."""
    return any(
        event.id in trigger.event_ids and event.source is EventSource.OBSERVATION
        for event in collected.events
    )


def _tells(matter: _Matter, text: str) -> bool:
    told = matter.about.search(text) and matter.says.search(text)
    return bool(told) and not matter.unless.search(text)


def _is_left_so(trigger: Trigger, collected: Collected) -> bool:
    """Whether somebody said that it is to be so."""
    return any(
        event.source is EventSource.USER_INPUT
        and event.trust is not TrustLabel.OBSERVED
        and trigger.at - event.at <= KNOWN_FOR
        and _talk("leaves").search(event.user_text.casefold())
        for event in collected.events
    )
