"""Worker process of a model: holds the parent's side, the child's side, and one life of the
child."""
