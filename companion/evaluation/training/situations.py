"""Situations: a family and a seed become one pack of the product's own making, with verdicts."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from importlib import resources
from typing import Any
from zoneinfo import ZoneInfo

from ruamel.yaml import YAML

from companion.context.collect import Collected
from companion.context.menu import build_menu
from companion.context.scene import build_scene
from companion.context.select import (
    Limits,
    focus_of,
    situation_of,
)
from companion.evaluation.training.homes import TrainingHome, meter, random_home, vision
from companion.evaluation.training.judge import HARM, Truth, Verdict, judge
from companion.ports.capability import Capability
from companion.words.context import DeliberationContextPack
from companion.words.decision import DecisionOutcome, MenuEntry
from companion.words.ids import EventId, TriggerId
from companion.words.language import Language
from companion.words.mood import Mood
from companion.words.observation import Certainty, Change, Observation
from companion.words.persona import PersonaSheet
from companion.words.place import Place
from companion.words.scene import SceneObject
from companion.words.text import LabelledText
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import TrustLabel

ZONE = ZoneInfo("Asia/Tokyo")
FOLDS = 4
"""A situation speaks in the phrases of one fold only, so that a reader trained on the others
has never seen them."""
WIDE = Limits(actions=14, asked_actions=14, threshold=-99.0)
"""For training everything feasible is judged, not only what relevance would show."""
_PEOPLE = {
    Language.EN: ("The resident", "Mum", "Dad", "Ken", "My wife", "Yuki", "Grandpa", "Anna"),
    Language.JA: ("持ち主", "お母さん", "お父さん", "健", "妻", "ユキ", "おじいちゃん", "住人"),
}
_TAKEN_BACK = (
    ("wakes", ("asleep",)),
    ("arrived", ("left", "away", "back_soon")),
    ("left", ("arrived",)),
    ("wants_quiet", ("wants_sound",)),
    ("wants_light", ("wants_dark",)),
    ("still_there", ("left",)),
    ("aired", ("damp",)),
)
"""What newer words take back of older ones."""
_HOME_WIDE = frozenset({"away", "asleep", "secure", "idle", "rain", "named", "left_on"})
"""What happened that is a reason to act in other rooms too."""
_TRUST = {
    "seen": (TrustLabel.OBSERVED, Priority.OBSERVATION),
    "owner": (TrustLabel.OWNER, Priority.USER),
    "household": (TrustLabel.HOUSEHOLD, Priority.USER),
    "guest": (TrustLabel.GUEST, Priority.USER),
    "self": (TrustLabel.SELF, Priority.ROUTINE),
}
_TE = (("つける", "つけて"), ("消す", "消して"), ("開ける", "開けて"), ("閉める", "閉めて"),
       ("止める", "止めて"), ("する", "して"), ("かける", "かけて"), ("変える", "変えて"))  # fmt: skip
_NAI = (("つける", "つけない"), ("消す", "消さない"), ("開ける", "開けない"), ("閉める", "閉めない"),
        ("止める", "止めない"), ("する", "しない"), ("かける", "かけない"), ("変える", "変えない"))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Said:
    """One line: its text, what it means, and which room it is about ("" for none named)."""

    text: str
    keys: frozenset[str]
    room: str
    target: str = ""
    """`operation object` of the menu entry that is asked for or forbidden by name."""


@dataclass(frozen=True, slots=True)
class Situated:
    """One situation for training, with a verdict for every entry of its menu."""

    family: str
    language: Language
    pack: DeliberationContextPack
    verdicts: tuple[Verdict, ...]
    lines: tuple[Said, ...]
    things: Mapping[str, str]
    """Name of a device in the menu -> what kind of thing it is."""
    fold: int


@cache
def book(name: str) -> Any:
    """One of the YAML files beside this module."""
    text = resources.files(__package__).joinpath(f"{name}.yaml").read_text(encoding="utf-8")
    return YAML(typ="safe").load(text)


def situations(seed: int, count: int, language: Language) -> Iterator[Situated]:
    """`count` situations, every family in turn, by seed; the fold of phrases goes round too."""
    rng = random.Random(f"{seed}-{language}")
    families = book("families")
    for number in range(count):
        fold = (number + number // len(families)) % FOLDS
        yield Scene(families[number % len(families)], rng, language, fold).situation()


class Scene:
    """One family made concrete."""

    def __init__(
        self, family: Mapping[str, Any], rng: random.Random, language: Language, fold: int
    ) -> None:
        self.family, self.rng, self.language, self.fold = family, rng, language, fold
        kind = rng.choice(
            family.get("rooms", ("hall", "living", "kitchen", "bed", "study", "bath"))
        )
        self.home: TrainingHome = random_home(rng, kind)
        self.room = self.home.places[0]
        self.other = rng.choice(self.home.places[1:])
        hour = rng.randrange(*family["hours"]) % 24
        self.now = datetime(2026, rng.randint(1, 12), rng.randint(1, 28), hour,
                            rng.randint(0, 59), tzinfo=ZONE)  # fmt: skip
        self.people = self._one_of("people", ("present", "absent", "unknown"))
        self.metered = self._one_of("meter", ("dark", "bright", "none"))
        self._set_devices()
        self.limits = WIDE

    def _one_of(self, key: str, choices: tuple[str, ...]) -> str:
        value = self.family.get(key, "any")
        return self.rng.choice(choices) if value == "any" else str(value)

    # -- the home as it is ----------------------------------------------------------------------

    def _set_devices(self) -> None:
        busy = self.family.get("busy", False)
        for device in self.home.house.devices():
            here = device.area == self.room.id
            self._set(device.id, device.domain.value, here, busy if here else "any")
        if self.metered != "none":
            thing = meter(self.room.id)
            self.home.house.known[thing.id] = thing
            level = (
                self.rng.uniform(0, 20) if self.metered == "dark" else self.rng.uniform(150, 900)
            )
            self.home.put(thing.id, f"{level:.0f}", self.now)

    def _set(self, device_id: str, domain: str, here: bool, busy: object) -> None:
        rng, put = self.rng, self.home.put
        running = busy is True or (busy == "any" and rng.random() < 0.4)
        if domain == "light":
            value = (
                self._one_of("light", ("on", "off")) if here else rng.choice(("on", "off", "off"))
            )
            put(device_id, value, self.now, **({"brightness": 200} if value == "on" else {}))
        elif domain == "cover":
            value = (
                self._one_of("cover", ("open", "closed"))
                if here
                else rng.choice(("open", "closed"))
            )
            put(device_id, value, self.now, position=100 if value == "open" else 0)
        elif domain == "climate":
            value = rng.choice(("heat", "cool")) if running else "off"
            put(device_id, value, self.now, temperature=21.0)
        elif domain == "lock":
            put(device_id, self._one_of("lock", ("locked", "unlocked")), self.now)
        elif domain == "media_player":
            put(device_id, "playing" if running else "paused", self.now)
        else:
            put(device_id, "on" if running else "off", self.now)

    # -- what is said ---------------------------------------------------------------------------

    def say(self, wanted: str, target: MenuEntry | None) -> Said:
        """One line of one or more phrase keys; `key@else` names another room."""
        key, _, where = wanted.partition("@")
        room = self.other if where == "else" else self.room
        parts = [
            self._phrase(k, room, named=where == "else", target=target) for k in key.split("+")
        ]
        joint = "" if self.language is Language.JA else " "
        about = room.id if any(r for _, r in parts) else ""
        named = target is not None and ("named" in key or "forbidden" in key)
        what = (
            f"{target.action_type} {target.object_id} {target.label.en}" if named and target else ""
        )
        return Said(joint.join(t for t, _ in parts), frozenset(key.split("+")), about, what)

    def _phrase(
        self, key: str, room: Place, *, named: bool, target: MenuEntry | None
    ) -> tuple[str, bool]:
        choices = book("phrases")[key][self.language.value][self.fold :: FOLDS]
        if named:
            choices = [c for c in choices if "{room}" in c] or choices
        text = self.rng.choice(choices)
        name = room.name.get(self.language)
        device = self._some_device(room)
        label = target.label.get(self.language) if target else ""
        label = label[0].lower() + label[1:] if label else ""
        said = text.format(
            room=name.lower() if self.language is Language.EN and self.rng.random() < 0.6 else name,
            who=self.rng.choice(_PEOPLE[self.language]),
            label=label, te=_ending(label, _TE), nai=_ending(label, _NAI), device=device,
        )  # fmt: skip
        if named and "{room}" not in text:
            said = f"{name}: {said}"
        return said[0].upper() + said[1:], "{room}" in text or named

    def _some_device(self, room: Place) -> str:
        names = [
            d.name.get(self.language)
            for d in self.home.house.devices()
            if d.area == room.id and d.domain.value in ("switch", "light", "fan", "media_player")
        ]
        return self.rng.choice(names) if names else room.name.get(self.language)

    # -- all together ---------------------------------------------------------------------------

    def situation(self) -> Situated:
        """The pack and the verdicts."""
        target = self._target()
        happened = self.say(self.family["trigger"], target)
        before = [self.say(k.lstrip("?"), target) for k in self.family.get("recent", ())]
        likes = [self.say(k.lstrip("?"), target) for k in self.family.get("likes", ())]
        if self.rng.random() < 0.35:
            before.insert(0, self.say(self.rng.choice(("chat", "idle")), None))
        pack = self._pack(happened, before, likes)
        verdicts = tuple(self._verdict(e, happened, before, likes) for e in pack.menu)
        lines = (happened, *before, *likes)
        things = {
            d.name.get(self.language): self.home.classes.get(d.id, "")
            for d in self.home.house.devices()
        }
        return Situated(
            self.family["id"], self.language, pack, verdicts, lines, things, self.fold
        )

    def _target(self) -> MenuEntry | None:
        """The entry that somebody asks for, or forbids, by name."""
        words = (
            self.family["trigger"],
            *self.family.get("recent", ()),
            *self.family.get("likes", ()),
        )
        if not {"named", "forbidden"} & set(words):
            return None
        menu = self._pack(self.say("idle", None), [], []).menu
        here = {d.id for d in self.home.house.devices() if d.area == self.room.id}
        own = [e for e in menu if e.object_id in here and "position" not in e.action_type]
        return self.rng.choice(own) if own else None

    def _pack(
        self, happened: Said, before: list[Said], likes: list[Said]
    ) -> DeliberationContextPack:
        trigger = self._trigger(happened)
        collected = self._collected()
        focus = focus_of(collected, trigger.place)
        situation = situation_of(trigger, collected, focus, self.home.places)
        scene = build_scene(
            devices=collected.devices, world=(), observations=collected.observations,
            catalogue=_NoTools(), places=self.home.places, mood=Mood(), now=self.now,
            language=self.language, place=trigger.place, name="",
        )  # fmt: skip
        scene = replace(scene, objects=(*scene.objects, *_TOOLS))
        menu = build_menu(trigger, collected, situation, scene, self.home.places, self.limits)
        return DeliberationContextPack(
            trigger=trigger,
            persona=_NOBODY,
            mood=Mood(),
            scene=scene,
            menu=menu.entries,
            recent=tuple(self._recent(before)),
            confirmed_preferences=tuple(LabelledText(l.text, TrustLabel.OWNER) for l in likes),
            places=self.home.places,
            people=situation.people,
            dark=situation.dark,
        )

    def _trigger(self, happened: Said) -> Trigger:
        by = self.family.get("by", "seen")
        by = self.rng.choice(("seen", "owner", "household")) if by == "any" else by
        trust, priority = _TRUST[by]
        beat = self.family.get("kind") == "heartbeat"
        return Trigger(
            id=TriggerId("t"),
            kind=TriggerKind.HEARTBEAT if beat else TriggerKind.EVENT,
            priority=Priority.HEARTBEAT if beat else priority,
            at=self.now,
            about=LabelledText(happened.text, TrustLabel.SELF if beat else trust, EventId(99)),
            event_ids=(EventId(99),),
            place="" if beat and self.rng.random() < 0.5 else self.room.id,
        )

    def _recent(self, before: list[Said]) -> Iterator[LabelledText]:
        """As the product words them: time and text, oldest first."""
        for age, line in zip(range(len(before), 0, -1), before, strict=True):
            trust = self.rng.choice((TrustLabel.OWNER, TrustLabel.OBSERVED, TrustLabel.HOUSEHOLD))
            at = self.now - timedelta(minutes=2 + 5 * age)
            yield LabelledText(f"{at:%H:%M} {line.text}", trust, EventId(50 - age))

    def _collected(self) -> Collected:
        return Collected(
            events=(), attempts=(), world=(), observations=tuple(self._seen()),
            preferences=(), interests=(), goals=(), mood=Mood(), devices=self.home.seen(),
            offers=self.home.offers((self.room,), _VISION), blackboard=None,
        )  # fmt: skip

    def _seen(self) -> Iterator[Observation]:
        """Eyes are not everywhere: a third of the rooms has no camera."""
        if self.people == "unknown" or self.rng.random() < 0.7:
            value = None if self.people == "unknown" else self.people
            yield self._look(self.room, value)
        if self.rng.random() < 0.5:
            yield self._look(self.other, self.rng.choice(("present", "absent")))

    def _look(self, room: Place, value: str | None) -> Observation:
        sure = Certainty.UNKNOWN if value is None else Certainty.FACT
        return Observation("person", room.id, Change.STATE, sure, 0.9, self.now, "cam", value)

    # -- verdicts -------------------------------------------------------------------------------

    def _verdict(
        self, entry: MenuEntry, happened: Said, before: list[Said], likes: list[Said]
    ) -> Verdict:
        if entry.outcome is not DecisionOutcome.DO_ACTION:
            return None
        device = self.home.house.known.get(entry.object_id)
        area = device.area if device else self.room.id
        operation = entry.action_type.partition(".")[2]
        truth = self._truth(area, happened, [*likes, *before])
        mine = f"{entry.action_type} {entry.object_id} {entry.label.en}"
        by_name = _by_name(operation, mine, truth, happened, [*before, *likes])
        if by_name is not None:
            return by_name
        verdict = judge(operation, _setting(entry, self.home), truth)
        if verdict == 1 and area != self.room.id and not happened.keys & _HOME_WIDE:
            return None
        return verdict

    def _truth(self, area: str, happened: Said, older: list[Said]) -> Truth:
        here: set[str] = set()
        elsewhere: set[str] = set()
        for line in (*older, happened):
            about = line.room or (self.room.id if line is happened else "")
            if about in ("", area) or line.keys & {"away", "danger"}:
                for key in line.keys:
                    for newer, old in _TAKEN_BACK:
                        here -= set(old) if key == newer else set()
                here |= line.keys
            else:
                elsewhere |= line.keys
        same = (happened.room or self.room.id) == area
        people = self._people_in(area, here)
        dark = {"dark": True, "bright": False}.get(self.metered) if area == self.room.id else None
        return Truth(
            trigger=happened.keys if same or happened.keys & {"away", "danger"} else frozenset(),
            here=frozenset(here), elsewhere=frozenset(elsewhere), people=people, dark=dark,
            hour=self.now.hour, heating=self._mode(area), same_room=same,
        )  # fmt: skip

    def _people_in(self, area: str, here: set[str]) -> str:
        if "away" in here and area != self.room.id:
            return "absent"
        if area != self.room.id:
            return "unknown"
        if "still_there" in here:
            return "present"
        if "not_person" in here and "arrived" in here:
            return "absent"
        return self.people

    def _mode(self, area: str) -> str:
        for seen in self.home.seen():
            if seen.device.area == area and seen.device.domain.value == "climate":
                return seen.condition.value
        return ""


class _NoTools:
    """The catalogue as far as a scene needs it: affordances are not what is trained on."""

    def all(self) -> tuple[Capability, ...]:
        return ()

    def get(self, name: str) -> Capability | None:
        return None


_VISION = vision()
_TOOLS = tuple(
    SceneObject(id=name, type="tool", state="available", name=name, affordances=())
    for name in ("device_control", "vision_perception")
)
_NOBODY = PersonaSheet(
    name="", language=Language.EN, persona_text="", addon_text="", second_person_label=""
)


def _by_name(operation: str, mine: str, truth: Truth, happened: Said, older: list[Said]) -> Verdict:
    """What was asked for or forbidden by its name comes before every other rule."""
    if any("forbidden" in line.keys and line.target == mine for line in (happened, *older)):
        return HARM
    if "named" not in happened.keys or not happened.target or operation == "lock_unlock":
        return None
    noisy = operation in ("media_player_play", "light_turn_on", "cover_open", "switch_turn_on")
    if happened.target == mine:
        return None if noisy and truth.still else 1
    return 0


def _setting(entry: MenuEntry, home: TrainingHome) -> object:
    payload = entry.payload
    if "temperature" in payload:
        state = home.house.states[entry.object_id]
        return "warmer" if payload["temperature"] > state.attributes["temperature"] else "colder"
    if "mode" in payload:
        return payload["mode"]
    if "brightness" in payload:
        return payload["brightness"]
    return home.classes.get(entry.object_id, "")


def _ending(label: str, endings: tuple[tuple[str, str], ...]) -> str:
    plain = label.partition("（")[0]
    for old, new in endings:
        if plain.endswith(old):
            return plain.removesuffix(old) + new
    return plain
