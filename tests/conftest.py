"""Suite-wide rules: no task is left behind; real parts are counted; skips need leave."""

import asyncio
import inspect
import os
import tomllib
from collections.abc import AsyncIterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings

from companion.engines.grammar_tables import Tables
from companion.service.plugins import add_folder, own_folder
from tests.slow_time import allow_longer, slow_down
from tests.whole_sets import WHOLE

pytest_plugins = ["tests.contract.real_hub", "tests.contract.real_zigbee"]

HERE = Path(__file__).parent

# How long an example takes says how busy the machine is, and nothing of the product.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")


TESTBED_PARTS = {"home_assistant", "homeassistant_api", "discoverable", "zigbee2mqtt"}
TESTBED_FIXTURES = {"real_hub", "real_zigbee", "discoverable_python", "package_python"}


def _worker_group(item: pytest.Item) -> str:
    """The tests that one worker must run: those of the testbed, those of the model, the laws, which
    share the parsed product, else a file."""
    parts = {str(part) for mark in item.iter_markers("real") for part in mark.args}
    if parts & TESTBED_PARTS or TESTBED_FIXTURES.intersection(getattr(item, "fixturenames", ())):
        return "testbed"  # its servers listen on fixed ports and are brought up once
    if item.path.is_relative_to(HERE / "law"):
        return "law"
    return "llm" if "llm" in parts else str(item.path)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tell the workers of `make test` which tests go together, and the slow groups first. Tests
    that give figures and hold no goal are for `make proof`."""
    if not WHOLE:
        items[:] = [item for item in items if item.get_closest_marker("figures") is None]
    own_s: dict[str, float] = {}
    for item in items:
        group, limit = _worker_group(item), item.get_closest_marker("timeout")
        own_s[group] = own_s.get(group, 0.0) + (float(limit.args[0]) if limit else 0.0)
        allow_longer(item)
        item.add_marker(pytest.mark.xdist_group(group))
    if "PYTEST_XDIST_WORKER" in os.environ:
        items.sort(key=lambda item: -own_s[_worker_group(item)])


@pytest.hookimpl(tryfirst=True)
def pytest_xdist_make_scheduler(config: pytest.Config) -> None:
    """Have groups shared out in the order above. A story is one test of minutes: by the number of
    their tests, as is usual, the slowest groups came last, and one worker waited for the other.
    The limits that tests set themselves tell how long a group takes."""
    config.option.loadscopereorder = False


def pytest_collection_finish(session: pytest.Session) -> None:
    """Have the tables for reading sentences built before the first test that wakes a house: where
    those of the installation are stale, the first story of each worker waited for them within its
    own limit, for a minute and more on a busy machine."""
    wakes = (HERE / "story", HERE / "browser")
    if not any(item.path.is_relative_to(folder) for item in session.items for folder in wakes):
        return
    if session.config.option.collectonly:
        return
    with TemporaryDirectory() as folder:
        asyncio.run(Tables(Path(folder)).ready())


def _has_a_loop(item: pytest.Function) -> bool:
    """Whether the test or one of its fixtures is a coroutine."""
    fixtures = item._fixtureinfo.name2fixturedefs.values()
    functions = [item.function, *(found[-1].func for found in fixtures)]
    return item.get_closest_marker("asyncio") is not None or any(
        inspect.iscoroutinefunction(each) or inspect.isasyncgenfunction(each) for each in functions
    )


@pytest.fixture(autouse=True)
def no_task_left_behind(request: pytest.FixtureRequest) -> None:
    """A test that leaves an asyncio task behind fails (DESIGN 3). Two of three tests have no loop
    to leave one in, and making one for each of 9,000 took 2 ms each time."""
    if _has_a_loop(request.node):
        request.getfixturevalue("tasks_of_the_loop")


@pytest.fixture
async def tasks_of_the_loop() -> AsyncIterator[None]:
    """The loop has no other tasks after the test than before."""
    before = asyncio.all_tasks()
    yield
    await asyncio.sleep(0)
    left = asyncio.all_tasks() - before - {asyncio.current_task()}
    left = {t for t in left if not t.done()}
    for task in left:
        task.cancel()
    assert not left, f"tasks left behind: {[t.get_name() for t in left]}"


class RealParts:
    """Counts which real parts ran and which skips had no leave."""

    def __init__(self) -> None:
        allowed = tomllib.loads((HERE / "allowed_skips.toml").read_text(encoding="utf-8"))
        self.allowed: list[dict[str, str]] = allowed.get("skip", [])
        self.ran: dict[str, int] = {}
        self.skipped: dict[str, dict[str, int]] = {}
        self.without_leave: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Note on the report which real part the test uses."""
        for mark in item.iter_markers("real"):
            for part in mark.args:
                item.user_properties.append(("real", part))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count runs and skips per part."""
        parts = [str(value) for name, value in report.user_properties if name == "real"]
        if report.skipped:
            reason = str(report.longrepr[2]) if isinstance(report.longrepr, tuple) else "skipped"
            for part in parts or ["(no real part)"]:
                reasons = self.skipped.setdefault(part, {})
                reasons[reason] = reasons.get(reason, 0) + 1
            if not self._has_leave(report.nodeid, reason):
                self.without_leave.append(f"{report.nodeid}: {reason}")
        elif report.when == "call":
            for part in parts:
                self.ran[part] = self.ran.get(part, 0) + 1

    def _has_leave(self, nodeid: str, reason: str) -> bool:
        return any(a["test"] in nodeid and a["reason"] in reason for a in self.allowed)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Under REQUIRE_REAL=1 a skip without leave fails the run."""
        if os.environ.get("REQUIRE_REAL") == "1" and self.without_leave and not session.exitstatus:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """The table of real parts."""
        terminalreporter.section("real parts")
        for part in sorted({*self.ran, *self.skipped}):
            line = f"{part:<16} ran {self.ran.get(part, 0):>4}"
            for reason, count in self.skipped.get(part, {}).items():
                line += f"   skipped {count}: {reason}"
            terminalreporter.line(line)
        for line in self.without_leave:
            terminalreporter.line(f"skip without leave (tests/allowed_skips.toml): {line}")


def pytest_configure(config: pytest.Config) -> None:
    """Register the counting plug-in once; let dropped-in plug-ins be found; slow the clocks where
    that was asked for."""
    config.pluginmanager.register(RealParts(), "real-parts")
    clocks = pytest.MonkeyPatch()
    slow_down(clocks)
    config.add_cleanup(clocks.undo)
    folder = own_folder()
    if folder is not None:
        stack = ExitStack()
        stack.enter_context(add_folder(folder))
        config.add_cleanup(stack.close)
