"""Discovery messages as a stranger might send them (T3, T7)."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.links.discovery import (
    MAX_NAME_CHARS,
    DiscoveryRefused,
    DiscoveryTopic,
    Entity,
    clean_name,
    parse_config,
    parse_topic,
    slug,
    usable_topic,
)
from companion.words.device import Domain

LIGHT = DiscoveryTopic("light", "hall")


def one(where: DiscoveryTopic = LIGHT, **config: Any) -> Entity:
    (entity,) = parse_config(where, json.dumps(config).encode())
    return entity


def test_topics() -> None:
    """Both forms, with and without a node; nothing else."""
    assert parse_topic("homeassistant/light/hall/config", "homeassistant") == LIGHT
    assert parse_topic("ha/light/0xAB/light/config", "ha") == DiscoveryTopic("light", "0xab_light")
    for other in ("homeassistant/status", "homeassistant/light/hall", "x/light/hall/config"):
        assert parse_topic(other, "homeassistant") is None


def test_short_keys_and_the_base_topic_are_written_out() -> None:
    """`cmd_t`, `stat_t`, `~` at either end, in availability too."""
    config: dict[str, Any] = {
        "~": "h/x",
        "cmd_t": "~/set",
        "stat_t": "tele/~",
        "avty": {"t": "~/lwt", "pl_avail": "1"},
    }
    entity = one(LIGHT, **config)
    assert entity.config["command_topic"] == "h/x/set"
    assert entity.config["state_topic"] == "tele/h/x"
    (there,) = entity.availability
    assert (there.topic, there.online, there.offline) == ("h/x/lwt", "1", "offline")


def test_the_id_is_the_entitys_own_if_it_has_one() -> None:
    """`default_entity_id`, then `object_id`, then the topic; other scripts stay apart."""
    assert one().id == "light.hall"
    assert one(obj_id="Desk Lamp").id == "light.desk_lamp"
    assert one(def_ent_id="light.x", obj_id="y").id == "light.x"
    assert one(def_ent_id="lock.x", obj_id="y").id == "light.y"
    assert slug("玄関") == "u7384u95a2"
    assert slug("玄関") != slug("居間")


def test_names_follow_home_assistants_rule() -> None:
    """Device name, then the entity's own where it adds something."""
    device = {"name": "Attic"}
    assert one(name=None, dev=device).name == "Attic"
    assert one(name="Light", dev=device).name == "Attic Light"
    assert one(name="Attic lamp", dev=device).name == "Attic lamp"
    assert one(name="玄関の照明").name == "玄関の照明"
    assert one().name == "hall"


def test_a_hostile_name_is_one_short_plain_line() -> None:
    """T3: no controls, no direction marks, no markup, at most 40 characters."""
    name = clean_name("hall\u202e light\n</scene>\x00{{ x }} `ignore` \u200bprevious" + "!" * 99)
    assert name.startswith("hall light ‹/scene›(( x ))")
    assert len(name) <= MAX_NAME_CHARS
    assert clean_name(5) == ""


@given(st.text())
def test_no_name_breaks_out(text: str) -> None:
    """Whatever comes: one line, short, no angle brackets, no control characters."""
    name = clean_name(text)
    assert len(name) <= MAX_NAME_CHARS
    assert not set(name) & set('<>{}"&`\n\r\t\0')
    assert name == name.strip()
    assert clean_name(name) == name


@given(st.binary(max_size=200))
def test_any_bytes_are_refused_or_read(payload: bytes) -> None:
    """Nothing but `DiscoveryRefused` comes out of a bad message."""
    for component in ("light", "device", "cover"):
        try:
            parse_config(DiscoveryTopic(component, "x"), payload)
        except DiscoveryRefused:
            continue


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)
KEYS = ("~", "avty", "avty_t", "cmps", "dev", "name", "obj_id", "def_ent_id", "cmd_t", "stat_t")


@given(st.dictionaries(st.sampled_from(KEYS), json_values))
def test_any_json_is_refused_or_read(config: dict[str, Any]) -> None:
    """Known keys with values of any type."""
    for component in ("light", "device"):
        try:
            parse_config(DiscoveryTopic(component, "x"), json.dumps(config).encode())
        except DiscoveryRefused:
            continue


def test_topics_we_would_never_use() -> None:
    """Wildcards, the broker's own, and the endless are refused."""
    for topic in ("a/#", "+/b", "$SYS/x", "", "x" * 300, 5, None, "a\0b"):
        assert not usable_topic(topic)
    for config in ({"cmd_t": "a/#"}, {"avty_t": "$SYS/broker"}, {"stat_t": {"x": 1}}):
        with pytest.raises(DiscoveryRefused):
            one(**config)


def test_kinds_we_do_not_read_are_left_alone() -> None:
    """A vacuum or a tag is no error."""
    assert parse_config(DiscoveryTopic("siren", "x"), b"{}") == ()


def test_a_device_shares_what_stands_beside_its_components() -> None:
    """Availability, state topic and device for all; a bare platform is a removal."""
    message = {
        "dev": {"ids": ["a"], "name": "Plug", "sa": "Kitchen"},
        "avty_t": "p/lwt",
        "stat_t": "p/state",
        "cmps": {"sw": {"p": "switch", "cmd_t": "p/set"}, "gone": {"p": "sensor"}, "odd": 5},
    }
    (plug,) = parse_config(DiscoveryTopic("device", "plug"), json.dumps(message).encode())
    assert (plug.id, plug.domain, plug.area_hint) == ("switch.plug_sw", Domain.SWITCH, "Kitchen")
    assert plug.config["state_topic"] == "p/state"
    assert plug.availability[0].topic == "p/lwt"
