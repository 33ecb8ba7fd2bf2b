"""Deliberation 熟考: one pack in, one decision out."""
