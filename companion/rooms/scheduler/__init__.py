"""Scheduler room 時間: heartbeat, snapshots, housekeeping and the alarm clock."""
