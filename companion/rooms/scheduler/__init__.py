"""Scheduler 時間: heartbeat, snapshots, housekeeping."""
