"""Grammar tables 作り置き: have a process of their own build the tables of the sentence grammar,
and open them here.

`python -m companion.engines.grammar_tables FOLDER` builds both languages where they are not
there yet: the set-up does so for the installation. A companion whose code was changed since has
them built beside its record, in two seconds of a core. The builder has the priority of everybody
else: the first person to speak waits for it, and beside a model that wakes up a builder of low
priority took minutes.
"""

import asyncio
import contextlib
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from companion.engines.worker.orphan import end_with
from companion.rooms.understanding import floor, lexicon, table_files
from companion.words.language import Language

INSTALLED = Path(sys.prefix) / "share/companion/understanding"
"""Where the set-up keeps them, for every companion of this installation."""
MAKING_S = 180.0
"""A board that is busy with its own start takes some ten times as long as a desk."""
_TOLD = 300
"""Letters of the reason of a failure that are told."""


_opened: set[Language] = set()
"""Languages that this process reads by table files; once is enough for all houses in it."""


class TablesNotMade(Exception):
    """The process that builds them failed; sentences are read all the same, the first later."""


@dataclass(frozen=True, slots=True)
class Tables:
    """作り置きの置き場: the folder of one companion."""

    folder: Path
    installed: Path = INSTALLED

    def open(self) -> bool:
        """Whether both languages are read as they lie there, from now on."""
        for folder in (self.installed, self.folder):
            with contextlib.suppress(table_files.TablesMissing):
                found = {language: table_files.read(folder, language) for language in Language}
                for language, tables in found.items():
                    lexicon.lay_out(language, tables.words)
                    floor.lay_out(language, tables.templates)
                    _opened.add(language)
                return True
        return False

    async def ready(self) -> None:
        """Open them, made anew where they are missing, stale or broken. Raises `TablesNotMade`."""
        if len(_opened) == len(Language) or await asyncio.to_thread(self.open):
            return
        await self._make()
        if not await asyncio.to_thread(self.open):
            raise TablesNotMade("what was just made cannot be read")

    async def _make(self) -> None:
        try:
            maker = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                __name__,
                str(self.folder),
                str(os.getpid()),
                stderr=asyncio.subprocess.PIPE,
            )
        except OSError as error:
            raise TablesNotMade(str(error)) from error
        try:
            async with asyncio.timeout(MAKING_S):
                _, told = await maker.communicate()
        except TimeoutError:
            raise TablesNotMade(f"not within {MAKING_S:.0f} s") from None
        finally:
            if maker.returncode is None:
                maker.kill()
                await maker.wait()
        if maker.returncode:
            last = told.decode("utf-8", "replace").strip().rpartition("\n")[2]
            raise TablesNotMade(last[:_TOLD] or f"ended with {maker.returncode}")


def main(folder: Path) -> None:
    """Build and keep what is not there whole of both languages. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)  # before the work: where it cannot be kept is known
    for language in Language:
        try:
            table_files.read(folder, language)
        except table_files.TablesMissing:
            table_files.write(folder, language, lexicon.built(language), floor.digest(language))


if __name__ == "__main__":
    if len(sys.argv) > 2:
        # Killed houses left their builders behind, each with a core to itself.
        end_with(int(sys.argv[2]))
    main(Path(sys.argv[1]))
