"""It reads sentences aloud with its wake word and commands in them, and hears itself: no trigger.

The microphone hears the loudspeaker without any echo cancelling, and speech to text gives the words
as they were spoken, at a pause in the middle and at the end (issue 13, point 4; T2).
"""

import json
from pathlib import Path

import pytest

from companion.voice.self_echo import AFTER_S, SelfEcho
from companion.voice.turn import (
    Called,
    PassOn,
    PlaybackBegan,
    PlaybackEnded,
    Sentence,
    SpeechBegan,
    StopEverything,
    TurnTaking,
    WordsSoFar,
)

SPOKEN = Path(__file__).parents[2] / "data" / "spoken"
FORMS = {
    "ja": "明日の朝は「オーケーナブ、{}」と言ってみてください。急ぐときは「止まれ」で止まります。",
    "en": "Tomorrow you could say okay nabu, {}. In a hurry just say stop and I will.",
}


def _commands(language: str) -> list[str]:
    lines = (SPOKEN / f"{language}.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return [r["sentence"] for r in rows if r["kind"] == "command" and r["split"] == "open"][:10]


@pytest.mark.parametrize("language", ["ja", "en"])
def test_nothing_it_reads_aloud_calls_or_commands_it(language: str) -> None:
    commands = _commands(language)
    assert len(commands) == 10
    passed, stopped, called = [], 0, 0
    now = [100.0]
    for command in commands:
        now[0] += 100.0
        began_s = now[0]
        echo = SelfEcho(lambda: now[0])
        turn = TurnTaking(lambda: now[0], is_echo=echo.is_echo)
        text = FORMS[language].format(command)
        length_s = len(text) / (7.0 if language == "ja" else 14.0)
        echo.began(text, length_s)
        steps = list(turn.take(PlaybackBegan(text)))
        at = text.index(command)
        now[0] = began_s + length_s * at / len(text) + 0.3
        before = turn.state
        steps += turn.take(Called("okay nabu"))
        called += turn.state is not before
        for end, heard in (
            (at + len(command), command),
            (at + len(command), text[: at + len(command)]),
            (len(text), text[at:]),
        ):
            now[0] = began_s + length_s * end / len(text) + 0.3
            for happened in (SpeechBegan(), WordsSoFar(heard), Sentence(text=heard)):
                steps += turn.take(happened)
        echo.ended()
        turn.take(PlaybackEnded())
        now[0] += AFTER_S - 0.1
        steps += turn.take(Sentence(text=text[at:]))
        passed += [step.sentence.text for step in steps if isinstance(step, PassOn)]
        stopped += sum(isinstance(step, StopEverything) for step in steps)
    assert (passed, stopped, called) == ([], 0, 0)
