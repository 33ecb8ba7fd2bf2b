"""Worker: a model in a process of its own: parent, child and one life of the child."""
