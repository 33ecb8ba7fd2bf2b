#!/usr/bin/env bash
# Everything into .venv, models included. `setup.sh run` (1.5 B model) or `setup.sh test` (0.5 B).
# Quick when nothing changed: each step leaves a stamp of what it was made from.
set -euo pipefail
cd "$(dirname "$0")/.."
goal="${1:-run}"
scripts/system-packages.sh "$goal"
python="$(scripts/find-python.sh)" || { echo "[setup] Python 3.11 or newer is needed; set PYTHON=/path/to/python3.11"; exit 1; }
[ -x .venv/bin/python ] || { echo "[setup] making .venv with $("$python" --version)"; "$python" -m venv .venv; }
locks=(requirements.lock)
[ "$goal" = test ] && locks+=(requirements-dev.lock)
stamp=".venv/.packages-$goal-$(cat "${locks[@]}" pyproject.toml | sha256sum | cut -c1-16)"
if [ ! -e "$stamp" ]; then
  echo "[setup] installing Python packages (about 250 MB the first time)"
  scripts/packages.sh "${locks[@]}" .
  rm -f ".venv/.packages-$goal-"*; touch "$stamp"
fi
# What only some boards need: of this board, of the configured drivers, and what EXTRAS names besides.
if [ "$goal" = test ]; then
  extras=(pi base openwakeword)
else
  read -ra extras <<< "${EXTRAS:-}"
  BOARD="${BOARD:-$(scripts/board.sh)}"
  export BOARD
  [ ! -e "requirements-$BOARD.lock" ] || extras+=("$BOARD")
  if named="$(.venv/bin/companion doctor --extras)"; then
    read -ra wanted <<< "${named//$'\n'/ }"
    extras+=("${wanted[@]}")
  else
    echo "[setup] going on without the packages of the configured drivers: mend the configuration, then run this again"
  fi
fi
locks=()
for extra in "${extras[@]}"; do
  [[ " ${locks[*]} " == *" requirements-$extra.lock "* ]] || locks+=("requirements-$extra.lock")
done
if ! scripts/packages.sh "${locks[@]}"; then
  [ "$goal" = run ] || exit 1
  echo "[setup] going on without ${locks[*]}: the drivers that need them wait for: $PWD/scripts/packages.sh ${locks[*]}"
fi
# MODEL=/path/to/file.gguf takes a file you have instead of downloading one.
fetch=(.venv/bin/companion models fetch)
[ "$goal" = test ] && fetch+=(--small)
[ -z "${MODEL:-}" ] || fetch+=(--path "$MODEL")
if ! "${fetch[@]}"; then
  [ "$goal" = run ] || exit 1
  echo "[setup] going on without a model: devices obey the page, nothing is thought until there is one"
fi
if ! .venv/bin/companion models fetch --reading; then
  [ "$goal" = run ] || exit 1
  echo "[setup] going on: QR codes are read on camera, signs are not"
fi
if ! .venv/bin/companion models fetch --ears; then
  [ "$goal" = run ] || exit 1
  echo "[setup] going on: nothing is heard until there is what turns speech into text"
fi
if ! .venv/bin/companion models fetch --voice; then
  [ "$goal" = run ] || exit 1
  echo "[setup] going on: English is spoken by espeak-ng"
fi
if ! .venv/bin/companion models fetch --turn; then
  [ "$goal" = run ] || exit 1
  echo "[setup] going on: the end of free talk is judged by silence alone"
fi
if ! .venv/bin/companion models fetch --speaker-id; then
  [ "$goal" = run ] || exit 1
  echo "[setup] going on: voices cannot be enrolled"
fi
# What the grammar reads sentences by; built anew where the code it is built from has changed.
.venv/bin/python -m companion.engines.grammar_tables .venv/share/companion/understanding
echo "[setup] ready"
