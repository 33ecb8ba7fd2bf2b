"""Hardware drivers: one folder a port, one file a driver, always a `simulated` one."""
