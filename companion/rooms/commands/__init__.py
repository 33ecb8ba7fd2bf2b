"""Commands: turns an understood sentence into requests; `desk/commands` words the answers."""
