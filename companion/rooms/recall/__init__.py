"""Recall 想起: stands behind the port Memory."""
