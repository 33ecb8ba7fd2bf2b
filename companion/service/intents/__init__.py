"""Intents: keep thoughts that were put off, with the conditions of their return (ADR 0038)."""
