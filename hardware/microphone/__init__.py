"""Drivers of the microphone port: each file is one driver."""
