"""Job kinds, one a file, found by discovery; the module name is the kind.

A file has `build(*, NAME: TYPE, ...)`, which gives the job kind and takes by name what it needs of
the rest of the house. A new kind of job is one new file: nothing lists it.
"""

import importlib
import inspect
import pkgutil
from collections.abc import Mapping
from typing import Any

from companion.ports.jobs import JobKind


def job_kinds(parts: Mapping[str, Any]) -> tuple[JobKind, ...]:
    """Build every kind. `parts`: what the house has, by name. Raises `LookupError` where a kind
    needs a part that is not among them."""
    return tuple(_built(found.name, parts) for found in pkgutil.iter_modules(__path__))


def _built(name: str, parts: Mapping[str, Any]) -> JobKind:
    build = importlib.import_module(f"{__name__}.{name}").build
    wanted = inspect.signature(build).parameters
    if missing := [part for part in wanted if part not in parts]:
        raise LookupError(f"the job {name} needs {', '.join(missing)}")
    kind: JobKind = build(**{part: parts[part] for part in wanted})
    return kind
