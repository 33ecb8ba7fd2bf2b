"""Phrases: word things in Japanese and English, one table per concept."""
