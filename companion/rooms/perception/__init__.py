"""Perception room 知覚: turns observations into events and triggers."""
