"""Who wakes people from the recovery page: built from what of the configuration can be read."""

from pathlib import Path

import pytest

from companion.cli.waking import NoSpeaker, waker_of
from companion.ports.body import SpeakerUnavailable
from companion.service.settings import parse_settings


def by(tmp_path: Path, text: str, *, whole: bool = False) -> tuple[str, ...]:
    config = tmp_path / "config.yaml"
    config.write_text(text, encoding="utf-8")
    settings = parse_settings(text, config) if whole else None
    return waker_of(config, settings, tmp_path).heard().by


def test_a_simulated_speaker_wakes_nobody(tmp_path: Path) -> None:
    assert by(tmp_path, "speaker: {driver: simulated}\n", whole=True) == ()


def test_of_a_configuration_that_cannot_be_used_the_speaker_still_can(tmp_path: Path) -> None:
    assert by(tmp_path, "no_such_key: 1\nspeaker: {driver: alsa}\n") == ("speaker",)


@pytest.mark.parametrize("text", ["speaker: [", "speaker: loud\n", "speaker: {driver: none}\n"])
def test_what_cannot_be_read_is_replaced_by_the_sound_cards_own_voice(
    tmp_path: Path, text: str
) -> None:
    assert by(tmp_path, text) == ("speaker",)


def test_an_owner_without_a_speaker_hears_none(tmp_path: Path) -> None:
    assert by(tmp_path, "no_such_key: 1\n") == ()


async def test_where_no_speaker_is_it_says_so() -> None:
    with pytest.raises(SpeakerUnavailable, match="no speaker is configured"):
        await NoSpeaker().play("chime:attention")
    assert NoSpeaker().trouble() == "no speaker is configured"
