"""No line of the log without end, whoever causes it (T12, F20)."""

import asyncio
import logging
from collections.abc import Iterator

import pytest

from companion.service import log_limit
from companion.service.log_limit import (
    LINE_CHARS,
    LINES_PER_KIND,
    LINES_PER_LOGGER,
    WINDOW_S,
    LogLimit,
)


class Ear(logging.Handler):
    """Keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(f"{record.name}: {record.getMessage()}")


class Limited:
    """An ear behind the limit, on a clock of its own."""

    def __init__(self) -> None:
        self.ear, self.now = Ear(), 0.0
        self.limit = LogLimit(self.ear, seconds=lambda: self.now)
        self.ear.addFilter(self.limit)


@pytest.fixture
def limited() -> Iterator[Limited]:
    made = Limited()
    root = logging.getLogger()
    root.addHandler(made.ear)
    yield made
    root.removeHandler(made.ear)


@pytest.mark.parametrize(
    "name",
    ["uvicorn.error", "asyncio", "wyoming.server", "companion.mqtt.wire", "companion.web.app"],
)
def test_a_flood_of_one_kind_is_a_few_lines_and_a_summary(limited: Limited, name: str) -> None:
    """T12: whichever logger; what is different in each line does not make it another kind."""
    for number in range(1000):
        logging.getLogger(name).warning("peer %s sent %r", f"10.0.0.{number}", number)
        logging.getLogger(name).error(f"bad frame {number} at 0x{number:x} from 'a{number}'")
    assert len(limited.ear.heard) == 2 * LINES_PER_KIND
    limited.now = WINDOW_S
    logging.getLogger("quiet").warning("another line")
    told = [line for line in limited.ear.heard if "more suppressed" in line]
    assert len(told) == 2
    assert all(line.startswith(f"{name}: {1000 - LINES_PER_KIND} more suppressed") for line in told)
    assert "peer %s sent %r" in told[0]


def test_messages_without_a_template_are_bounded_by_their_logger(limited: Limited) -> None:
    """T12: text that a stranger chooses freely makes no endless kinds, in lines or in memory."""
    for number in range(5000):
        word = "".join(chr(97 + int(digit)) for digit in str(number))
        logging.getLogger("noisy").warning(f"no such thing as {word}")
        logging.getLogger("noisy").warning(ValueError(word))
    assert len(limited.ear.heard) == LINES_PER_LOGGER
    logging.getLogger("other").warning("is not kept back for it")
    assert limited.ear.heard[-1].startswith("other")
    limited.limit.flush()
    told = [line for line in limited.ear.heard if "more suppressed" in line]
    assert len(told) <= LINES_PER_LOGGER + 1
    counted = sum(int(line.split()[1]) for line in told)
    assert counted == 10_000 - LINES_PER_LOGGER


def test_a_line_is_as_long_as_we_say(limited: Limited) -> None:
    """T12: a topic or path of a megabyte is no line of a megabyte."""
    logging.getLogger("long").warning("topic %s", "x" * 1_000_000)
    assert len(limited.ear.heard[0]) < LINE_CHARS + 100
    assert "1000006 characters" in limited.ear.heard[0]


async def test_tasks_that_fail_and_accepts_without_descriptors(limited: Limited) -> None:
    """F20: asyncio's own reports, as its loop writes them."""
    loop = asyncio.get_running_loop()
    for number in range(300):
        loop.call_exception_handler(
            {
                "message": "socket.accept() out of system resource",
                "exception": OSError(24, "Too many open files"),
                "socket": f"<socket.socket fd={number}>",
            }
        )
        loop.call_exception_handler(
            {"message": "Task exception was never retrieved", "exception": ValueError(number)}
        )
    assert len(limited.ear.heard) == 2 * LINES_PER_KIND


def test_it_stands_on_every_handler_of_the_process_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the service installs at its start covers the root, so every logger of the process."""
    root, ears = logging.getLogger(), [Ear(), Ear()]
    monkeypatch.setattr(root, "handlers", ears)
    monkeypatch.setattr("atexit.register", lambda flush: None)
    log_limit.install()
    log_limit.install()
    assert [[type(f) for f in ear.filters] for ear in ears] == [[LogLimit], [LogLimit]]
