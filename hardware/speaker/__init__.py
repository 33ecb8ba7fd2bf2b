"""Drivers of the speaker port: each file is one driver."""
