"""LLM engines: one file each; the module name is the config key."""
