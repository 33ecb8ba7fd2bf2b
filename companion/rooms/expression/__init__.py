"""Expression room 表現: words what is said, as the persona."""
