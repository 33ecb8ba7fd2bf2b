#!/usr/bin/env bash
# The long forms that do not fit into CI: scenarios with the default model, judged by the truth.
# Leaves proof/SCENARIO.json with machine, date and commit. Takes about a quarter of an hour.
set -euo pipefail
cd "$(dirname "$0")/.."
for scenario in evening_arrival quiet_day; do
  echo "[proof] $scenario"
  .venv/bin/companion dollhouse play "$scenario" --speed 1000 --json > proof/.new
  .venv/bin/python - "$scenario" <<'PY'
import json, os, platform, subprocess, sys, time
name = sys.argv[1]
head = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout
found = json.loads(open("proof/.new", encoding="utf-8").read().splitlines()[-1])
report = {
    "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
    "date": time.strftime("%Y-%m-%d"),
    "commit": head.strip(),
    **found,
}
with open(f"proof/{name}.json", "w", encoding="utf-8") as out:
    json.dump(report, out, ensure_ascii=False, indent=1)
    out.write("\n")
print({k: report[k] for k in ("complete_loops", "false_claims", "unauthorised_actions", "annoyances", "wall_s")})
PY
  rm proof/.new
done

echo "[proof] eval deliberation"
# Both halves, three shuffles of every menu: about an hour on two cores. Of the sealed half the
# file holds grades only, so that whoever tunes may read it.
.venv/bin/companion eval deliberation --orders 3 --json | tail -n 1 > proof/.new
.venv/bin/python - <<'PY'
import json, subprocess
head = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout
report = {"commit": head.strip(), **json.load(open("proof/.new", encoding="utf-8"))}
with open("proof/eval_deliberation.json", "w", encoding="utf-8") as out:
    json.dump(report, out, ensure_ascii=False, indent=1)
    out.write("\n")
for row in report["rows"]:
    print(row["language"], row["half"], row["before"], row["after"])
PY
rm proof/.new
