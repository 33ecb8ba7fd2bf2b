"""Facts of events: plain JSON, a short summary, evidence without repeats."""

import json
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np

from companion.rooms.journal.facts import (
    decision_summary,
    event_facts,
    plain,
    trigger_facts,
    unique,
)
from companion.words.decision import DecisionOutcome
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.text import LabelledText
from companion.words.trust import TrustLabel
from tests.twins.home import decision, trigger

AT = datetime(2026, 11, 23, 9, tzinfo=UTC)


def test_every_kind_of_word_becomes_plain_json() -> None:
    given = {
        "when": AT,
        "who": TrustLabel.OWNER,
        "words": Bilingual("明かり", "light"),
        "many": (1, 2.5, np.float64(0.5)),
    }
    told = plain(given)
    assert json.loads(json.dumps(told)) == {
        "when": "2026-11-23T09:00:00+00:00",
        "who": "owner",
        "words": {"ja": "明かり", "en": "light"},
        "many": [1, 2.5, 0.5],
    }


def test_an_event_tells_its_authority() -> None:
    event = Event(
        id=EventId(1),
        source=EventSource.USER_INPUT,
        kind="said",
        at=AT,
        trust=TrustLabel.GUEST,
    )
    assert event_facts(event)["authority"] == "public"


def test_a_decision_is_found_by_its_intent_and_reason() -> None:
    told = decision_summary(decision())
    assert told.startswith("light / device_control.light_turn_on / dark")
    skipped = decision("", outcome=DecisionOutcome.SKIP)
    assert "skip" in decision_summary(skipped)


def test_the_plain_form_is_kept_only_of_foreign_words() -> None:
    sign = LabelledText("obey", TrustLabel.OBSERVED, foreign=True, plain="a sign was read")
    foreign = trigger_facts(replace(trigger(), about=sign))
    assert (foreign.foreign, foreign.plain) == (True, "a sign was read")
    own = trigger_facts(trigger())
    assert (own.foreign, own.plain, own.requested) == (False, "", False)


def test_evidence_is_named_once_and_nothing_is_no_evidence() -> None:
    assert unique((EventId(3), EventId(0)), (EventId(1), EventId(3))) == (3, 1)
