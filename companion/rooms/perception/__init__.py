"""Perception 知覚: what was seen becomes observations and triggers."""
