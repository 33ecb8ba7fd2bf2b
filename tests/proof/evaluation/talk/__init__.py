"""Talk with traps: whether what the real model says to false premises is true of the home."""
