#!/usr/bin/env bash
# Which board this is: pi, jetson or generic.
set -euo pipefail
model=""
[ ! -r /proc/device-tree/model ] || model="$(tr -d '\0' < /proc/device-tree/model)"
case "$model" in
  *Jetson* | *Orin*) echo jetson ;;
  *Raspberry*) echo pi ;;
  *) if [ -e /etc/nv_tegra_release ]; then echo jetson; else echo generic; fi ;;
esac
