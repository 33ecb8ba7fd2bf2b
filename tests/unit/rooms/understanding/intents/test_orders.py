"""Orders: an intent with the things, values and times of a sentence, in words the grammar reads."""

import json
from pathlib import Path

import pytest

from companion.ports.understanding import SpokenSentence
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.fold import fold
from companion.rooms.understanding.home import Home, home_of
from companion.rooms.understanding.intents.orders import orders_for, orders_of
from companion.rooms.understanding.intents.reading import is_clear
from companion.rooms.understanding.proposals import tokens_said
from companion.words.language import Language
from companion.words.understood import SentenceKind
from tests.proof.evaluation.understanding.spoken import SAID_AT

SPOKEN = Path(__file__).parents[4] / "data" / "spoken"
HOLDS_ALL = {
    Language.EN: (
        "{thing} and 30 percent and 24 degrees and blue and dry at 7 tomorrow for 5 minutes",
        ("floor lamp", "study blind", "bedroom ac", "front door", "circulator", "kitchen speaker"),
        ("vacuum", "movie time"),
    ),
    Language.JA: (
        "{thing}とか30%とか24度とか青とか除湿とか明日7時とか5分とか",
        ("フロアランプ", "書斎のブラインド", "寝室のエアコン", "玄関の鍵", "サーキュレーター"),
        ("台所のスピーカー", "掃除機", "映画モード"),
    ),
}


def _home(language: Language) -> Home:
    return home_of(json.loads((SPOKEN / f"home_{language.value}.json").read_text("utf-8")))


def _orders(intent: str, text: str, language: Language, home: Home) -> list[str]:
    tokens = tokens_said(SpokenSentence(text, language, SAID_AT), home)
    return list(orders_for(intent, tokens, fold(text, language), language))


@pytest.mark.parametrize("language", list(Language))
def test_the_grammar_reads_an_order_of_every_intent(language: Language) -> None:
    home = _home(language)
    grammar = GrammarUnderstanding(lambda: home)
    sentence, first, more = HOLDS_ALL[language]
    unread = []
    for intent in orders_of(language):
        orders = [
            order
            for thing in (*first, *more)
            for order in _orders(intent, sentence.format(thing=thing), language, home)
        ]
        heard = [grammar.preview(SpokenSentence(order, language, SAID_AT)) for order in orders]
        if not any(is_clear(one) or one.kind is SentenceKind.QUESTION for one in heard):
            unread.append(intent)
    assert not unread


@pytest.mark.parametrize(
    ("language", "intent", "sentence", "order"),
    [
        (
            Language.EN,
            "turn_on",
            "the ceiling light, no, I mean the floor lamp",
            "turn on the floor lamp",
        ),
        (Language.EN, "turn_off", "the lamp in the study", "turn off the study lamp"),
        (Language.JA, "turn_on", "サーキュレーター、いや、エアコン", "えあこんをつけて"),
        (Language.JA, "timer_set", "10分、いや12分", "12分のタイマーをセットして"),
    ],
)
def test_what_was_said_last_is_meant_where_the_rest_is_taken_back(
    language: Language, intent: str, sentence: str, order: str
) -> None:
    assert _orders(intent, sentence, language, _home(language))[0] == order


@pytest.mark.parametrize("language", list(Language))
def test_an_order_without_what_it_needs_is_none(language: Language) -> None:
    hello = {Language.EN: "hello there", Language.JA: "こんにちは"}[language]
    home = _home(language)
    assert not _orders("turn_on", hello, language, home)
    assert not _orders("timer_set", hello, language, home)


@pytest.mark.parametrize(
    ("language", "intent", "sentence", "order"),
    [
        (Language.EN, "quieter", "far too much of a racket", "turn down the volume"),
        (Language.JA, "mute", "やかましくてかなわん", "ミュートして"),
    ],
)
def test_a_sentence_that_names_no_thing_is_of_the_usual_one(
    language: Language, intent: str, sentence: str, order: str
) -> None:
    assert _orders(intent, sentence, language, _home(language)) == [order]


def test_a_thing_that_was_named_is_not_stood_in_for() -> None:
    orders = _orders("quieter", "the kitchen speaker, less", Language.EN, _home(Language.EN))
    assert orders == ["turn down the volume of the kitchen speaker"]
