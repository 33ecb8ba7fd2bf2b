"""Capture process: reads a camera in a process of its own for every camera driver; it is no driver
itself."""
