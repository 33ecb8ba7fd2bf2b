"""Service: settings, plug-ins, clock, supervised tasks and health of the running process."""
