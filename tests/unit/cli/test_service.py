"""What `companion run` does when it cannot simply start (F6, F27, T-44)."""

import os
import random
from pathlib import Path

import pytest

from companion.cli.config import check_config, check_text
from companion.cli.service import (
    CRASH_WINDOW_S,
    LAST_GOOD,
    CrashLog,
    choose_settings,
    guess_state_dir,
    keep_good,
    port_of,
)
from companion.service.settings import ConfigWrong

SHIPPED = Path(__file__).parents[3] / "config"


@pytest.fixture
def config(tmp_path: Path) -> Path:
    folder = tmp_path / "config"
    (folder / "personas").mkdir(parents=True)
    for sheet in (SHIPPED / "personas").iterdir():
        (folder / "personas" / sheet.name).write_bytes(sheet.read_bytes())
    path = folder / "config.yaml"
    path.write_bytes((SHIPPED / "config.yaml").read_bytes())
    (tmp_path / "state").mkdir()
    return path


def test_the_last_good_configuration_is_used_and_the_wrong_line_is_named(config: Path) -> None:
    """F6: the house goes on with what it knew, and says which line to correct."""
    keep_good(config, check_config(config))
    good = config.read_text(encoding="utf-8")
    config.write_text(good + "\nlanguge: ja\n", encoding="utf-8")
    chosen = choose_settings(config)
    assert chosen.settings.language == check_text(good, config).language
    assert "languge" in chosen.concerns["config"].what.en
    assert f"config.yaml:{good.count(chr(10)) + 2}" in chosen.concerns["config"].what.ja


def test_without_an_earlier_good_one_every_problem_is_named(config: Path) -> None:
    config.write_text("languge: ja\nllm: 7\n", encoding="utf-8")
    with pytest.raises(ConfigWrong) as told:
        choose_settings(config)
    assert any("languge" in line for line in told.value.problems)
    assert any("llm" in line for line in told.value.problems)


def test_the_kept_one_is_private_and_a_kept_ruin_is_no_help(config: Path) -> None:
    settings = check_config(config)
    keep_good(config, settings)
    kept = settings.state_dir / LAST_GOOD
    assert kept.stat().st_mode & 0o777 == 0o600
    kept.write_bytes(b"\xff\x00")
    config.write_text("- not\n- a mapping\n", encoding="utf-8")
    with pytest.raises(ConfigWrong):
        choose_settings(config)


BROKEN = int(os.environ.get("COMPANION_BROKEN_CONFIGS", "150"))
"""`make proof` breaks 2,000; a round-trip YAML reader takes 40 ms for each."""


def test_broken_configurations_never_bring_a_traceback(config: Path) -> None:
    """F6: 0 tracebacks, every refusal names the file; state folder and port are guessed."""
    good = config.read_bytes()
    chance = random.Random(6)
    refusals: list[ConfigWrong] = []
    for n in range(BROKEN):
        config.write_bytes(_broken(good, chance, n))
        guess_state_dir(config)
        assert 0 <= port_of(config) <= 65535
        try:
            choose_settings(config)
        except ConfigWrong as error:
            refusals.append(error)
    assert len(refusals) > BROKEN // 10  # most single damaged bytes fall into comments
    for refusal in refusals:
        assert refusal.problems
        assert all(line.startswith(str(config.parent)) for line in refusal.problems)


def _broken(good: bytes, chance: random.Random, n: int) -> bytes:
    lines = good.split(b"\n")
    kind = n % 5
    if kind == 0:
        at = chance.randrange(len(good))
        return good[:at] + bytes([chance.randrange(256)]) + good[at + 1 :]
    if kind == 1:
        return good[: chance.randrange(len(good))]
    if kind == 2:
        return chance.randbytes(chance.randrange(400))
    if kind == 3:
        lines.insert(chance.randrange(len(lines)), b"k%d: [1, {" % n)
        return b"\n".join(lines)
    del lines[chance.randrange(len(lines))]
    return b"\n".join(lines)


def test_three_quick_deaths_in_a_row_are_too_many(tmp_path: Path) -> None:
    """F27: a fourth start would be a loop; a run that lasted breaks the row."""
    at = [1000.0]
    crashes = CrashLog(tmp_path, lambda: at[0])
    for n in range(3):
        assert crashes.too_many() == ()
        crashes.begin()
        crashes.say(f"reason {n}")
        at[0] += 10
    assert crashes.too_many() == ("reason 0", "reason 1", "reason 2")
    at[0] += CRASH_WINDOW_S
    assert crashes.too_many() == ()
    crashes.begin()
    crashes.settled()
    assert crashes.too_many() == ()


def test_who_is_killed_while_up_simply_starts_again(tmp_path: Path) -> None:
    """F1: kill -9 or a power cut is no fault of ours, however often; an error of ours is."""
    crashes = CrashLog(tmp_path)
    for _ in range(5):
        crashes.begin()
        crashes.up()
    assert crashes.too_many() == ()
    for _ in range(3):
        crashes.begin()
        crashes.up()
        crashes.say("an essential resident died")
    assert len(crashes.too_many()) == 3


@pytest.mark.parametrize("ruin", [b"", b"{", b'[{"at": "x"}]', b"[1]", b"null", b"\xff"])
def test_a_damaged_crash_log_does_not_keep_the_house_from_starting(
    tmp_path: Path, ruin: bytes
) -> None:
    (tmp_path / "crashes.json").write_bytes(ruin)
    crashes = CrashLog(tmp_path)
    assert crashes.too_many() == ()
    crashes.begin()


def test_systemd_says_where_the_state_is(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "STATE_DIRECTORY", "/var/lib/companion")
    assert guess_state_dir(config) == Path("/var/lib/companion")
