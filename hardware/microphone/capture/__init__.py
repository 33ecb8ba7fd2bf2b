"""Capture process: reads a sound device or a file in a process of its own; it is no driver
itself."""
