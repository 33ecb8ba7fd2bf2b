"""Drivers of the port camera."""
