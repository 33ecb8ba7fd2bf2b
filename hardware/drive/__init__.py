"""Drivers of the drive port: each file is one driver."""
