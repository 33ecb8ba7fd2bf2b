"""Speak 発声: plays a recorded utterance or a chime. It takes no text.

What is said was rendered and recorded by `expression` before; this only sounds it. So nothing
that was merely read, seen or decided can be spoken aloud past the record.

Operations and arguments:

- `play_utterance` `{"utterance_id": int}`: the event id of a recorded message.
- `play_chime` `{"chime": str}`: `attention`, `done`, `error` or `alarm`.
- `show` `{"because": "quiet_hours"}`: nothing sounds; what is told with it stands on the page.
- `stop` `{}`: silence now.

Return value: `success` when the whole sound was really played, `partial` when it was cut short,
`no_effect` when nothing sounded (or, for `stop`, nothing was playing). `result_payload`:
`sound`, `seconds`, `length_s`. A sound cannot be taken back: no inverse.

Failure classes: `bad_arguments`, `sound_unknown` (no such chime; nothing rendered for that
utterance), `no_speaker`, `speaker_hung` (it did not come to its end in time), `unknown_operation`.
"""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.body import SoundUnknown, Speaker, SpeakerUnavailable
from companion.ports.clock import Clock
from companion.words.capability import (
    ActionCall,
    ActionOption,
    Availability,
    CapabilitySpec,
    OperationSpec,
    RiskTier,
)
from companion.words.language import Bilingual
from companion.words.result import ActionResult, ResultStatus
from companion.words.verb import Verb

UTTERANCE, CHIME, SHOW, STOP = "play_utterance", "play_chime", "show", "stop"
BECAUSE = "quiet_hours"

_SPEAK = Verb(ja="声で伝える", en="say it aloud", past="said it aloud")
SPEC = CapabilitySpec(
    name="speak",
    label=Bilingual("発声", "Voice"),
    operations=(
        OperationSpec(
            name=UTTERANCE,
            label=Bilingual("記録した言葉を話す", "speak a recorded message"),
            risk=RiskTier.TALK,
            parameters={"utterance_id": {"type": "integer", "minimum": 1}},
            sounds=True,
            verb=_SPEAK,
        ),
        OperationSpec(
            name=CHIME,
            label=Bilingual("チャイムを鳴らす", "play a chime"),
            risk=RiskTier.TALK,
            parameters={"chime": {"enum": ["attention", "done", "error", "alarm"]}},
            sounds=True,
            verb=Verb(ja="チャイムを鳴らす", en="play a chime", past="played a chime"),
        ),
        OperationSpec(
            name=SHOW,
            label=Bilingual("音を出さずに知らせる", "tell without a sound"),
            risk=RiskTier.TALK,
            parameters={"because": {"enum": [BECAUSE]}},
            verb=Verb(
                ja="音を出さずに知らせる",
                en="tell it without a sound",
                past="told it without a sound",
            ),
        ),
        OperationSpec(
            name=STOP,
            label=Bilingual("黙る", "be silent"),
            risk=RiskTier.TALK,
            verb=Verb(ja="黙る", en="be silent", past="was silent"),
        ),
    ),
    resources=("voice",),
)


class Settings(BaseModel):
    """Settings of how much of a sound counts as all of it."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    whole_share: float = Field(
        0.95, gt=0, le=1, description="share of the length that counts as played whole"
    )
    patience_s: float = Field(
        10.0,
        gt=0,
        description="how long after its end a sound may still be waited for, those before it "
        "included, seconds",
    )


class Speak:
    """Capability that plays a recorded sound and tells how much of it was really played."""

    SPEC = SPEC

    def __init__(self, settings: Settings, speaker: Speaker, clock: Clock) -> None:
        self._settings = settings
        self._speaker = speaker
        self._clock = clock
        self._playing = 0

    def availability(self) -> Availability:
        """Usable wherever a speaker is configured; a missing one shows in the result."""
        return Availability(available=True)

    def options(self) -> tuple[ActionOption, ...]:
        """Nothing for the menu: what is said follows from deeds, by `expression`."""
        return ()

    async def perform(self, call: ActionCall) -> ActionResult:
        """Play and tell how much was heard."""
        if call.operation == STOP:
            was_playing = self._playing > 0
            await self._speaker.stop()
            status = ResultStatus.SUCCESS if was_playing else ResultStatus.NO_EFFECT
            return self._result(call, status)
        if call.operation == SHOW:
            told = call.payload == {"because": BECAUSE}
            status = ResultStatus.SUCCESS if told else ResultStatus.FAILED
            return self._result(call, status, "" if told else "bad_arguments")
        if call.operation not in (UTTERANCE, CHIME):
            return self._result(call, ResultStatus.FAILED, "unknown_operation")
        sound = _sound_of(call.operation, call.payload)
        if not sound:
            return self._result(call, ResultStatus.FAILED, "bad_arguments")
        return await self._play(call, sound)

    async def _play(self, call: ActionCall, sound: str) -> ActionResult:
        self._playing += 1
        try:
            length_s = self._speaker.length_s(sound)
            playing = self._speaker.play(sound)
            seconds = await self._clock.wait_for(playing, length_s + self._settings.patience_s)
        except SoundUnknown:
            return self._result(call, ResultStatus.FAILED, "sound_unknown", sound=sound)
        except SpeakerUnavailable:
            return self._result(call, ResultStatus.FAILED, "no_speaker", sound=sound)
        except TimeoutError:
            await self._speaker.stop()
            return self._result(call, ResultStatus.FAILED, "speaker_hung", sound=sound)
        finally:
            self._playing -= 1
        facts: dict[str, Any] = {
            "sound": sound,
            "seconds": round(seconds, 3),
            "length_s": round(length_s, 3),
        }
        if seconds <= 0:
            return self._result(call, ResultStatus.NO_EFFECT, **facts)
        whole = seconds >= length_s * self._settings.whole_share
        return self._result(call, ResultStatus.SUCCESS if whole else ResultStatus.PARTIAL, **facts)

    def _result(
        self, call: ActionCall, status: ResultStatus, failure: str = "", **facts: Any
    ) -> ActionResult:
        why = f" ({failure})" if failure else ""
        return ActionResult(
            capability=SPEC.name,
            operation=call.operation,
            status=status,
            summary_text=f"{call.operation}: {status.value}{why}",
            observed_at=self._clock.now(),
            result_payload=facts,
            failure_class=failure,
            decision_event_id=call.decision_event_id,
        )


def _sound_of(operation: str, payload: Mapping[str, Any]) -> str:
    """Find the sound's name, or "" for wrong arguments; a text is never accepted as one."""
    if operation == UTTERANCE:
        number = payload.get("utterance_id")
        valid = isinstance(number, int) and not isinstance(number, bool) and number > 0
        return f"utterance:{number}" if valid and set(payload) == {"utterance_id"} else ""
    name = payload.get("chime")
    return f"chime:{name}" if isinstance(name, str) and set(payload) == {"chime"} else ""


def build(settings: Settings, *, speaker: Speaker, clock: Clock) -> Speak:
    """Build the capability."""
    return Speak(settings, speaker, clock)
