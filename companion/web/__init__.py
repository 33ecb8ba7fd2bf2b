"""Web: the local page and its API."""
