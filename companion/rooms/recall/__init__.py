"""Recall room 想起: implements the port Memory."""
