"""Named queries: load every statement of the store from annotated `.sql` files beside this module.

Each query opens with `-- name: snake_case` and one `-- ` line saying what it is for.
"""

import re
from functools import cache
from pathlib import Path

_NAME = re.compile(r"^-- name: ([a-z_]+)$", re.MULTILINE)


class QueryUnknown(KeyError):
    """No query of this name stands in any `.sql` file."""


class QueryBadlyAnnotated(ValueError):
    """A query lacks its describing line or uses a name twice."""


@cache
def all_queries() -> dict[str, str]:
    """Every query by name, without its annotation. Raises `QueryBadlyAnnotated`."""
    found: dict[str, str] = {}
    for path in sorted(Path(__file__).parent.glob("*.sql")):
        parts = _NAME.split(path.read_text(encoding="utf-8"))
        for name, body in zip(parts[1::2], parts[2::2], strict=True):
            lines = body.strip().splitlines()
            if name in found or not lines or not lines[0].startswith("-- "):
                raise QueryBadlyAnnotated(f"{path.name}: {name}")
            found[name] = "\n".join(lines[1:]).strip().rstrip(";")
    return found


def sql(name: str) -> str:
    """One statement by name. Raises `QueryUnknown`."""
    try:
        return all_queries()[name]
    except KeyError:
        raise QueryUnknown(name) from None
