#!/usr/bin/env bash
# System packages: `system-packages.sh run` (broker) or `... test` (also browser and fonts).
# Installs only what is missing; needs root or sudo for that.
set -euo pipefail
want=(python3-venv mosquitto alsa-utils espeak-ng libportaudio2)
# Of the board, where its system has them: what its CSI camera is read with.
case "${BOARD:-$("$(dirname "$0")/board.sh")}" in
  pi) offered=(rpicam-apps) ;;
  jetson) offered=(gstreamer1.0-tools) ;;
  *) offered=() ;;
esac
for package in "${offered[@]}"; do
  ! apt-cache show "$package" >/dev/null 2>&1 || want+=("$package")
done
[ "${1:-run}" = test ] && want+=(mosquitto-clients chromium fonts-noto-cjk gstreamer1.0-tools gstreamer1.0-plugins-base systemd shellcheck
  pulseaudio pulseaudio-utils libasound2-plugins)
if ! "$(dirname "$0")/find-python.sh" >/dev/null; then
  # Ubuntu 22.04 (JetPack 6) comes with 3.10; its own archive has 3.11 beside it.
  want+=(python3.11 python3.11-venv)
fi
command -v apt-get >/dev/null || { echo "[system] no apt-get here: please install ${want[*]} yourself"; exit 0; }
missing=()
for package in "${want[@]}"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q "ok installed" || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && { echo "[system] all there: ${want[*]}"; exit 0; }
sudo=""
if [ "$(id -u)" != 0 ]; then
  command -v sudo >/dev/null || { echo "[system] missing: ${missing[*]}; run this once as root: $0 ${1:-run}"; exit 1; }
  sudo=sudo
fi
echo "[system] installing ${missing[*]} (chromium alone is about 100 MB)"
export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
$sudo apt-get update -qq
$sudo apt-get install -y --no-install-recommends "${missing[@]}" | grep -E '^(Get|Setting up|Unpacking)' || true
# RUNLEVEL=1 keeps the package from starting its own broker: ours runs on loopback only.
