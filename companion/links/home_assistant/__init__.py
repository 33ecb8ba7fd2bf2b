"""Home Assistant: implements the port `House` over its WebSocket, for the entities that the owner
exposes (ADR 0021)."""
