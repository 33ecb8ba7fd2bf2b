"""What `companion routine add --do` understands."""

import pytest

from companion.cli.schedule import _action
from companion.words.travel import GO_TO_ROOM


def test_p_004_a_routine_of_the_command_line_can_send_the_base() -> None:
    """P-004, T-50: a device's operation, or the wheeled base and its room."""
    assert _action("drive.to kitchen") == {
        "action_type": GO_TO_ROOM,
        "payload": {"room": "kitchen"},
    }
    assert _action("cover.bedroom open")["action_type"] == "device_control.cover_open"


@pytest.mark.parametrize("text", ["drive.to", "drive.to  ", "cover.bedroom"])
def test_what_names_no_room_or_operation_is_refused(text: str) -> None:
    """A clear message with the form it should have."""
    with pytest.raises(ValueError, match="is not"):
        _action(text)
