"""Routine name 決まりごとの名: makes a name for a routine that nobody named, in the language of a
reader.

The name is saved in the language in which the routine was asked for. A reader of the other
language is told the same in his own.
"""

import re
from datetime import datetime, timedelta

from companion.phrases.times import fact_said, said
from companion.words.language import Bilingual
from companion.words.schedule import Entry
from companion.words.timing import After, Once, OnFact, Timing

MOST_CHARS = 80
"""Longest name that is saved."""


def name_of(
    when: Timing, label: Bilingual, now: datetime, thing: Bilingual | None = None
) -> Bilingual:
    """Name of a routine that its owner did not name: `平日7:00 カーテンを開ける` / `Weekdays 07:00:
    open curtain`. `thing`: the name of what an `OnFact` waits for."""
    if isinstance(when, After):  # "in ten minutes" would be wrong a minute later
        when = Once(now + timedelta(seconds=when.after_s))
    moment = said(when, now.tzinfo)
    if isinstance(when, OnFact) and thing is not None:
        moment = fact_said(when, thing)
    ja = re.sub(r" 0?(?=\d{1,2}:\d\d)", "", moment.ja)
    en = moment.en.removeprefix("on ").replace(" at ", " ")
    return Bilingual(f"{ja} {label.ja}", f"{en[:1].upper()}{en[1:]}: {label.en}")


def labels_joined(labels: list[Bilingual]) -> Bilingual:
    """Several deeds as one."""
    return Bilingual("、".join(label.ja for label in labels), ", ".join(x.en for x in labels))


def made_name(entry: Entry, now: datetime) -> Bilingual | None:
    """Its name in both languages where nobody but code named it; None: the owner's own words.
    `now`: of the household's time zone."""
    labels = [action.label for action in entry.actions if action.label is not None]
    if not entry.label or not labels or len(labels) != len(entry.actions):
        return None
    made = name_of(entry.timing, labels_joined(labels), entry.created_at.astimezone(now.tzinfo))
    return made if entry.label in (made.ja[:MOST_CHARS], made.en[:MOST_CHARS]) else None
