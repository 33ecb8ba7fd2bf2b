"""Wake word engines: each file is one engine; the module name is the config key."""
