#!/usr/bin/env bash
# Runs the long proofs that do not fit into CI. Each writes tests/proof/results/NAME.json with its
# machine, date and commit; at the end tests/proof/REPORT.md is made anew from these files. All of
# them take some hours on two cores; name some to run only those:
#   scripts/proof.sh evening_arrival crashes
set -euo pipefail
cd "$(dirname "$0")/.."
wanted=" $* "
results=tests/proof/results

prove() { # NAME COMMAND...: the last line the command prints is one JSON object
  local name="$1"
  shift
  [[ "$wanted" == "  " || "$wanted" == *" $name "* ]] || return 0
  echo "[proof] $name: $*"
  local ended=0 commit
  commit="$(git rev-parse --short HEAD)"
  "$@" > "$results/.$name.new" || ended=$?
  .venv/bin/python - "$results" "$name" "$ended" "$*" "$commit" <<'PY'
import json, os, platform, sys, time
results, name, ended, command, commit = sys.argv[1:]
lines = open(f"{results}/.{name}.new", encoding="utf-8").read().splitlines()
report = {
    "command": command.replace(".venv/bin/", ""),
    "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
    "date": time.strftime("%Y-%m-%d"),
    "commit": commit,
    "exit": int(ended),
    **(json.loads(lines[-1]) if lines else {}),
}
with open(f"{results}/{name}.json", "w", encoding="utf-8") as out:
    json.dump(report, out, ensure_ascii=False, indent=1)
    out.write("\n")
print(f"[proof] {results}/{name}.json, exit {ended}")
PY
  rm "$results/.$name.new"
}

companion=.venv/bin/companion
prove evening_arrival $companion dollhouse play evening_arrival --speed 1000 --json
prove quiet_day $companion dollhouse play quiet_day --speed 1000 --json
prove guest_attack $companion dollhouse play guest_attack --engine obeying --speed 200 --json
prove broken_home $companion dollhouse play broken_home --speed 1000 --json
# Three shuffles of every menu: half an hour in all. Of the sealed half the file holds grades only, so
# that whoever tunes may read it; of the others what was chosen.
for half in sealed tune dev; do
  prove "eval_deliberation_$half" $companion eval deliberation --half "$half" --orders 3 --json
done
prove eval_personas $companion eval personas --json
prove eval_personas_authors $companion eval personas --cases tests/proof/evaluation/cases/authors --limit 159 --json
prove eval_injections $companion eval injections --json
prove eval_injections_real $companion eval injections --engine xllamacpp --limit 1 --twins 0 --baseline 0 --json
prove eval_injections_open_menu $companion eval injections --guards open_menu --twins 0 --baseline 0 --json
prove page_after_life .venv/bin/python -m tests.proof.page_after_life
prove broken_home_claiming $companion dollhouse play broken_home --engine claiming --speed 1000 --json
prove eval_say_do $companion eval say-do --runs 10000 --json
prove eval_say_do_real $companion eval say-do --engine xllamacpp --runs 40 --seed 11 --json
# An hour or two: 100,000 nights on a real file each, opened anew at every restart; goes on where it ended.
prove nights_100k $companion bench nights --json --nights 100000 --processes 2 --progress $results/nights_100k.jsonl
# Need root and the network: a Debian 12 of its own with a systemd, and one for aarch64 (some hours,
# under emulation).
prove device .venv/bin/python -m tests.device.prove amd64
read -ra arm64 <<< "${ARM64_OPTIONS:-}" # a root that is there already, less time: --root, --within-s
prove device_arm64 .venv/bin/python -m tests.device.prove arm64 "${arm64[@]}"
# Each benchmark by itself, so that one can be run again alone: crashes, power_cuts, loop_lag ...
for bench in $($companion bench --list); do
  prove "$bench" $companion bench "$bench" --long --json
done
# Tests of which the suite takes a share, with their whole sets.
if [[ "$wanted" == "  " || "$wanted" == *" whole_sets "* ]]; then
  WHOLE_SETS=1 .venv/bin/python -m pytest -q --timeout 3600 tests/story/test_real_decisions.py \
    tests/unit/desk/test_homecoming_story.py tests/unit/proof/evaluation/test_injections.py tests/unit/rooms/understanding/test_never_act.py
  # And the short forms of benchmarks that hold no goal.
  WHOLE_SETS=1 .venv/bin/python -m pytest -q --timeout 3600 -m figures tests/unit/proof/bench
fi
# Which test notices when the line behind each requirement of the garden and of scenes is broken.
prove items .venv/bin/python -m tests.proof.items
# Which tests notice when a room is broken: a sample of each room; survivors and verdicts stand in
# tests/proof/mutation_survivors.json. It runs in a copy of the tree, and goes on where it ended.
if [[ "$wanted" == "  " || "$wanted" == *" mutation "* ]]; then
  nice .venv/bin/python -m tests.proof.mutation
fi
.venv/bin/python -m tests.proof.report
