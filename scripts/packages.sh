#!/usr/bin/env bash
# Install lock files of this folder into .venv, each package checked by its hash:
# `scripts/packages.sh requirements-base.lock`. `companion doctor` names the one that lacks. A last
# word `.` installs the companion itself, without asking for anything else.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || exit 0
words=() itself=no
for lock in "$@"; do
  [ "$lock" != . ] || { itself=yes; continue; }
  [ -e "$lock" ] || { echo "[setup] there is no $lock" >&2; exit 64; }
  words+=(-r "$lock")
done
# The service's own user reads them too, whatever mask the owner works with.
umask 022
[ -x .venv/bin/uv ] || .venv/bin/python -m pip install -q --disable-pip-version-check "uv>=0.5"
# uv trusts its own list of authorities; a device behind a proxy has its own in the system's.
[ -n "${SSL_CERT_FILE:-}" ] || [ ! -e /etc/ssl/certs/ca-certificates.crt ] || export SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt
.venv/bin/uv pip install --python .venv/bin/python --require-hashes "${words[@]}" \
  || .venv/bin/python -m pip install --disable-pip-version-check --require-hashes "${words[@]}"
[ "$itself" = no ] || .venv/bin/uv pip install -q --python .venv/bin/python --no-deps -e .
