"""In-memory twins of the ports, for tests of rooms and capabilities."""
