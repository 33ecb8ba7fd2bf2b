#!/usr/bin/env bash
# Make the lock files anew from pyproject.toml: what every board installs (requirements.lock), what
# only some do (requirements-EXTRA.lock), and what only developers do (requirements-dev.lock).
# Versions that stand there stay; add `--upgrade` for the newest. Needs the network.
set -euo pipefail
cd "$(dirname "$0")/.."
lock() { # NAME WORDS...: universal, so that one file serves every platform and Python
  local out="$1"
  shift
  .venv/bin/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-annotate \
    --no-header "$@" -o "$out"
}
lock requirements.lock pyproject.toml "$@"
for extra in pi jetson base openwakeword; do
  .venv/bin/python - "$extra" <<'PY' | lock "requirements-$extra.lock" - -c requirements.lock "$@"
import sys, tomllib
with open("pyproject.toml", "rb") as file:
    print("\n".join(tomllib.load(file)["project"]["optional-dependencies"][sys.argv[1]]))
PY
done
lock requirements-dev.lock --group dev -c requirements.lock "$@"
