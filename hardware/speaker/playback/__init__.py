"""Playback: holds the parts that the speaker drivers share; it is no driver itself."""
