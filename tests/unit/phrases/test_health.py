"""Health in words: what is wrong, what it means and the remedy, in both languages (F13-F16)."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from companion.phrases.health import broker, buzzer, camera, eyes, hub, model, no_voice, record
from companion.service.clock import SystemClock
from companion.words.health import HealthStatus
from companion.words.language import Bilingual

CLOCK = SystemClock(ZoneInfo("Asia/Tokyo"))


def test_a_camera_that_does_not_see_is_unknown_not_empty() -> None:
    """F13: trouble is never worded as nobody there."""
    finding = camera(Bilingual("真っ暗です", "the picture is black"), private=False)
    assert finding.status is HealthStatus.DOWN
    assert finding.remedy is not None
    assert "unknown" in finding.remedy.en


def test_privacy_is_no_trouble() -> None:
    """T18: a shut camera is as it should be."""
    assert camera(Bilingual("閉じた", "closed"), private=True).status is HealthStatus.OK


def test_dead_eyes_have_a_line_and_say_what_that_means() -> None:
    """F11, F12: the detector's worker is a part like any other."""
    assert eyes("", private=False).status is HealthStatus.OK
    assert eyes("crashed", private=True).status is HealthStatus.OK
    finding = eyes("eyes: no answer within 4 s", private=False)
    assert finding.status is HealthStatus.DOWN
    assert finding.remedy is not None
    assert "unknown" in finding.remedy.en
    assert "不明" in finding.remedy.ja


def test_a_model_that_gets_no_further_shows_before_its_deadline() -> None:
    """F11: after ten seconds without a token, not after the 120 of the deadline."""
    well = model(ready=True, name="m", why_down="", silent_s=9.0)
    assert well.status is HealthStatus.OK
    hung = model(ready=True, name="m", why_down="", silent_s=10.5)
    assert hung.status is HealthStatus.DOWN
    assert hung.what.ja != hung.what.en
    assert hung.remedy is not None
    assert "Devices still obey" in hung.remedy.en


def test_a_model_that_is_down_says_the_remedy() -> None:
    """T-15: no model file: reported, with the way out, and devices still obey."""
    finding = model(ready=False, name="", why_down="no model file")
    assert finding.remedy is not None
    assert "companion models fetch" in finding.remedy.en
    assert model(ready=False, name="", why_down="").status is HealthStatus.STARTING
    assert model(ready=False, name="", why_down="stopped").status is HealthStatus.STARTING
    crashed = model(ready=False, name="", why_down="restarting after exit -9")
    assert crashed.remedy is not None
    assert "by itself" in crashed.remedy.en
    waking = model(ready=True, name="m", why_down="", awake=False)
    assert waking.status is HealthStatus.STARTING
    assert "waking" in waking.what.en


def test_a_record_that_cannot_be_written_is_told_at_the_top_of_every_page() -> None:
    """F4: a banner, which only what is down has; a small disk is a line under More."""
    why = "attempt to write a readonly database"
    found = record(datetime(2026, 11, 21, 19, tzinfo=UTC), why, 3, reserve=True)
    assert found.status is HealthStatus.DOWN
    assert "読み取り専用" in found.what.ja
    assert record(None, "", 0, reserve=False).status is HealthStatus.DEGRADED


def test_a_lost_broker_makes_states_unknown() -> None:
    """F15: what cannot be heard is not known."""
    assert "unknown" in broker(False, "mosquitto", "refused").what.en
    assert broker(False, "mosquitto", "").status is HealthStatus.STARTING


def test_a_hub_that_refuses_the_token_asks_for_a_new_one() -> None:
    """F16: in both languages, with what to do; away is another thing, and so is seeing nothing."""
    refused = hub("token_refused", "", "Invalid", 0, True)
    assert refused.status is HealthStatus.DOWN
    assert refused.remedy is not None
    assert "companion setup homeassistant" in refused.remedy.ja
    assert "companion setup homeassistant" in refused.remedy.en
    assert "no token" in hub("token_missing", "", "x: no such file", 0, True).what.en
    assert "unknown" in hub("away", "", "refused", 0, True).what.en
    assert hub("connecting", "", "", 0, True).status is HealthStatus.STARTING
    assert hub("up", "2025.4.4", "", 3, True).status is HealthStatus.OK
    assert hub("up", "2025.4.4", "", 0, True).status is HealthStatus.DEGRADED
    assert "administrator" in hub("up", "2025.4.4", "", 0, False).what.en


def test_a_buzzer_that_cannot_sound_is_told_before_the_morning() -> None:
    """The last rung of an alarm, with what gives the service its right."""
    assert buzzer("").status is HealthStatus.OK
    found = buzzer("GPIO18: [Errno 1] Operation not permitted: '/dev/gpiochip4'")
    assert found.status is HealthStatus.DEGRADED
    assert found.remedy is not None
    for words in (found.remedy.ja, found.remedy.en):
        assert "companion doctor --fix" in words


def test_a_real_home_without_a_speaker_is_told_before_the_morning() -> None:
    """The simulated speaker sounds in the doll's house only; the remedy is one line."""
    found = no_voice()
    assert found.status is HealthStatus.DEGRADED
    assert found.remedy is not None
    assert "alsa" in found.remedy.ja
    assert "alsa" in found.remedy.en
