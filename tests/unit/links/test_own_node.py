"""The companion's id among the devices of the home stays the same (ADR 0023)."""

from pathlib import Path

from companion.links.mqtt import BrokerAddress
from companion.links.own_node import NODE_FILE, own_node, trust_of
from companion.words.trust import TrustLabel


def test_it_is_made_once_and_anew_where_its_file_is_ruined(tmp_path: Path) -> None:
    first = own_node(tmp_path)
    assert own_node(tmp_path) == first
    (tmp_path / NODE_FILE).write_bytes(b"\xff not ascii")
    assert own_node(tmp_path) != first


def test_only_a_broker_that_asks_for_a_name_speaks_for_the_household() -> None:
    assert trust_of(BrokerAddress(host="x", username="home")) is TrustLabel.HOUSEHOLD
    assert trust_of(BrokerAddress(host="x")) is TrustLabel.OBSERVED
