"""Ears on faster-whisper: starts the worker process in which Whisper runs, and asks it for text.

The weights come by `companion models fetch --ears`: Whisper base, multilingual, 145 MB. Another
CTranslate2 model of Whisper is taken by `model_dir`.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from companion.engines.weights import MODELS_DIR, ears_model
from companion.engines.worker.worker import Worker, WorkerFailed
from companion.ports.listening import Enough, ListeningUnavailable, Transcript, never_enough
from companion.words.audio import HEARING_RATE_HZ, AudioClip
from companion.words.language import Language

REMEDY = "no model of speech to text in {}: `companion models fetch --ears` (133 MB)"
LONGEST_PROMPT_CHARS = 400
"""Of the vocabulary; Whisper reads at most 224 tokens of it, and the end counts most."""


class Settings(BaseModel):
    """Settings of the model and of its worker."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    models_dir: Path = Field(MODELS_DIR, description="folder of the models")
    model_dir: Path | None = Field(
        None,
        description="another Whisper model for CTranslate2; default: the fetched one",
    )
    threads: int = Field(2, gt=0, description="threads it computes with")
    beams: int = Field(1, ge=1, le=8, description="1 is quickest; 5 is a little more exact")
    window_s: float = Field(
        15.0, ge=12, le=30, description="least that the model looks at; shorter makes it err"
    )
    longest_s: float = Field(120.0, gt=0, description="a longer clip is not recognised")
    deadline_s: float = Field(30.0, gt=0, description="a slower answer restarts the worker")
    memory_limit_mb: int | None = Field(
        None, description="address-space limit of the worker; none by default"
    )

    def folder(self) -> Path:
        """Where the model lies."""
        return self.model_dir or (self.models_dir / ears_model().file).parent


class FasterWhisper:
    """Ears whose worker is started by the first clip and restarted after a crash."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._worker = Worker(
            "companion.engines.listening.whisper",
            {
                "folder": str(settings.folder()),
                "threads": settings.threads,
                "beams": settings.beams,
                "window_s": settings.window_s,
                "longest_s": settings.longest_s,
            },
            name="ears",
            memory_limit_mb=settings.memory_limit_mb,
        )
        self._started = False
        self._failed = ""

    @property
    def pid(self) -> int | None:
        """Process id of the worker while it serves; for tests of faults."""
        return self._worker.pid

    async def warm(self) -> None:
        """Load the model now. Raises `ListeningUnavailable`."""
        if self._started:
            return
        folder = self._settings.folder()
        if not (folder / "model.bin").is_file():
            self._failed = REMEDY.format(folder)
            raise ListeningUnavailable(self._failed)
        try:
            await self._worker.start()
        except WorkerFailed as error:
            raise self._unavailable(error) from error
        self._started, self._failed = True, ""

    async def recognise(
        self,
        clip: AudioClip,
        *,
        language: Language | None,
        vocabulary: str = "",
        enough: Enough = never_enough,
    ) -> Transcript:
        """Recognise the words of the clip. Raises `ListeningUnavailable`, `ValueError` for another
        sample rate."""
        if clip.rate_hz != HEARING_RATE_HZ:
            raise ValueError(f"{clip.rate_hz} Hz; speech to text takes {HEARING_RATE_HZ}")
        await self.warm()
        asked = {"language": language, "vocabulary": vocabulary[-LONGEST_PROMPT_CHARS:]}
        told = await self._ask(asked, clip)
        if told.get("in_doubt") and not enough(_transcript(told)):
            told = await self._ask({**asked, "likeliest": True}, clip)
        return _transcript(told)

    def why_down(self) -> str:
        """Reason of the last failed call or start; "" while it serves or was not asked yet."""
        return self._failed or (self._worker.why_down if self._started else "")

    async def close(self) -> None:
        """End the worker; idempotent."""
        self._started = False
        await self._worker.stop()

    async def _ask(self, asked: Mapping[str, Any], clip: AudioClip) -> Mapping[str, Any]:
        try:
            told, _ = await self._worker.call(asked, clip.pcm, deadline_s=self._settings.deadline_s)
        except WorkerFailed as error:
            raise self._unavailable(error) from error
        self._failed = ""
        return told

    def _unavailable(self, error: WorkerFailed) -> ListeningUnavailable:
        self._failed = f"speech to text gave no answer: {error}"
        return ListeningUnavailable(self._failed)


def _transcript(told: Mapping[str, Any]) -> Transcript:
    return Transcript(
        text=told["text"],
        language=Language(told["language"]) if told["language"] else None,
        confidence=told["confidence"],
        rejected=told["rejected"],
        others=tuple(told.get("others", ())),
        may_be_ours=told.get("may_be_ours", False),
    )


def build(settings: Settings) -> FasterWhisper:
    """Build the ears; nothing is loaded yet."""
    return FasterWhisper(settings)
