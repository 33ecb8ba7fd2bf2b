"""Phrases: how things are said, in Japanese and English, one table per concept."""
