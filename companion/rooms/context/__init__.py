"""Context room 文脈: collects what could matter, selects, and gives one pack."""
