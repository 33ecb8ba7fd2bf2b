"""Deliberation room 熟考: turns one context pack into one decision."""
