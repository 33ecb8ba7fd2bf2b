"""Log limit: the one place that keeps the log from being flooded.

A stranger on the network can cause log lines: bad requests, wrong peers, broken messages, a full
table of file descriptors. Each kind of line is written a few times a minute; of the rest a summary
tells how many there were. `install` puts the limit on the root logger's handlers, so that every
logger of the process is covered: uvicorn, asyncio, paho, wyoming and our own.
"""

import atexit
import logging
import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

WINDOW_S = 60.0
LINES_PER_KIND = 3
"""Written of one kind in one window: enough to see that it was not a single event."""
LINES_PER_LOGGER = 30
"""Written of one logger and level in one window, for messages whose text varies without end."""
LINE_CHARS = 2000
"""Longest message; text from the network can be as long as its sender likes."""
KINDS_KEPT = 512
TEMPLATE_CHARS = 160
_VARYING = re.compile(r"0x[0-9a-f]+|\d+|'[^'\n]*'|\"[^\"\n]*\"|<[^>\n]*>", re.IGNORECASE)
_SUMMARY = "is_log_summary"


@dataclass(frozen=True, slots=True)
class _Kind:
    """Key by which lines count as the same: logger, level, message template and exception class."""

    logger: str
    level: int
    template: str = ""
    error: str = ""

    def of_logger(self) -> "_Kind":
        return _Kind(self.logger, self.level)


@dataclass(slots=True)
class _Window:
    began_s: float
    written: int = 0
    suppressed: int = 0


class LogLimit(logging.Filter):
    """A filter for one handler: lets few lines of a kind through, then writes a summary.

    `seconds` gives a monotonic time in seconds.
    """

    def __init__(
        self, handler: logging.Handler, *, seconds: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__()
        self._handler, self._seconds = handler, seconds
        self._lock = threading.Lock()
        self._kinds: OrderedDict[_Kind, _Window] = OrderedDict()
        self._loggers: dict[_Kind, _Window] = {}
        self._timer: threading.Timer | None = None

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this line is written; a line that is too long is cut."""
        if getattr(record, _SUMMARY, False):
            return True
        kind = _kind_of(record)
        with self._lock:
            ended = self._end_windows(self._seconds())
            passes = self._passes(kind)
        self._summarise(ended)
        if passes:
            _shorten(record)
        return passes

    def flush(self) -> None:
        """Write the summaries of all windows now, for example when the process ends."""
        with self._lock:
            ended = self._end_windows(float("inf"))
        self._summarise(ended)

    def _passes(self, kind: _Kind) -> bool:
        now_s = self._seconds()
        own = self._kinds.setdefault(kind, _Window(now_s))
        whole = self._loggers.setdefault(kind.of_logger(), _Window(now_s))
        passes = own.written < LINES_PER_KIND and whole.written < LINES_PER_LOGGER
        if passes:
            own.written += 1
            whole.written += 1
        else:
            own.suppressed += 1
        if len(self._kinds) > KINDS_KEPT:  # the oldest makes room; its logger keeps the count
            oldest, window = self._kinds.popitem(last=False)
            self._loggers.setdefault(
                oldest.of_logger(), _Window(now_s)
            ).suppressed += window.suppressed
        if not passes and self._timer is None:
            self._start_timer()
        return passes

    def _start_timer(self) -> None:
        self._timer = threading.Timer(WINDOW_S, self._timer_rang)
        self._timer.daemon = True
        self._timer.start()

    def _end_windows(self, now_s: float) -> list[tuple[_Kind, int]]:
        """Remove the windows that are over; gives what each of them suppressed."""
        ended: list[tuple[_Kind, int]] = []
        for windows in (self._kinds, self._loggers):
            over = [kind for kind, w in windows.items() if now_s - w.began_s >= WINDOW_S]
            ended += [(kind, windows.pop(kind).suppressed) for kind in over]
        return [(kind, count) for kind, count in ended if count]

    def _summarise(self, ended: list[tuple[_Kind, int]]) -> None:
        counts: dict[_Kind, int] = {}
        for number, (kind, count) in enumerate(ended):
            # Many kinds at once are one summary per logger: the summaries must not flood either.
            shown = kind if number < LINES_PER_LOGGER else kind.of_logger()
            counts[shown] = counts.get(shown, 0) + count
        for kind, count in counts.items():
            facts = {
                "name": kind.logger,
                "levelno": kind.level,
                "levelname": logging.getLevelName(kind.level),
                "msg": "%d more suppressed in the last %d s: %s",
                "args": (count, WINDOW_S, kind.template or "lines of this logger"),
                _SUMMARY: True,
            }
            self._handler.handle(logging.makeLogRecord(facts))

    def _timer_rang(self) -> None:
        with self._lock:
            self._timer = None
            ended = self._end_windows(self._seconds())
            waiting = any(w.suppressed for w in (*self._kinds.values(), *self._loggers.values()))
            if waiting:
                self._start_timer()
        self._summarise(ended)


def install() -> None:
    """Limit every handler of the root logger. Call it once, after `logging.basicConfig`."""
    for handler in logging.getLogger().handlers:
        if any(isinstance(one, LogLimit) for one in handler.filters):
            continue
        limit = LogLimit(handler)
        handler.addFilter(limit)
        atexit.register(limit.flush)


def _kind_of(record: logging.LogRecord) -> _Kind:
    """Numbers, addresses and quoted text of a message without arguments vary from line to line;
    the rest of its first line is the template."""
    template = str(record.msg)[: 4 * TEMPLATE_CHARS].split("\n", 1)[0]
    if not record.args:
        template = _VARYING.sub("…", template)
    error = record.exc_info[0] if record.exc_info else None
    name = error.__name__ if error else ""
    return _Kind(record.name, record.levelno, template[:TEMPLATE_CHARS], name)


def _shorten(record: logging.LogRecord) -> None:
    try:
        message = record.getMessage()
    except (TypeError, ValueError, KeyError):
        return  # logging itself reports a template that does not fit its arguments
    if len(message) > LINE_CHARS:
        record.msg = f"{message[:LINE_CHARS]}… ({len(message)} characters)"
        record.args = None
