"""Commands: settings -> app."""


def main() -> None:
    """Run the command line."""
    raise SystemExit("no command yet")
