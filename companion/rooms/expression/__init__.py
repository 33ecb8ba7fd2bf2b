"""Expression 表現: what is said, as the persona."""
