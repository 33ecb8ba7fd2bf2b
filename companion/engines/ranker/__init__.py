"""Ranker engines: a small trained head over a multilingual embedder, and a scripted twin."""
