"""In talk: one order among pieces that only tell something is done, and no other is."""

import pytest

from companion.rooms.understanding.fold import fold
from companion.rooms.understanding.in_talk import MOST_PIECES, Talk, order_in_talk
from companion.words.language import Language
from companion.words.understood import SentenceKind, UnderstoodWish
from tests.unit.rooms.understanding.test_engine import Listener

ORDERS = ("switch the fan on", "扇風機つけて", "暖房にしてよ", "暖房にしてよ、20度でいいから")


def _wishes(piece: str, known: list[str]) -> tuple[UnderstoodWish, ...] | None:
    """A piece may begin with something that the grammar leaves out."""
    bare = piece.removesuffix(" anyway").removeprefix("なんと、")
    found = [order for order in known if bare == order]
    return (UnderstoodWish(intent=found[0]),) if found else None


def talk(language: Language) -> Talk:
    """The grammar of a home in which only these orders are known."""
    known = [fold(order, language) for order in ORDERS]
    return Talk(
        language,
        wishes=lambda piece: _wishes(fold(piece, language).strip(" 、。"), known),
        is_beside=lambda folded: folded not in known,
        names=lambda folded: "bedroom" in folded or "寝室" in folded,
        places=lambda folded: "bedroom" in folded,
        adds=lambda folded: "lamp" in folded or "電気" in folded,
    )


@pytest.mark.parametrize(
    ("text", "order"),
    [
        (
            "we've just carried the boxes up, my arms are dead, but switch the fan on",
            "switch the fan on",
        ),
        ("my cousin's on the phone so switch the fan on, I'm melting", "switch the fan on"),
        (
            "she asked me twice for the address, my memory's gone, so switch the fan on",
            "switch the fan on",
        ),
        (
            "they say rain later, I doubt it, but switch the fan on anyway",
            "switch the fan on anyway",
        ),
        ("荷物を全部運んだんだ、腕がもうだめ、扇風機つけて", "扇風機つけて"),
        (
            "なんか足が冷えると思ったら冷房になってる、暖房にしてよ、20度でいいから",
            "暖房にしてよ、20度でいいから",
        ),
    ],
)
def test_the_order_is_found_among_what_is_told(text: str, order: str) -> None:
    """A3: unread before, as some of its pieces were."""
    language = Language.EN if text.isascii() else Language.JA
    assert order_in_talk(text, talk(language)) == order


def test_what_the_grammar_leaves_out_is_no_word_of_the_order() -> None:
    """A3: the question back would repeat the talk."""
    said = "荷物を運んだんだ、なんと、扇風機つけて"
    assert order_in_talk(said, talk(Language.JA)) == "扇風機つけて"


@pytest.mark.parametrize(
    "text",
    [
        "if it gets hot, switch the fan on",
        "she said, switch the fan on",
        "Tom, switch the fan on",
        "switch the fan on, but the window is open",
        "switch the fan on, not the lamp",
        "I was asked, switch the fan on and I did",
        "Tom, my hands are wet, so switch the fan on",
        "my hands are wet, she told me, so switch the fan on",
        "I dreamt I was on a boat, the sea was flat, so switch the fan on",
        "it's hot in the bedroom, I'm melting, so switch the fan on",
        "お父さん、扇風機つけて",
        "it's hot in the bedroom, switch the fan on",
        "寝室が暑いんだよね、扇風機つけて",
        "暑くなったら、扇風機つけて",
        "扇風機つけて、って言われた",
        "扇風機つけて、電気のほうはいい",
        "もういいや、扇風機つけて、やっぱりいらない",
    ],
)
def test_what_waits_quotes_or_calls_somebody_is_left_alone(text: str) -> None:
    language = Language.EN if text.isascii() else Language.JA
    assert order_in_talk(text, talk(language)) is None


def test_a_story_of_many_pieces_is_left_alone() -> None:
    story = "I walked on, " * MOST_PIECES + "switch the fan on"
    assert order_in_talk(story, talk(Language.EN)) is None


def test_it_is_done() -> None:
    """A3."""
    heard = Listener()(
        "we've had people over all day, I'm shattered, but turn the hall light off so I can nap"
    )
    assert heard.kind is SentenceKind.COMMAND
    assert [wish.operation for wish in heard.wishes] == ["device_control.light_turn_off"]


def test_in_japanese_it_is_asked_about_and_done_after_a_yes() -> None:
    """A3: what is told before may say more of the order than its words show."""
    listener = Listener()
    asked = listener("足が痛いのよ、三時間も立ってたの、廊下の電気うんと暗くしといて")
    assert asked.ask_back is not None
    assert not asked.wishes
    assert [w.operation for w in listener("うん").wishes] == ["device_control.light_set_brightness"]
