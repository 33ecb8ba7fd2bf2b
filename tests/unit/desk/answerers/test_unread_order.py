"""Unread order: an order that nothing understood does nothing, and says so at once."""

import pytest

from companion.desk.answerers.unread_order import UnreadOrder
from companion.words.trust import TrustLabel
from companion.words.understood import SentenceKind, SentenceReading
from tests.unit.desk.answerers.sentence import heard


@pytest.mark.parametrize(
    "said",
    [
        "turn on the desk lamp in the study and close the living room blinds",
        "please switch off that old radio thing",
        "close the shutters in the attic",
        "書斎のデスクライトをつけて、リビングのブラインドを閉めて",
        "屋根裏のシャッター閉めてください",
        "play the Kinks",
        "set it to twenty one",
        "くるりの新曲かけて",
    ],
)
async def test_an_order_to_a_thing_that_is_not_there_does_nothing(said: str) -> None:
    """Issue 11, A4: another lamp was switched on in its place."""
    answer = await UnreadOrder().answer(heard(said))
    assert answer is not None
    assert answer.words is not None
    assert not answer.think
    assert await UnreadOrder().answer(heard(said, trust=TrustLabel.GUEST)) is None
    read = SentenceReading(SentenceKind.COMMAND)
    assert await UnreadOrder().answer(heard(said, read)) is None


@pytest.mark.parametrize(
    "said",
    [
        "it's pitch dark in here",
        "tell me a joke",
        "make it up with your friend",
        "my feet are cold",
        "I turned the lamp on and it went off again",
        "暗くて何も見えない",
        "面白い話をして",
        "昨日は窓を開けて寝た",
    ],
)
async def test_remarks_and_talk_are_left_to_others(said: str) -> None:
    assert await UnreadOrder().answer(heard(said)) is None
