"""Speaker id engines turn a voice into numbers that tell speakers apart: each file is one engine;
the module name is the config key."""
