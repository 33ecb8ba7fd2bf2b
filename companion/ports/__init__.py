"""The ports: what the rooms ask for, each with its error family beside it."""
