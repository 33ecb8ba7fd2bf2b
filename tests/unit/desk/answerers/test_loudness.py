"""Loudness: the voice is changed by a closed vocabulary, told, and kept (issue 13, point 5)."""

from pathlib import Path

import pytest

from companion.desk.answerers.loudness import _NO_FURTHER, Louder, Loudness, loudness
from companion.desk.answerers.small_talk import small_talk
from companion.desk.closed_sentences import is_closed
from companion.service.volume_file import USUAL, VolumeFile
from companion.words.said import Said
from tests.twins.memory_house import MemoryHouse
from tests.unit.desk.door import door_of


@pytest.mark.parametrize(
    ("way", "sentences"),
    [
        (
            Louder.QUIETER,
            (
                "speak more quietly",
                "Please speak a bit quieter.",
                "could you talk softer please",
                "be a little quieter",
                "don't speak so loud",
                "lower your voice",
                "keep your voice down, please",
                "you're too loud",
                "もっと静かに話して",
                "もう少し小さな声で話してください",
                "声を小さくして",
                "声が大きいよ",
                "小声でお願い",
                "ちょっと声を落として",
            ),
        ),
        (
            Louder.LOUDER,
            (
                "speak up",
                "talk louder please",
                "speak a little more loudly",
                "I can't hear you",
                "raise your voice",
                "もっと大きな声で話して",
                "声を大きくしてください",
                "声が小さいです",
                "もう少しはっきり話して",
            ),
        ),
        (
            Louder.USUAL,
            (
                "speak normally",
                "use your normal voice",
                "普通の声で話して",
                "声の大きさを元に戻して",
            ),
        ),
    ],
)
def test_it_is_heard_in_both_languages(way: Louder, sentences: tuple[str, ...]) -> None:
    for sentence in sentences:
        assert loudness(sentence) is way, sentence
        assert is_closed(sentence), sentence
        assert small_talk(sentence, question=False) is None, sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "turn it down",
        "turn down the volume",
        "turn up the radio",
        "be quiet",
        "静かにして",
        "テレビの音を小さくして",
        "音量を上げて",
        "静かに窓を閉めて",
        "speak more quietly to the dog at ten",
        "the baby can't hear you",
        "声",
    ],
)
def test_what_is_meant_for_something_else_is_left_alone(sentence: str) -> None:
    assert loudness(sentence) is None


async def test_each_step_is_told_and_stays_over_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "volume.json"
    volume = VolumeFile(file, 1.0)
    door = door_of(tmp_path, MemoryHouse, answerers=lambda *_: (Loudness(volume=volume),))
    assert volume.share() == 1.0
    heard = [volume.share()]
    for _ in range(USUAL):
        await door.desk.say(Said("もっと静かに話して", "voice"))
        await door.settled()
        heard.append(volume.share())
    assert heard == sorted(heard, reverse=True)
    assert len(set(heard)) == len(heard)
    assert VolumeFile(file, 1.0).share() == heard[-1]
    await door.desk.say(Said("speak more quietly", "voice"))
    await door.settled()
    assert (await door.replies())[0] == _NO_FURTHER[Louder.QUIETER].en
    await door.desk.say(Said("speak normally", "roblox"))
    await door.settled()
    assert volume.share() == heard[-1], "strangers do not choose its voice"
    await door.desk.say(Said("speak normally", "voice"))
    await door.settled()
    assert volume.share() == 1.0


async def test_full_loudness_is_never_exceeded(tmp_path: Path) -> None:
    assert not await VolumeFile(tmp_path / "a.json", 1.0).change("louder")
    half = VolumeFile(tmp_path / "b.json", 0.5)
    assert await half.change("louder")
    assert half.share() * 0.5 <= 1.0


async def test_a_damaged_file_leaves_the_configured_loudness(tmp_path: Path) -> None:
    file = tmp_path / "volume.json"
    for text in ("{", '{"step": 99}', '{"step": "loud"}', "[]"):
        file.write_text(text)
        assert VolumeFile(file, 1.0).share() == 1.0
