"""Situations: a family and a seed become one pack of the product's own making, with verdicts."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from companion.engines.ranking.action_rules import EVERYWHERE, Truth, Verdict, heard, judge
from companion.engines.ranking.lines import sentences
from companion.ports.capability import Capability
from companion.rooms.context.collect import Collected
from companion.rooms.context.menu import build_menu
from companion.rooms.context.needs import needs_in
from companion.rooms.context.scene import build_scene
from companion.rooms.context.select import (
    Limits,
    focus_of,
    situation_of,
)
from companion.rooms.context.told import Told
from companion.words.context import DeliberationContextPack
from companion.words.decision import DecisionOutcome, MenuEntry
from companion.words.ids import EventId, TriggerId
from companion.words.language import Bilingual, Language
from companion.words.mood import Mood
from companion.words.observation import Certainty, Change, Observation
from companion.words.persona import PersonaSheet
from companion.words.place import Place
from companion.words.scene import SceneObject
from companion.words.text import LabelledText
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import TrustLabel
from tests.proof.evaluation.training.homes import (
    TrainingHome,
    meter,
    random_home,
    sensor,
    setting_of,
    vision,
)
from tests.proof.evaluation.training.speech import (
    ASKING,
    FOLDS,
    FORBIDDING,
    NAMING,
    PEOPLE,
    TARGETS,
    Said,
    book,
    by_name,
    does,
    ending,
    jobs,
    phrases,
    sensor_lines,
    wishes,
)

ZONE = ZoneInfo("Asia/Tokyo")
WIDE = Limits(actions=14, asked_actions=14, threshold=-99.0)
"""For training everything feasible is judged, not only what relevance would show."""
_HOME_WIDE = frozenset({"away", "asleep", "secure", "idle", "rain", "named", "left_on"})
"""What happened that is a reason to act in other rooms too."""
_TRUST = {
    "seen": (TrustLabel.OBSERVED, Priority.OBSERVATION),
    "owner": (TrustLabel.OWNER, Priority.USER),
    "household": (TrustLabel.HOUSEHOLD, Priority.USER),
    "guest": (TrustLabel.GUEST, Priority.USER),
    "self": (TrustLabel.SELF, Priority.ROUTINE),
}


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


def situations(seed: int, count: int, language: Language) -> Iterator[Situated]:
    """`count` situations, every family in turn, by seed; the fold of phrases goes round too."""
    rng = random.Random(f"{seed}-{language}")
    families = book("families")
    for number in range(count):
        fold = (number + number // len(families)) % FOLDS
        yield Scene(families[number % len(families)], rng, language, fold).situation()


def sayings(seed: int, count: int, language: Language) -> Iterator[tuple[Said, int]]:
    """Lines by themselves, every meaning as often, with the fold of phrases each is from. For
    the reader, which families alone would feed unevenly."""
    rng = random.Random(f"sayings-{seed}-{language}")
    keys = sorted(book("phrases"))
    for number in range(count):
        scene = Scene(
            {"id": "", "trigger": "idle", "hours": [0, 24]}, rng, language, number % FOLDS
        )
        scene.limits = WIDE
        menu = scene._pack(Said("", frozenset(), ""), [], []).menu
        named = [e for e in menu if e.object_id in scene.home.house.known]
        key = keys[number // FOLDS % len(keys)]
        yield scene.say(key, rng.choice(named) if named else None), scene.fold
    yield from sensor_lines(language)


_FORMS = {"named": "ask", "forbidden": "forbid"}
"""Meanings that have words of their own for each deed."""


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
        self.now = datetime(
            2026, rng.randint(1, 12), rng.randint(1, 28), hour, rng.randint(0, 59), tzinfo=ZONE
        )
        self.people = self._one_of("people", ("present", "absent", "unknown"))
        self.metered = self._one_of("meter", ("dark", "bright", "none"))
        self._set_devices()
        self.limits = WIDE if rng.random() < 0.5 else Limits()
        self.other_people = rng.choice((None, "present", "absent", "absent"))
        self.sensed = [self._sensor(key) for key in family.get("sensors", ())]

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

    def _sensor(self, key: str) -> Said:
        """A sensor of the room that is on, as the product reads it."""
        names = book("sensors")[key]
        at = self.rng.randrange(self.fold, len(names["en"]), FOLDS)
        at = min(at, len(names["ja"]) - 1)
        name = Bilingual(names["ja"][at], names["en"][at])
        thing = sensor(self.room.id, key, name)
        self.home.house.known[thing.id] = thing
        self.home.put(thing.id, "on", self.now)
        means = {key, "asleep"} if key == "bed_used" else {key}
        text = f"{name.get(self.language)}: on"
        return Said(text, frozenset(means), self.room.id, None, ((text, key),))

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
        keys = frozenset(key.split("+"))
        named = target if keys & NAMING else None
        by_key = zip(key.split("+"), parts, strict=True)
        says = tuple((one, k) for k, (text, _) in by_key for one in sentences(text))
        return Said(joint.join(t for t, _ in parts), keys, about, named, says)

    def _phrase(
        self, key: str, room: Place, *, named: bool, target: MenuEntry | None
    ) -> tuple[str, bool]:
        choices = phrases(key, self.language)[self.fold :: FOLDS]
        if named:
            choices = tuple(c for c in choices if "{room}" in c) or choices
        form = _FORMS.get(key, "")
        if target and form and self.rng.random() < 0.6:
            choices = wishes(form, target, self.language)[self.fold :: FOLDS] or choices
        if target and key == "named" and self.rng.random() < 0.4:
            thing = self.home.house.known[target.object_id].name.en
            choices = jobs(thing, target, self.language) or choices
        text = self.rng.choice(choices)
        name = room.name.get(self.language)
        device = self._some_device(room, target)
        label = target.label.get(self.language) if target else ""
        label = label[0].lower() + label[1:] if label else ""
        said = text.format(
            room=name.lower() if self.language is Language.EN and self.rng.random() < 0.6 else name,
            who=self.rng.choice(PEOPLE[self.language]),
            label=label,
            te=ending(label, ASKING),
            nai=ending(label, FORBIDDING),
            device=device,
        )
        if named and "{room}" not in text:
            said = f"{name}: {said}"
        return said[0].upper() + said[1:], "{room}" in text or named

    def _some_device(self, room: Place, target: MenuEntry | None) -> str:
        if target is not None:
            return self.home.house.known[target.object_id].name.get(self.language)
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
        before = [*self.sensed, *before]
        if self.rng.random() < 0.35:
            before.insert(0, self.say(self.rng.choice(("chat", "idle")), None))
        pack = self._pack(happened, before, likes)
        verdicts = self._first_things_first(
            tuple(self._verdict(e, happened, before, likes) for e in pack.menu), pack.menu
        )
        lines = (happened, *before, *likes)
        things = {
            d.name.get(self.language): self.home.classes.get(d.id, "")
            for d in self.home.house.devices()
        }
        return Situated(self.family["id"], self.language, pack, verdicts, lines, things, self.fold)

    def _target(self) -> MenuEntry | None:
        """The entry that somebody asks for, or forbids, by name."""
        family = self.family
        words = (family["trigger"], *family.get("recent", ()), *family.get("likes", ()))
        keys = {key for word in words for key in word.split("+")} & NAMING
        if not keys:
            return None
        menu = self._pack(self.say("idle", None), [], []).menu
        here = {d.id for d in self.home.house.devices() if d.area == self.room.id}
        own = [e for e in menu if e.object_id in here and "position" not in e.action_type]
        for key, deeds in TARGETS.items():
            own = [e for e in own if does(e, deeds)] if key in keys else own
        return self.rng.choice(own) if own else None

    def _pack(
        self, happened: Said, before: list[Said], likes: list[Said]
    ) -> DeliberationContextPack:
        trigger = self._trigger(happened)
        collected = self._collected()
        focus = focus_of(collected, trigger.place)
        said = trigger.priority is Priority.USER
        needs = needs_in(trigger.about.text, by_person=True) if said else frozenset()
        places = self.home.places
        situation = situation_of(
            trigger, collected, focus, places, self.now, told=Told(needs=needs)
        )
        scene = build_scene(
            devices=collected.devices,
            world=(),
            observations=collected.observations,
            catalogue=_NoTools(),
            places=self.home.places,
            mood=Mood(),
            now=self.now,
            language=self.language,
            place=trigger.place,
            name="",
        )
        scene = replace(scene, objects=(*scene.objects, *_TOOLS))
        menu = build_menu(trigger, collected, situation, scene, self.home.places, self.limits)
        return DeliberationContextPack(
            trigger=trigger,
            persona=_NOBODY,
            mood=Mood(),
            scene=scene,
            menu=menu.entries,
            recent=tuple(self._recent(before)),
            confirmed_preferences=tuple(
                LabelledText(like.text, TrustLabel.OWNER) for like in likes
            ),
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
        said = [line for line in before if line not in self.sensed]
        for age, line in zip(range(len(said), 0, -1), said, strict=True):
            trust = self.rng.choice((TrustLabel.OWNER, TrustLabel.OBSERVED, TrustLabel.HOUSEHOLD))
            at = self.now - timedelta(minutes=2 + 5 * age)
            yield LabelledText(f"{at:%H:%M} {line.text}", trust, EventId(50 - age))

    def _collected(self) -> Collected:
        return Collected(
            events=(),
            attempts=(),
            world=(),
            observations=tuple(self._seen()),
            preferences=(),
            interests=(),
            goals=(),
            mood=Mood(),
            devices=self.home.seen(),
            offers=self.home.offers((self.room,), _VISION),
            blackboard=None,
        )

    def _seen(self) -> Iterator[Observation]:
        """Eyes are not everywhere: a third of the rooms has no camera."""
        if self.people == "unknown" or self.rng.random() < 0.7:
            value = None if self.people == "unknown" else self.people
            yield self._look(self.room, value)
        if self.other_people is not None:
            yield self._look(self.other, self.other_people)

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
        trust = _TRUST.get(self.family.get("by", "seen"), _TRUST["owner"])[0]
        kind = self.home.classes.get(entry.object_id, "")
        nobody = self.people == "absent" and self.other_people in ("absent", None)
        asked = by_name(entry, kind, truth, happened, [*before, *likes], trust, nobody=nobody)
        if asked is not None:
            return asked
        verdict = judge(operation, setting_of(entry, self.home), truth)
        known = area == self.room.id or happened.keys & _HOME_WIDE
        if verdict != 1 or known:
            return verdict
        # Who asked for something is answered first; other rooms can wait.
        return 0 if self.family.get("by") in ("owner", "household") else None

    def _first_things_first(
        self, verdicts: tuple[Verdict, ...], menu: tuple[MenuEntry, ...]
    ) -> tuple[Verdict, ...]:
        """What could burn comes before lamps, and a look is for when nothing else is to be done."""
        looks = [entry.action_type.startswith("vision_perception") for entry in menu]
        burns = [
            self.home.classes.get(e.object_id) == "hazard" and e.action_type.endswith("turn_off")
            for e in menu
        ]
        deed = any(v == 1 and not look for v, look in zip(verdicts, looks, strict=True))
        urgent = any(v == 1 and burn for v, burn in zip(verdicts, burns, strict=True))
        return tuple(
            0 if v == 1 and ((deed and look) or (urgent and not burn)) else v
            for v, look, burn in zip(verdicts, looks, burns, strict=True)
        )

    def _truth(self, area: str, happened: Said, older: list[Said]) -> Truth:
        here: set[str] = set()
        elsewhere: set[str] = set()
        for line in (*older, happened):
            about = line.room or (self.room.id if line is happened else "")
            if about in ("", area) or line.keys & EVERYWHERE:
                here = heard(here, line.keys)
            else:
                elsewhere |= line.keys
        same = (happened.room or self.room.id) == area
        people = self._people_in(area, here)
        dark = {"dark": True, "bright": False}.get(self.metered) if area == self.room.id else None
        return Truth(
            trigger=happened.keys if same or happened.keys & EVERYWHERE else frozenset(),
            here=frozenset(here),
            elsewhere=frozenset(elsewhere),
            people=people,
            dark=dark,
            hour=self.now.hour,
            heating=self._mode(area),
            same_room=same,
        )

    def _people_in(self, area: str, here: set[str]) -> str:
        if "away" in here and area != self.room.id:
            return "absent"
        if area != self.room.id:
            return (self.other_people or "unknown") if area == self.other.id else "unknown"
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
