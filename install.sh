#!/usr/bin/env bash
# Install the companion on a device: Raspberry Pi OS 12/13, Debian 12, Ubuntu 22.04 (JetPack 6).
# Without options: Python 3.11 where the system's is older, the broker, all packages and the
# model, here; then `make run`. With `--service` and further options: as a service that starts at
# boot, see systemd/install.sh --help.
set -euo pipefail
cd "$(dirname "$0")"
if [ "${1:-}" = --service ]; then
  shift
  exec systemd/install.sh "$@"
fi
exec scripts/setup.sh run
