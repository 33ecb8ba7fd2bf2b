"""The household's signs about acts, as a term of the choice."""
