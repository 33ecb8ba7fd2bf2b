"""Choosing well: situations with the answers an owner would call sensible or harmful."""
