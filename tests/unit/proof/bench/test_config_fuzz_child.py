"""Broken configurations in the short form (F6); `companion bench config_fuzz --long` reads 700."""

from pathlib import Path

import pytest

from tests.proof.bench.config_fuzz_child import spoil


@pytest.mark.parametrize("seed", [1, 2])
def test_every_broken_configuration_names_its_line(tmp_path: Path, seed: int) -> None:
    """F6: 0 other exceptions, every problem with a line, in both languages."""
    found = spoil(40, seed, tmp_path)
    assert found.wrong == []
    assert found.unnamed == []
    assert found.broken == 40
