"""Edge of the command line: turns an error into one line with the remedy, and an exit code.

0 done; 1 not done, and why; 2 misused; 70 a mistake of ours; 78 the configuration is wrong.
`COMPANION_TRACEBACK=1` shows where a mistake of ours happened.
"""

import os
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import typer

from companion.cli.asking import language_at
from companion.cli.leaving import DEFAULT_CONFIG
from companion.cli.messages import in_japanese
from companion.words.language import Bilingual, Language

EXIT_NOT_DONE, EXIT_MISUSED, EXIT_OURS = 1, 2, 70
"""70 is EX_SOFTWARE of sysexits.h."""
TRACEBACK = "COMPANION_TRACEBACK"
_CHARS = 200
"""Of what somebody typed; more of it helps nobody."""


def run(app: typer.Typer, words: Sequence[str]) -> int:
    """Run one command; gives its exit code, having said on stderr why it is not 0."""
    try:
        command = typer.main.get_command(app)
        if _asks_for_help(words) and language_of_words(words) is Language.JA:
            from companion.cli.help_said import put_in_japanese

            put_in_japanese(command)
        code = command(list(words), prog_name="companion", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except typer.Abort:
        return EXIT_NOT_DONE
    except BrokenPipeError:  # the reader of the pipe has read enough
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        return EXIT_NOT_DONE
    except OSError as error:
        return _told(f"{_short(str(error))}", EXIT_NOT_DONE)
    except Exception as error:  # the edge: an owner is told in one line, whatever it was
        if hasattr(error, "format_message"):
            return _misused(error, words)
        if os.environ.get(TRACEBACK):
            raise
        return _told(_our_mistake(error).get(language_of_words(words)), EXIT_OURS)


def _asks_for_help(words: Sequence[str]) -> bool:
    """Also a group of commands without one of them, which typer answers with the help."""
    return "--help" in words or len(words) < 2


def language_of_words(words: Sequence[str]) -> Language:
    """The household's, as far as its configuration can be read."""
    given = {"--config": "", "-c": ""}
    for name, value in pairwise([*words, ""]):
        option, _, joined = name.partition("=")
        if option in given:
            given[option] = joined or value
    named = given["--config"] or given["-c"] or os.environ.get("COMPANION_CONFIG", "")
    return language_at(Path(named) if named else DEFAULT_CONFIG)


def _misused(error: Exception, words: Sequence[str]) -> int:
    """For what the reader of options refuses; a command without its words is helped instead."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "companion"
    said = str(error.format_message())  # type: ignore[attr-defined]
    if type(error).__name__ == "NoArgsIsHelpError":
        return _told(said, EXIT_MISUSED)
    what = _short(said)
    both = Bilingual(
        f"{path}: {in_japanese('options', what) or what}。使い方: `{path} --help`",
        f"{path}: {what.rstrip('.')}. How it is used: `{path} --help`",
    )
    return _told(both.get(language_of_words(words)), EXIT_MISUSED)


def _our_mistake(error: Exception) -> Bilingual:
    told = _short(f"{type(error).__name__}: {error}".rstrip(": "))
    return Bilingual(
        f"こちらの誤りです（{told}）。どこかは {TRACEBACK}=1 を付けると出ます",
        f"a mistake of ours ({told}); {TRACEBACK}=1 shows where",
    )


def _short(text: str) -> str:
    """On one line, and no longer than anybody reads."""
    one = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return one if len(one) <= _CHARS else f"{one[:_CHARS]}…"


def _told(line: str, code: int) -> int:
    print(line, file=sys.stderr, flush=True)
    return code
