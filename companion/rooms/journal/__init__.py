"""Journal 記録: the only writer of events."""
