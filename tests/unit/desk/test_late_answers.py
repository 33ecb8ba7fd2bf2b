"""Who asked aloud hears what became of it, in the language of the answer before."""

from pathlib import Path

from companion.desk.commands.told import NOT_NOW
from companion.desk.late_answers import LateAnswers
from companion.words.language import Language
from companion.words.said import SATELLITE, Said
from companion.words.trust import TrustLabel
from tests.unit.desk.answerers.lamp import lit
from tests.unit.desk.commands.test_outcome import door_with_a_lamp, outcomes_of


async def test_a_late_word_reaches_who_said_it_in_their_language(tmp_path: Path) -> None:
    """Also through the voice that reads it: the language that its assistant told."""
    door = door_with_a_lamp(tmp_path)
    late = LateAnswers(
        record=door.store.record,
        journal=door.desk.journal,
        outcomes=outcomes_of(door),
        language=Language.JA,
        speaker_name="コト",
    )
    acted = await lit(door, "turn it on")
    result = await door.store.record.result(acted.id)
    assert result is not None
    decision = await door.store.record.decision(result.decision_event_id)
    assert decision is not None
    await late.became(decision, result)
    assert await door.replies() == ["Done, the hall light is on."]
    await late.waits(decision, decision.evidence_event_ids)
    assert (await door.replies())[0].startswith("May I ")
    spoken = Said("26", SATELLITE, Language.EN)
    heard = await door.desk.journal.heard(spoken, TrustLabel.HOUSEHOLD)
    await late.refused(heard, (heard.id,))
    assert (await door.replies())[0] == NOT_NOW.en
