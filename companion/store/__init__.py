"""Store: SQLite with one writer and group commit."""
