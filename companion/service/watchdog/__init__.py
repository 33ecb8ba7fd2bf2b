"""Watchdog: what systemd hears of us, and the heart it listens to."""
