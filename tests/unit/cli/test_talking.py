"""What the commands print of the answers of the running companion."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from typer.testing import CliRunner

from companion.cli import talking
from companion.cli.client import Client
from companion.cli.commands import app
from companion.web.times import clock


@pytest.mark.parametrize(
    ("language", "said"), [("ja", "{}から返事待ち"), ("en", "waiting since {}")]
)
def test_a_question_says_since_when_it_waits(
    language: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C-049: there is no timeout, so that a yes may come days and restarts later."""
    now = datetime(2026, 11, 20, 18, 1, tzinfo=ZoneInfo("Asia/Tokyo"))  # not this machine's
    asked_at = now - timedelta(days=3)
    row = {
        "id": 7,
        "asked_at": asked_at.astimezone(UTC).isoformat(),
        "summary": {"ja": "玄関の鍵を開ける", "en": "unlock the front door"},
        "impact": {"ja": "影響: 玄関", "en": "touches the front door"},
    }

    def answer(config: Path, path: str) -> dict[str, Any]:
        return {"now": now.isoformat(), "pending": [row]}

    monkeypatch.setattr(talking, "ask", answer)
    config = _config(tmp_path, language)
    done = CliRunner().invoke(app, ["approvals", "--config", str(config)])
    assert done.exit_code == 0, done.output
    assert said.format(clock(asked_at, now, language)) in done.output


@pytest.mark.parametrize(
    ("said", "still", "failed"),
    [
        ("今日はどんな日だった？", "まだ考えています", "返事を作れませんでした"),
        ("how was your day?", "still thinking", "no reply could be made"),
    ],
)
@pytest.mark.parametrize("household", ["ja", "en"])
def test_what_is_told_meanwhile_is_in_the_language_of_the_sentence(
    said: str, still: str, failed: str, household: str, *, tmp_path: Path, monkeypatch: Any
) -> None:
    """T-06: it is being thought about, then no reply comes; whatever the household speaks."""

    class Follows:
        def follow(self, event_id: int, until: float) -> list[dict[str, Any]]:
            row = {"id": 8, "source": "system", "evidence_event_ids": [event_id]}
            return [row | {"kind": "still_thinking"}, row | {"kind": "reply_failed"}]

    monkeypatch.setattr(talking, "ask", lambda *_: {"event_id": 7})
    monkeypatch.setattr(Client, "of", lambda _: Follows())
    config = _config(tmp_path, household)
    done = CliRunner().invoke(app, ["say", said, "--config", str(config)])
    assert done.exit_code == 1
    assert still in done.output
    assert failed in done.output


def _config(folder: Path, language: str) -> Path:
    sheet = Path(__file__).parents[3] / "config" / "personas" / "koto.yaml"
    config = folder / "config.yaml"
    config.write_text(f"language: {language}\navatar: {{sheet: {sheet}}}\n", encoding="utf-8")
    return config
