"""Habits of the household: found by counting days, proposed as routines."""
