"""Adversary models are test material."""

from pathlib import Path

import pytest

from companion.cli.config import check_config
from companion.service.plugins import FAMILIES, discover
from companion.service.settings import ConfigWrong
from tests.proof.adversaries import adversaries

ROOT = Path(__file__).parents[3]
LLM = FAMILIES["llm"]


def test_they_are_found_only_where_guards_are_judged() -> None:
    with adversaries():
        assert {"claiming", "obeying"} <= set(discover(LLM))
    assert not {"claiming", "obeying"} & set(discover(LLM))


@pytest.mark.parametrize("engine", ["claiming", "obeying"])
def test_an_owner_cannot_configure_one(engine: str, tmp_path: Path) -> None:
    """Also where one was built before in this process."""
    shipped = (ROOT / "config" / "config.yaml").read_text(encoding="utf-8")
    sheet = ROOT / "config" / "personas" / "koto.yaml"
    own = shipped.replace("engine: xllamacpp", f"engine: {engine}")
    config = tmp_path / "config.yaml"
    config.write_text(own.replace("personas/koto.yaml", str(sheet)), encoding="utf-8")
    with adversaries():
        check_config(config)
    with pytest.raises(ConfigWrong, match=engine):
        check_config(config)
