"""`companion doctor --fix` moves secrets into files of their own and renews the systemd unit.

The installer runs it too. It only ever tightens who may read a file.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator, MutableMapping
from pathlib import Path
from typing import Any

from companion.cli.config import check_config
from companion.cli.config_edit import edit_config, write_whole
from companion.cli.config_secrets import exposed_secrets
from companion.cli.unit import DROP_IN, SECRETS, UNIT, drop_in
from companion.service.settings import Settings
from companion.words.language import Bilingual

_TAKES_UP = Bilingual(
    "`sudo systemctl restart companion` で有効になります",
    "`sudo systemctl restart companion` takes it up",
)


def fix(config: Path, root: Path | None) -> tuple[Bilingual, ...]:
    """Mend what can be mended, and tell what was done. `root`: the tree whose unit follows; None
    where it is not installed as a service. Raises `ConfigWrong`, `OSError`."""
    done = [
        Bilingual(f"秘密を {name} に移しました", f"a secret moved into {name}")
        for name in move_secrets(config, check_config(config))
    ]
    if config.stat().st_mode & 0o007 and done:
        config.chmod(config.stat().st_mode & 0o770)
    if root is not None and (root / UNIT).exists():
        done += _follow(check_config(config), root)
    return tuple(done)


def _follow(settings: Settings, root: Path) -> Iterator[Bilingual]:
    """Write the drop-in where it is not as it should be."""
    path, text = root / DROP_IN, drop_in(settings, root)
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return
    path.parent.mkdir(exist_ok=True)
    write_whole(path, text, 0o644)
    path.chmod(0o644)
    yield Bilingual(f"{path} を設定に合わせました", f"{path} follows the configuration")
    if root == Path("/") and shutil.which("systemctl") and os.geteuid() == 0:
        subprocess.run(["systemctl", "daemon-reload"], check=False)
        yield _TAKES_UP


def move_secrets(config: Path, settings: Settings) -> tuple[str, ...]:
    """Move what can be moved into `secrets/` beside the configuration; give the new files' names.

    Files first, then the configuration whole: a cut in between leaves a secret twice and never
    lost. No copy of the old text is kept, for it holds what is to leave it.
    """
    movable = [one for one in exposed_secrets(settings) if one.movable]
    if not movable:
        return ()
    folder = config.parent / SECRETS.name
    folder.mkdir(mode=0o700, exist_ok=True)
    names: list[str] = []

    def edit(document: MutableMapping[str, Any]) -> None:
        for one in movable:
            section: Any = document
            for part in one.place[:-1]:
                section = section[part]
            key = one.place[-1]
            name = _free(folder, one.file_name(), str(section[key]))
            write_whole(folder / name, f"{section[key]}\n", 0o600)
            section.insert(list(section).index(key), f"{key}_file", f"{folder.name}/{name}")
            del section[key]
            names.append(name)

    edit_config(config, edit, keep=False)
    return tuple(names)


def _free(folder: Path, name: str, value: str) -> str:
    """A name that no other secret has; one left from a try that was cut short is taken again."""
    for candidate in _names(name):
        path = folder / candidate
        if not path.exists() or path.read_text(encoding="utf-8") in (f"{value}\n", ""):
            return candidate
    raise AssertionError("names without end")


def _names(name: str) -> Iterator[str]:
    yield name
    number = 2
    while True:
        yield f"{name}-{number}"
        number += 1
