"""`companion hear` tells how sound files would be understood, as JSON; it does nothing about them.

The same pipeline as of a microphone: wake word and voice activity, speech to text, grammar.
"""

import asyncio
import json
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any
from zoneinfo import ZoneInfo

import typer

from companion.cli.asking import language_at, tell
from companion.cli.config import check_config, own_plugins
from companion.cli.leaving import DEFAULT_CONFIG, ConfigPath
from companion.cli.understand import EXIT_USAGE, HomeFile, configured_home, home_from, read_sentence
from companion.engines.listening.detector import WorkerDetector
from companion.phrases.reasons import in_both
from companion.ports.listening import Detector, Ears, ListeningUnavailable
from companion.ports.microphone import Microphone, MicrophoneUnavailable
from companion.rooms.understanding.ending import GrammarEndings
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import Home
from companion.service import plugins
from companion.service.clock import SystemClock
from companion.service.settings import ConfigWrong, Settings
from companion.voice.likely_words import LikelyWords
from companion.voice.listen import Heard, Judge, Listener, SegmentHeard
from companion.voice.segmenter import Woke
from companion.voice.turn_end import TurnEnd
from companion.voice.vocabulary import vocabulary
from companion.words.language import Bilingual, Language, language_of

EXIT_UNHEARD = 1
NO_VOICE, WAKE_ONLY, UNREADABLE = "no_voice", "wake_word_only", "unreadable"

Files = Annotated[list[Path], typer.Argument(help="sound files", metavar="FILE...")]
Lang = Annotated[
    Language | None, typer.Option("--lang", "-l", help="ja | en; default: found out by ear")
]
AsJson = Annotated[bool, typer.Option("--json", help="one JSON object a file")]
_UNREADABLE = Bilingual("{}: 聞けません: {}", "{}: it cannot be heard: {}")
_IN_SHORT = Bilingual("{}: 「{}」", "{}: “{}”")
_NOTHING = Bilingual("{}: 言葉はありません（{}）", "{}: no words ({})")


def hear(
    files: Files,
    lang: Lang = None,
    home: HomeFile = None,
    config: ConfigPath = DEFAULT_CONFIG,
    as_json: AsJson = False,
) -> None:
    """Show how each sound FILE would be understood; nothing is done about it."""
    try:
        settings = check_config(config) if home is None or config.is_file() else Settings()
        there = home_from(home) if home is not None else configured_home(settings)
    except (OSError, ValueError, ConfigWrong) as error:
        typer.echo(f"{error}", err=True)
        raise typer.Exit(EXIT_USAGE) from None
    with own_plugins():
        unheard = asyncio.run(_hear_all(files, lang, there, settings, config, as_json))
    if unheard:
        raise typer.Exit(EXIT_UNHEARD)


@dataclass(frozen=True, slots=True)
class _Pipeline:
    """Stages that every file goes through."""

    detector: Detector
    ears: Ears
    judge: Judge
    likely: LikelyWords
    language: Language | None
    home: Home

    async def hear(self, file: Path, microphone: Microphone) -> dict[str, Any]:
        """One file. Raises `MicrophoneUnavailable`, `ListeningUnavailable`."""
        wake, segments, began = "", list[SegmentHeard](), time.perf_counter()

        async def take(heard: Heard) -> None:
            nonlocal wake
            if isinstance(heard, Woke):
                wake = wake or heard.phrase
                segments.clear()  # what was said before was for somebody else
            elif isinstance(heard, SegmentHeard):
                segments.append(heard)

        await Listener(
            microphone,
            self.detector,
            self.ears,
            take,
            judge=self.judge,
            choose=self.likely.choose,
            enough=self.likely.suffices,
            language=lambda: self.language,
            vocabulary=lambda: vocabulary(_names(self.home), self.language),
            attends_always=True,
        ).once()
        if down := self.ears.why_down():
            raise ListeningUnavailable(down)
        told = _line(file, wake, segments)
        if told["text"]:
            heard_in = next(one.words.language for one in segments if one.words.text)
            spoken = heard_in or self.language or language_of(told["text"], Language.EN)
            now = datetime.now().astimezone()
            told["understanding"] = read_sentence(told["text"], spoken, self.home, "", now, "")
        told["ms"] = round(1e3 * (time.perf_counter() - began))
        return told


async def _hear_all(
    files: Sequence[Path],
    language: Language | None,
    home: Home,
    settings: Settings,
    config: Path,
    as_json: bool,
) -> int:
    """Give how many files could not be heard."""
    of, unheard = plugins.FAMILIES, 0
    detector = WorkerDetector(
        settings.wake.engine,
        settings.vad.engine,
        wake_settings=settings.wake.settings,
        vad_settings=settings.vad.settings,
    )
    ears: Ears = plugins.build(of["ears"], settings.ears.engine, settings.ears.settings, {})
    endings = GrammarEndings(GrammarUnderstanding(lambda: home))
    clock, spoken = SystemClock(ZoneInfo(settings.time_zone)), language or settings.language
    turn_end = TurnEnd(endings=endings, clock=clock, language=spoken)
    likely = LikelyWords(endings=endings, clock=clock, language=spoken)
    pipeline = _Pipeline(detector, ears, turn_end.wait, likely, language, home)
    try:
        for file in files:
            section = {"path": file, "pace": "fast"}
            microphone = plugins.build(of["microphone"], "wav_file", section, {})
            try:
                _there(file)
                told = await pipeline.hear(file, microphone)
            except (MicrophoneUnavailable, ListeningUnavailable) as error:
                unheard += 1
                why = _words_of(error)
                tell_error(config, _UNREADABLE, file, why)
                told = {**_line(file, "", []), "rejected": True, "why": UNREADABLE}
            _show(told, config, as_json)
    finally:
        await detector.close()
        await ears.close()
    return unheard


def _there(file: Path) -> None:
    """Raises `MicrophoneUnavailable` before any engine is loaded for nothing."""
    with suppress(OSError, ValueError):
        if file.is_file():
            return
    raise MicrophoneUnavailable("there is no such file", "そのファイルがありません")


def _line(file: Path, wake: str, segments: Sequence[SegmentHeard]) -> dict[str, Any]:
    """The heard words as JSON, without their meaning."""
    good = [one for one in segments if not one.words.rejected]
    between = "" if any(one.words.language is Language.JA for one in good) else " "
    why = segments[-1].words.rejected if segments else WAKE_ONLY if wake else NO_VOICE
    return {
        "file": str(file),
        "wake": wake,
        "segments": [_segment(one) for one in segments],
        "text": between.join(one.words.text for one in good),
        "rejected": not good,
        "why": "" if good else why,
        "understanding": None,
        "ended_by": segments[-1].ended_by if segments else "",
        "ms": 0,
    }


def _segment(one: SegmentHeard) -> dict[str, Any]:
    return {
        "began_s": round(one.began_s, 2),
        "ended_s": round(one.ended_s, 2),
        "text": one.words.text,
        "language": one.words.language,
        "confidence": one.words.confidence,
        "rejected": one.words.rejected,
        "ended_by": one.ended_by,
    }


def _names(home: Home) -> list[str]:
    """Rooms first: they are said most."""
    names = [room.names for room in home.rooms] + [thing.names for thing in home.things]
    return [name for some in names for name in some[:2]]


def _words_of(error: MicrophoneUnavailable | ListeningUnavailable) -> Bilingual:
    return error.words if isinstance(error, MicrophoneUnavailable) else in_both(str(error))


def tell_error(config: Path, form: Bilingual, file: Path, why: Bilingual) -> None:
    """One line to stderr in the household's language."""
    language = language_at(config)
    typer.echo(form.get(language).format(file, why.get(language)), err=True)


def _show(told: Mapping[str, Any], config: Path, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(told, ensure_ascii=False))
    elif told["text"]:
        tell(config, _IN_SHORT, told["file"], told["text"])
    elif told["why"] != UNREADABLE:
        tell(config, _NOTHING, told["file"], told["why"])
