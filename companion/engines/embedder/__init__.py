"""Embedder engines: multilingual e5-small in a worker, and a twin that hashes."""
