"""Store: SQLite with one writer and group commit, and its in-memory twin."""
