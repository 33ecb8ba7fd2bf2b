"""Vision: motion gate, detector, text reader, and pictures of people told from people."""
