"""Scene State XML 場面XML: writes a `SceneState` as well-formed XML and reads it back.

Two forms of the same data. Whole: one `scene_state`. Split: `scene_layout` holds what hardly
changes (rules, ids, types, names, places, affordances) and stands in the fixed part of a
prompt; `scene_state` then holds only what changes. `join` puts the two back together.

A backslash escapes the characters that XML 1.0 cannot carry (control characters, lone surrogates)
and those that would break the comma-separated lists, so that any text survives.
"""

import re
from collections.abc import Collection, Iterable
from xml.etree import ElementTree as ET

from companion.words.scene import SceneActor, SceneObject, SceneState


class SceneNotReadable(ValueError):
    """場面が読めない: the text is no Scene State XML; says what is missing."""


_UNSAFE = re.compile(r"[\\\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""The backslash itself and everything that XML 1.0 forbids or a parser would change."""
_ESCAPED = re.compile(r"\\u\{([0-9a-f]+)\}")
_EMPTY_ITEM = "\\e"
_SEPARATOR = ", "


def render(scene: SceneState) -> str:
    """Render the whole scene as one `scene_state`."""
    root = _changing_root(scene, scene.actors)
    surroundings = ET.SubElement(root, "environment")
    for thing in scene.objects:
        element = _object(surroundings, thing.id, type=thing.type, state=thing.state)
        _details(element, thing)
    _rules(root, scene.rules)
    return _text(root)


def parse(text: str) -> SceneState:
    """Read a whole scene. Raises `SceneNotReadable`."""
    root = _root(text, "scene_state")
    objects = tuple(
        _read_object(element, state=_attribute(element, "state"))
        for element in _child(root, "environment").findall("object")
    )
    return _scene(root, objects, _read_rules(root))


def render_layout(scene: SceneState) -> str:
    """Render the fixed part: everything about the objects but their state."""
    root = ET.Element("scene_layout")
    surroundings = ET.SubElement(root, "environment")
    for thing in scene.objects:
        _details(_object(surroundings, thing.id, type=thing.type), thing)
    _rules(root, scene.rules)
    return _text(root)


def render_changes(scene: SceneState, only: Collection[str] | None = None) -> str:
    """Render the part that varies; `only` keeps the objects of these ids (shorter prompts)."""
    root = _changing_root(scene, scene.actors)
    surroundings = ET.SubElement(root, "environment")
    for thing in scene.objects:
        if only is None or thing.id in only:
            _object(surroundings, thing.id, state=thing.state)
    return _text(root)


def join(layout: str, changes: str) -> SceneState:
    """Put the two parts back together: one scene of the objects that `changes` names.

    Raises `SceneNotReadable`, also when `changes` names what `layout` does not have.
    """
    fixed, varying = _root(layout, "scene_layout"), _root(changes, "scene_state")
    known = {_attribute(e, "id"): e for e in _child(fixed, "environment").findall("object")}
    objects = []
    for element in _child(varying, "environment").findall("object"):
        object_id = _attribute(element, "id")
        if object_id not in known:
            raise SceneNotReadable(f"object {object_id!r} is not in the layout")
        objects.append(_read_object(known[object_id], state=_attribute(element, "state")))
    return _scene(varying, tuple(objects), _read_rules(fixed))


# -- writing ------------------------------------------------------------------------------------


def _changing_root(scene: SceneState, actors: Iterable[SceneActor]) -> ET.Element:
    root = ET.Element("scene_state")
    meta = ET.SubElement(root, "meta")
    _leaf(meta, "location", scene.location)
    _leaf(meta, "time", scene.time)
    _leaf(meta, "weather", scene.weather)
    _leaf(meta, "tension_level", scene.tension_level)
    cast = ET.SubElement(root, "actors")
    for actor in actors:
        element = ET.SubElement(cast, "actor", {"id": _escape(actor.id)})
        _leaf(element, "name", actor.name)
        _leaf(element, "posture", actor.posture)
        _leaf(element, "holding", actor.holding)
        _leaf(element, "status", _listed(actor.status), escaped=True)
    if scene.events:
        happened = ET.SubElement(root, "events")
        for event in scene.events:
            _leaf(happened, "event", event)
    return root


def _object(parent: ET.Element, object_id: str, **attributes: str) -> ET.Element:
    escaped = {key: _escape(value) for key, value in attributes.items()}
    return ET.SubElement(parent, "object", {"id": _escape(object_id), **escaped})


def _details(element: ET.Element, thing: SceneObject) -> None:
    if thing.location:
        element.set("location", _escape(thing.location))
    _leaf(element, "name", thing.name)
    _leaf(element, "affordance", _listed(thing.affordances), escaped=True)


def _rules(root: ET.Element, rules: tuple[str, ...]) -> None:
    element = ET.SubElement(root, "rules")
    for rule in rules:
        _leaf(element, "rule", rule)


def _leaf(parent: ET.Element, tag: str, text: str, *, escaped: bool = False) -> None:
    ET.SubElement(parent, tag).text = text if escaped else _escape(text)


def _text(root: ET.Element) -> str:
    return ET.tostring(root, encoding="unicode")


def _escape(text: str) -> str:
    return _UNSAFE.sub(lambda found: f"\\u{{{ord(found[0]):x}}}", text)


def _listed(items: tuple[str, ...]) -> str:
    return _SEPARATOR.join(_escape(i).replace(",", "\\u{2c}") or _EMPTY_ITEM for i in items)


# -- reading ------------------------------------------------------------------------------------


def _root(text: str, tag: str) -> ET.Element:
    if "<!" in text:
        raise SceneNotReadable("a scene has no document type and no entities")
    try:
        root = ET.fromstring(text)
    except (ET.ParseError, ValueError) as error:
        raise SceneNotReadable(f"not well-formed: {error}") from error
    if root.tag != tag:
        raise SceneNotReadable(f"the root is {root.tag!r}, not {tag!r}")
    return root


def _child(parent: ET.Element, tag: str) -> ET.Element:
    element = parent.find(tag)
    if element is None:
        raise SceneNotReadable(f"{parent.tag} has no {tag}")
    return element


def _attribute(element: ET.Element, name: str) -> str:
    value = element.get(name)
    if value is None:
        raise SceneNotReadable(f"{element.tag} has no attribute {name}")
    return _plain(value)


def _words(parent: ET.Element, tag: str) -> str:
    return _plain(_child(parent, tag).text or "")


def _items(parent: ET.Element, tag: str) -> tuple[str, ...]:
    text = _child(parent, tag).text
    if not text:
        return ()
    return tuple("" if i == _EMPTY_ITEM else _plain(i) for i in text.split(_SEPARATOR))


def _plain(text: str) -> str:
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)


def _read_object(element: ET.Element, *, state: str) -> SceneObject:
    return SceneObject(
        id=_attribute(element, "id"),
        type=_attribute(element, "type"),
        state=state,
        name=_words(element, "name"),
        affordances=_items(element, "affordance"),
        location=_plain(element.get("location", "")),
    )


def _read_rules(root: ET.Element) -> tuple[str, ...]:
    return tuple(_plain(e.text or "") for e in _child(root, "rules").findall("rule"))


def _scene(
    root: ET.Element, objects: tuple[SceneObject, ...], rules: tuple[str, ...]
) -> SceneState:
    meta = _child(root, "meta")
    actors = tuple(
        SceneActor(
            id=_attribute(element, "id"),
            name=_words(element, "name"),
            posture=_words(element, "posture"),
            holding=_words(element, "holding"),
            status=_items(element, "status"),
        )
        for element in _child(root, "actors").findall("actor")
    )
    happened = root.find("events")
    return SceneState(
        location=_words(meta, "location"),
        time=_words(meta, "time"),
        weather=_words(meta, "weather"),
        tension_level=_words(meta, "tension_level"),
        actors=actors,
        objects=objects,
        rules=rules,
        events=tuple(_plain(e.text or "") for e in happened.findall("event"))
        if happened is not None
        else (),
    )
