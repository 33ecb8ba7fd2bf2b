"""Drivers of the port buzzer."""
