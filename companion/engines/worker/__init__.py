"""Worker process of a model: the parent's side, the child's side, and one life of the child."""
