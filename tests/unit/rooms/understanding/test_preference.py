"""A question which of two things the companion likes."""

import pytest

from companion.rooms.understanding.preference import liked_of, pair_in


@pytest.mark.parametrize(
    ("sentence", "pair"),
    [
        ("beatles or stones", ("beatles", "stones")),
        ("Do you prefer the sea or the mountains?", ("the sea", "the mountains")),
        ("which do you like better, tea or coffee?", ("tea", "coffee")),
        ("are you a cat or a dog person?", ("cat", "a dog")),
        ("ねこ派？いぬ派？", ("ねこ", "いぬ")),
        ("海と山、どっちが好き？", ("海", "山")),
        ("うどんとそばならどっち派", ("うどん", "そば")),
        ("on or off?", None),
        ("do you like me or Nadia?", None),
        ("ナオちゃんとぼく、どっちが好き？", None),
        ("left or right", None),
        ("five or ten minutes?", None),
        ("is she home or out?", None),
        ("部屋と廊下どっちが明るい？", None),
        ("どっちが好き？", None),
    ],
)
def test_two_things_of_taste_are_read(sentence: str, pair: tuple[str, str] | None) -> None:
    assert pair_in(sentence) == pair


def test_the_liking_depends_on_who_likes() -> None:
    pairs = [("a", "b"), ("tea", "coffee"), ("sea", "hills"), ("cats", "dogs"), ("red", "blue")]
    liked = {who: [liked_of(pair, who) for pair in pairs] for who in ("コト", "リン", "ゲン")}
    assert liked["コト"] == [liked_of((b, a), "コト") for a, b in pairs]
    assert len({tuple(one) for one in liked.values()}) > 1
