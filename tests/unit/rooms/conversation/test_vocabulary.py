"""Which devices a sentence names."""

from collections.abc import Callable

import pytest

from companion.rooms.conversation.vocabulary import (
    asks_feeling,
    asks_for_a_fact,
    asks_opinion,
    claims_past_words,
    devices_named,
    echoes,
    fits_anything,
    orders,
    talks,
)
from companion.words.device import Device, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual


@pytest.mark.parametrize("domain", list(Domain))
def test_a_device_of_every_kind_is_found_by_its_name_and_harms_no_other_question(
    domain: Domain,
) -> None:
    """A tracker of a person has no name of its kind; every question died over it once."""
    mika = Bilingual("ミカ", "Mika")
    device = Device(id=DeviceId(f"{domain}.x"), domain=domain, name=mika, area="", operations=())
    assert devices_named("where is Mika?", (device,), ()) == (device,)
    assert devices_named("ミカはどこ", (device,), ()) == (device,)
    assert devices_named("why?", (device,), ()) == ()


@pytest.mark.parametrize(
    ("read", "yes", "no"),
    [
        (
            orders,
            ("Water the plants", "Could you call a taxi", "花に水をやって", "静かにしてください"),
            (
                "I'm thinking about getting a dog",
                "What a day",
                "犬を飼おうか迷ってる",
                "靴を買ったよ",
            ),
        ),
        (
            claims_past_words,
            (
                "You promised to wake me",
                "Remember my sister?",
                "閉めたって言ったよね",
                "買ってたよね？",
            ),
            ("I bought shoes", "雨の日って憂うつだよね", "京都に行くんだ"),
        ),
        (
            asks_opinion,
            (
                "What music do you like?",
                "Which do you think is better?",
                "好きな音楽は何？",
                "どっちがいい？",
            ),
            ("Is the music on?", "音楽はついてる？", "Who is there?"),
        ),
    ],
)
def test_what_sort_of_sentence_it_is(
    read: Callable[[str], bool], yes: tuple[str, ...], no: tuple[str, ...]
) -> None:
    assert [one for one in yes if not read(one)] == []
    assert [one for one in no if read(one)] == []


@pytest.mark.parametrize(
    ("clause", "heard", "echo"),
    [
        ("I feel lonely.", "I feel lonely", True),
        ("I feel gloomy.", "Rainy days make me gloomy", True),
        ("寂しいな。", "なんだか寂しいな", True),
        ("That sounds lonely.", "I feel lonely", False),
        ("What happened?", "I feel lonely", False),
        ("それは寂しいですね。", "寂しい", False),
    ],
)
def test_what_was_heard_is_not_given_back(clause: str, heard: str, echo: bool) -> None:
    assert echoes(clause, heard) is echo


@pytest.mark.parametrize(
    ("said", "of_feeling"),
    [
        ("How are you doing?", True),
        ("Do you ever get bored?", True),
        ("ご機嫌いかが", True),
        ("今日の調子はどう？", True),
        ("うるさいんだけど", False),
        ("It's a bit gloomy in here", False),
        ("I had a long day", False),
        ("宿題が多くて大変", False),
    ],
)
def test_the_own_mood_answers_only_who_speaks_of_it(said: str, of_feeling: bool) -> None:
    """Issue 15, 6: "I feel calm just now" was the answer to anything."""
    assert asks_feeling(said) is of_feeling


@pytest.mark.parametrize(
    ("clause", "heard", "fits"),
    [
        ("何かお手伝いできますか？", "海が好きなんだ", True),
        ("How can I help you?", "I love the sea", True),
        ("お元気ですか？", "海が好きなんだ", True),
        ("お元気ですか？", "こんにちは", False),
        ("Thank you.", "My train was late", True),
        ("Thank you.", "You are a great help", False),
        ("Good night.", "I bought a hat", True),
        ("波の音はいいですね。", "海が好きなんだ", False),
    ],
)
def test_issue_15_a_clause_that_fits_anything_answers_nothing(
    clause: str, heard: str, fits: bool
) -> None:
    assert fits_anything(clause, heard) is fits


def test_issue_15_a_japanese_clause_speaks_to_somebody() -> None:
    assert talks("波の音はいいですね。")
    assert talks("どこの海ですか？")
    assert not talks("海を見るのは楽しいです。")
    assert not talks("海は自分にとっていいのか？")
    assert talks("The sea is wide.")


@pytest.mark.parametrize(
    "text",
    ["カルロスは何が好きなの", "うちの犬ってどんな音が嫌いだっけ", "what does Priya like best?"],
)
def test_issue_15_what_others_like_is_a_fact_and_no_taste_of_its_own(text: str) -> None:
    assert asks_for_a_fact(text)
    assert not asks_opinion(text)


def test_issue_15_words_of_others_are_no_premise() -> None:
    assert not claims_past_words("先輩に「遅い」って言われた")
    assert not claims_past_words("行きたくないって言ったら怒る？")
    assert claims_past_words("直してくれるって言ったよね")
