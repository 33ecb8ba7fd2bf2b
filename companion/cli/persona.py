"""`companion persona` checks a character sheet and lets it speak, without a running companion."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from companion.cli.asking import language_at, leave, settings_of, tell
from companion.cli.config import own_plugins
from companion.cli.leaving import DEFAULT_CONFIG, ConfigPath
from companion.phrases.manner import TOLD, Manner
from companion.service.persona_sheet import manner_in, sheet_problems
from companion.service.yaml_text import load
from companion.words.language import Bilingual, Language
from companion.words.persona import Saying
from companion.words.table import in_both_languages, table

persona_app = typer.Typer(no_args_is_help=True, help="Character sheets.")
SheetFile = Annotated[
    Path | None, typer.Argument(help="a sheet; default: the configured one", show_default=False)
]
SheetName = Annotated[
    str, typer.Argument(help="name of a sheet beside the configured one, or file")
]

ByModel = Annotated[
    bool, typer.Option("--model", help="also let the language model talk as this persona")
]

_FINE = Bilingual("{}: 誤りはありません", "{}: fine")
_ADVICE = Bilingual("助言: ", "advice: ")
_NO_SHEET = Bilingual("{}: ありません。ここにあるのは {} です", "{}: no such sheet; there are {}")
_UNREADABLE = Bilingual("{}: 読めません（{}）", "{}: cannot be read: {}")
SHOWN = 3
"""Forms of a saying that a preview shows."""
_SAMPLES = {
    part: in_both_languages(rows) for part, rows in table("companion.cli", "persona.toml").items()
}
_OCCASIONS = {Saying(key): words for key, words in _SAMPLES["occasions"].items()}
_TOLD = {Saying(key): words for key, words in _SAMPLES["told"].items()}
_SLOTS = _SAMPLES["slots"]


@persona_app.command("lint")
def lint(file: SheetFile = None, config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Find what is wrong with a character sheet; each line says what to do about it."""
    path = file or settings_of(config).avatar.sheet
    language = language_at(config)
    problems = sheet_problems(_text(path, config))
    for problem in problems:
        lead = _ADVICE.get(language) if problem.advice else ""
        typer.echo(f"{path}:{problem.line}: {lead}{problem.words.get(language)}")
    if any(not problem.advice for problem in problems):
        raise typer.Exit(1)
    if not problems:
        tell(config, _FINE, path)


@persona_app.command("preview")
def preview(
    name: SheetName, by_model: ByModel = False, config: ConfigPath = DEFAULT_CONFIG
) -> None:
    """Print what a persona says by its forms, in both languages, with the same facts for each."""
    path = _sheet_named(name, config)
    text = _text(path, config)
    wrong = [problem for problem in sheet_problems(text) if not problem.advice]
    if wrong:
        place, words = f"{path}:{wrong[0].line}", wrong[0].words
        leave(config, Bilingual(f"{place}: {words.ja}", f"{place}: {words.en}"))
    sheet = load(text)
    manner = manner_in(sheet)
    for language in Language:
        typer.echo(f"{sheet[language.value]['name']} ({language.value})")
        for saying, occasion in _OCCASIONS.items():
            said = _said(manner, saying, language, str(sheet[language.value]["name"]))
            typer.echo(f"  {occasion.get(language)}: {' | '.join(said)}")
    if by_model:
        from companion.cli.persona_talk import talk

        settings = settings_of(config)
        of_sheet = settings.avatar.model_copy(update={"sheet": path})
        with own_plugins():
            asyncio.run(talk(settings.model_copy(update={"avatar": of_sheet}), typer.echo))


def _said(manner: Manner, saying: Saying, language: Language, name: str) -> list[str]:
    """A few of its forms with sample facts; none where it uses the usual words."""
    count = min(SHOWN, len(manner.forms(saying, language)))
    end = "。" if language is Language.JA else "."
    if saying in TOLD:
        said = [manner.around(saying, _TOLD[saying]).get(language) + end for _ in range(count)]
    else:
        slots = {**_SLOTS, "name": Bilingual(name, name)}
        usual = Bilingual("（いつもの言葉）", "(the usual words)")
        said = [manner.own(saying, usual, slots).get(language) for _ in range(count)]
    return [one[:1].upper() + one[1:] for one in said]


def _sheet_named(name: str, config: Path) -> Path:
    if (given := Path(name)).suffix:
        return given
    folder = settings_of(config).avatar.sheet.parent
    path = folder / f"{name}.yaml"
    if not path.is_file():
        there = ", ".join(sorted(one.stem for one in folder.glob("*.yaml")))
        leave(config, _NO_SHEET.filled(path, there))
    return path


def _text(path: Path, config: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        leave(config, _UNREADABLE.filled(path, error))
