"""Judge: plays a story in the doll's house and counts only what truly happened."""
