"""Watchdog: reports to systemd, as long as the event loop beats."""
