"""Living with a household: homes with hidden habits, and what the companion learns of them."""
