"""Ranking: turns a context pack into numbers and judges each entry of the menu."""
