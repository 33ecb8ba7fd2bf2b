"""Ports: the Protocols that rooms ask for, each with its error classes beside it."""
