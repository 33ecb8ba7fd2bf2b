"""The topic of outside sources: a message without sentence and token is dropped, as is a flood."""

import json

import pytest

from companion.links.inbound_topic import MOST_BYTES, MOST_WAITING, InboundTopic, read_sentence
from companion.links.message import MqttMessage
from companion.links.mqtt import BrokerAddress, MqttLink


def _message(source: str, payload: bytes, *, retained: bool = False) -> MqttMessage:
    return MqttMessage(f"companion/inbound/{source}", payload, retained)


def _said(text: str = "hello", token: str = "t") -> bytes:
    return json.dumps({"token": token, "text": text, "sender": "ann"}).encode()


@pytest.mark.parametrize(
    "payload",
    [
        *(b"", b"hello", b"[]", b"{}", b'{"token": 1, "text": "a"}', b"\xff", b"[" * 5000),
        json.dumps({"token": "t", "text": "x" * MOST_BYTES}).encode(),
    ],
)
def test_what_is_no_sentence_with_its_token_is_none(payload: bytes) -> None:
    assert read_sentence(payload) is None


async def test_c_021_a_sentence_is_handed_on_under_its_source_and_a_refused_one_ends_nothing() -> (
    None
):
    taken: list[tuple[str, ...]] = []

    async def take(*told: str) -> object:
        taken.append(told)
        if told[1] != "t":
            raise PermissionError("no token")
        return None

    topic = InboundTopic(MqttLink(BrokerAddress(host="127.0.0.1", port=1)), take)
    topic.heard(_message("x", _said(), retained=True))
    topic.heard(_message("x", _said(token="wrong")))
    topic.heard(_message("x", _said()))
    await topic.hand_on()
    await topic.hand_on()
    assert taken == [("x", "wrong", "hello", "ann"), ("x", "t", "hello", "ann")]
    for _ in range(MOST_WAITING + 5):
        topic.heard(_message("x", _said()))
    assert topic._came.qsize() == MOST_WAITING
