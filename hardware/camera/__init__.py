"""Drivers of the camera port: each file is one driver."""
