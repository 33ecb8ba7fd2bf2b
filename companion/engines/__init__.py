"""Engines: models, each in a worker process of its own, each with a scripted twin."""
