"""Corridors: the ways through the rooms, one file each. Read them for a tour of the house."""
