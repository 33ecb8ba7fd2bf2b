"""There is one language model, and one client before it."""

import re

from tests.law.measures import ROOT, sources, text_of


def test_c_013_one_place_builds_the_model() -> None:
    """C-013, T-14: every request goes through the one queue; no second model stands beside it."""
    builds = re.compile(r"\bLlmQueue\(")
    found = [str(p.relative_to(ROOT)) for p in sources() if builds.search(text_of(p))]
    # The command line builds one for a preview, where no companion runs.
    assert [one for one in found if "/cli/" not in one] == ["companion/app/mind.py"]
