"""Refusals of the house as HTTP: one status each, and a mistake of ours is none."""

import errno

import pytest

from companion.desk.reception import MayNotAnswer
from companion.ports.approvals import ApprovalAlreadyAnswered, NotAsShown
from companion.ports.house import DeviceUnknown, HouseUnreachable
from companion.web.refused import refusal_of


@pytest.mark.parametrize(
    ("error", "refusal"),
    [
        (MayNotAnswer("the guest may not"), (403, "the guest may not")),
        (DeviceUnknown("light.x"), (404, "no such device")),
        (ApprovalAlreadyAnswered("answered"), (409, "answered")),
        (NotAsShown("it has changed"), (410, "it has changed")),
        (HouseUnreachable("no connection"), (503, "no connection")),
    ],
)
def test_a_refusal_has_its_status_and_its_reason(
    error: Exception, refusal: tuple[int, str]
) -> None:
    assert refusal_of(error) == refusal


@pytest.mark.parametrize(
    "error", [KeyError("x"), ValueError("x"), PermissionError(errno.EACCES, "Permission denied")]
)
def test_a_mistake_of_ours_is_no_refusal(error: Exception) -> None:
    """A file that the service may not read is not the reader's fault."""
    assert refusal_of(error) is None
