"""Ranking: turns a context pack into numbers and scores each entry of the menu."""
