"""The heart of the loop and who listens to it (F26, P24)."""

import asyncio
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

from companion.service.watchdog.pulse import EXIT_HUNG, Pulse
from companion.service.watchdog.systemd import Systemd


async def test_the_lag_of_the_loop_is_measured() -> None:
    """P24: a blocked loop shows as the latest beat."""
    pulse = Pulse(Systemd(), beat_s=0.01)
    assert pulse.lag() is None
    beating = asyncio.create_task(pulse.run())
    await asyncio.sleep(0.1)
    time.sleep(0.08)  # noqa: ASYNC251 - blocking the loop is what is tested
    await asyncio.sleep(0.05)
    beating.cancel()
    await asyncio.gather(beating, return_exceptions=True)
    lag = pulse.lag()
    assert lag is not None
    assert lag.max_ms >= 60
    assert lag.p50_ms <= lag.p99_ms <= lag.max_ms


async def test_without_a_watchdog_no_thread_listens() -> None:
    before = threading.active_count()
    beating = asyncio.create_task(Pulse(Systemd(), beat_s=0.01).run())
    await asyncio.sleep(0.05)
    assert threading.active_count() == before
    beating.cancel()
    await asyncio.gather(beating, return_exceptions=True)


async def test_a_loop_that_beats_is_left_alone() -> None:
    """A busy loop is not a hung one; the listener goes with the heart."""
    hung = threading.Event()
    pulse = Pulse(Systemd(watchdog_s=0.5), beat_s=0.01, hung=hung.set)
    beating = asyncio.create_task(pulse.run())
    for _ in range(10):
        time.sleep(0.08)  # noqa: ASYNC251 - a slow step of the loop
        await asyncio.sleep(0.02)
    beating.cancel()
    await asyncio.gather(beating, return_exceptions=True)
    assert not hung.is_set()
    assert "pulse listener" not in {t.name for t in threading.enumerate()}


async def test_a_hung_loop_is_noticed_within_the_time_allowed() -> None:
    """F26, R6: noticed by the thread while the loop is blocked."""
    hung = threading.Event()
    pulse = Pulse(Systemd(watchdog_s=0.5), beat_s=0.01, hung=hung.set)
    beating = asyncio.create_task(pulse.run())
    await asyncio.sleep(0.1)
    assert hung.wait(1.0)  # blocks the loop until the listener has noticed
    beating.cancel()
    await asyncio.gather(beating, return_exceptions=True)


_BLOCKED = """
    import asyncio, sys, time
    from pathlib import Path
    from companion.service.watchdog.pulse import Pulse
    from companion.service.watchdog.systemd import Systemd

    async def main():
        pulse = Pulse(Systemd(watchdog_s=0.5), beat_s=0.01, state_dir=Path(sys.argv[1]))
        beating = asyncio.create_task(pulse.run())
        await asyncio.sleep(0.1)
        this_is_where_it_hangs()

    def this_is_where_it_hangs():
        {how}

    asyncio.run(main())
"""


def _hang(how: str, folder: Path) -> subprocess.CompletedProcess[str]:
    code = textwrap.dedent(_BLOCKED).replace("{how}", how)
    return subprocess.run(
        [sys.executable, "-c", code, str(folder)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_a_hung_loop_leaves_its_stacks_and_ends_with_a_code_of_its_own(tmp_path: Path) -> None:
    """F26: the reason stands on stderr and in the state folder."""
    ended = _hang("time.sleep(60)", tmp_path)
    assert ended.returncode == EXIT_HUNG
    assert "this_is_where_it_hangs" in ended.stderr
    (left,) = tmp_path.glob("hung-*.txt")
    assert "this_is_where_it_hangs" in left.read_text(encoding="utf-8")


def test_native_code_that_keeps_the_lock_is_ended_too(tmp_path: Path) -> None:
    """F26: no Python thread runs then; faulthandler's own needs no lock. The time allowed is
    counted from the last beat that was told."""
    ended = _hang("import ctypes; ctypes.PyDLL(None).sleep(60)", tmp_path)
    assert ended.returncode not in (0, -signal.SIGKILL)
    assert "this_is_where_it_hangs" in ended.stderr
