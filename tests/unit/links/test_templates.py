"""The template subset: reads what is documented, refuses the rest (T3)."""

import pytest

from companion.links.templates import (
    TemplateUnsupported,
    fill_command,
    parse_value_template,
    plain,
)


@pytest.mark.parametrize(
    ("template", "payload", "value"),
    [
        (None, b"ON", "ON"),
        ("", b" 21.5 \n", "21.5"),
        ("{{ value }}", b"ON", "ON"),
        ("{{ value | float | round(1) }}", b"21.46", "21.5"),
        ("{{ value | int }}", b"21.9", "21"),
        ("{{value_json.state|lower}}", b'{"state": "ON"}', "on"),
        ("{{ value_json['a b'].c[1] }}", b'{"a b": {"c": [1, "x"]}}', "x"),
        ('{{ value_json["occupancy"] }}', b'{"occupancy": true}', "true"),
        ("{{ value_json.a }}", b'{"b": 1}', None),
        ("{{ value_json.a }}", b"not json", None),
        ("{{ value_json.a }}", b'{"a": {"deep": 1}}', None),
        ("{{ value_json.a }}", b'{"a": NaN}', None),
        ("{{ value_json.a.b }}", b"[" * 50_000, None),
        ("{{ value | float }}", b"1e999", None),
        (None, b"None", None),
        (None, b"", None),
        (None, b"\xff\xfe", None),
        (None, b"x" * 1000, "x" * 255),
    ],
)
def test_value_templates(template: object, payload: bytes, value: str | None) -> None:
    """What cannot be read is None: unknown, never a guess."""
    assert parse_value_template(template).read(payload) == value


@pytest.mark.parametrize(
    "template",
    [
        "{{ states('light.hall') }}",
        "{% if value == 'x' %}ON{% endif %}",
        "{{ value_json.__class__ }}",
        "{{ ''.__class__.__mro__ }}",
        "{{ value | attr('x') }}",
        "{{ value ~ 'x' }}",
        "{{ value }} {{ value }}",
        "{{ value_json.a + 1 }}",
        "x" * 600,
        5,
        {"a": 1},
    ],
)
def test_anything_else_is_unsupported(template: object) -> None:
    """No engine runs on what strangers send."""
    with pytest.raises(TemplateUnsupported):
        parse_value_template(template)


def test_command_templates() -> None:
    """Text with holes; numbers without a needless `.0`."""
    assert fill_command(None, {"value": 21.0}) == "21"
    assert fill_command('{"position": {{ position }}}', {"position": 40}) == '{"position": 40}'
    assert fill_command("{{ value | int }}%", {"value": 40.0}) == "40%"
    for wrong in ("{{ other }}", "{% x %}", "{{ value * 2 }}", 5):
        with pytest.raises(TemplateUnsupported):
            fill_command(wrong, {"value": 1})
    assert plain(21.5) == "21.5"
