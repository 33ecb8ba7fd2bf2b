"""Execution room 実行: performs an act, then looks at its result."""
