"""Drivers of the port speaker."""
