"""Refused: gives each refusal of the house its HTTP status, so that no route words one again."""

from collections.abc import Mapping

from companion.ports.approvals import ApprovalAlreadyAnswered, NotAsShown
from companion.ports.desk import NothingToUndo
from companion.ports.house import DeviceUnavailable, DeviceUnknown, HouseUnreachable
from companion.ports.mending import NothingToMend
from companion.ports.plan import NothingToResume
from companion.ports.scene_plays import SceneBroken, SceneUnknown
from companion.ports.schedule import EntryUnknown, NothingRings
from companion.ports.schedule_requests import ScheduleRequestRefused
from companion.ports.speech import SpeechUnavailable
from companion.web.password import PasswordTooShort
from companion.web.tools import ToolWrong

STATUS: Mapping[type[Exception], int] = {
    PermissionError: 403,
    DeviceUnknown: 404,
    EntryUnknown: 404,
    SceneUnknown: 404,
    ApprovalAlreadyAnswered: 409,
    NothingRings: 409,
    NothingToMend: 409,
    NothingToResume: 409,
    NothingToUndo: 409,
    SceneBroken: 409,
    NotAsShown: 410,
    PasswordTooShort: 422,
    ScheduleRequestRefused: 422,
    ToolWrong: 422,
    DeviceUnavailable: 503,
    HouseUnreachable: 503,
    SpeechUnavailable: 503,
}
_SAID: Mapping[type[Exception], str] = {
    DeviceUnknown: "no such device",
    EntryUnknown: "no such entry",
    SceneUnknown: "no such scene or role",
    NothingRings: "nothing rings",
}
"""Of errors that carry only a name; the others tell the reason themselves."""


def refusal_of(error: Exception) -> tuple[int, str] | None:
    """Status and reason; None for a mistake of ours, as where the operating system denies a file
    to the service: only errors of the house have no number."""
    if isinstance(error, PermissionError) and error.errno is not None:
        return None
    found = next((kind for kind in type(error).__mro__ if kind in STATUS), None)
    return None if found is None else (STATUS[found], _SAID.get(found) or str(error))
