"""Training of the ranker: situations of our own, judged by rules, kept apart from the cases."""
