"""Home Assistant over its WebSocket: port `House` for what the owner exposes (ADR 0021)."""
