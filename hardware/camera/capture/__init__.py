"""Capture: the process that reads a camera for its driver; no driver itself."""
