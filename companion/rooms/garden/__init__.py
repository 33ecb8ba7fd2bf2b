"""The garden room 庭: the companion's own small life in a town of its own."""
