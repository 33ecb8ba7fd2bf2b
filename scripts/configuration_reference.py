"""Makes `docs/configuration.md` and `docs/configuration.ja.md` from the settings models: every key,
its default and its meaning. The Japanese meanings stand in `configuration_ja.json`.

python scripts/configuration_reference.py
"""

import inspect
import json
import re
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel, SecretStr
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from companion.engines.vision.gate_settings import GateSettings
from companion.service import plugins
from companion.service.settings import Engine, Settings

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "docs" / "configuration.md"
REFERENCE_JA = ROOT / "docs" / "configuration.ja.md"
MEANINGS_JA = Path(__file__).with_name("configuration_ja.json")
HEAD = """\
# Configuration

Made by `python scripts/configuration_reference.py` from the settings models; do not edit it.

`config/config.yaml` (installed: `/etc/companion/config.yaml`) is the whole configuration. A key
that is not listed here is refused with file and line; `companion config check` lists every problem.
Relative paths start at the folder of the file. A name that ends in `_s` is in seconds, `_h` in
hours, `_days` in days, `_mb` in megabytes, `_ms` in milliseconds.

For a camera, the microphone, the speaker, the buzzer and the wheeled base, `driver` names a driver
and the driver's keys stand beside it. For `llm`, `ranker`, `embedder`, `eyes`, `ears`, `wake` and
`vad`, `engine` names an engine and the engine's keys stand below `settings`. A capability or an
automation rule is switched on by its name.
"""
HEAD_JA = """\
# 設定

`python scripts/configuration_reference.py` が設定のモデルから作ります。手で直さないでください。
各ドライバーやエンジンの説明は[英語版](configuration.md)にあります。

`config/config.yaml`（インストール後は `/etc/companion/config.yaml`）が設定のすべてです。
ここにない項目は、ファイルと行番号つきで断られます。`companion config check` がすべての誤りを
表示します。相対パスはこのファイルのフォルダから数えます。名前の終わりが `_s` なら秒、
`_h` なら時間、`_days` なら日、`_mb` ならメガバイト、`_ms` ならミリ秒です。

カメラ、マイク、スピーカー、ブザー、台車では、`driver` がドライバーの名前で、その項目を
並べて書きます。`llm`、`ranker`、`embedder`、`eyes`、`ears`、`wake`、`vad` では、
`engine` がエンジンの名前で、その項目は `settings` の下に書きます。機能と自動実行ルールは、
名前を書くと有効になります。
"""
_TITLES_JA = {
    "The file": "ファイル",
    "drivers": "ドライバー",
    "engines": "エンジン",
    "capabilities": "機能",
    "automation rules": "自動実行ルール",
}
_WORDS_JA = {"must be given": "必須", "No keys.": "項目はありません。"}
_COLUMNS_JA = "| 項目 | 既定値 | 範囲 | 意味 |"
FAMILIES = (
    *(
        ("drivers", name, package)
        for name, package in plugins.FAMILIES.items()
        if package.startswith("hardware.")
    ),
    *(
        ("engines", name, package)
        for name, package in plugins.FAMILIES.items()
        if package.startswith("companion.engines.")
    ),
    ("capabilities", "capabilities", "capabilities"),
    ("automation rules", "policies", "policies"),
)


def written() -> str:
    """Write the whole reference as Markdown."""
    lines = [HEAD, *_section("The file", Settings, Settings.__doc__)]
    for path, model in _sections(Settings):
        lines += _section(f"`{path}`", model, model.__doc__)
    lines += _section("`gate`", GateSettings, GateSettings.__doc__)
    for kind, family, package in FAMILIES:
        lines += [f"## {family}: {kind}", ""]
        for name in plugins.discover(package):
            module = plugins.load(package, name)
            if not Path(inspect.getfile(module)).is_relative_to(ROOT):
                continue  # of the owner's own folder
            lines += _section(f"`{name}`", module.Settings, module.__doc__, level=3)
            for path, model in _sections(module.Settings):
                lines += _section(f"`{name}`: `{path}`", model, model.__doc__, level=4)
    return "\n".join(lines).rstrip() + "\n"


def written_ja() -> str:
    """Write the same tables in Japanese. Raises `KeyError` for a meaning without its Japanese."""
    meanings = json.loads(MEANINGS_JA.read_text(encoding="utf-8"))
    tables = (
        line
        for line in written().removeprefix(HEAD).splitlines()
        if not line or line.startswith(("#", "|")) or line in _WORDS_JA
    )
    lines = [HEAD_JA, *(_line_ja(line, meanings) for line in tables)]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip() + "\n"


def _line_ja(line: str, meanings: dict[str, str]) -> str:
    if line.startswith("#"):
        for english, japanese in _TITLES_JA.items():
            line = re.sub(rf"^(#+) {english}\b", rf"\1 {japanese}", line)
        return line
    if line.startswith("| key "):
        return _COLUMNS_JA
    if not line.startswith("| `"):
        return _WORDS_JA.get(line, line)
    start, _, meaning = line.removesuffix(" |").rpartition(" | ")
    for english, japanese in _WORDS_JA.items():
        start = start.replace(f"| {english} |", f"| {japanese} |")
    return f"{start.replace(' or ', ' か ')} | {meanings[meaning]} |"


def _sections(model: type[BaseModel], path: str = "") -> Iterator[tuple[str, type[BaseModel]]]:
    """Walk the sections below a model, each once, with the path an owner writes."""
    for name, field in model.model_fields.items():
        for inner in _models(field.annotation):
            if inner.__name__ in ("Words", "Driver") or inner is Engine:
                continue
            mark = "[]" if "tuple" in str(field.annotation) else ""
            mark = ".NAME" if "dict" in str(field.annotation) else mark
            yield f"{path}{name}{mark}", inner
            yield from _sections(inner, f"{path}{name}{mark}.")


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _models(part)


def _section(title: str, model: type[BaseModel], doc: str | None, level: int = 2) -> list[str]:
    """Write one heading, its first paragraph and the table of its keys."""
    told = " ".join((doc or "").split("\n\n")[0].split())
    lines = ["#" * level + f" {title}", "", told, ""]
    if not model.model_fields:
        return [*lines, "No keys.", ""]
    lines += ["| key | default | bounds | meaning |", "|---|---|---|---|"]
    for name, field in model.model_fields.items():
        lines.append(
            f"| `{name}` | {_default(field)} | {_bounds(field)} | {_meaning(field)} |".replace(
                "  |", " |"
            )
        )
    return [*lines, ""]


def _meaning(field: FieldInfo) -> str:
    if field.description:
        return field.description.replace("|", "\\|")
    inner = next(_models(field.annotation), None)
    return "see below" if inner is not None else ""


def _default(field: FieldInfo) -> str:
    value = field.get_default(call_default_factory=True)
    if value is PydanticUndefined:
        return "must be given"
    if isinstance(value, BaseModel):
        named = {key: getattr(value, key) for key in ("driver", "engine") if hasattr(value, key)}
        return f"`{_yaml(named)}`" if named else ""
    return f"`{_yaml(value)}`" if value not in (None, "", (), {}) else ""


def _yaml(value: Any) -> str:
    """Write a default as it would stand in the file."""
    if isinstance(value, SecretStr):
        return _yaml(value.get_secret_value())
    if isinstance(value, BaseModel):
        return _yaml({key: one for key, one in value.model_dump(mode="json").items() if one})
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_yaml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_yaml(one) for one in value) + "]"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Path) and value.is_relative_to(sys.prefix):
        return f".venv/{value.relative_to(sys.prefix)}"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _bounds(field: FieldInfo) -> str:
    """Tell the least and the greatest value, or the words that may stand there."""
    signs = {"gt": ">", "ge": ">=", "lt": "<", "le": "<="}
    told = [
        f"{sign} {getattr(part, key):g}"
        for part in field.metadata
        for key, sign in signs.items()
        if getattr(part, key, None) is not None
    ]
    for part in field.metadata:
        pattern = str(getattr(part, "pattern", None) or "")
        if pattern.startswith("^(") and pattern.endswith(")$") and "[" not in pattern:
            told.append(pattern[2:-2].replace("|", " or "))
    if get_origin(field.annotation) is Literal:
        told.append(" or ".join(str(one) for one in get_args(field.annotation)))
    if isinstance(field.annotation, type) and issubclass(field.annotation, Enum):
        told.append(" or ".join(str(one.value) for one in field.annotation))
    return ", ".join(told)


if __name__ == "__main__":
    REFERENCE.write_text(written(), encoding="utf-8")
    REFERENCE_JA.write_text(written_ja(), encoding="utf-8")
