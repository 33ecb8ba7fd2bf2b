"""Device operation 機器の操作: lists the operations of all kinds of devices.

The rows come from the files in `home/kinds`, so that risk tiers are set there, in code, per
operation, and never by a model. `device_control` offers exactly these.
"""

from collections.abc import Mapping

from companion.home.device_kind import DeviceOperation
from companion.home.kinds import KINDS, kind_of
from companion.words.capability import RiskTier
from companion.words.device import Device

DEVICE_OPERATIONS: tuple[DeviceOperation, ...] = tuple(
    row for kind in KINDS for row in kind.operations
)
OPERATION_BY_NAME: Mapping[str, DeviceOperation] = {o.name: o for o in DEVICE_OPERATIONS}

BY_OWN_ID = frozenset(kind.name for kind in KINDS if kind.by_own_id)
"""Kinds that may act unasked only where the owner named each by its own id."""


def operations_of(device: Device) -> tuple[DeviceOperation, ...]:
    """The rows of the table that this very device takes."""
    return tuple(o for o in kind_of(device).operations if o.does in device.operations)


def operation_of(device: Device, does: str) -> DeviceOperation | None:
    """The row for a device's own operation (`turn_on`), or None; its `name` is the action."""
    return next((o for o in operations_of(device) if o.does == does), None)


ALL_ON, ALL_OFF = "all_turn_on", "all_turn_off"
"""For several devices of several kinds at once: each kind's own `turn_on` and `turn_off`."""
TOGETHER: Mapping[str, str] = {ALL_ON: "turn_on", ALL_OFF: "turn_off"}


def row_for(operation: str, device: Device) -> DeviceOperation | None:
    """Row of an action's operation for this device; None where the device does not take it."""
    if operation in TOGETHER:
        row = operation_of(device, TOGETHER[operation])
        # What must be asked for is never hidden among what need not be.
        return row if row is not None and row.risk <= RiskTier.REVERSIBLE else None
    row = OPERATION_BY_NAME.get(operation)
    return row if row is not None and row in operations_of(device) else None
