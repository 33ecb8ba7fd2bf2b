#!/usr/bin/env bash
# Install packages that only some boards and drivers need: `scripts/extras.sh pi base`. The names
# are the extras of pyproject.toml; each has its own lock. `companion doctor` says which one lacks.
set -euo pipefail
cd "$(dirname "$0")/.."
# The service's own user reads them too, whatever mask the owner works with.
umask 022
for extra in "$@"; do
  [ -e "requirements-$extra.lock" ] || { echo "[setup] there is no extra $extra" >&2; exit 64; }
  echo "[setup] packages of the extra $extra"
  .venv/bin/uv pip install -q --python .venv/bin/python --require-hashes -r "requirements-$extra.lock" \
    || .venv/bin/python -m pip install --disable-pip-version-check --require-hashes -r "requirements-$extra.lock"
done
