"""The local page and its API: server-rendered, nothing loaded from elsewhere."""
