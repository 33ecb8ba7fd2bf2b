"""Questions that small talk cannot answer (issue 15)."""

import pytest

from companion.rooms.conversation.vocabulary import asks_for_a_fact, claims_past_words


@pytest.mark.parametrize(
    "text",
    [
        "Has the window cleaner been?",
        "Where are my reading glasses?",
        "You'll ring the school, won't you?",
        "門を開けたのは誰？",
        "どの引き出しに入れたの",
        "隣のおばさん、帰った？",
        "鍋見ててくれるよね",
    ],
)
def test_a_question_for_a_fact(text: str) -> None:
    assert asks_for_a_fact(text)


@pytest.mark.parametrize(
    "text",
    [
        "Do you like autumn?",
        "How are you?",
        "Who are you?",
        "Did you sleep well?",
        "I wonder.",
        "秋は好き？",
        "元気？",
        "いつもありがとう",
        "いつか海に行きたいな",
        "誰からも返事が来ない",
    ],
)
def test_small_talk_is_none(text: str) -> None:
    assert not asks_for_a_fact(text)


@pytest.mark.parametrize(
    "text",
    [
        "You were going to book a table for us.",
        "You always say the old sofa was better.",
        "Your message about the boiler was clear.",
        "予約してくれるはずだったよね",
        "赤いほうがいいっていつも言うよね",
    ],
)
def test_what_was_never_said_is_a_premise(text: str) -> None:
    assert claims_past_words(text)
