"""Drivers of the buzzer port: each file is one driver."""
