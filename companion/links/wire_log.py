"""The log of the MQTT client library, made quiet."""

import logging
import time


class _OncePerMinute(logging.Filter):
    """aiomqtt logs a line per message when pressed (32,000 in one run): keep one a minute."""

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Let one line of each kind through per minute; paho's debug lines never."""
        if record.levelno <= logging.DEBUG:
            return False
        now = time.monotonic()
        if now - self._last.get(str(record.msg), -60.0) < 60.0:
            return False
        self._last[str(record.msg)] = now
        record.exc_info = None  # a late answer to somebody cancelled is no mistake of ours
        return True


wire_log = logging.getLogger("companion.mqtt.wire")
wire_log.addFilter(_OncePerMinute())
