"""Consolidation 定着: the only writer of state."""
