"""The body: cameras, speaker, base, capabilities and policies, built from their config lines."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.app.clockwork import Clockwork
from companion.corridors.notice import Notice
from companion.desk.reception import Reception
from companion.engines.vision.gate_settings import GateSettings
from companion.home.occasion import SHOWING, is_television
from companion.ports.body import Drive, Speaker
from companion.ports.camera import Camera
from companion.ports.policy import Policy
from companion.rooms.perception.sight import Sight
from companion.service import plugins
from companion.service.mask_file import MaskFile

if TYPE_CHECKING:
    from companion.engines.vision.likeness import Likeness
    from companion.engines.vision.motion_gate import MotionGate


class Body(Clockwork):
    """What it senses and acts with. What is seen and whether it may be looked at is known to the
    floors above, which are there by the time anything runs."""

    notice: Notice
    desk: Reception

    @property
    def base(self) -> Drive | None:
        """The wheeled base as people may ask for it; None where no capability moves it."""
        return self.drive if self.catalogue.get("mobility_move") is not None else None

    def _screen_on(self, place: str) -> bool:
        """Whether a television of this room says that it shows something."""
        sets = (d for d in self.house.devices() if d.area == place and is_television(d))
        states = (self.house.state(television.id) for television in sets)
        return any(s is not None and s.available and s.value in SHOWING for s in states)

    def _body(self) -> None:
        """Cameras, speaker, base and what can be done with them."""
        names = [
            "clock",
            "chance",
            "ids",
            "house",
            "eyes",
            "llm",
            "language",
            "state_dir",
            "places",
        ]
        has: dict[str, Any] = {name: getattr(self, name) for name in names}
        has |= {"record": self.record, "state": self.store.state}
        has["state_dir"] = self.state_dir
        has["scenery"] = self.dollhouse.scenery if self.dollhouse else None
        has["floor"] = self.dollhouse.world if self.dollhouse else None
        cameras = [
            self._built(f"cameras.{name}", "camera", c.driver, c.own(), {**has, "name": name})
            for name, c in self.settings.cameras.items()
        ]
        self.cameras: list[Camera] = [camera for camera in cameras if camera is not None]
        self.masks = MaskFile(self.state_dir / "masks.json", self.journal.noted)
        self.sight = Sight(
            self.cameras,
            self.eyes,
            gate=partial(_gate, GateSettings.model_validate(self.settings.gate)),
            clock=self.clock,
            hand_over=lambda seen: self.notice.notice(seen),
            private=lambda: self.desk.privacy(),
            pace=self.pace,
            likeness=_likeness,
            masks=self.masks.of,
            screen_on=self._screen_on,
        )
        self.stack.push_async_callback(self.sight.close)
        has |= {"senses": self.sight, "cameras": {c.name: c for c in self.cameras}}
        for part in ("speaker", "drive"):
            driver = getattr(self.settings, part)
            has[part] = self._built(part, part, driver.driver, driver.own(), has)
            if has[part] is None:  # the simulated one does nothing in a real home, and says so
                has[part] = plugins.build(plugins.FAMILIES[part], "simulated", {}, has)
        self.drive: Drive = has["drive"]
        self.speaker: Speaker = has["speaker"]
        self._clockwork(has)
        self.catalogue = plugins.Shelf(
            self._all_built("capabilities", self.settings.capabilities, has)
        )
        self.policies: dict[str, Policy] = self._all_built("policies", self.settings.policies, has)

    def _all_built(
        self, family: str, sections: Mapping[str, Mapping[str, Any] | None], has: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Each that is not broken, by name."""
        built = {
            n: self._built(f"{family}.{n}", family, n, s or {}, has) for n, s in sections.items()
        }
        return {name: made for name, made in built.items() if made is not None}


def _likeness() -> "Likeness":
    """People from pictures; OpenCV comes with the first camera."""
    from companion.engines.vision.likeness import Likeness

    return Likeness()


def _gate(settings: GateSettings) -> "MotionGate":
    """A motion gate; OpenCV comes with the first camera, not with the start."""
    from companion.engines.vision.motion_gate import MotionGate

    return MotionGate(settings)
