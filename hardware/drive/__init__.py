"""Drivers of the port drive."""
