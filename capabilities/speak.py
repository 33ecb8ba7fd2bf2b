"""Speak 発声: plays a recorded utterance or a chime. It takes no text.

`expression` rendered and recorded the words before; this only sounds it. So nothing that was merely
read, seen or decided can be spoken aloud past the record.

Operations and arguments:

- `play_utterance` `{"utterance_id": int, "from_s": float = 0}`: the event id of a recorded message;
  it begins at the clause in which it was cut after so many seconds.
- `play_chime` `{"chime": str}`: `attention`, `wake`, `thinking`, `done`, `error` or `alarm`.
- `acknowledge` `{"phrase": str, "language": "ja" | "en"}`: a short phrase of ours that tells no
  result.
- `stop` `{}`: silence now.

Return value: `success` when the whole sound was really played, `partial` when it was cut short,
`no_effect` when nothing sounded (or, for `stop`, nothing was playing). `result_payload`:
`sound`, `seconds`, `length_s` (of the part that was made, where it was cut short), `from_s`
(where it began, if not at its beginning). A sound cannot
be taken back: no inverse.

Failure classes: `bad_arguments`, `sound_unknown` (no such chime or phrase; no recorded message of
that id), `no_speaker`, `speaker_hung` (it did not come to its end in time), `no_voice` (no engine
could speak it), `unknown_operation`.
"""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing, suppress
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from companion.phrases.acknowledgements import ACKNOWLEDGEMENTS
from companion.ports.body import SoundUnknown, Speaker, SpeakerUnavailable
from companion.ports.clock import Clock
from companion.ports.speech import SpeechUnavailable, Spoken
from companion.words.audio import AudioClip
from companion.words.capability import (
    ActionCall,
    ActionOption,
    Availability,
    CapabilitySpec,
    OperationSpec,
    RiskTier,
)
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.result import ActionResult, ResultStatus
from companion.words.telling import (
    ACKNOWLEDGE,
    PLAY_CHIME,
    PLAY_UTTERANCE,
    SPEAK,
    STOP,
)
from companion.words.verb import Verb

CHIMES = ("attention", "wake", "thinking", "done", "error", "alarm")

_SPEAK = Verb(ja="声で伝える", en="say it aloud", past="said it aloud")
SPEC = CapabilitySpec(
    name=SPEAK,
    label=Bilingual("発声", "Voice"),
    acts=False,
    operations=(
        OperationSpec(
            name=PLAY_UTTERANCE,
            label=Bilingual("記録した言葉を話す", "speak a recorded message"),
            risk=RiskTier.TALK,
            parameters={
                "utterance_id": {"type": "integer", "minimum": 1},
                "from_s": {"type": "number", "minimum": 0},
            },
            sounds=True,
            verb=_SPEAK,
        ),
        OperationSpec(
            name=PLAY_CHIME,
            label=Bilingual("チャイムを鳴らす", "play a chime"),
            risk=RiskTier.TALK,
            parameters={"chime": {"enum": list(CHIMES)}},
            sounds=True,
            verb=Verb(ja="チャイムを鳴らす", en="play a chime", past="played a chime"),
        ),
        OperationSpec(
            name=ACKNOWLEDGE,
            label=Bilingual("すぐに短く応える", "acknowledge at once"),
            risk=RiskTier.TALK,
            parameters={
                "phrase": {"enum": list(ACKNOWLEDGEMENTS)},
                "language": {"enum": [language.value for language in Language]},
            },
            sounds=True,
            verb=Verb(ja="短く応える", en="acknowledge it", past="acknowledged it"),
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


class _Counted:
    """The clips on their way to the speaker: how long they are, and how they ended."""

    def __init__(
        self, clips: AsyncGenerator[AudioClip, None], clock: Clock, from_s: float = 0.0
    ) -> None:
        self._clips = clips
        self._clock = clock
        self._skip_s = from_s
        self.from_s = 0.0
        """Length of the clips that were left out: they were heard before."""
        self.length_s = 0.0
        self.whole = False
        """Whether the last clip was given."""
        self.due_at = clock.monotonic()
        """When all that was given has sounded, if the speaker gets on."""
        self.making = False
        """Whether the next clip is being made."""
        self.error: SoundUnknown | SpeechUnavailable | None = None

    async def given(self) -> AsyncGenerator[AudioClip, None]:
        """Each clip; a voice that fails ends the sound, for what was said was said."""
        async with aclosing(self._clips):
            try:
                self.making = True
                async for clip in self._clips:
                    self.making = False
                    if self._is_heard(clip):
                        continue
                    self.length_s += clip.length_s
                    self.due_at = max(self.due_at, self._clock.monotonic()) + clip.length_s
                    yield clip
                    self.making = True
                self.whole = True
            except (SoundUnknown, SpeechUnavailable) as error:
                self.error = error
            finally:
                self.making = False

    def _is_heard(self, clip: AudioClip) -> bool:
        """Whether the clip ended before the point at which the sound was cut."""
        self._skip_s -= clip.length_s
        if self._skip_s < 0:
            self._skip_s = 0.0
            return False
        self.from_s += clip.length_s
        return True


class Speak:
    """Capability that plays a recorded sound and tells how much of it was really played."""

    SPEC = SPEC

    def __init__(self, settings: Settings, speaker: Speaker, clock: Clock, spoken: Spoken) -> None:
        self._settings = settings
        self._speaker = speaker
        self._clock = clock
        self._spoken = spoken
        self._playing = 0

    def availability(self) -> Availability:
        """Usable wherever a speaker is configured; a missing one shows in the result."""
        return Availability(available=True)

    def options(self) -> tuple[ActionOption, ...]:
        """No options for the menu: speech follows from acts, by `expression`."""
        return ()

    async def perform(self, call: ActionCall) -> ActionResult:
        """Play and tell how much was heard."""
        if call.operation == STOP:
            was_playing = self._playing > 0
            await self._speaker.stop()
            status = ResultStatus.SUCCESS if was_playing else ResultStatus.NO_EFFECT
            return self._result(call, status)
        if call.operation not in (PLAY_UTTERANCE, PLAY_CHIME, ACKNOWLEDGE):
            return self._result(call, ResultStatus.FAILED, "unknown_operation")
        sound = _sound_of(call.operation, call.payload)
        if not sound:
            return self._result(call, ResultStatus.FAILED, "bad_arguments")
        self._playing += 1
        try:
            return await self._play(call, sound)
        except SoundUnknown:
            return self._result(call, ResultStatus.FAILED, "sound_unknown", sound=sound)
        except SpeakerUnavailable:
            return self._result(call, ResultStatus.FAILED, "no_speaker", sound=sound)
        except TimeoutError:
            await self._speaker.stop()
            return self._result(call, ResultStatus.FAILED, "speaker_hung", sound=sound)
        finally:
            self._playing -= 1

    async def _play(self, call: ActionCall, sound: str) -> ActionResult:
        if call.operation == PLAY_CHIME:
            length_s = self._speaker.length_s(sound)
            playing = self._speaker.play(sound, self._spoken.volume())
            seconds = await self._clock.wait_for(playing, length_s + self._settings.patience_s)
            return self._played(call, sound, seconds, length_s, all_given=True)
        counted = _Counted(self._clips(call), self._clock, float(call.payload.get("from_s", 0.0)))
        seconds = await self._while_it_gets_on(sound, counted)
        if counted.error is not None and not counted.length_s:
            known = isinstance(counted.error, SpeechUnavailable)
            failure = "no_voice" if known else "sound_unknown"
            return self._result(call, ResultStatus.FAILED, failure, sound=sound)
        return self._played(
            call, sound, seconds, counted.length_s, all_given=counted.whole, from_s=counted.from_s
        )

    def _clips(self, call: ActionCall) -> AsyncGenerator[AudioClip, None]:
        if call.operation == PLAY_UTTERANCE:
            return self._spoken.message(EventId(call.payload["utterance_id"]))
        return self._spoken.phrase(call.payload["phrase"], Language(call.payload["language"]))

    async def _while_it_gets_on(self, sound: str, counted: _Counted) -> float:
        """Play clips, whose length nobody knows beforehand. Raises `TimeoutError` where the speaker
        takes much longer than what it was given."""
        task = asyncio.create_task(self._speaker.play_clips(sound, counted.given()), name=sound)
        try:
            while True:
                patience_s = self._settings.patience_s
                left_s = counted.due_at + patience_s - self._clock.monotonic()
                if left_s <= 0 and not counted.making:
                    raise TimeoutError
                with suppress(TimeoutError):
                    waited_s = max(left_s, 1.0)
                    return await self._clock.wait_for(asyncio.shield(task), waited_s)
                if task.done():
                    return task.result()
        finally:
            if not task.done():
                task.cancel()
                await asyncio.wait({task})

    def _played(
        self,
        call: ActionCall,
        sound: str,
        seconds: float,
        length_s: float,
        *,
        all_given: bool,
        from_s: float = 0.0,
    ) -> ActionResult:
        facts: dict[str, Any] = {
            "sound": sound,
            "seconds": round(seconds, 3),
            "length_s": round(length_s, 3),
        }
        if from_s:
            facts["from_s"] = round(from_s, 3)
        if seconds <= 0:
            return self._result(call, ResultStatus.NO_EFFECT, **facts)
        whole = all_given and seconds >= length_s * self._settings.whole_share
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
    if operation == PLAY_UTTERANCE:
        number = payload.get("utterance_id")
        valid = isinstance(number, int) and not isinstance(number, bool) and number > 0
        cut = payload.get("from_s", 0.0)
        valid = valid and isinstance(cut, int | float) and not isinstance(cut, bool) and cut >= 0
        return (
            f"utterance:{number}" if valid and set(payload) - {"from_s"} == {"utterance_id"} else ""
        )
    if operation == ACKNOWLEDGE:
        name, language = payload.get("phrase"), payload.get("language")
        known = name in ACKNOWLEDGEMENTS and language in tuple(Language)
        return f"phrase:{name}" if known and set(payload) == {"phrase", "language"} else ""
    name = payload.get("chime")
    return f"chime:{name}" if isinstance(name, str) and set(payload) == {"chime"} else ""


def build(settings: Settings, *, speaker: Speaker, clock: Clock, spoken: Spoken) -> Speak:
    """Build the capability."""
    return Speak(settings, speaker, clock, spoken)
