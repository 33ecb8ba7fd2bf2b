"""Scenery of the doll's house: renders what its cameras see, from real pixels and the lamps' light.

A pure function of the chronicle and the clock. Frames come 5 a second while anything in view
changes and `LIVELY_S` after; then one per `STANDING_S` while somebody stands there, and one
per `STILL_S` of an empty, unchanged room, so that quiet days run fast. A change brings the
next frame at once, at any speed.
"""

import asyncio
import math
from contextlib import suppress
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.dollhouse.chronicle import Happening, Kind
from companion.dollhouse.clock import SimClock
from companion.dollhouse.footage import FPS, HEIGHT, WIDTH, Footage, Look, Pixels, decode
from companion.dollhouse.home import CameraPlan
from companion.dollhouse.world import World
from companion.ports.scenery import SceneryUnknown
from companion.words.frame import Frame

LIVELY_S = 10.0
STANDING_S = 1.0
STILL_S = 2.5
"""Half the 5 s between looks at an idle room: no look comes later than 7.5 s, when what a
camera shows would count as unknown."""

NIGHT_GAIN = 0.3
"""Gain of a dark room: what a night camera still shows (mean grey 41 of 255). Measured with
the shipped detector: a person scores 0.95-0.99 at gains 0.2-1.0, an empty room below 0.05."""

FULL_LIGHT = 0.6
"""Brightness from which the camera's exposure makes the picture as bright as it gets."""


SIGN_S = 40.0
"""How long somebody holds a sign up."""
SIGN_SIDE = 180
"""Side of its code in pixels: large enough for every module to be several pixels wide."""


@dataclass(slots=True)
class Sight:
    """Person in front of one camera."""

    person: str
    look: Look
    since: float
    leaving_since: float | None = None

    def frame_number(self, t: float) -> int | None:
        """Frame of their clip at second `t`; None when out of the picture."""
        leaving_s = None if self.leaving_since is None else t - self.leaving_since
        return self.look.frame_number(t - self.since, leaving_s)


@dataclass(slots=True)
class View:
    """State of one simulated camera."""

    plan: CameraPlan
    sights: list[Sight] = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    changed_at: float = -LIVELY_S
    last: float = -1.0
    number: int = 0
    held: Pixels | None = None
    """Sign that a person holds before the camera."""
    held_until: float = 0.0

    def pause_s(self, t: float) -> float:
        """Seconds between frames now."""
        if t - self.changed_at < LIVELY_S:
            return 1.0 / FPS
        return STANDING_S if self.sights else STILL_S

    def due(self, t: float) -> float:
        """When the next frame is due: on the camera's grid, so that cameras share instants."""
        pause_s = self.pause_s(t)
        return max(t, (math.floor(self.last / pause_s + 1e-6) + 1) * pause_s)


class DollScenery:
    """Scenery over the simulated world. Implements port `Scenery`."""

    def __init__(self, world: World, clock: SimClock, footage: Footage) -> None:
        self._world = world
        self._clock = clock
        self._footage = footage
        self._views = {camera.id: View(camera) for camera in world.plan.cameras}
        self.rendered = 0
        for person, where in world.people.items():
            self._come(person, where.room)
        world.chronicle.watch(self._happened)

    def cameras(self) -> tuple[str, ...]:
        """Names of the cameras there are."""
        return tuple(self._views)

    def place(self, camera: str) -> str:
        """Room id it looks at."""
        return self._view(camera).plan.place

    async def next_frame(self, camera: str) -> Frame:
        """Wait until the next frame is due, or something changes, and render it."""
        view = self._view(camera)
        while (wait_s := view.due(now := self._clock.monotonic()) - now) > 1e-6:
            view.changed.clear()
            with suppress(TimeoutError):
                await self._clock.wait_for(view.changed.wait(), wait_s)
        view.last = self._clock.monotonic()
        frame = Frame(
            pixels=self.render(camera).tobytes(),
            width=WIDTH,
            height=HEIGHT,
            at=self._clock.now(),
            number=view.number,
            t_s=view.last,
        )
        view.number += 1
        return frame

    def render(self, camera: str) -> Pixels:
        """The picture as it is now."""
        view, t = self._view(camera), self._clock.monotonic()
        seen = [(s, n) for s in view.sights if (n := s.frame_number(t)) is not None]
        view.sights = [sight for sight, _ in seen]
        pixels = self._footage.room(t) if not seen else decode(seen[0][0].look.frames[seen[0][1]])
        for sight, number in seen[1:]:
            pixels = self._footage.laid_over(pixels, sight.look, number)
        if view.plan.mirrored:
            pixels = cv2.flip(pixels, 1).astype(np.uint8, copy=False)
        self.rendered += 1
        lit = _lit(pixels, self._world.brightness(view.plan.place))
        # Held up to the lens with a light on it, as somebody would who wants it read.
        return lit if view.held is None or t > view.held_until else with_sign(lit, view.held)

    def show(self, place: str, text: str) -> None:
        """Hold a sign with a code on it before the camera of this room."""
        for view in self._views.values():
            if view.plan.place == place:
                view.held, view.held_until = sign(text), self._clock.monotonic() + SIGN_S
        self._stir(place)

    def in_view(self, camera: str) -> tuple[str, ...]:
        """People who are truly in the picture now."""
        t = self._clock.monotonic()
        return tuple(
            sight.person
            for sight in self._view(camera).sights
            if sight.leaving_since is None or t - sight.leaving_since < sight.look.gone_after_s
        )

    def _view(self, camera: str) -> View:
        if camera not in self._views:
            raise SceneryUnknown(camera)
        return self._views[camera]

    def _happened(self, happening: Happening) -> None:
        if happening.kind is Kind.ENTERED:
            self._come(happening.subject, happening.place)
        elif happening.kind is Kind.LEFT:
            self._go(happening.subject, happening.place)
        elif happening.kind is Kind.CHANGED and happening.subject.startswith(("light.", "cover.")):
            self._stir(happening.place)

    def _come(self, person: str, room: str) -> None:
        look = self._footage.looks[self._world.people[person].look]
        for view in self._views.values():
            if view.plan.place == room:
                view.sights.append(Sight(person, look, self._clock.monotonic()))
        self._stir(room)

    def _go(self, person: str, room: str) -> None:
        for view in self._views.values():
            for sight in view.sights:
                if sight.person == person and sight.leaving_since is None:
                    sight.leaving_since = self._clock.monotonic()
        self._stir(room)

    def _stir(self, room: str) -> None:
        for view in self._views.values():
            if view.plan.place == room:
                view.changed_at = self._clock.monotonic()
                view.changed.set()


def sign(text: str, side_px: int = SIGN_SIDE) -> Pixels:
    """Draw a white card with the text as a QR code, and as far as it fits in plain letters."""
    code = cv2.QRCodeEncoder.create().encode(text)
    side = max(4, round(side_px / code.shape[0])) * code.shape[0]
    code = cv2.resize(code, (side, side), interpolation=cv2.INTER_NEAREST)
    card = np.full((side + 60, side + 40, 3), 255, np.uint8)
    card[20 : 20 + side, 20 : 20 + side] = code[:, :, None]
    plain = text.encode("ascii", "ignore").decode()[:40]
    place = (14, side + 46)
    cv2.putText(card, plain, place, cv2.FONT_HERSHEY_SIMPLEX, 0.42, (0, 0, 0), 1, cv2.LINE_AA)
    return card


def with_sign(pixels: Pixels, card: Pixels) -> Pixels:
    """Paste the card into the upper left corner of a picture, cut where it does not fit."""
    shown = pixels.copy()
    height, width = (min(a, b) for a, b in zip(card.shape[:2], pixels.shape[:2], strict=True))
    shown[:height, :width] = card[:height, :width]
    return shown


def _lit(pixels: Pixels, brightness: float) -> Pixels:
    gain = NIGHT_GAIN + (1 - NIGHT_GAIN) * min(1.0, brightness / FULL_LIGHT)
    if gain >= 1.0:
        return pixels
    table = (np.arange(256) * gain).astype(np.uint8)
    return cv2.LUT(pixels, table).astype(np.uint8, copy=False)
