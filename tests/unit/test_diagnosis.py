"""Diagnosis: what, since when, what to do (F13-F16)."""

from zoneinfo import ZoneInfo

from companion.clock import SystemClock
from companion.diagnosis import HealthBoard, broker, camera, model
from companion.words.health import HealthStatus
from companion.words.language import Bilingual

CLOCK = SystemClock(ZoneInfo("Asia/Tokyo"))


def test_a_camera_that_does_not_see_is_unknown_not_empty() -> None:
    """F13: trouble is never worded as nobody there."""
    finding = camera("the picture is black", private=False)
    assert finding.status is HealthStatus.DOWN
    assert finding.remedy is not None
    assert "unknown" in finding.remedy.en


def test_privacy_is_no_trouble() -> None:
    """T18: a shut camera is as it should be."""
    assert camera("closed", private=True).status is HealthStatus.OK


def test_a_model_that_is_down_says_the_remedy() -> None:
    """T-15: no model file: reported, with the way out, and devices still obey."""
    finding = model(ready=False, name="", why_down="no model file")
    assert finding.remedy is not None
    assert "companion models fetch" in finding.remedy.en
    assert model(ready=False, name="", why_down="").status is HealthStatus.STARTING
    waking = model(ready=True, name="m", why_down="", awake=False)
    assert waking.status is HealthStatus.STARTING
    assert "waking" in waking.what.en


def test_a_lost_broker_makes_states_unknown() -> None:
    """F15: what cannot be heard is not known."""
    assert "unknown" in broker(False, "mosquitto", "refused").what.en


def test_the_board_keeps_since_when_and_shows_the_worst_first() -> None:
    """Every part: what, since when, what to do."""
    board = HealthBoard(CLOCK)
    assert board.set("llm", HealthStatus.OK, Bilingual("動作中", "working"))
    assert not board.set("llm", HealthStatus.OK, Bilingual("動作中", "working"))
    since = board.all()[0].since
    assert board.set("broker", HealthStatus.DOWN, Bilingual("切断", "gone"))
    assert [h.part for h in board.all()] == ["broker", "llm"]
    assert board.all()[1].since == since
