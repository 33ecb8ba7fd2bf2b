"""Rooms: one concern each, one door each (`room.py`), no I/O. No room imports another."""
