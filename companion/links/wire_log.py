"""Wire log: takes the log of the MQTT client library; `companion.service.log_limit` keeps it
short."""

import logging


class _WithoutTraceback(logging.Filter):
    """A late answer to a caller that was cancelled is no mistake of ours."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Drop the traceback; the line itself stays."""
        record.exc_info = None
        return True


wire_log = logging.getLogger("companion.mqtt.wire")
wire_log.setLevel(logging.INFO)  # paho tells of each packet at DEBUG
wire_log.addFilter(_WithoutTraceback())
