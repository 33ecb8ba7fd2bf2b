"""Approval rules: which line of the configuration covers which action."""

import pytest

from companion.rooms.approval.rules import ApprovalRules, Pattern, PatternWrong
from companion.words.trust import Authority


@pytest.mark.parametrize(
    ("line", "action", "domain", "authority", "covered"),
    [
        ("speak.*", "speak.say", "", Authority.SYSTEM, True),
        ("speak.*", "notice.show", "", Authority.SYSTEM, False),
        ("*.*", "device_control.light_turn_on", "light", Authority.PUBLIC, True),
        ("device_control.*@light", "device_control.light_turn_on", "light", Authority.USER, True),
        ("device_control.*@light", "device_control.fan_turn_on", "fan", Authority.USER, False),
        ("device_control.*#user", "device_control.fan_turn_on", "fan", Authority.USER, True),
        ("device_control.*#user", "device_control.fan_turn_on", "fan", Authority.PUBLIC, False),
        ("device_control.*@fan#user", "device_control.fan_turn_on", "fan", Authority.USER, True),
    ],
)
def test_a_line_covers_its_action_domain_and_authority(
    line: str, action: str, domain: str, authority: Authority, covered: bool
) -> None:
    assert ApprovalRules(auto_approve=(line,)).listed(action, domain, authority) is covered


@pytest.mark.parametrize(
    "line", ["", "speak", "speak.say@", "speak.say#owner", "Speak.say", "a.b c"]
)
def test_a_line_that_cannot_be_read_is_refused_at_start(line: str) -> None:
    with pytest.raises(PatternWrong, match=r"capability\.operation"):
        ApprovalRules(auto_approve=(line,))


def test_the_whitelist_as_shipped_switches_no_device() -> None:
    rules = ApprovalRules()
    assert not rules.listed("device_control.light_turn_on", "light", Authority.USER)
    assert rules.listed("speak.say", "", Authority.PUBLIC)
    assert "lock" not in rules.user_command_domains
    assert "light" in rules.user_command_domains


def test_a_routine_of_its_own_is_asked_about_and_one_of_a_person_is_not() -> None:
    """T-50: the companion may propose a routine, which needs approval."""
    rules = ApprovalRules()
    assert rules.listed("schedule_alarm.set_routine", "", Authority.USER)
    assert not rules.listed("schedule_alarm.set_routine", "", Authority.SYSTEM)
    assert rules.listed("schedule_alarm.ring", "", Authority.SYSTEM)


def test_a_pattern_without_a_domain_covers_each() -> None:
    assert Pattern.read("garden.*").matches("garden.water", "switch", Authority.SYSTEM)
