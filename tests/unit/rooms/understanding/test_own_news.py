"""What people tell of themselves is answered by the sheet; other sentences are not taken."""

import pytest

from companion.rooms.understanding.own_news import news_in
from companion.words.persona import Saying


@pytest.mark.parametrize(
    ("saying", "sentences"),
    [
        (
            Saying.JOY,
            (
                "I finally passed my driving test!",
                "I got the job",
                "昇進したよ！",
                "やっと論文が完成した",
            ),
        ),
        (
            Saying.COMFORT,
            (
                "I messed up at work today",
                "I had a fight with my friend",
                "先生に怒られた",
                "彼氏と別れた",
            ),
        ),
        (
            Saying.CARE,
            ("I'm so tired", "I can't sleep", "くたくただよ", "腰が痛い", "残業で遅くなった"),
        ),
        (
            Saying.GRIEF,
            (
                "My dog has just died",
                "We lost our grandmother",
                "夜勤明け。患者さん亡くなっちゃった。",
                "ばあさんがおらんようになって、家が広い",
            ),
        ),
        (Saying.LONELY, ("I feel lonely", "なんだか寂しいな")),
        (
            Saying.CHEER,
            ("I have an exam tomorrow", "I'm really nervous", "明日は面接なんだ", "緊張するなあ"),
        ),
        (Saying.BORED, ("I'm bored", "暇だなあ", "することがない")),
        (
            Saying.JEST,
            ("Tell me a joke", "Do you know any jokes?", "冗談を言って", "何か面白い話をして"),
        ),
        (Saying.PRAISE, ("Thanks, you're a great help", "君ってすごいね", "大好きだよ")),
        (
            Saying.SORRY,
            (
                "Sorry about that",
                "Sorry I snapped at you",
                "さっきはごめんね",
                "さっきは怒鳴ってごめんね",
            ),
        ),
        (Saying.NIGHT, ("I'm going to bed", "もう寝るね")),
    ],
)
def test_a_persons_own_news_has_an_occasion(saying: Saying, sentences: tuple[str, ...]) -> None:
    assert {one: news_in(one) for one in sentences} == dict.fromkeys(sentences, saying)


@pytest.mark.parametrize(
    "sentence",
    [
        "My brother is tired",
        "If I passed the exam I would be happy",
        "I am not sad",
        "Are you lonely?",
        "Is there an exam tomorrow?",
        "Turn on the light",
        "I read a story in which he was so lonely that he talked to the moon all night long",
        "I'm afraid somebody is at the door",
        "妹が疲れてるみたい",
        "疲れてないよ",
        "失敗したらどうしよう",
        "寂しくない？",
        "明日は試験？",
        "映画が悲しかった",
        "玄関に誰かいる",
        "暇なときに洗濯して",
    ],
)
def test_other_peoples_news_conditions_denials_and_questions_are_not_taken(sentence: str) -> None:
    assert news_in(sentence) is None
