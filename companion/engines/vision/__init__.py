"""Vision: motion gate, detector, text reader, and the classifier of people and pictures of
people."""
