"""Messages: gives the messages of libraries in Japanese, from `messages_ja.toml`."""

import re

from companion.words.table import table


def in_japanese(part: str, message: str) -> str | None:
    """The Japanese of a whole message. `part`: `options` or `values`; None for an unknown one."""
    for pattern, said in table("companion.cli", "messages_ja.toml")[part].items():
        if (found := re.fullmatch(pattern, message)) is not None:
            return found.expand(said)
    return None
