"""A time to come, a place or a reason that nobody told is not known, though its matter is."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from companion.rooms.recall.missing import thing_is_missing
from companion.words.episode import Episode, Voice
from companion.words.ids import EventId
from companion.words.trust import TrustLabel


def said(text: str, speaker: str = "Nell") -> Episode:
    return Episode(
        id=EventId(1),
        at=datetime(2026, 5, 4, tzinfo=UTC),
        voice=Voice.PERSON,
        speaker=speaker,
        text=text,
        trust=TrustLabel.HOUSEHOLD,
    )


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("when does the piano tuner come", ["The piano tuner put his price up to seventy."]),
        ("ピアノの調律はいつ来るの？", ["調律の人、七千円に上がった。"]),
        ("where is the optician", ["The optician is booked for half past two."]),
        ("眼科はどこ？", ["眼科は十日の三時。"]),
        ("why is Ravi selling the boat", ["Ravi is selling the boat in July."]),
    ],
)
def test_of_a_matter_without_the_thing_nothing_is_known(question: str, told: list[str]) -> None:
    assert thing_is_missing(question, [said(one) for one in told])


@pytest.mark.parametrize(
    ("question", "told"),
    [
        # It is told, in a value or in other words.
        ("when does the piano tuner come", ["The piano tuner comes on the third of June."]),
        ("when does the piano tuner come", ["The piano tuner comes every spring."]),
        ("薬はいつ飲むの？", ["薬は朝だけになった。"]),
        ("where is the optician", ["The optician is over the bakery."]),
        ("where is the optician", ["The optician has moved to Selby."]),
        ("シャベルはどこ？", ["シャベルはボイラー室にあるよ。"]),
        ("why is Ravi selling the boat", ["Ravi is selling the boat, his back hurts."]),
        # The day of the talk may be the answer, or another statement holds it.
        ("when did the piano tuner come", ["The piano tuner was here, seventy pounds."]),
        ("where is the optician", ["The optician is dear.", "It's by the station, the optician."]),
        # A make, or a fault, is no place.
        ("ボイラーはどこが悪いの？", ["ボイラーのポンプがだめ。"]),
        # Nothing of the matter was found: it may stand there in other words.
        ("where is the optician", ["My glasses are dear."]),
        ("what does the piano tuner charge", ["The piano tuner put his price up."]),
    ],
)
def test_what_may_be_told_is_not_missing(question: str, told: list[str]) -> None:
    assert not thing_is_missing(question, [said(one) for one in told])


@pytest.mark.parametrize("voice", [Voice.COMPANION, Voice.WRITTEN])
def test_what_nobody_said_may_tell_it_too(voice: Voice) -> None:
    told = [said("The optician is dear."), replace(said("Optician, High Street 4"), voice=voice)]
    assert not thing_is_missing("where is the optician", told)
    assert thing_is_missing("where is the optician", told[:1])
    assert not thing_is_missing("where is the optician", told[1:])
