"""Context 文脈: collect widely, select, give one pack."""
