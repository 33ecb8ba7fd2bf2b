"""Benchmarks: how near we come to what the machine itself can do, as ratios."""
