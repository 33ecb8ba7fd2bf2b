"""The verdict table, over all labels, tiers and triggers."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.home.device_operation import BY_OWN_ID
from companion.rooms.approval.rules import SHIPPED, ApprovalRules, Pattern, PatternWrong
from companion.rooms.approval.verdict import Case, verdict
from companion.words.approval import ApprovalStatus
from companion.words.capability import RiskTier
from companion.words.trust import UNTRUSTED, Authority, TrustLabel

RULES = ApprovalRules()
PERMISSIVE = ApprovalRules(auto_approve=("*.*",), low_dominance=-2.0)
FREE = {ApprovalStatus.NOT_NEEDED, ApprovalStatus.GRANTED}

actions = st.sampled_from(
    [
        "device_control.light_turn_on",
        "mobility_move.go_to_room",
        "mobility_move.stop",
        "speak.play_chime",
        "web_access.web_research",
        "schedule_alarm.ring",
        "vision_perception.look",
    ]
)
cases = st.builds(
    Case,
    action_type=actions,
    risk=st.sampled_from(RiskTier),
    trust=st.sampled_from(TrustLabel),
    command=st.booleans(),
    public_input=st.booleans(),
    routine=st.booleans(),
    physical=st.booleans(),
    read_only=st.booleans(),
    domain=st.sampled_from(["", "light", "cover", "lock", "switch", "scene"]),
    by_itself=st.booleans(),
    failed_before=st.booleans(),
    dominance=st.floats(-1, 1),
)


@pytest.mark.parametrize(
    ("domain", "trust", "prompted", "free"),
    [
        ("scene", TrustLabel.OWNER, False, True),
        ("script", TrustLabel.OWNER, False, True),
        ("lock", TrustLabel.OWNER, False, False),
        ("scene", TrustLabel.OBSERVED, False, False),
        ("scene", TrustLabel.OWNER, True, False),
    ],
)
def test_a_scene_that_the_owner_named_runs_by_itself_and_nothing_else_of_tier_two(
    domain: str, trust: TrustLabel, prompted: bool, free: bool
) -> None:
    """S-13: it can do anything, so it is asked for; unless marked by its own id, and then by no
    text from elsewhere."""
    case = Case(
        action_type=f"device_control.{domain}_turn_on",
        risk=RiskTier.ASK,
        trust=trust,
        prompted=prompted,
        physical=True,
        domain=domain,
        by_itself=True,
    )
    assert (verdict(case, RULES).status in FREE) is free
    assert verdict(replace(case, by_itself=False, command=True), RULES).status not in FREE


def real(case: Case) -> bool:
    """A command needs user authority (the room sees to it), so no untrusted one exists."""
    return not (case.command and case.trust in (*UNTRUSTED, TrustLabel.SELF))


@given(cases.filter(real), st.sampled_from([RULES, PERMISSIVE]))
def test_untrusted_text_never_passes_above_tier_one(case: Case, rules: ApprovalRules) -> None:
    """T-56, S1: whatever the list says, observed and guest text yields no approval above 1."""
    free = verdict(case, rules).status in FREE
    if case.trust in UNTRUSTED and case.risk > RiskTier.REVERSIBLE:
        assert not free


@given(cases.filter(real), st.sampled_from([RULES, PERMISSIVE]))
def test_untrusted_text_moves_only_marked_devices(case: Case, rules: ApprovalRules) -> None:
    """S-13: at tier 1 only what the owner marked `by_itself`, however wide the list."""
    found = verdict(case, rules)
    tier_one = case.risk is RiskTier.REVERSIBLE
    if case.trust in UNTRUSTED and tier_one and case.physical and found.status in FREE:
        assert case.by_itself


@given(cases.filter(real), st.sampled_from([RULES, PERMISSIVE]))
def test_public_input_causes_nothing(case: Case, rules: ApprovalRules) -> None:
    """T-09: public may converse; beyond talk it is forbidden, not even asked."""
    if case.public_input and case.risk > RiskTier.TALK:
        found = verdict(case, rules)
        asked_back = case.command and case.trust is TrustLabel.OWNER
        assert found.status is ApprovalStatus.FORBIDDEN or asked_back


@given(cases.filter(real), st.sampled_from([RULES, PERMISSIVE]))
def test_tiers_hold(case: Case, rules: ApprovalRules) -> None:
    """S6: tier 2 asks unless a saved routine names it; tier 3 is never done by itself."""
    found = verdict(case, rules)
    if case.risk is RiskTier.ASK and found.status in FREE:
        # A scene or a script that the owner named by its own id runs unasked too.
        named = case.domain in BY_OWN_ID and case.by_itself
        assert found.rule == "saved_routine" or (named and found.rule == "by_itself")
        assert case.trust not in UNTRUSTED
    if case.risk is RiskTier.NEVER_BY_ITSELF:
        assert found.status not in FREE
        if found.status is ApprovalStatus.PENDING:
            assert case.command
            assert case.trust is TrustLabel.OWNER


@given(cases.filter(real))
def test_mood_only_adds_caution(case: Case) -> None:
    """T-46: a bolder mood never lets pass what a neutral one would ask."""
    timid = verdict(_felt(case, -1.0), RULES).status in FREE
    neutral = verdict(_felt(case, 0.0), RULES).status in FREE
    bold = verdict(_felt(case, 1.0), RULES).status in FREE
    assert neutral == bold
    assert timid <= neutral
    saved = case.routine and case.trust is TrustLabel.SELF
    if case.command or case.risk is RiskTier.TALK or saved or case.read_only:
        assert timid == neutral


@given(cases.filter(real), st.lists(st.sampled_from(SHIPPED), max_size=4).map(tuple))
def test_a_shorter_list_never_lets_more_pass(case: Case, lines: tuple[str, ...]) -> None:
    """C-051: the list only ever adds."""
    if verdict(case, ApprovalRules(auto_approve=lines)).status in FREE:
        timid = case.asks_first or case.dominance <= RULES.low_dominance
        assert verdict(case, PERMISSIVE).status in FREE or timid


def _felt(case: Case, dominance: float) -> Case:
    return replace(case, dominance=dominance)


LIGHT: dict[str, Any] = {
    "action_type": "device_control.light_turn_on",
    "physical": True,
    "domain": "light",
}


@pytest.mark.parametrize(
    ("case", "status", "rule"),
    [
        (
            Case(risk=RiskTier.REVERSIBLE, trust=TrustLabel.OBSERVED, by_itself=True, **LIGHT),
            "not_needed",
            "by_itself",
        ),
        (
            Case(risk=RiskTier.REVERSIBLE, trust=TrustLabel.OBSERVED, **LIGHT),
            "pending",
            "not_on_list",
        ),
        (
            Case(risk=RiskTier.REVERSIBLE, trust=TrustLabel.HOUSEHOLD, command=True, **LIGHT),
            "not_needed",
            "user_command",
        ),
        (
            Case(
                risk=RiskTier.REVERSIBLE,
                trust=TrustLabel.OWNER,
                command=True,
                physical=True,
                action_type="device_control.switch_turn_on",
                domain="switch",
            ),
            "pending",
            "not_on_list",
        ),
        (
            Case(
                risk=RiskTier.ASK,
                trust=TrustLabel.OWNER,
                command=True,
                physical=True,
                action_type="device_control.lock_lock",
                domain="lock",
            ),
            "pending",
            "tier_2_asks",
        ),
        (
            Case(
                risk=RiskTier.NEVER_BY_ITSELF,
                trust=TrustLabel.OWNER,
                command=True,
                physical=True,
                action_type="device_control.lock_unlock",
                domain="lock",
            ),
            "pending",
            "tier_3_requested_by_owner",
        ),
        (
            Case(
                risk=RiskTier.NEVER_BY_ITSELF,
                trust=TrustLabel.HOUSEHOLD,
                command=True,
                action_type="device_control.lock_unlock",
                domain="lock",
            ),
            "forbidden",
            "tier_3_never_by_itself",
        ),
        (
            Case(risk=RiskTier.REVERSIBLE, trust=TrustLabel.GUEST, public_input=True, **LIGHT),
            "forbidden",
            "public_authority",
        ),
        (
            Case(
                risk=RiskTier.TALK,
                trust=TrustLabel.GUEST,
                public_input=True,
                action_type="mobility_move.stop",
            ),
            "not_needed",
            "whitelist",
        ),
        (
            Case(
                risk=RiskTier.TALK,
                trust=TrustLabel.OBSERVED,
                read_only=True,
                action_type="vision_perception.observe_scene",
            ),
            "not_needed",
            "whitelist",
        ),
        (
            Case(
                risk=RiskTier.REVERSIBLE,
                trust=TrustLabel.SELF,
                action_type="mobility_move.go_to_room",
            ),
            "pending",
            "not_on_list",
        ),
        (
            Case(
                risk=RiskTier.ASK,
                trust=TrustLabel.SELF,
                routine=True,
                action_type="device_control.lock_lock",
            ),
            "not_needed",
            "saved_routine",
        ),
        (
            Case(
                risk=RiskTier.ASK,
                trust=TrustLabel.OBSERVED,
                routine=True,
                action_type="device_control.lock_lock",
            ),
            "pending",
            "tier_2_asks",
        ),
        (
            Case(
                risk=RiskTier.REVERSIBLE,
                trust=TrustLabel.OBSERVED,
                by_itself=True,
                failed_before=True,
                **LIGHT,
            ),
            "pending",
            "failed_before",
        ),
        (
            Case(
                risk=RiskTier.REVERSIBLE,
                trust=TrustLabel.OWNER,
                command=True,
                failed_before=True,
                **LIGHT,
            ),
            "not_needed",
            "user_command",
        ),
        (
            Case(
                risk=RiskTier.REVERSIBLE,
                trust=TrustLabel.OBSERVED,
                by_itself=True,
                dominance=-0.5,
                **LIGHT,
            ),
            "pending",
            "low_dominance",
        ),
        (
            Case(
                risk=RiskTier.REVERSIBLE,
                trust=TrustLabel.OBSERVED,
                by_itself=True,
                dominance=-0.4,
                **LIGHT,
            ),
            "pending",
            "low_dominance",
        ),
        (
            Case(
                risk=RiskTier.REVERSIBLE,
                trust=TrustLabel.OBSERVED,
                by_itself=True,
                dominance=-0.39,
                **LIGHT,
            ),
            "not_needed",
            "by_itself",
        ),
        (
            Case(
                risk=RiskTier.REVERSIBLE,
                trust=TrustLabel.OWNER,
                command=True,
                dominance=-1.0,
                **LIGHT,
            ),
            "not_needed",
            "user_command",
        ),
    ],
)
def test_the_table(case: Case, status: str, rule: str) -> None:
    """T-01, T-03, T-09, T-46, S-13: one line of each kind, with the rule for the why-chain."""
    found = verdict(case, RULES)
    assert (found.status, found.rule) == (status, rule)


@pytest.mark.parametrize(
    ("text", "action", "domain", "authority", "expected"),
    [
        ("speak.*", "speak.play_chime", "", Authority.PUBLIC, True),
        ("speak.*", "speaker.play", "", Authority.PUBLIC, False),
        ("device_control.*@light", "device_control.x", "light", Authority.PUBLIC, True),
        ("device_control.*@light", "device_control.x", "lock", Authority.PUBLIC, False),
        ("device_control.*@light#user", "device_control.x", "light", Authority.SYSTEM, False),
        ("device_control.*@light#user", "device_control.x", "light", Authority.USER, True),
        ("mobility_move.stop", "mobility_move.go_to_room", "", Authority.USER, False),
    ],
)
def test_patterns(
    text: str, action: str, domain: str, authority: Authority, expected: bool
) -> None:
    """T-01: `capability.operation`, narrowed by domain and authority."""
    assert Pattern.read(text).matches(action, domain, authority) is expected


@pytest.mark.parametrize("text", ["", "*", "speak", "a.b@", "a.b#owner", "a.b@light@x", "A.b"])
def test_a_list_that_cannot_be_read_is_refused_at_start(text: str) -> None:
    """C-051: a typing error must not silently widen or close the gate."""
    with pytest.raises(PatternWrong):
        ApprovalRules(auto_approve=(text,))
