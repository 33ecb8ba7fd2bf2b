"""Execution 実行: do it, then look."""
