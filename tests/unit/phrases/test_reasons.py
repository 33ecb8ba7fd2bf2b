"""Every reason that the page can show exists in both languages (T-47): the source is walked, and
what parts really say when they really fail is translated too."""

import ast
import re
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from companion.links.home_assistant.link import LinkState
from companion.phrases import health
from companion.phrases.reasons import in_both, known, of_error
from companion.store.writer import not_writable
from companion.words.finding import Finding
from companion.words.language import Bilingual
from hardware.drive import simulated as drive
from hardware.speaker import simulated as speaker

ROOT = Path(__file__).parents[3]
SPEAK_OF_TROUBLE = frozenset(
    {
        "WorkerUnavailable",
        "WorkerTimedOut",
        "WorkerCrashed",
        "ModelUnavailable",
        "ModelTimedOut",
        "ModelCrashed",
        "WeightsMissing",
        "RankerUnavailable",
        "EyesUnavailable",
        "EmbedderUnavailable",
        "RecordNotWritable",
        "RecordUnreadable",
        "KeyUnusable",
        "HouseUnreachable",
        "ServerAway",
        "ServerBroke",
        "HubAway",
        "HubNoAnswer",
        "TokenMissing",
        "SpeakerUnavailable",
        "SpeechUnavailable",
        "DriveUnavailable",
        "MqttError",
    }
)
"""Errors whose words come to the health board."""
PLACES = (
    "companion/engines",
    "companion/links",
    "companion/store",
    "hardware/speaker",
    "hardware/drive",
)
SAMPLE = {"error": "[Errno 28] No space left on device", "why": "disk I/O error"}
ENGLISH = re.compile(r"[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}")
CODE = re.compile(r"`[^`]*`|\([^)]*\)|（[^）]*）")


def _words(node: ast.expr) -> str | None:
    """A message as it would read, with something plausible in its gaps."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if not isinstance(node, ast.JoinedStr):
        return None
    return "".join(_part(part) for part in node.values)


def _part(part: ast.expr) -> str:
    if isinstance(part, ast.Constant):
        return str(part.value)
    assert isinstance(part, ast.FormattedValue)
    name = ast.unparse(part.value)
    for key, text in SAMPLE.items():
        if key in name:
            return text
    if any(key in name for key in ("path", "folder", "dir", "to", "file")):
        return "/var/lib/x"
    if "url" in name:
        return "http://10.0.0.2:8080/v1"
    return "llm x" if name == "self.name" else "7"


def told() -> Iterator[tuple[str, str]]:
    """Each message of the source, with where it stands."""
    for folder in PLACES:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "memory_house" in path.name:
                continue
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                found = _message(node)
                if found and found != "7":
                    yield f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}", found


def _message(node: ast.AST) -> str | None:
    if isinstance(node, ast.Call) and node.args:
        name = ast.unparse(node.func).rpartition(".")[2]
        return _words(node.args[0]) if name in SPEAK_OF_TROUBLE else None
    if isinstance(node, ast.Assign):
        names = " ".join(ast.unparse(target) for target in node.targets)
        if "why_down" in names or "last_error" in names:
            return _words(node.value)
    return None


def test_every_reason_of_ours_has_its_japanese() -> None:
    """A new `raise` without Japanese fails here."""
    found = list(told())
    assert len(found) > 40
    assert [(where, text) for where, text in found if not known(text)] == []


@pytest.mark.parametrize(
    ("why", "ja", "en"),
    [
        (
            "restarting after exit -9",
            "落ちた（SIGKILL）ので、起動し直しています",
            "it crashed (SIGKILL) and is being started again",
        ),
        (
            "restarting after exit 3",
            "終わった（終了コード3）ので、起動し直しています",
            "it ended (exit code 3) and is being started again",
        ),
        (
            "[Errno 111] Connect call failed ('127.0.0.1', 1883)",
            "相手が動いていません",
            "Connection refused",
        ),
        (
            "[code:135] Not authorized",
            "ユーザー名かパスワードが違います",
            "it refuses the user name or the password",
        ),
        (
            "[Errno -2] Name or service not known",
            "名前が見つかりません（DNS）",
            "the name is not found (DNS)",
        ),
        ("llm qwen: no answer within 30 s", "30秒以内に答えませんでした", "no answer within 30 s"),
        (
            "the detector's worker gave no answer: eyes: restarting after exit -11",
            "検出の部品が答えません: 落ちた（SIGSEGV）ので、起動し直しています",
            "the detector gave no answer: it crashed (SIGSEGV) and is being started again",
        ),
        ("qwertz uiop asdf", "部品の言葉のまま「qwertz uiop asdf」", "qwertz uiop asdf"),
        ("", "", ""),
    ],
)
def test_what_parts_say_is_told_in_both(why: str, ja: str, en: str) -> None:
    assert in_both(why) == Bilingual(ja, en)


def test_what_sqlite_says_is_told_in_both() -> None:
    for says in (
        "attempt to write a readonly database",
        "database or disk is full",
        "disk I/O error",
        "unable to open database file",
        "database is locked",
    ):
        why = str(not_writable(Path("/var/lib/x.db"), sqlite3.OperationalError(says)))
        assert known(why)
        assert says not in in_both(why).ja


def test_an_error_of_ours_names_its_kind() -> None:
    found = of_error(KeyError("x"))
    assert found.ja == "こちらの誤り（KeyError）"
    assert found.en == "a mistake of ours (KeyError: 'x')"
    assert of_error(OSError(28, "No space left on device")).ja == "空き容量がありません"


def _findings(why: str) -> Iterator[Finding]:
    """Every finding that a reason can stand in."""
    yield health.broker(False, "mosquitto", why)
    for state in LinkState:
        yield health.hub(state, "2026.11", why, 3, True)
        yield health.hub(state, "2026.11", why, 3, True, trying=True)
        yield health.hub(state, "2026.11", why, 3, True, trying=False)
    yield health.hub("up", "2026.11", "", 3, True, misread=("light.x",))
    yield health.broker(False, "mosquitto", why, True)
    yield health.broker(False, "mosquitto", why, False)
    yield health.announcements({"homeassistant/light/x/config": why})
    yield health.no_announcements()
    yield health.model(False, "", why)
    yield health.record(datetime.now().astimezone(), why, 3, True)
    yield health.record_broken(why, 2)
    yield health.eyes(why, False)
    yield health.ranker(why)
    yield health.voice(why, another=True)


def test_no_health_sentence_mixes_its_languages() -> None:
    """No finding with a reason of ours holds a run of English in its Japanese, commands apart;
    and none is without one of the two."""
    for where, why in told():
        for found in _findings(why):
            for text in (found.what, found.remedy):
                if text is None:
                    continue
                assert text.ja, where
                assert text.en, where
                bare = CODE.sub("", text.ja)
                assert not ENGLISH.search(bare), (where, text.ja)


@pytest.mark.parametrize("fault", ["gone", "busy", "hung"])
def test_the_speaker_says_it_in_both(fault: str) -> None:
    assert set(speaker.TROUBLE) >= {"gone", "busy", "hung"}
    assert known(speaker.TROUBLE[fault])


def test_the_base_says_it_in_both() -> None:
    assert known(drive.NO_ANSWER)
