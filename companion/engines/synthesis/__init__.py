"""Speech synthesis: holds the parts that the voice engines share, and the workers in which they
run."""
