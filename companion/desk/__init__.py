"""Desk: receives input by channel, answers it, and turns it into requests of a person."""
