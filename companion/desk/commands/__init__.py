"""Commands: reads understood sentences against this home, and words what came of them."""
