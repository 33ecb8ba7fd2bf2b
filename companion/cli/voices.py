"""`companion voices` enrols, lists and forgets the voices of the household. Only vectors are kept,
no sound."""

import asyncio
from contextlib import aclosing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Any
from zoneinfo import ZoneInfo

import typer

from companion.cli.asking import leave, settings_of, tell
from companion.cli.config import own_plugins
from companion.cli.leaving import DEFAULT_CONFIG, ConfigPath
from companion.phrases.reasons import in_both
from companion.ports.listening import ListeningUnavailable, SpeakerId
from companion.ports.microphone import Microphone, MicrophoneUnavailable
from companion.service import plugins
from companion.service.clock import SystemClock
from companion.service.settings import Settings
from companion.voice.enrolled_voices import EnrolledVoices, NotEnrolled, VoicesUnreadable
from companion.voice.enrolment import Enrolled, Enrolment
from companion.words.audio import BLOCK_SAMPLES, HEARING_RATE_HZ, AudioClip
from companion.words.language import Bilingual

voices_app = typer.Typer(no_args_is_help=True, help="Voices that it knows.")
Name = Annotated[str, typer.Argument(help="whose voice it is")]
Recordings = Annotated[
    list[Path] | None, typer.Argument(help="WAV files of this person; default: the microphone")
]
Seconds = Annotated[float, typer.Option("--seconds", min=10.0, help="how long to listen")]
_READ = Bilingual(
    "{:.0f}秒間、本でも新聞でも、ふだんの声で読み上げてください。始めます。",
    "Read anything aloud in your usual voice for {:.0f} seconds, beginning now.",
)
_ENROLLED = Bilingual(
    "{}の声を登録しました（話し声{:.0f}秒）。これからは、登録した声の頼みごとだけを聞きます",
    "{}'s voice is enrolled ({:.0f} s of speech). From now on only enrolled voices are obeyed",
)
_ALIKE = Bilingual(
    "{}の声とよく似ています。取り違えることがあります",
    "it is much like the voice of {}; the two may be taken for each other",
)
_WHY = {
    "too_short": Bilingual(
        "話し声が{:.0f}秒しかありません。1分ほど読み上げてください",
        "there are only {:.0f} s of speech; read for about a minute",
    ),
    "several_voices": Bilingual(
        "一人の声に聞こえません。静かな所で、一人で読み上げてください（話し声{:.0f}秒）",
        "it does not sound like one voice; read alone, in a quiet room ({:.0f} s of speech)",
    ),
}
_ROW = Bilingual("{}  話し声{:.0f}秒  登録 {}", "{}  {:.0f} s of speech  enrolled {}")
_NOBODY = Bilingual(
    "登録した声はありません。どの声も家の人の声として聞きます",
    "no voice is enrolled; every voice counts as one of the household",
)
_ERASED = Bilingual("{}の声を消しました", "the voice of {} is erased")
_NO_SUCH = Bilingual("{}の声は登録されていません", "no voice of {} is enrolled")
_NO_MICROPHONE = Bilingual(
    "マイクの設定がありません。WAVファイルを渡してください",
    "no microphone is configured; give WAV files",
)


@voices_app.command("enrol")
def enrol(
    name: Name,
    files: Recordings = None,
    seconds: Seconds = 60.0,
    config: ConfigPath = DEFAULT_CONFIG,
) -> None:
    """Know a voice by a minute of reading; then other voices command nothing."""
    settings = settings_of(config)
    try:
        settings.state_dir.mkdir(parents=True, exist_ok=True)
        with own_plugins():
            enrolled = asyncio.run(_enrolled(settings, config, name, files or [], seconds))
    except NotEnrolled as error:
        leave(config, _WHY[error.why].filled(error.speech_s))
    except MicrophoneUnavailable as error:
        leave(config, error.words)
    except (ListeningUnavailable, OSError, plugins.PlugInBroken) as error:
        leave(config, in_both(str(error)))
    tell(config, _ENROLLED, name, enrolled.speech_s)
    for twin in enrolled.alike:
        tell(config, _ALIKE, twin)


@voices_app.command("list")
def list_voices(config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Every enrolled voice."""
    try:
        voices = EnrolledVoices(settings_of(config).state_dir).all()
    except VoicesUnreadable as error:
        leave(config, in_both(str(error)))
    for one in voices:
        tell(config, _ROW, one.name, one.speech_s, f"{one.enrolled_at.astimezone():%Y-%m-%d}")
    if not voices:
        tell(config, _NOBODY)


@voices_app.command("erase")
def erase(name: Name, config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Forget a voice. After the last one every voice counts as one of the household again."""
    try:
        gone = EnrolledVoices(settings_of(config).state_dir).erase(name)
    except OSError as error:
        leave(config, in_both(str(error)))
    if not gone:
        leave(config, _NO_SUCH.filled(name))
    tell(config, _ERASED, name)


async def _enrolled(
    settings: Settings, config: Path, name: str, files: list[Path], seconds: float
) -> Enrolled:
    """Raises `NotEnrolled`, `MicrophoneUnavailable`, `ListeningUnavailable`, `PlugInBroken`,
    `OSError`."""
    wanted = settings.speaker_id
    engine: SpeakerId = plugins.build(
        plugins.FAMILIES["speaker_id"], wanted.engine, wanted.settings, {}
    )
    try:
        if files:
            sounds = [await _all_of(_microphone("wav_file", path=f, pace="fast")) for f in files]
        else:
            if settings.microphone.driver == "absent":
                raise MicrophoneUnavailable(_NO_MICROPHONE.en, _NO_MICROPHONE.ja)
            own = settings.microphone
            clock = SystemClock(ZoneInfo(settings.time_zone))
            microphone = _microphone(own.driver, clock=clock, **own.own())
            tell(config, _READ, seconds)
            sounds = [await _all_of(microphone, seconds)]
        enrolment = Enrolment(
            engine, EnrolledVoices(settings.state_dir), partial(datetime.now, UTC)
        )
        return await enrolment.enrol(name, AudioClip(b"".join(sounds)))
    finally:
        await engine.close()


def _microphone(driver: str, *, clock: Any = None, **section: Any) -> Microphone:
    built: Microphone = plugins.build(
        plugins.FAMILIES["microphone"], driver, section, {"clock": clock, "name": "microphone"}
    )
    return built


async def _all_of(microphone: Microphone, seconds: float | None = None) -> bytes:
    """Its sound, to its end or for so long. Raises `MicrophoneUnavailable`."""
    sound, most = bytearray(), None
    if seconds is not None:
        most = round(seconds * HEARING_RATE_HZ / BLOCK_SAMPLES)
    async with aclosing(microphone.blocks()) as blocks:
        number = 0
        async for block in blocks:
            sound += block
            number += 1
            if most is not None and number >= most:
                break
    return bytes(sound)
