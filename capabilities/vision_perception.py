"""Vision 視覚: looks through a camera on request and says what is fact, estimate and unknown.

Arguments, return and failure classes:

- `observe_scene(camera)`: one look. Returns `result_payload` with `camera`, `place`, `facts`,
  `estimates`, `unknowns` (lists of `{subject, value, count, confidence, at}`), `seen` (label
  -> how many, at least 0.5 sure) and `took_s`.
- `look_for(camera, subject)`: the same look, `found` true or false for a COCO class name.
  `found` null is unknown: the picture does not settle it.
- `read_text(camera)`: reads signs and QR codes in the newest picture. Returns `camera` and `texts`
  (`{text, confidence, at}`): somebody else's words, which inform and never authorise.
- `observe_screen()`: reads what stands on the screen, as `read_text`; `screen` in place of
  `camera`. On a headless device it is `unavailable`, with the remedy.

Failure classes: `camera_gone`, `privacy_on`, `eyes_unavailable`, `blind`, `unavailable`,
`bad_arguments`. A look changes nothing, so there is no inverse.
"""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.camera import Camera, CameraEnded, CameraGone
from companion.ports.clock import Clock
from companion.ports.eyes import EyesUnavailable
from companion.ports.senses import Look, NotLooking, Senses
from companion.words.capability import (
    ActionCall,
    ActionOption,
    Availability,
    CapabilitySpec,
    OperationSpec,
    RiskTier,
)
from companion.words.language import Bilingual
from companion.words.observation import Certainty, Observation
from companion.words.place import Place
from companion.words.result import ActionResult, ResultStatus
from companion.words.verb import Verb

_CAMERA = {"camera": {"type": "string"}}
_LOOK = Verb(ja="{}を見る", en="look at {}", past="looked at {}")
SPEC = CapabilitySpec(
    name="vision_perception",
    label=Bilingual("見る", "Seeing"),
    acts=False,
    operations=(
        OperationSpec(
            name="observe_scene",
            label=Bilingual("様子を見る", "Look at the scene"),
            verb=_LOOK,
            risk=RiskTier.TALK,
            parameters=_CAMERA,
            read_only=True,
        ),
        OperationSpec(
            name="look_for",
            label=Bilingual("探して見る", "Look for something"),
            verb=_LOOK,
            risk=RiskTier.TALK,
            parameters={**_CAMERA, "subject": {"type": "string"}},
            read_only=True,
        ),
        OperationSpec(
            name="read_text",
            label=Bilingual("文字を読む", "Read what is written"),
            verb=_LOOK,
            risk=RiskTier.TALK,
            parameters=_CAMERA,
            read_only=True,
        ),
        OperationSpec(
            name="observe_screen",
            label=Bilingual("画面を見る", "Look at a screen"),
            verb=_LOOK,
            risk=RiskTier.TALK,
            read_only=True,
        ),
    ),
    resources=("camera",),
)
NO_SCREEN = Bilingual(
    "画面のない機器なので見られない。あるなら cameras に driver: screen の行を足す。",
    "There is no screen on this device. If it has one, add a line with driver: screen.",
)
_FAILURES: Mapping[type[Exception], str] = {
    CameraGone: "camera_gone",
    CameraEnded: "camera_gone",
    NotLooking: "privacy_on",
    EyesUnavailable: "eyes_unavailable",
}


class Settings(BaseModel):
    """Settings of how sure a detection must be."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    sure: float = Field(0.5, gt=0, le=1, description="score from which a thing counts as seen")
    faint: float = Field(0.35, gt=0, le=1, description="score under which nothing was seen")


class VisionPerception:
    """Capability that looks, and reports only what it saw."""

    SPEC = SPEC

    def __init__(
        self, settings: Settings, senses: Senses, clock: Clock, rooms: Mapping[str, Bilingual]
    ) -> None:
        """`rooms`: what a person calls the room that each camera looks at."""
        self._settings, self._senses, self._clock = settings, senses, clock
        self._rooms = rooms

    def availability(self) -> Availability:
        """Whether there is a camera and privacy is off."""
        if not self._senses.cameras():
            reason = Bilingual(
                "カメラがない。設定の cameras に1行足す。",
                "There is no camera. Add a line under `cameras` in the configuration.",
            )
            return Availability(available=False, reason=reason)
        if self._senses.private():
            reason = Bilingual(
                "プライバシーのためカメラは切ってある。", "Privacy is on; cameras are closed."
            )
            return Availability(available=False, reason=reason)
        return Availability(available=True)

    def options(self) -> tuple[ActionOption, ...]:
        """One look per camera."""
        if not self.availability().available:
            return ()
        return tuple(
            ActionOption(
                operation="observe_scene",
                payload={"camera": camera},
                label=self._label(camera),
            )
            for camera in self._senses.cameras()
        )

    def _label(self, camera: str) -> Bilingual:
        room = self._rooms.get(camera)
        if room is None:
            return Bilingual("カメラを見る", "look through the camera")
        return Bilingual(f"{room.ja}を見る", f"look through the {room.en.lower()} camera")

    async def perform(self, call: ActionCall) -> ActionResult:
        """Look, and give what was seen; failure is a value of the classes above."""
        if call.operation == "observe_screen":
            return await self._screen(call)
        camera = call.payload.get("camera") or next(iter(self._senses.cameras()), "")
        subject = str(call.payload.get("subject", ""))
        if camera not in self._senses.cameras():
            return self._failed(call, "bad_arguments", f"no camera {camera!r}")
        if SPEC.operation(call.operation) is None or (call.operation == "look_for" and not subject):
            return self._failed(call, "bad_arguments", "look_for needs a subject")
        began_s = self._clock.monotonic()
        try:
            if call.operation == "read_text":
                return await self._read(call, "camera", str(camera))
            look = await self._senses.look(str(camera))
        except (CameraGone, CameraEnded, NotLooking, EyesUnavailable) as error:
            return self._failed(call, _FAILURES[type(error)], str(error))
        payload = self._payload(str(camera), look) | {"took_s": self._clock.monotonic() - began_s}
        if subject:
            payload |= {"subject": subject, "found": self._found(look, subject)}
        if look.blind:
            return self._failed(call, "blind", "the picture shows nothing", payload)
        return self._done(call, _summary(payload), look.frame.at, payload)

    async def _screen(self, call: ActionCall) -> ActionResult:
        screen = next(iter(self._senses.screens()), "")
        if not screen:
            return self._failed(call, "unavailable", NO_SCREEN.en)
        try:
            return await self._read(call, "screen", screen)
        except (CameraGone, CameraEnded, NotLooking, EyesUnavailable) as error:
            return self._failed(call, _FAILURES[type(error)], str(error))

    async def _read(self, call: ActionCall, kind: str, source: str) -> ActionResult:
        """The summary counts the texts; what they say stands in the payload only, as quoted
        data, so that no summary carries a stranger's sentence."""
        read = await self._senses.read(source)
        texts = [
            {"text": o.value, "confidence": o.confidence, "at": o.at.isoformat()} for o in read
        ]
        summary = f"Read from {kind} {source}: {len(texts)} text(s)."
        payload = {kind: source, "texts": texts}
        return self._done(call, summary, self._clock.now(), payload)

    def _done(
        self, call: ActionCall, summary: str, at: datetime, payload: Mapping[str, Any]
    ) -> ActionResult:
        return ActionResult(
            capability=SPEC.name,
            operation=call.operation,
            status=ResultStatus.SUCCESS,
            summary_text=summary,
            observed_at=at,
            result_payload=payload,
            decision_event_id=call.decision_event_id,
        )

    def _payload(self, camera: str, look: Look) -> dict[str, Any]:
        sure = Counter(d.label for d in look.detections if d.score >= self._settings.sure)
        by_kind = {
            name: [_told(o) for o in look.concluded if o.certainty is certainty]
            for name, certainty in (
                ("facts", Certainty.FACT),
                ("estimates", Certainty.ESTIMATE),
                ("unknowns", Certainty.UNKNOWN),
            )
        }
        place = next((o.place for o in look.concluded), "")
        return {"camera": camera, "place": place, **by_kind, "seen": dict(sure)}

    def _found(self, look: Look, subject: str) -> bool | None:
        """True, False, or None where the picture does not settle it."""
        scores = [d.score for d in look.detections if d.label == subject]
        if look.blind:
            return None
        best = max(scores, default=0.0)
        if best >= self._settings.sure:
            return True
        return None if best >= self._settings.faint else False

    def _failed(
        self,
        call: ActionCall,
        failure_class: str,
        why: str,
        payload: Mapping[str, Any] | None = None,
    ) -> ActionResult:
        return ActionResult(
            capability=SPEC.name,
            operation=call.operation,
            status=ResultStatus.FAILED,
            summary_text=f"Could not look: {why}.",
            observed_at=self._clock.now(),
            result_payload={"why": why, **(payload or {})},
            failure_class=failure_class,
            decision_event_id=call.decision_event_id,
        )


def _told(seen: Observation) -> dict[str, Any]:
    return {
        "subject": seen.subject,
        "value": seen.value,
        "count": seen.count,
        "confidence": seen.confidence,
        "at": seen.at.isoformat(),
    }


def _summary(payload: Mapping[str, Any]) -> str:
    seen = ", ".join(f"{count} {label}" for label, count in sorted(payload["seen"].items()))
    told = f"Looked through camera {payload['camera']}; seen: {seen or 'nothing known by name'}."
    if payload["unknowns"]:
        told += " Whether a person is there is unknown."
    return told


def build(
    settings: Settings,
    *,
    senses: Senses,
    clock: Clock,
    cameras: Mapping[str, Camera],
    places: tuple[Place, ...],
) -> VisionPerception:
    """The capability over the house's senses."""
    names = {place.id: place.name for place in places}
    rooms = {name: names[c.place] for name, c in cameras.items() if c.place in names}
    return VisionPerception(settings, senses, clock, rooms)
