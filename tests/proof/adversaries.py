"""Adversary models: engines that boast or obey anybody. They judge the guards and are no product.

They lie in `tests/proof/plugins`, laid out as an owner's own plug-ins are, and can be built only
while `adversaries()` is open: no configuration of an owner can name them.
"""

from contextlib import AbstractContextManager
from pathlib import Path

from companion.service.plugins import add_folder

FOLDER = Path(__file__).parent / "plugins"
SCRIPTED = frozenset({"scripted", "obeying", "claiming"})
"""Engines whose choices are a script."""


def adversaries() -> AbstractContextManager[None]:
    """While open, engines `claiming` and `obeying` are found beside those of the product."""
    return add_folder(FOLDER)
