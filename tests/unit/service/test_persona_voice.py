"""How the persona speaks stands in its sheet, and a change there is heard without a restart."""

import os
from pathlib import Path

import pytest

from companion.service.persona_voice import PersonaVoice, styles_in
from companion.words.language import Language
from companion.words.voice_style import VoiceStyle

SHEET = """\
ja: {name: コト, voice: {name: mei, pace: 1.1, pitch_semitones: 2}}
en: {name: Koto}
"""


def test_each_language_has_a_voice_of_its_own() -> None:
    found = styles_in(SHEET)
    assert found[Language.JA].style() == VoiceStyle(voice="mei", pace=1.1, pitch_semitones=2)
    assert found[Language.EN].style() == VoiceStyle()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("ja: {voice: {pace: 9}}", "voice.pace"),
        ("ja: {voice: {speed: 1}}", "voice.speed"),
        ("ja: {voice: {waiting: [done_it]}}", "no such words: done_it"),
        ("ja: {voice: mei}", "dictionary"),
        ("ja: [", "line 1"),
        ("- 1", "get"),
    ],
)
def test_what_is_wrong_is_named(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        styles_in(text)


def test_a_change_counts_from_the_next_message_and_a_broken_sheet_changes_nothing(
    tmp_path: Path,
) -> None:
    sheet = tmp_path / "koto.yaml"
    sheet.write_text(SHEET, encoding="utf-8")
    voice = PersonaVoice(sheet)
    assert voice.style(Language.JA).pace == 1.1
    for number, (text, pace) in enumerate(
        [(SHEET.replace("1.1", "0.9"), 0.9), ("ja: [", 0.9), (SHEET, 1.1)], 1
    ):
        sheet.write_text(text, encoding="utf-8")
        os.utime(sheet, ns=(number, number))
        assert voice.style(Language.JA).pace == pace
    sheet.unlink()
    assert voice.style(Language.JA).pace == 1.1
