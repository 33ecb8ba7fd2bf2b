"""Ears engines (speech to text): each file is one engine; the module name is the config key."""
