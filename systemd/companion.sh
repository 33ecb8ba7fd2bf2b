#!/bin/sh
# The command `companion` of an installed service: its own environment and its own configuration.
COMPANION_CONFIG="${COMPANION_CONFIG:-/etc/companion/config.yaml}"
PYTHONPATH="/opt/companion${PYTHONPATH:+:$PYTHONPATH}"
export COMPANION_CONFIG PYTHONPATH
exec /opt/companion/.venv/bin/python -m companion "$@"
