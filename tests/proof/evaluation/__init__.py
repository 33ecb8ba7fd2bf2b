"""Evaluations: what the models choose and claim, and what the house lets them."""
