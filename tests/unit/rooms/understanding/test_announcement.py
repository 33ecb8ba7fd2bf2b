"""An announcement is read with the asker's own words, and from nothing that only sounds like it."""

import pytest

from companion.rooms.understanding.announcement import announcement


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("tell everyone the film is starting", "the film is starting"),
        ("Could you tell the others to put their shoes on?", "put their shoes on"),
        ("let everybody know the cab's outside, I can't find my phone", "the cab's outside"),
        ("announce that breakfast is over", "breakfast is over"),
        ("broadcast to everyone that Gran is here", "Gran is here"),
        ("shout goodnight all over the house", "goodnight"),
        ("映画が始まるってみんなに言って", "映画が始まる"),
        ("全員に、車に乗ってって伝えてくれる？", "車に乗って"),
        ("荷物が届いたから子どもたちに手伝ってって言って", "荷物が届いたから手伝って"),
        ("出発十分前とアナウンスして", "出発十分前"),
    ],
)
def test_the_words_to_say_are_the_askers_own(text: str, words: str) -> None:
    assert announcement(text) == words


@pytest.mark.parametrize(
    "text",
    [
        "tell everyone what time it is",
        "tell everyone about the party",
        "tell everyone at six that dinner is ready",
        "tell me who everyone is",
        "I told everyone dinner's ready",
        "announce the winner",
        "みんなに誰が来るか聞いて",
        "みんなによろしくと伝えて",
        "みんなが電気消してって言ってた",
        "母に電話するって言って",
    ],
)
def test_what_is_told_asked_or_meant_for_later_is_none(text: str) -> None:
    assert announcement(text) is None
