#!/usr/bin/env bash
# Install the companion on a device: Raspberry Pi OS 12/13, Debian 12, Ubuntu 22.04 (JetPack 6).
# Brings Python 3.11 where the system's is older, the broker, all packages and the model; then
# `make run`, or `systemd/companion.service` to start it at boot.
set -euo pipefail
cd "$(dirname "$0")"
exec scripts/setup.sh run
