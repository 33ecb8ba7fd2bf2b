"""The local page and its API: server-rendered, nothing loaded from elsewhere (issue 2, item 9)."""
