"""Stage 舞台 (GM): the world of a played scene, and the rules by which it changes."""
